// What a tree search knows, and what all of its threads share: the tree from a root on, with bounds, RAVE
// statistics and a table of positions where they are wanted. What one thread does with it is in
// simulator_with.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/game.hpp"
#include "search/reward.hpp"
#include "search/uct/base.hpp"
#include "search/uct/bounds.hpp"
#include "search/uct/halving.hpp"
#include "search/uct/node_locks.hpp"
#include "search/uct/option_list.hpp"
#include "search/uct/options.hpp"
#include "search/uct/positions.hpp"
#include "search/uct/proof_numbers.hpp"
#include "search/uct/rave.hpp"
#include "search/uct/tree.hpp"

namespace playout {

template <Game G> struct UctMemory {
    using State = typename G::State;

    UctMemory(const G &of_game, const UctOptions &its_options)
        : game(of_game), options(its_options), scale(make_scale()),
          tree(options.max_nodes, columns(), game.bounds()), positions(game, options.shared()),
          bounds(tree, options.bounds, game.bounds(), options.pess_bias, options.opti_bias), locks(tree) {
        check();
        if (options.proof_bias > 0) proof_numbers.emplace(tree, game.bounds(), options.proof_bias);
        if (options.halving > 0) halving.emplace(options.halving);
        if (options.rave > 0)
            rave.emplace(game, tree, locks, options.grave, std::uint64_t{options.max_nodes} * sizeof(Node));
    }
    UctMemory(const UctMemory &) = delete; // its parts refer to the tree

    // Solved, done as planned, or the counters can hold no more.
    [[nodiscard]] bool finished() const {
        const auto others = // that may be on their way
            (static_cast<std::uint32_t>(options.threads) - 1) * Base<G>::longest_round;
        return (options.proves() && bounds.solved(Tree::root)) || (halving && halving->done()) ||
               tree[Tree::root].visits >= Node::max_visits - others;
    }

    // In a graph, the position that an edge of a father leads to, with the state there, so many moves below
    // the root; `none` if it has none and there is no memory.
    Tree::Index find_position(Tree::Index father, Turn turn, Tree::Index edge, const State &state,
                              std::size_t depth, Stretch *own = nullptr) {
        if (const Tree::Index known = tree.position(edge); known != Tree::none) return known;
        bool is_new = false;
        const Tree::Index position = positions.find(
            state, plies_ + static_cast<std::uint32_t>(depth), [&] { return tree.add_position(own); },
            [&](Tree::Index found) {
                if ((is_new = tree.position(edge) == Tree::none)) tree.lead(edge, found);
            });
        if (is_new && options.proves()) bounds.connect(father, turn, position);
        return position;
    }

    // The tree below a node so many moves from the root, or an empty one, for a search from the state there.
    void move_root(Tree::Index node, const State &state, std::uint32_t moves = 0) {
        const bool renews = options.proves() && node != Tree::none && OptionList<G>(game).count(state) > 0;
        const Turn turn = renews ? game.turn(state) : Turn::Max;
        root = state;
        if (halving) halving->restart();
        if (node == Tree::none) {
            forget_all();
            plies_ = 0;
            scale = make_scale();
        } else {
            tidy([&] { tree.reroot(node); });
            plies_ += moves;
            if (renews) bounds.renew(Tree::root, turn);
        }
    }

    // More of it, if the cap allows that; or else the least visited nodes are forgotten.
    void make_room() {
        if (!tree.full() || tree.add_room()) return;
        tidy([this] { tree.recycle(); });
        ++recycled;
    }

    const G &game;
    const UctOptions options;
    RewardScale scale;
    Tree tree;
    Positions<G> positions; // of a graph
    ScoreBounds bounds;
    std::optional<ProofNumbers> proof_numbers;
    std::optional<Halving> halving;
    NodeLocks locks;
    std::optional<RaveStatistics<G>> rave;
    std::optional<State> root;
    std::uint64_t recycled = 0;

private:
    void forget_all() {
        tree.clear();
        positions.clear();
        if (rave) rave->clear();
    }
    // What goes with the nodes that some work forgets. Where the machine has no memory for it, nothing is
    // kept.
    template <class Work> void tidy(Work forget) {
        try {
            forget();
            renumber_positions();
            if (rave) rave->tidy();
        } catch (...) {
            forget_all();
            throw;
        }
    }

    [[nodiscard]] TreeColumns columns() const {
        return {.bounds = options.proves(),
                .rave = options.rave > 0,
                .prior = options.prior != nullptr,
                .links = options.shared(),
                .proof = options.proof_bias > 0,
                .graph = options.transpositions};
    }

    void renumber_positions() {
        if (options.transpositions) positions.renumber(tree.take_moves());
    }

    void check() const {
        if (options.transpositions && !Keyed<G>) refuse_transpositions();
        if (options.decisive && game.players() != 2)
            throw std::invalid_argument("uct: decisive is for games of two players: in a puzzle nobody wins");
        if (options.proof_bias > 0 && !options.proves())
            throw std::invalid_argument("uct: proof_bias needs bounds=solver or bounds=cuts");
        if (options.proof_bias > 0 && options.transpositions)
            throw std::invalid_argument("uct: proof_bias goes without transpositions");
        if (options.prior && options.rave > 0)
            throw std::invalid_argument("uct: a prior goes without rave, which rates the options as well");
        if (options.seen && (game.players() != 1 || options.proves() || options.rave > 0 || options.shared()))
            throw std::invalid_argument("uct: scale=seen is for puzzles, without rave, bounds and threads");
    }

    [[noreturn]] static void refuse_transpositions() {
        std::string reason = "its states have no key";
        if constexpr (requires { G::no_key; }) reason = G::no_key;
        throw std::invalid_argument("uct: this game goes without transpositions: " + reason);
    }

    [[nodiscard]] RewardScale make_scale() const {
        if (options.seen) return RewardScale::of_seen();
        return RewardScale(game.bounds(), game.players() == 1 ? 1 : options.score_share);
    }

    std::uint32_t plies_ = 0; // from the root of the first search to that of this one
};

} // namespace playout
