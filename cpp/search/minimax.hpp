// Minimax to a given depth, with alpha-beta: what lies beyond counts as the middle of the scores, and among
// equally good moves one is drawn at random. It deepens, from one move up, so that it has an answer of some
// depth whenever it is ended; at each depth the moves are drawn in the same order.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/piece.hpp"
#include "playouts/minimax.hpp"
#include "search/result.hpp"

namespace playout {

struct MinimaxPlayerOptions {
    MinimaxOptions search;
};

template <Game G> class MinimaxPlayer {
public:
    using State = typename G::State;

    MinimaxPlayer(const G &game, const MinimaxPlayerOptions &options)
        : game_(game), minimax_(game, options.search) {}

    void begin(const State &root, Rng rng) {
        go_to(root);
        draws_ = rng_ = rng;
    }

    void run(Meter &meter) {
        if (moves_.empty()) throw FickleGame();
        try {
            while (!finished_ && !(meter.simulations > 0 && meter.spent())) try_next(meter);
        } catch (const Interrupted &) { // the move that was not searched to its end is pending
        }
    }

    // All was searched as deep as it shall be, or to the ends of all games.
    [[nodiscard]] bool finished() const { return finished_; }

    [[nodiscard]] SearchResult answer() const {
        if (moves_.empty()) throw FickleGame();
        SearchResult result = best_of(look({}), moves_[0], minimax_.bounds());
        result.depth = static_cast<std::uint32_t>(depth_ - 1);
        return result;
    }

    // The moves by what the last depth that was searched whole says of them.
    [[nodiscard]] std::vector<Child> look(std::span<const Move> path) const {
        if (!path.empty()) return {};
        std::vector<Child> children = depth_ > 1 ? searched_ : searching_;
        std::stable_sort(children.begin(), children.end(),
                         [turn = game_.turn(*root_)](const Child &a, const Child &b) {
                             return turn == Turn::Max ? a.value > b.value : a.value < b.value;
                         });
        return children;
    }

    void play(Move, const State &after) { go_to(after); }

private:
    void go_to(const State &root) {
        typename G::Moves moves;
        game_.legal(root, moves);
        root_ = root;
        listed_ = std::move(moves);
        depth_ = 1;
        finished_ = false;
        searched_.clear();
        piece_.drop();
        begin_depth();
    }

    void begin_depth() {
        moves_ = listed_;
        draws_ = rng_;
        searching_.clear();
    }

    // Each move has the whole window, so that its value is exact.
    void try_next(Meter &meter) {
        const auto [low, high] = minimax_.bounds();
        const int i = static_cast<int>(searching_.size());
        if (i >= moves_.size()) throw FickleGame();
        if (!piece_.is_pending()) move_ = draw_move(moves_, i, draws_);
        double value = 0;
        piece_.run(meter, [&](Meter &counting) {
            value = minimax_.value(*root_, move_, depth_, low, high, counting);
        });
        ++meter.simulations;
        searching_.push_back({move_, 1, value, minimax_.bounds()});
        if (i + 1 == moves_.size()) end_depth();
    }

    void end_depth() {
        finished_ = !minimax_.looked_beyond() || depth_ == minimax_.depth();
        searched_ = searching_;
        ++depth_;
        if (!finished_) begin_depth();
    }

    const G &game_;
    Minimax<G> minimax_;
    std::optional<State> root_;
    Rng rng_{0}, draws_{0};            // as it was in the beginning, and at this depth
    typename G::Moves listed_, moves_; // as the rules list them, and as they are drawn at this depth
    int depth_ = 1;                    // that is being searched
    bool finished_ = false;
    std::vector<Child> searched_, searching_; // at the last depth, and at this one so far
    Move move_ = -1;                          // that is being searched
    Piece piece_;
};

} // namespace playout
