// A playout: one of the ways to finish a game, with its options. The list of all of them stands here and
// nowhere else.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "playouts/anti_decisive.hpp"
#include "playouts/coin.hpp"
#include "playouts/custom.hpp"
#include "playouts/go_patterns.hpp"
#include "playouts/minimax.hpp"
#include "playouts/mobility.hpp"
#include "playouts/nested.hpp"
#include "playouts/uniform.hpp"

namespace playout {

using PlayoutChoice = std::variant<UniformOptions, NestedOptions, MinimaxOptions, CoinOptions,
                                   AntiDecisiveOptions, MobilityOptions, GoPatternsOptions, CustomOptions>;

// A type of its own, for the options of a playout may hold those of another.
struct PlayoutOptions {
    PlayoutChoice chosen{};
};

// Keeps its memory from playout to playout; holds a reference to the game.
template <Game G> class Playout {
public:
    using State = typename G::State;

    Playout(const G &game, const PlayoutOptions &options)
        : playout_(std::visit([&](const auto &chosen) { return make(game, chosen); }, options.chosen)) {}

    // The way is chosen once a playout, not once a move. The state is used up, and handed on by reference: to
    // copy what was just written is slow.
    Outcome play(State &&state, Rng &rng, Meter &meter, std::uint32_t limit = no_limit,
                 Line<G> *line = nullptr) {
        if (const auto *const uniform = std::get_if<Uniform<G>>(&playout_)) // most of them, and the shortest
            return uniform->play(std::move(state), rng, meter, limit, line);
        const auto one = [&](auto &playout) {
            return playout.play(std::move(state), rng, meter, limit, line);
        };
        return std::visit(one, playout_);
    }

private:
    using Any = std::variant<Uniform<G>, Nested<G>, Minimax<G>, Coin<G>, AntiDecisive<G>, Mobility<G>,
                             GoPatterns<G>, Custom<G>>;

    static Any make(const G &game, const UniformOptions &options) { return Uniform<G>(game, options); }
    static Any make(const G &game, const NestedOptions &options) { return Nested<G>(game, options); }
    static Any make(const G &game, const MinimaxOptions &options) { return Minimax<G>(game, options); }
    static Any make(const G &game, const CoinOptions &options) { return Coin<G>(game, options); }
    static Any make(const G &game, const AntiDecisiveOptions &options) {
        return AntiDecisive<G>(game, options);
    }
    static Any make(const G &game, const MobilityOptions &options) { return Mobility<G>(game, options); }
    static Any make(const G &game, const GoPatternsOptions &options) { return GoPatterns<G>(game, options); }
    static Any make(const G &game, const CustomOptions &options) { return Custom<G>(game, options); }

    Any playout_;
};

template <Game G>
Nested<G>::Nested(const G &game, const NestedOptions &options)
    : game_(game), options_(options), bounds_(game.bounds()), middle_(bounds_.middle()),
      base_(std::make_unique<Playout<G>>(game, options.base ? *options.base : PlayoutOptions{})) {
    if (options.level < 0 || options.level > NestedOptions::max_level)
        throw std::invalid_argument("nested: level must be from 0 to " +
                                    std::to_string(NestedOptions::max_level));
}

} // namespace playout
