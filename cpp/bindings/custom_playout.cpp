#include "bindings/custom_playout.hpp"

#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>

#include "bindings/answers.hpp"

namespace playout {

namespace nb = nanobind;

namespace {

// Options are copied without the GIL, so the references to Python's objects are held in one place.
struct Held {
    nb::object play;
    Answers answers;
    nb::object game{}; // nothing, as long as the playout has none

    static void release(const Held *held) {
        const nb::gil_scoped_acquire gil;
        delete held;
    }
};

class PythonPlayout {
public:
    explicit PythonPlayout(Held held) : held_(new Held(std::move(held)), Held::release) {}

    [[nodiscard]] PythonPlayout in(nb::object game) const {
        return PythonPlayout(Held{held_->play, held_->answers, std::move(game)});
    }

    double operator()(StatePtr state, std::uint64_t seed) const {
        if (Stop::all_stop()) throw Interrupted{};
        const nb::gil_scoped_acquire gil;
        if (!held_->game.is_valid()) throw std::invalid_argument("this playout was given no game");
        Position position{held_->game, std::move(state)};
        const Bounds bounds = position.engine().bounds();
        return held_->answers.score("play", held_->play(std::move(position), seed), bounds);
    }

    int traverse(visitproc visit, void *arg) const {
        Py_VISIT(held_->play.ptr());
        Py_VISIT(held_->game.ptr());
        return 0;
    }

private:
    std::shared_ptr<const Held> held_;
};

// Goes through options to the playouts that they hold.
struct Binding {
    nb::object game;
    bool found = false; // a playout written in Python

    void operator()(CustomOptions &options) {
        options.play = options.play.target<PythonPlayout>()->in(game);
        found = true;
    }
    void operator()(PlayoutOptions &options) { std::visit(*this, options.chosen); }
    void operator()(NestedOptions &options) {
        if (!options.base) return;
        PlayoutOptions base = *options.base;
        (*this)(base);
        options.base = std::make_shared<const PlayoutOptions>(std::move(base));
    }
    void operator()(NestedPlayerOptions &options) { (*this)(options.playout); }
    void operator()(UctOptions &options) {
        (*this)(options.playout);
        if (found && options.threads > 1)
            throw std::invalid_argument("uct: playouts written in Python are made by one thread");
    }
    template <class Options> void operator()(Options &) {} // they hold none
};

// Goes the same way.
struct Traversal {
    visitproc visit;
    void *arg;

    int operator()(const CustomOptions &options) const {
        return options.play.target<PythonPlayout>()->traverse(visit, arg);
    }
    int operator()(const PlayoutOptions &options) const { return std::visit(*this, options.chosen); }
    int operator()(const NestedOptions &options) const { return options.base ? (*this)(*options.base) : 0; }
    int operator()(const NestedPlayerOptions &options) const { return (*this)(options.playout); }
    int operator()(const UctOptions &options) const { return (*this)(options.playout); }
    template <class Options> int operator()(const Options &) const { return 0; }
};

} // namespace

CustomOptions custom_playout(nb::object playout, nb::object play) {
    return {PythonPlayout(Held{std::move(play), Answers(playout)})};
}

PlayoutOptions bound(PlayoutOptions options, const Position &position) {
    Binding{position.owner}(options);
    return options;
}

PlayerOptions bound(PlayerOptions options, const Position &position) {
    std::visit(Binding{position.owner}, options);
    return options;
}

int traverse_playouts(const PlayerOptions &options, visitproc visit, void *arg) {
    return std::visit(Traversal{visit, arg}, options);
}

} // namespace playout
