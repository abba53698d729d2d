#include "bindings/functions.hpp"

#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "bindings/answers.hpp"

namespace playout {

namespace nb = nanobind;

namespace {

// Options are copied without the GIL, so the references to Python's objects are held in one place.
struct Held {
    nb::object function;
    Answers answers;
    nb::object game{}; // nothing, as long as the function has none

    static void release(const Held *held) {
        const nb::gil_scoped_acquire gil;
        delete held;
    }
};

class PythonFunction {
public:
    explicit PythonFunction(Held held) : held_(new Held(std::move(held)), Held::release) {}

    [[nodiscard]] Held in(nb::object game) const {
        return {held_->function, held_->answers, std::move(game)};
    }

    int traverse(visitproc visit, void *arg) const {
        Py_VISIT(held_->function.ptr());
        Py_VISIT(held_->game.ptr());
        return 0;
    }

protected:
    // Calls it with a state of the game, and reads its answer, both with the GIL.
    template <class Read, class... Arguments>
    auto call(StatePtr state, Read read, Arguments... arguments) const {
        if (Stop::all_stop()) throw Interrupted{};
        const nb::gil_scoped_acquire gil;
        if (!held_->game.is_valid()) throw std::invalid_argument("this function was given no game");
        Position position{held_->game, std::move(state)};
        const Engine &engine = position.engine();
        return read(held_->answers, held_->function(std::move(position), arguments...), engine);
    }

private:
    std::shared_ptr<const Held> held_;
};

struct PythonPlayout : PythonFunction {
    using PythonFunction::PythonFunction;

    double operator()(StatePtr state, std::uint64_t seed) const {
        const auto read = [](const Answers &answers, nb::object answer, const Engine &engine) {
            return answers.score("play", answer, engine.bounds());
        };
        return call(std::move(state), read, seed);
    }
};

struct PythonPrior : PythonFunction {
    using PythonFunction::PythonFunction;

    void operator()(StatePtr state, std::span<double> numbers) const {
        const auto read = [&](const Answers &answers, const nb::object &answer, const Engine &) {
            std::size_t i = 0;
            const auto note = [&](nb::handle item) { numbers[i++] = number(answers, item); };
            if (!PySequence_Check(answer.ptr()) || !read_items(answer, numbers.size(), note))
                answers.complain("", answer,
                                 "a list of one number for each of the " + std::to_string(numbers.size()) +
                                     " legal moves");
        };
        call(std::move(state), read);
    }

private:
    static double number(const Answers &answers, nb::handle item) {
        const double number = answers.number("", item);
        if (!(std::abs(number) <= max_prior)) answers.complain("", item, "numbers from -1000000 to 1000000");
        return number;
    }
};

// Goes through options to the functions that they hold.
struct Binding {
    nb::object game;
    bool found = false; // a playout written in Python

    void operator()(CustomOptions &options) {
        options.play = PythonPlayout(options.play.target<PythonPlayout>()->in(game));
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
        if (!options.prior) return;
        if (options.threads > 1)
            throw std::invalid_argument("uct: a prior written in Python is asked by one thread");
        options.prior = PythonPrior(options.prior.target<PythonPrior>()->in(game));
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
    int operator()(const UctOptions &options) const {
        if (const int stop = (*this)(options.playout)) return stop;
        return options.prior ? options.prior.target<PythonPrior>()->traverse(visit, arg) : 0;
    }
    template <class Options> int operator()(const Options &) const { return 0; }
};

} // namespace

CustomOptions custom_playout(nb::object playout, nb::object play) {
    return {PythonPlayout(Held{std::move(play), Answers(playout)})};
}

PriorFunction custom_prior(std::string name, nb::object ask) {
    return PythonPrior(Held{std::move(ask), Answers(std::move(name))});
}

PlayoutOptions bound(PlayoutOptions options, const Position &position) {
    Binding{position.owner}(options);
    return options;
}

PlayerOptions bound(PlayerOptions options, const Position &position) {
    std::visit(Binding{position.owner}, options);
    return options;
}

SolverOptions bound(SolverOptions options, const Position &position) {
    std::visit(Binding{position.owner}, options);
    return options;
}

int traverse(const PlayerOptions &options, visitproc visit, void *arg) {
    return std::visit(Traversal{visit, arg}, options);
}

int traverse(const SolverOptions &options, visitproc visit, void *arg) {
    return std::visit(Traversal{visit, arg}, options);
}

} // namespace playout
