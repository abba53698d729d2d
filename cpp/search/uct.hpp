// UCT, as in Algorithm 1 of Chou, Teytaud and Yen, "Revisiting Monte-Carlo Tree Search on a Normal Form
// Game: NoGo" (EvoGames 2011): the bandits of the states lead a simulation down the tree, a playout ends it,
// and its reward is added to the options that were chosen. The move simulated most often from the root is
// the answer. A search is put together from parts, once, when it is made:
//
//     the bandit that selects   ucb.hpp, with RAVE rave_bandit.hpp, with a prior prior.hpp; before it is
//                               asked decisive.hpp and, at the root, root_halving.hpp
//     what is proved            bounds.hpp, and proof_numbers.hpp leads there
//     what nodes remember       tree.hpp, of node.hpp, node_columns.hpp and node_blocks.hpp, and
//                               rave_statistics.hpp; all is a memory.hpp
//     where ways meet           positions.hpp
//     what a thread does        simulator_with.hpp; where there are several, base.hpp and crew.hpp
//     what is compiled apart    kind.hpp
//     what a score is worth     reward.hpp
//     what is answered          root.hpp
//
// What the paper leaves open is settled there, and here as follows.
// - Rewards are in [0, 1], from the side of the player whose bandit it is. They are scores mapped from the
//   game's bounds, or in a puzzle, with `seen`, from the lowest to the highest score seen so far.
// - The paper's bandits have statistics for every state. Here a state has a bandit once it has been simulated
//   z times (section 3.2, `creation`), and where there is none a playout decides. So at most one node a
//   simulation is made: that of an option not yet tried.
// - When `max_nodes` are in use the tree forgets what is below its least visited nodes (Tree::recycle). One
//   that is too small even for that stops growing: its bandits choose among the options they have.
// - Several threads share one tree. What they find out depends on how they run, so it is not the same again;
//   all counts are exact, and what is proved is true. One thread alone decides by its seed.
// - A playout that learns is told of all moves of each simulation, each thread's of its own; what it has
//   learned is kept and forgotten with the tree.
// - A search ends after 2^32 - 2 simulations, where the counters do, and with bounds when the root is solved.
// `src/playout/reference/uct.py` is its twin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/bytes.hpp"
#include "core/rng.hpp"
#include "search/result.hpp"
#include "search/reward.hpp"
#include "search/threads.hpp"
#include "search/uct/crew.hpp"
#include "search/uct/memory.hpp"
#include "search/uct/options.hpp"
#include "search/uct/reused.hpp"
#include "search/uct/root.hpp"
#include "search/uct/saved_tree.hpp"
#include "search/uct/simulator.hpp"
#include "search/uct/simulator_with.hpp"

