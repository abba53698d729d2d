// A search or a solver as Python holds it: with its game, and with the functions written in Python that it
// calls. It runs without the GIL, so another thread could reach it meanwhile, and so could rules and playouts
// written in Python that it calls: whoever finds it busy is turned away.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/closing.hpp"
#include "bindings/functions.hpp"

namespace playout {

template <class Thing, class Options> class Held {
public:
    // `make` makes the thing, of an engine, a state and the options.
    template <class Make>
    Held(const Position &position, const Options &options, Make make)
        : owner_(position.owner), options_(bound(options, position)),
          thing_(make(position.engine(), *position.state, options_)) {}

    // A slice: without the GIL, unless the game needs it.
    template <class... More> void run(const Budget &budget, const Stop &stop, More... more) {
        use([&](Thing &thing) {
            std::optional<Released> released;
            if (nanobind::inst_ptr<PyEngine>(owner_)->python == nullptr) released.emplace();
            thing.run(budget, stop, more...);
        });
    }

    nanobind::bytes save() {
        const std::string bytes = use([](const Thing &thing) { return thing.save(); });
        return nanobind::bytes(bytes.data(), bytes.size());
    }

    // Asks it something, or tells it.
    template <class Do> auto use(Do act) {
        const Busy busy(is_busy_);
        return act(*thing_);
    }

    int traverse(visitproc visit, void *arg) const {
        Py_VISIT(owner_.ptr());
        return playout::traverse(options_, visit, arg);
    }

protected:
    nanobind::object owner_; // the game, which the thing refers to

private:
    // The flag is looked at with the GIL only.
    class Busy {
    public:
        explicit Busy(bool &flag) : flag_(flag) {
            if (flag) throw std::invalid_argument("this search is running already");
            flag = true;
        }
        Busy(const Busy &) = delete;
        Busy &operator=(const Busy &) = delete;
        ~Busy() { flag_ = false; }

    private:
        bool &flag_;
    };

    Options options_; // with the functions that the thing calls
    std::unique_ptr<Thing> thing_;
    bool is_busy_ = false;
};

// What a thing says of itself.
template <class Owner, auto member> auto answer(Owner &held) {
    return held.use([](const auto &thing) { return (thing.*member)(); });
}

inline std::string_view view(const nanobind::bytes &bytes) { return {bytes.c_str(), bytes.size()}; }

} // namespace playout
