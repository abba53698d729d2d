// The face of a game behind the C interface is an object of the Python side.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/answers.hpp"
#include "bindings/bindings.hpp"
#include "engine/catalogue.hpp"

namespace playout {

namespace nb = nanobind;

namespace {

nb::bytes copied(StateBytes state) { return nb::bytes(state.data(), state.size()); }

// It is the engine that holds the object: this refers to it, so that the collector sees it once.
class PythonFace : public Face {
public:
    explicit PythonFace(nb::handle face)
        : face_(face), title_(nb::cast<std::string>(face.attr("title"))), answers_(title_) {}

    [[nodiscard]] std::string title() const override { return title_; }

    [[nodiscard]] std::string name(StateBytes state, Move move) const override {
        return answers_.string("name", face_.attr("name")(copied(state), move));
    }

    [[nodiscard]] Move parse(StateBytes state, const std::vector<Move> &legal,
                             std::string_view text) const override {
        return nb::cast<Move>(face_.attr("parse")(copied(state), legal, text));
    }

    [[nodiscard]] std::string text(StateBytes state) const override {
        return answers_.string("text", face_.attr("text")(copied(state)));
    }

    [[nodiscard]] std::string setup(std::string_view text, Turn turn) const override {
        const nb::bytes made = nb::cast<nb::bytes>(face_.attr("setup")(text, turn));
        return {made.c_str(), made.size()};
    }

private:
    nb::handle face_;
    std::string title_;
    Answers answers_;
};

} // namespace

PyEngine make_c_game(std::uintptr_t rules, nb::object face, bool misere) {
    EnginePtr engine =
        c_game(*reinterpret_cast<const playout_game *>(rules), std::make_shared<PythonFace>(face), misere);
    PyEngine made{std::move(engine)};
    made.face = std::move(face);
    return made;
}

} // namespace playout