namespace playout {

template <Game G> class Uct {
public:
    using State = typename G::State;

    Uct(const G &game, const UctOptions &options) : memory_(game, options), crew_(memory_.options.shared()) {
        for (int i = 0; i < options.threads; ++i) simulators_.push_back(make_simulator(memory_));
    }

    // Begins at a state, with the tree of the last search as far as it is below it (`reuse`), or an empty
    // one.
    void begin(const State &root, Rng rng) {
        const bool reuses = memory_.options.reuse && memory_.root;
        const auto [node, moves] =
            reuses ? find_state(memory_.game, memory_.tree, *memory_.root, root) : FoundState{};
        move_root(node, root, moves);
        simulators_[0]->begin(rng);
        for (std::size_t i = 1; i < simulators_.size(); ++i) simulators_[i]->begin(Rng(rng.next()));
        memory_.recycled = 0;
    }

    void run(Meter &meter) {
        if (simulators_.size() == 1) return simulators_[0]->run(meter, crew_);
        const std::uint64_t simulations = std::max<std::uint64_t>(meter.budget().simulations, 1);
        const std::size_t threads = std::min<std::uint64_t>(simulators_.size(), simulations);
        crew_.deal(simulations);
        run_threads(
            threads, meter,
            [&](std::size_t i, const Stop &stop) { return meter.share_of_states(threads, i, stop); },
            [&](std::size_t i, Meter &of_thread) {
                const Crew::Member inside(crew_);
                simulators_[i]->run(of_thread, crew_);
            });
    }

    [[nodiscard]] bool finished() const { return memory_.finished(); }

    [[nodiscard]] SearchResult answer() const {
        return RootAnswer(memory_.scale, memory_.game.turn(*memory_.root))(*knowledge({}));
    }

    // What is known of the options of a state some moves below the root; nothing if the tree does not go
    // there.
    [[nodiscard]] std::optional<RootKnowledge> knowledge(std::span<const Move> path) const {
        const Tree &tree = memory_.tree;
        Tree::Index node = Tree::root;
        for (const Move move : path)
            if ((node = tree.child(node, move)) == Tree::none || (node = tree.position(node)) == Tree::none)
                return {};
        RootKnowledge known{{},          bounds(node), tree[node].complete(),
                            tree.size(), tree.bytes(), memory_.recycled};
        known.tree_bytes += memory_.positions.bytes();
        if (memory_.rave) known.tree_bytes += memory_.rave->bytes();
        const bool halved = memory_.halving && node == Tree::root;
        tree.for_children(node, [&, place = 0u](Tree::Index i) mutable {
            const bool is_in = halved && memory_.halving->has(place++);
            known.options.push_back(
                {tree[i].move, tree[i].slot, tree[i].visits, tree[i].total, bounds(tree.place(i)), is_in});
        });
        return known;
    }
    [[nodiscard]] const RewardScale &scale() const { return memory_.scale; }

    // Goes on from the state after a move, with what is known of it.
    void play(Move move, const State &after) {
        const Tree::Index child = memory_.tree.child(Tree::root, move);
        move_root(child == Tree::none ? child : memory_.tree.position(child), after, 1);
        for (auto &simulator : simulators_) simulator->drop_pending();
    }

    // One simulation from the root of the tree, by the first thread; answers its score.
    double simulate(Meter &meter) { return simulators_[0]->simulate(meter); }
    // Its generator, and the moves of its last simulation, with a uniform playout.
    [[nodiscard]] const Rng &rng() const { return simulators_[0]->rng(); }
    [[nodiscard]] std::vector<Move> last_game() const { return simulators_[0]->last_game(); }

    // All that decides how the search goes on, but for game, options and root.
    void save(Writer &writer) const {
        writer.integer(memory_.recycled);
        memory_.scale.save(writer);
        writer.integer(simulators_.size());
        for (const auto &simulator : simulators_) simulator->save(writer);
        if (memory_.halving) memory_.halving->save(writer);
        save_tree<G>(memory_.tree, rave(), writer);
    }

    // There may have been more threads, or fewer.
    void load(const State &root, Reader &reader) {
        move_root(Tree::none, root);
        memory_.recycled = reader.integer();
        memory_.scale.load(reader);
        load_simulators(reader);
        if (memory_.halving) memory_.halving->load(reader);
        TreeLoader<G>(memory_, reader).load(root);
    }

private:
    // What playouts have learned goes with the tree.
    void move_root(Tree::Index node, const State &state, std::uint32_t moves = 0) {
        memory_.move_root(node, state, moves);
        if (node == Tree::none)
            for (auto &simulator : simulators_) simulator->forget();
    }

    void load_simulators(Reader &reader) {
        const std::uint64_t saved = reader.integer(max_threads);
        Reader::require(saved > 0);
        for (std::size_t i = 0; i < saved; ++i)
            if (i < simulators_.size())
                simulators_[i]->load(reader);
            else
                make_simulator(memory_)->load(reader); // its playout is not made again
        Rng seeds = rng();
        for (std::size_t i = saved; i < simulators_.size(); ++i) simulators_[i]->begin(Rng(seeds.next()));
    }

    [[nodiscard]] Bounds bounds(Tree::Index node) const {
        return memory_.options.proves() ? memory_.tree.bounds(node) : memory_.game.bounds();
    }
    [[nodiscard]] const RaveStatistics<G> *rave() const { return memory_.rave ? &*memory_.rave : nullptr; }

    UctMemory<G> memory_;
    Crew crew_;
    std::vector<std::unique_ptr<Simulator<G>>> simulators_; // one a thread
};

} // namespace playout
