// The tuned playout of Rosin, "Nested Rollout Policy Adaptation for Monte Carlo Tree Search" (IJCAI 2011),
// Figure 6, for Morpion Solitaire: some moves are sampled, tried, and the one that promises most is made.
// What the figure leaves open:
// - A move that is sampled twice is tried once. Ties go to the move that was sampled first.
// - Where rule 2 comes up and no available move is near the last dot, rule 3 decides; so it does before the
//   first move.
// Every trial counts as a state; the move that is made was tried, and counts no more.
// `src/playout/reference/tuned.py` is its twin.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"

namespace playout {

// What the rules of the figure ask of a game, beside NewMovesLast.
template <class G>
concept Tunable = NewMovesLast<G> && requires(const G &game, const typename G::State &seen, std::uint32_t k) {
    { game.is_near(seen, k) } -> std::convertible_to<bool>; // the k-th move to the last one
};

template <Tunable G> class Tuned {
public:
    using State = typename G::State;

    explicit Tuned(const G &game) : game_(game) {}

    double play(State state, Rng &rng, Meter &meter, std::vector<Move> &moves) {
        moves.clear();
        while (game_.count(state) > 0) {
            const bool prefer_new = sample(state, rng);
            meter.states += sampled_.size();
            moves.push_back(game_.nth(state, play_best(state, prefer_new)));
            std::swap(state, best_);
        }
        return game_.score(state);
    }

private:
    // Samples moves by the rules 1 to 3; says whether they are compared by the new lines that they open.
    bool sample(const State &state, Rng &rng) {
        sampled_.clear();
        candidates_.clear();
        const std::uint32_t n = game_.count(state), added = game_.added(state);
        if (added > 0) { // 1
            for (std::uint32_t k = n - added; k < n; ++k) candidates_.push_back(k);
            with_replacement(4, rng);
            return false;
        }
        if (rng.below(10) < 9) // 2
            for (std::uint32_t k = 0; k < n; ++k)
                if (game_.is_near(state, k)) candidates_.push_back(k);
        if (!candidates_.empty()) {
            with_replacement(2, rng);
            return false;
        }
        for (std::uint32_t k = 0; k < n; ++k) candidates_.push_back(k); // 3
        without_replacement(6, rng);
        return true;
    }

    void with_replacement(int count, Rng &rng) {
        for (; count > 0; --count) {
            const std::uint32_t k = candidates_[rng.below(static_cast<std::uint32_t>(candidates_.size()))];
            if (std::find(sampled_.begin(), sampled_.end(), k) == sampled_.end()) sampled_.push_back(k);
        }
    }

    void without_replacement(int count, Rng &rng) {
        for (; count > 0 && !candidates_.empty(); --count) {
            const auto i = rng.below(static_cast<std::uint32_t>(candidates_.size()));
            sampled_.push_back(candidates_[i]);
            candidates_[i] = candidates_.back();
            candidates_.pop_back();
        }
    }

    // Tries the sampled moves; the state after the best of them is `best_` then.
    std::uint32_t play_best(const State &state, bool prefer_new) {
        std::pair<std::uint32_t, std::uint32_t> most;
        std::uint32_t choice = 0;
        for (const std::uint32_t k : sampled_) {
            State next = state;
            game_.play_nth(next, k);
            const std::pair promise(prefer_new ? game_.added(next) : 0, game_.count(next));
            if (k != sampled_[0] && promise <= most) continue;
            most = promise;
            choice = k;
            best_ = next;
        }
        return choice;
    }

    const G &game_;
    State best_;
    std::vector<std::uint32_t> candidates_, sampled_; // scratch
};

// Nothing, for other games.
template <class G> struct TunedIfPossible {
    struct Type {
        explicit Type(const G &) {}
    };
};
template <Tunable G> struct TunedIfPossible<G> {
    using Type = Tuned<G>;
};

} // namespace playout
