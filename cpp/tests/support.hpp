// What several tests share.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "search/result.hpp"

namespace playout {

// A game without its hooks: only the plain way is left.
template <Game G> struct Plain : private G {
    using typename G::Moves;
    using typename G::State;
    explicit Plain(G game) : G(std::move(game)) {}
    using G::board, G::bounds, G::code, G::initial, G::legal, G::name, G::parse, G::play, G::players,
        G::score, G::setup, G::turn;
};

template <Game G> typename G::Moves legal_moves(const G &game, const typename G::State &state) {
    typename G::Moves moves;
    game.legal(state, moves);
    return moves;
}

template <class Moves> bool contains_move(const Moves &moves, Move move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

// The state after up to so many random moves, one from which the game goes on.
template <Game G> typename G::State random_state(const G &game, Rng &rng, std::uint32_t max_plies) {
    auto state = game.initial();
    for (std::uint32_t plies = rng.below(max_plies + 1); plies > 0; --plies) {
        const auto moves = legal_moves(game, state);
        auto next = state;
        game.play(next, moves[static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size())))]);
        if (legal_moves(game, next).empty()) break;
        state = next;
    }
    return state;
}

// The state after moves given by their names.
template <Game G> typename G::State after(const G &game, std::initializer_list<std::string_view> names) {
    auto state = game.initial();
    for (const auto name : names) {
        const Move move = game.parse(state, name);
        REQUIRE(contains_move(legal_moves(game, state), move));
        game.play(state, move);
    }
    return state;
}

template <class Search, Game G, class Options>
SearchResult run(const G &game, const typename G::State &state, const Options &options, const Budget &budget,
                 std::uint64_t seed) {
    const Stop stop;
    Meter meter(budget, stop);
    return search(Search(game, options), state, Rng(seed), meter);
}

inline bool same_child(const Child &a, const Child &b) {
    return a.move == b.move && a.visits == b.visits && a.value == b.value;
}

// Everything but the time it took.
inline void check_same(const SearchResult &a, const SearchResult &b) {
    CHECK(a.move == b.move);
    CHECK(a.value == b.value);
    CHECK(a.simulations == b.simulations);
    CHECK(a.states == b.states);
    CHECK(a.tree_bytes == b.tree_bytes);
    CHECK(std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(), same_child));
}

} // namespace playout
