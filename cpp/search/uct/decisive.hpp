// Decisive moves in the tree: Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in Monte-Carlo Tree
// Search Algorithms" (CIG 2010). Where the player to move can win at once, that move is the only option. So
// a win now is always found, at the root with the first simulation, and so is a reply that refutes a move.
// - A win is a score on the player's side of 0, as in a match. Where the score is what counts, or is to be
//   proved, it must be the best score of the game: others may be better.
// - Of several such moves it is the one with the best score, and of those the first.
// - With bounds (bounds.hpp) a state with such a move is solved when it is first reached, and takes no
//   playout.
// - Looking ahead is no move of the search: it counts no states.
// `src/playout/reference/decisive.py` is its twin.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"
#include "search/uct/memory.hpp"

namespace playout {

template <Game G> class DecisiveMoves {
public:
    using State = typename G::State;

    DecisiveMoves(UctMemory<G> &memory, Stretch &own)
        : memory_(memory), own_(own), game_(memory.game), best_{game_.bounds().high, game_.bounds().low} {}

    // Makes the winning move of a node without children its only one; none if there is no such move, or no
    // memory.
    Tree::Index make(Tree::Index node, const State &state) {
        const Move move = find(state);
        if (move < 0) return Tree::none;
        const auto alone = memory_.locks.hold(node);
        Tree &tree = memory_.tree;
        if (tree[node].child_count() > 0) return Tree::none; // somebody was faster
        game_.legal(state, moves_);
        const auto slot = std::find(moves_.begin(), moves_.end(), move) - moves_.begin();
        if (slot >= std::min<std::ptrdiff_t>(moves_.size(), Tree::max_children)) throw FickleGame();
        return tree.add_child(node, move, static_cast<std::uint16_t>(slot), true, &own_);
    }

    // Whether the player to move can have the best score at once.
    bool settles(const State &state) { return find(state) >= 0; }
    [[nodiscard]] double best_score(Turn turn) const { return best_[static_cast<std::size_t>(turn)]; }

private:
    // -1 if there is none.
    Move find(const State &state) {
        if (is_over(state)) return -1;
        const Turn turn = game_.turn(state);
        list_ends(state);
        Move found = -1;
        double most = 0;
        for (const Move move : ends_) {
            State end = state;
            game_.play(end, move);
            if (!is_over(end)) continue;
            const double gain = turn == Turn::Max ? game_.score(end) : -game_.score(end);
            if (gain > most && is_enough(game_.score(end), turn)) {
                most = gain;
                found = move;
            }
        }
        return found;
    }

    [[nodiscard]] bool is_enough(double score, Turn turn) const {
        const bool any_win = !memory_.options.proves() && memory_.options.score_share < 1;
        return any_win || score == best_score(turn);
    }

    bool is_over(const State &state) {
        if constexpr (Indexed<G>) {
            return game_.count(state) == 0;
        } else {
            game_.legal(state, moves_);
            return moves_.empty();
        }
    }

    // The moves that may end the game. What a game foresees is about the moves of playouts.
    void list_ends(const State &state) {
        if constexpr (ForeseesEnd<G> && !OwnPlayoutMoves<G>)
            game_.list_ends(state, ends_);
        else
            game_.legal(state, ends_);
    }

    UctMemory<G> &memory_;
    Stretch &own_; // nodes
    const G &game_;
    std::array<double, 2> best_;     // scores, of Max and of Min
    typename G::Moves ends_, moves_; // scratch
};

} // namespace playout
