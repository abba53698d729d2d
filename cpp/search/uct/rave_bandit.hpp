// The bandit with RAVE (rave.hpp), section 3.1 of the NoGo paper: it maximises
//
//     α r + (1 - α) r' + C sqrt(log(t + 1) / (nb + 1)),   α = nb / (K + nb),
//
// with r the mean reward of an option and r' its RAVE value. The first part is (totalReward + K r') / (K +
// nb), which also holds before the first trial: an option not yet tried is infinitely good only if r' is not
// known either. A state without RAVE statistics has a plain bandit (ucb.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/game.hpp"
#include "core/log.hpp"
#include "core/rng.hpp"
#include "playouts/outcome.hpp"
#include "search/uct/family.hpp"
#include "search/uct/memory.hpp"
#include "search/uct/rave.hpp"
#include "search/uct/ucb.hpp"

namespace playout {

template <Game G, class KindOfSearch> class RaveBandit {
public:
    using State = typename G::State;
    using Index = Tree::Index;
    using Kind = KindOfSearch;

    RaveBandit(UctMemory<G> &memory, Stretch &own)
        : C_(memory.options.exploration), K_(memory.options.rave), tree_(memory.tree),
          rave_(*memory.rave, Kind(memory.options)), family_(memory, own), plain_(memory, own) {}

    [[nodiscard]] Rave<G, Kind> &rave() { return rave_; }

    Index choose(Index node, const State &state, Rng &rng) {
        if (!rave_.reach(node, state)) return plain_.choose(node, state, rng);
        const double log_t1 = log_of_count(std::uint64_t{tree_[node].visits} + 2);
        const std::span<float> r_rave = rave_.find_values(node);
        const bool complete = tree_[node].complete();
        const auto best = best_tried(node, state, r_rave, log_t1);
        if (complete) return best.node;
        const std::uint32_t slot = untried_slot(node, r_rave, log_t1, best.score, rng);
        if (slot == no_limit) return best.node;
        const std::uint32_t options = family_.list().count(state);
        const Index child = slot < options ? family_.make(node, state, slot, options) : Tree::none;
        return child == Tree::none ? best.node : child;
    }

private:
    auto best_tried(Index node, const State &state, std::span<const float> r_rave, double log_t1) {
        return family_.best(node, state, [&](const auto &options) {
            const Four nb = options.visits();
            const Four r = options.each([&](const Node &option) { return r_rave[option.slot]; });
            const auto known = r == r;
            const Four K = known ? Four{} + K_ : Four{};
            return (options.totals() + K * (known ? r : Four{})) / (nb + K) + C_ * root(log_t1 / (nb + 1));
        });
    }

    // An option without a node to be tried now: one of which nothing is known, or the one with the best r' if
    // its score is better than a given one; otherwise none (no_limit).
    std::uint32_t untried_slot(Index node, std::span<float> r_rave, double log_t1, double to_beat, Rng &rng) {
        const auto tried = family_.tried(node);
        for (std::uint32_t o = 0; o < tried.count(); ++o) r_rave[tried.node(o).slot] = Rave<G, Kind>::nothing;
        const auto [best, unknown] = Rave<G, Kind>::survey(r_rave);
        if (unknown > 0) return Rave<G, Kind>::unknown_slot(r_rave, rng.below(unknown));
        const double score = K_ * best / K_ + C_ * std::sqrt(log_t1);
        if (!(family_.biased(score) > to_beat)) return no_limit;
        return static_cast<std::uint32_t>(std::ranges::find(r_rave, best) - r_rave.begin());
    }

    double C_, K_;
    Tree &tree_;
    Rave<G, Kind> rave_;
    Family<G, Kind> family_;
    Ucb<G, Kind> plain_;
};

} // namespace playout
