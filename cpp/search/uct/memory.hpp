// What a tree search knows, and what all of its threads share: the tree from a root on, with bounds and RAVE
// statistics where they are wanted. What one thread does with it is in simulator.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>

#include "core/game.hpp"
#include "search/reward.hpp"
#include "search/uct/bounds.hpp"
#include "search/uct/node_locks.hpp"
#include "search/uct/option_list.hpp"
#include "search/uct/options.hpp"
#include "search/uct/rave.hpp"
#include "search/uct/tree.hpp"

namespace playout {

template <Game G> struct UctMemory {
    using State = typename G::State;

    UctMemory(const G &of_game, const UctOptions &its_options)
        : game(of_game), options(its_options), scale(make_scale()),
          tree(options.max_nodes, {proves(), options.rave > 0, options.prior != nullptr, shared()},
               game.bounds()),
          bounds(tree, options.bounds, game.bounds(), options.pess_bias, options.opti_bias), locks(shared()) {
        check();
        if (options.rave > 0)
            rave.emplace(game, tree, locks, options.grave, std::uint64_t{options.max_nodes} * sizeof(Node));
    }
    UctMemory(const UctMemory &) = delete; // its parts refer to the tree

    [[nodiscard]] bool proves() const { return options.bounds != BoundsMode::none; }
    [[nodiscard]] bool shared() const { return options.threads > 1; }

    // Solved, or the counters can hold no more.
    [[nodiscard]] bool finished() const {
        const auto others = static_cast<std::uint32_t>(options.threads) - 1; // they may be on their way
        return (proves() && bounds.solved(Tree::root)) ||
               tree[Tree::root].visits >= Node::max_visits - others;
    }

    // The tree below a node, or an empty one, for a search from the state there.
    void move_root(Tree::Index node, const State &state) {
        const bool renews = proves() && node != Tree::none && OptionList<G>(game).count(state) > 0;
        const Turn turn = renews ? game.turn(state) : Turn::Max;
        root = state;
        if (node == Tree::none) {
            tree.clear();
            if (rave) rave->clear();
            scale = make_scale();
        } else {
            tree.reroot(node);
            if (rave) rave->tidy();
            if (renews) bounds.renew(Tree::root, turn);
        }
    }

    // More of it, if the cap allows that; or else the least visited nodes are forgotten.
    void make_room() {
        if (!tree.full() || !tree.make_room()) return;
        if (rave) rave->tidy();
        ++recycled;
    }

    const G &game;
    const UctOptions options;
    RewardScale scale;
    Tree tree;
    ScoreBounds bounds;
    NodeLocks locks;
    std::optional<RaveStatistics<G>> rave;
    std::optional<State> root;
    std::uint64_t recycled = 0;

private:
    void check() const {
        if (options.prior && options.rave > 0)
            throw std::invalid_argument("uct: a prior goes without rave, which rates the options as well");
        if (options.seen && (game.players() != 1 || proves() || options.rave > 0 || shared()))
            throw std::invalid_argument("uct: scale=seen is for puzzles, without rave, bounds and threads");
    }

    [[nodiscard]] RewardScale make_scale() const {
        if (options.seen) return RewardScale::of_seen();
        return RewardScale(game.bounds(), game.players() == 1 ? 1 : options.score_share);
    }
};

} // namespace playout
