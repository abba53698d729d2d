// What a stone takes from each player in NoGo: a, the moves of the other player that it makes illegal, and b,
// those of its own player, its own cell included. Both are found from the stone's surroundings, so the board
// is not counted anew for every move.
//
// In NoGo moves only ever become illegal. A stone of player p at m takes from the opponent q
//   - m itself, if q could play there;
//   - a neighbour of m that has no other empty neighbour and touches no chain of q with another liberty;
//   - the last liberty of p's own new chain, if it is left with one: there q would capture;
//   - the last liberty of a chain of q that m leaves with one, if nothing else gives q a liberty there;
// and from p itself
//   - m;
//   - the last liberty of a chain of q that m leaves with one: there p would capture;
//   - the last liberty of p's own new chain, if it is left with one and nothing else gives p a liberty there.
// Most stones take their own cell and no more; the cells where that is certain are found for the whole board
// at once. Chains and their liberties are kept up to date move by move.
#pragma once

#include <array>
#include <cstdint>

#include "core/normal_form.hpp"
#include "games/placement.hpp"

namespace playout {

template <class Rules, int Words> class NoGoMobility {
public:
    using Game = Placement<Rules, Words>;
    using Board = typename Game::Board;
    using Set = typename Game::Set;
    using State = typename Game::State;

    NoGoMobility(const Game &game, const State &state) : board_(game.stone_board()), state_(state) {
        for (int player = 0; player < 2; ++player)
            for (Set left = state.stones.of[player]; left.any();) {
                const Set chain = board_.flood(left.nth(0), state.stones.of[player]);
                add_chain(player, chain, board_.next_to(chain) & board_.empty(state.stones));
                left &= ~chain;
            }
        look();
    }

    [[nodiscard]] const State &state() const { return state_; }

    // One of the moves with the greatest score, in legal()'s order; -1 if the game is over.
    Move draw(bool full, Rng &rng) const {
        const Set moves = best(full);
        const auto n = static_cast<std::uint32_t>(moves.count());
        return n == 0 ? -1 : moves.nth(rng.below(n)).lowest();
    }

    // What a stone of the player to move takes away, in a cell that is open to him.
    [[nodiscard]] Removed removed(Move cell) const { return removed(cell, static_cast<int>(state_.turn)); }

    void play(Move cell) {
        const int p = static_cast<int>(state_.turn), q = 1 - p;
        const Set m = Set::cell(cell), around = board_.next_to(m);
        const Set liberties = liberties_after(m, around, p);
        Set stones = m;
        (around & state_.stones.of[p]).each([&](int stone) { stones |= stones_[chain_[stone]]; });
        state_.stones.of[p] |= m;
        add_chain(p, stones, liberties);
        (around & state_.stones.of[q]).each([&](int stone) {
            const auto chain = chain_[stone];
            liberties_[chain] &= ~m;
            sort_chain(q, chain);
        });
        state_.turn = other(state_.turn);
        look();
    }

private:
    using Cell = std::uint16_t;

    // The moves with the greatest a - b, or a - b - a' + b' if `full`, where the primes stand for a stone of
    // the opponent in the same cell, as far as he may put one there.
    [[nodiscard]] Set best(bool full) const {
        const int p = static_cast<int>(state_.turn), q = 1 - p;
        Set special = near_[p];
        if (full) special |= near_[q] & open_[q];
        special &= open_[p];
        const Set plain = open_[p] & ~special, even = plain & open_[q];
        int most = even.any() ? 0 : -1;
        Set best = even.any() ? even : plain;
        special.each([&](int cell) {
            const int score = this->score(cell, full);
            if (score < most && best.any()) return;
            best = score == most && best.any() ? best | Set::cell(cell) : Set::cell(cell);
            most = score;
        });
        return best;
    }

    [[nodiscard]] Removed removed(int cell, int p) const {
        const int q = 1 - p;
        const Set m = Set::cell(cell), around = board_.next_to(m);
        Set from_q = (m & open_[q]) | (around & choking_[q]), from_p = m;
        (around & two_[q]).each([&](int stone) {
            const Set l = liberties_[chain_[stone]] & ~m;
            from_p |= l & open_[p];
            if ((l & open_[q] & ~roomy_[q]).any() && !breathes(l, m, q)) from_q |= l;
        });
        if (!(m & roomy_[p]).any())
            if (const Set l = liberties_after(m, around, p); l.single()) {
                from_q |= l & open_[q];
                if ((l & open_[p] & ~roomy_[p]).any() && !breathes(l, m, p)) from_p |= l;
            }
        return {from_q.count(), from_p.count()};
    }

    // What a stone of a player is worth to him: a - b.
    [[nodiscard]] int gain(int cell, int player) const {
        if (!contains(near_[player], cell)) return contains(open_[1 - player], cell) ? 0 : -1;
        const Removed removed = this->removed(cell, player);
        return removed.others - removed.own;
    }

    [[nodiscard]] int score(int cell, bool full) const {
        const int p = static_cast<int>(state_.turn), q = 1 - p;
        return gain(cell, p) + (full && contains(open_[q], cell) ? gain(cell, q) : 0);
    }

    // Whether, after a stone at m, player would have a liberty at l: an empty cell or a chain with another
    // one.
    [[nodiscard]] bool breathes(const Set &l, const Set &m, int player) const {
        const Set around = board_.next_to(l), gone = l | m;
        if ((around & free_ & ~m).any()) return true;
        bool found = false;
        (around & state_.stones.of[player]).each([&](int stone) {
            found |= (liberties_[chain_[stone]] & ~gone).any();
        });
        return found;
    }

    // The liberties of the chain that a stone of a player at m makes.
    [[nodiscard]] Set liberties_after(const Set &m, const Set &around, int player) const {
        Set liberties = around & free_;
        (around & state_.stones.of[player]).each([&](int stone) { liberties |= liberties_[chain_[stone]]; });
        return liberties & ~m;
    }

    void add_chain(int player, const Set &stones, const Set &liberties) {
        const auto chain = static_cast<Cell>(stones.lowest());
        stones.each([&](int stone) { chain_[stone] = chain; });
        stones_[chain] = stones;
        liberties_[chain] = liberties;
        sort_chain(player, chain);
    }

    // Puts the stones of a chain where its number of liberties says.
    void sort_chain(int player, int chain) {
        const Set &stones = stones_[chain];
        const int liberties = liberties_[chain].count();
        Set &atari = state_.stones.atari[player], &two = two_[player];
        atari &= ~stones;
        two &= ~stones;
        if (liberties == 1) atari |= stones;
        if (liberties == 2) two |= stones;
    }

    // Finds, for both players, the open cells, those that one stone of the other can choke, and the cells
    // where a stone may do more than take its own cell.
    void look() {
        free_ = board_.empty(state_.stones);
        const Set up = free_ << board_.grid.cols, down = free_ >> board_.grid.cols;
        const Set left = (free_ & board_.not_left) >> 1, right = (free_ & board_.not_right) << 1;
        const Set any = up | down | left | right;
        const Set several = (up & down) | (left & right) | ((up | down) & (left | right));
        for (int p = 0; p < 2; ++p) {
            const auto &[of, atari] = state_.stones;
            const Set lasting = board_.next_to(of[p] & ~atari[p]);
            open_[p] = free_ & (any | lasting) & ~board_.next_to(atari[1 - p]);
            choking_[p] = open_[p] & ~several & ~lasting;
            roomy_[p] = several | board_.next_to(of[p] & ~(atari[p] | two_[p]));
        }
        for (int p = 0; p < 2; ++p) near_[p] = board_.next_to(choking_[1 - p] | two_[1 - p]) | ~roomy_[p];
    }

    const Board &board_;
    State state_;
    Set free_;
    std::array<Set, 2> two_{}; // the stones in chains of two liberties
    std::array<Set, 2> open_, choking_, near_, roomy_;
    std::array<Cell, 64 * Words> chain_;             // of each stone: the number of its chain
    std::array<Set, 64 * Words> stones_, liberties_; // of each chain, by its number
};

} // namespace playout
