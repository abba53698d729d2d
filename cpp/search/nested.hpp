// The policy of two-player nested Monte Carlo search, Π(V(NMC(n))), as a player: each move is evaluated by
// one playout of level n, and the best is played. It is the choice that a playout of level n + 1 makes, so
// cut on win and prune on depth act here as well where they reach level n + 1. A budget only ends it early.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/piece.hpp"
#include "playouts/playout.hpp"
#include "search/result.hpp"

namespace playout {

// The options of the playouts, as a type of its own: a player is not a playout.
struct NestedPlayerOptions {
    NestedOptions playout;
};

template <Game G> class NestedPlayer {
public:
    using State = typename G::State;

    NestedPlayer(const G &game, const NestedPlayerOptions &options)
        : game_(game), level_(options.playout.level), nested_(game, options.playout) {}

    void begin(const State &root, Rng rng) {
        go_to(root);
        nested_.base().forget();
        rng_ = rng;
    }

    void run(Meter &meter) {
        if (moves_.empty()) throw FickleGame();
        try {
            while (!finished() && !(meter.simulations > 0 && meter.spent())) try_next(meter);
        } catch (const Interrupted &) { // the playout that did not come to its end is pending
        }
    }

    // Every move was tried, or it need not be.
    [[nodiscard]] bool finished() const {
        return next_ == moves_.size() || nested_.decided(level_ + 1, best_, game_.turn(*root_));
    }

    [[nodiscard]] SearchResult answer() const {
        if (moves_.empty()) throw FickleGame();
        return best_of(look({}), moves_[0], game_.bounds());
    }

    [[nodiscard]] std::vector<Child> look(std::span<const Move> path) const {
        if (!path.empty()) return {};
        std::vector<Tried> best_first = tried_;
        std::stable_sort(best_first.begin(), best_first.end(),
                         [&, turn = game_.turn(*root_)](const Tried &a, const Tried &b) {
                             return nested_.better(a.outcome, b.outcome, turn);
                         });
        std::vector<Child> children;
        for (const auto &[move, outcome] : best_first)
            children.push_back({move, 1, outcome.score, game_.bounds(), outcome.length});
        return children;
    }

    void play(Move, const State &after) { go_to(after); }

private:
    struct Tried {
        Move move;
        Outcome outcome;
    };

    void go_to(const State &root) {
        typename G::Moves moves;
        game_.legal(root, moves);
        root_ = root;
        moves_ = std::move(moves);
        tried_.clear();
        next_ = 0;
        best_ = given_up;
        piece_.drop();
    }

    // What `choose` does for one move.
    void try_next(Meter &meter) {
        const Turn turn = game_.turn(*root_);
        if (!piece_.is_pending()) {
            move_ = nested_.draw(moves_, next_, rng_);
            draws_ = Rng(rng_.next());
        }
        Outcome outcome;
        piece_.run(meter, [&](Meter &counting) {
            outcome = nested_.try_move(level_, *root_, move_, nested_.limit(level_ + 1, best_, turn), draws_,
                                       counting);
        });
        ++meter.simulations;
        if (outcome.finished) tried_.push_back({move_, outcome});
        if (next_++ == 0 || nested_.better(outcome, best_, turn)) best_ = outcome;
    }

    const G &game_;
    int level_;
    Nested<G> nested_;
    std::optional<State> root_;
    Rng rng_{0};
    typename G::Moves moves_;
    std::vector<Tried> tried_;
    int next_ = 0; // the place of the move to be tried next
    Outcome best_ = given_up;
    Move move_ = -1; // that is being tried, with the generator of its playout
    Rng draws_{0};
    Piece piece_;
};

} // namespace playout
