// The plain bandit: at the t-th visit of state s it plays the option o that maximises
//
//     totalReward(s, o) / nb(s, o) + C sqrt(log(t + 1) / nb(s, o)),   infinite if nb(s, o) = 0:
//
// UCB, by Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem" (Machine
// Learning 47, 2002), as Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning" (ECML 2006), use it in a
// tree. Algorithm 1 of the NoGo paper (see uct.hpp) divides by nb + 1 in both places (Formula::nogo).
// - Among options not yet tried one is drawn at random; other ties go to the option tried first.
// - The infinite score of an option not yet tried may be a finite one (`first_play`, first-play urgency by
//   Gelly and Wang): what was tried already is then tried again if it scores more.
#pragma once

#include <cstdint>
#include <limits>

#include "core/game.hpp"
#include "core/log.hpp"
#include "core/rng.hpp"
#include "search/uct/family.hpp"
#include "search/uct/memory.hpp"

namespace playout {

template <Game G, class KindOfSearch> class Ucb {
public:
    using State = typename G::State;
    using Index = Tree::Index;
    using Kind = KindOfSearch;

    Ucb(UctMemory<G> &memory, Stretch &own)
        : C_(memory.options.exploration), first_play_(memory.options.first_play),
          more_(memory.options.formula == Formula::nogo ? 1 : std::numeric_limits<double>::min()),
          family_(memory, own) {}

    Index choose(Index node, const State &state, Rng &rng) {
        typename Family<G, Kind>::Scored best;
        const bool complete = family_.tree()[node].complete();
        if (complete || first_play_ < family_.infinity) best = best_tried(node, state);
        if (complete || best.score > family_.biased(first_play_)) return best.node;
        const Index child = family_.try_new(node, state, rng);
        return child != Tree::none ? child : best_tried(node, state).node;
    }

private:
    auto best_tried(Index node, const State &state) {
        const double log_t1 = log_of_count(std::uint64_t{family_.tree()[node].visits} + 2);
        return family_.best(node, state, [&](const auto &options) {
            const Four nb = options.visits() + more_;
            return options.totals() / nb + C_ * root(log_t1 / nb);
        });
    }

    double C_, first_play_;
    double more_; // trials that the formula adds; least of all, so little that it shows only beside none
    Family<G, Kind> family_;
};

} // namespace playout
