// Games in normal form, where the player without a move has lost, and what such a game may know of its moves.
#pragma once

#include <concepts>

#include "core/game.hpp"
#include "core/rng.hpp"

namespace playout {

// Hook: normal_form() tells a game in normal form from one that is not, such as its misère version. with_turn
// is the same board with the other player to move, which need not be a position of the game.
template <class G>
concept NormalForm = Game<G> && requires(const G &game, const typename G::State &seen) {
    { game.normal_form() } -> std::same_as<bool>;
    { game.with_turn(seen, Turn::Max) } -> std::same_as<typename G::State>;
};

// What a move takes away: legal moves of the other player, and of its own player.
struct Removed {
    int others, own;
    bool operator==(const Removed &) const = default;
};

// Hook: a game in normal form that knows what a move of the player to move takes away without playing it.
template <class G>
concept KnowsRemoved = NormalForm<G> && requires(const G &game, const typename G::State &seen, Move move) {
    { game.removed(seen, move) } -> std::same_as<Removed>;
};

// Hook: the same for all moves of a state, kept up to date along a game.
template <class G>
concept TracksMobility = NormalForm<G> && requires(typename G::Mobility &mobility, Move move, Rng &rng) {
    requires std::constructible_from<typename G::Mobility, const G &, const typename G::State &>;
    { mobility.state() } -> std::convertible_to<const typename G::State &>;
    { mobility.removed(move) } -> std::same_as<Removed>;
    { mobility.draw(true, rng) } -> std::same_as<Move>; // see playouts/mobility.hpp
    mobility.play(move);
};

} // namespace playout
