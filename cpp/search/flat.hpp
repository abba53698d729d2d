// Flat Monte Carlo: uniform playouts dealt to the legal moves in turn; the best mean reward is played.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "playouts/uniform.hpp"
#include "search/result.hpp"
#include "search/reward.hpp"

namespace playout {

struct FlatOptions {};

template <Game G> class Flat {
public:
    using State = typename G::State;

    Flat(const G &game, const FlatOptions &) : game_(game), scale_(game.bounds()), playout_(game, {}) {}

    SearchResult search(const State &root, Rng rng, Meter &meter) {
        game_.legal(root, moves_);
        if (moves_.empty()) throw FickleGame();
        arms_.assign(static_cast<std::size_t>(moves_.size()), {});
        try {
            for (int i = 0; meter.simulations == 0 || !meter.spent(); i = (i + 1) % moves_.size())
                try_move(i, root, rng, meter);
        } catch (const Interrupted &) { // the unfinished playout is dropped
        }
        return answer(game_.turn(root), meter);
    }

private:
    struct Arm {
        double total = 0;
        std::uint64_t visits = 0;
        [[nodiscard]] double mean() const { return visits == 0 ? 0 : total / static_cast<double>(visits); }
    };

    void try_move(int i, const State &root, Rng &rng, Meter &meter) {
        State state = root;
        game_.play(state, moves_[i]);
        ++meter.states;
        const double score = playout_.play(std::move(state), rng, meter).score;
        ++meter.simulations;
        Arm &arm = arms_[static_cast<std::size_t>(i)];
        arm.total += scale_.reward(score, game_.turn(root));
        ++arm.visits;
    }

    SearchResult answer(Turn turn, const Meter &meter) const {
        SearchResult result;
        const auto best = std::max_element(arms_.begin(), arms_.end(),
                                           [](const Arm &a, const Arm &b) { return a.mean() < b.mean(); });
        result.move = moves_[static_cast<int>(best - arms_.begin())];
        result.value = scale_.score(best->mean(), turn);
        result.bounds = game_.bounds();
        for (int i = 0; i < moves_.size(); ++i)
            if (const Arm &arm = arms_[static_cast<std::size_t>(i)]; arm.visits > 0)
                result.children.push_back({moves_[i], arm.visits, scale_.score(arm.mean(), turn), 0});
        result.read(meter);
        return result;
    }

    const G &game_;
    RewardScale scale_;
    Uniform<G> playout_;
    typename G::Moves moves_;
    std::vector<Arm> arms_;
};

} // namespace playout
