// How one thread simulates, with one kind of bandit: it leads simulations down the tree, ends them with a
// playout, and adds what they bring to the memory (memory.hpp), which it may share with others.
//
// Threads that share a tree keep away from each other by virtual loss (Chaslot, Winands and van den Herik,
// "Parallel Monte-Carlo Tree Search", CG 2008): a visit is counted on the way down and its reward on the way
// back, so that an option on which a thread is out looks worse to the others by one loss. They begin their
// simulations at bases (base.hpp). A thread that is alone counts both at the end, and begins at the root.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "playouts/line.hpp"
#include "search/uct/base.hpp"
#include "search/uct/crew.hpp"
#include "search/uct/decisive.hpp"
#include "search/uct/kind.hpp"
#include "search/uct/memory.hpp"
#include "search/uct/option_list.hpp"
#include "search/uct/path.hpp"
#include "search/uct/prior.hpp"
#include "search/uct/rave_bandit.hpp"
#include "search/uct/root_halving.hpp"
#include "search/uct/simulator.hpp"
#include "search/uct/tree.hpp"
#include "search/uct/ucb.hpp"

namespace playout {

template <Game G, class Bandit> class SimulatorWith final : public Simulator<G> {
public:
    using State = typename G::State;

    explicit SimulatorWith(UctMemory<G> &memory)
        : Simulator<G>(memory), kind_(memory.options), bandit_(memory, own_nodes_), list_(memory.game),
          learns_(playout_.learns()), base_(memory.tree) {
        if (memory.options.decisive) decisive_.emplace(memory, own_nodes_);
        if (memory.halving) halving_.emplace(memory, own_nodes_);
    }

    void run(Meter &meter, Crew &crew) override {
        if (kind_.shared) return run_beside_others(meter, crew);
        while ((piece_.is_pending() || !memory_.finished()) && Crew::goes_on(meter)) {
            if (tree_.full() && !piece_.is_pending()) [[unlikely]]
                memory_.make_room();
            if (!simulates_to_its_end(meter)) return;
        }
    }

    double simulate(Meter &meter) override {
        memory_.make_room();
        return simulate_one(meter);
    }

private:
    using Index = Tree::Index;
    using Simulator<G>::memory_, Simulator<G>::game_, Simulator<G>::tree_, Simulator<G>::rng_,
        Simulator<G>::before_playout_, Simulator<G>::playout_, Simulator<G>::path_, Simulator<G>::is_out_,
        Simulator<G>::piece_, Simulator<G>::pending_, Simulator<G>::own_nodes_;
    static constexpr bool has_rave = requires(Bandit bandit) { bandit.rave(); };

    void run_beside_others(Meter &meter, Crew &crew) {
        const AtBase at_base{base_, crew};
        while ((piece_.is_pending() || !memory_.finished()) && Crew::goes_on(meter)) {
            if (tree_.full() && !piece_.is_pending()) [[unlikely]] {
                at_base.leave();
                crew.meet(meter, [&] { memory_.make_room(); });
            }
            if (base_.left() == 0 || is_done(base_.node())) {
                at_base.leave();
                if (!begins_round(meter, crew)) return;
            }
            if (!simulates_to_its_end(meter)) return;
        }
    }

    // Whoever goes, and be it by an error, leaves his base as it should be.
    struct AtBase {
        Base<G> &base;
        Crew &crew;
        void leave() const {
            if (const std::uint32_t not_made = base.leave(); not_made > 0) crew.give_back(not_made);
        }
        ~AtBase() { leave(); }
    };

    [[nodiscard]] bool is_done(Index node) const { return kind_.proves && memory_.bounds.solved(node); }

    // Finds a base, and takes simulations to be made from there. Where somebody looks at the whole way of a
    // simulation it is the root.
    bool begins_round(Meter &meter, Crew &crew) {
        base_.move_to_root(*memory_.root);
        const bool is_pending = piece_.is_pending();
        if (!has_rave && !learns_ && !kind_.graph && !is_pending) find_base(meter);
        const std::uint32_t simulations = crew.take(is_pending ? 1 : base_.round());
        if (simulations == 0) return false;
        base_.begin(simulations);
        return true;
    }

    void find_base(Meter &meter) {
        const std::uint32_t least = std::max(Base<G>::least_visits, memory_.options.creation);
        for (Index node = Tree::root; tree_[node].visits >= least;) {
            node = choose(node, base_.state());
            if (node == Tree::none || tree_[node].visits < least || is_done(node)) return;
            base_.move_on({node, game_.turn(base_.state())}, game_);
            ++meter.states;
        }
    }

    // If not, its playout is pending.
    bool simulates_to_its_end(Meter &meter) {
        try {
            simulate_one(meter);
            return true;
        } catch (const Interrupted &) {
            set_aside();
            return false;
        } catch (...) {
            set_aside();
            throw;
        }
    }

    // A simulation, or the rest of a pending one.
    double simulate_one(Meter &meter) {
        State state = kind_.shared ? base_.state() : *memory_.root;
        begin_line();
        if (piece_.is_pending()) [[unlikely]]
            take_up_pending(state);
        else
            begin_simulation(state, meter);
        if (kind_.proves && (kind_.graph || decisive_) && reached_solved()) return conclude_solved(meter);
        return finish(std::move(state), meter);
    }

    void begin_simulation(State &state, Meter &meter) {
        descend(state);
        const std::size_t moves = path_.size() - (kind_.shared ? base_.depth() : 0);
        meter.states += std::max<std::size_t>(moves, 1); // so that a budget in states is always spent
        if (kind_.proves && !path_.empty() && visits_before_ == 0) prove_new(state);
        before_playout_ = rng_;
    }

    // Follows the bandits to a node that has not been simulated z times, or to the end of the game.
    void descend(State &state) {
        set_out();
        if constexpr (has_rave) bandit_.rave().start_descent();
        if (kind_.graph) return descend_graph(state);
        Index node = kind_.shared ? base_.node() : Tree::root;
        while ((node = choose(node, state)) != Tree::none) {
            go_to(node, state);
            if (visits_before_ < memory_.options.creation) return;
        }
    }

    // From position to position; the way may also end at one that was solved by another.
    void descend_graph(State &state) {
        Index node = Tree::root;
        for (Index edge; (edge = choose(node, state)) != Tree::none;) {
            go_to(edge, state);
            node = arrive(node, state);
            if (visits_before_ < memory_.options.creation || node == Tree::none) return;
            if (kind_.proves && reached_solved()) return;
        }
    }

    // A decisive move, or at the root what the plan says, or what the bandit thinks.
    Index choose(Index node, const State &state) {
        Index chosen = Tree::none;
        if (decisive_ && tree_[node].is_bare()) chosen = decisive_->make(node, state);
        if (halving_ && node == Tree::root && chosen == Tree::none) chosen = halving_->choose(state, rng_);
        return chosen == Tree::none ? bandit_.choose(node, state, rng_) : chosen;
    }

    void set_out() {
        path_.clear();
        if (kind_.shared) path_.assign(base_.path().begin(), base_.path().end());
        if (kind_.graph) positions_.clear();
        is_out_ = true;
    }

    void go_to(Index node, State &state) {
        const Choice choice{node, game_.turn(state)}; // with a name: a temporary takes a call
        path_.push_back(choice);
        visits_before_ = kind_.shared ? tree_[node].visits.add(1) : tree_[node].visits.alone();
        step(state, tree_[node].move);
    }

    // In a graph: to the position to which the last edge of the path leads, from its father; `none` where
    // there is no memory for it.
    Index arrive(Index father, const State &state) {
        const auto [edge, turn] = path_.back();
        const Index position = memory_.find_position(father, turn, edge, state, path_.size(), &own_nodes_);
        visits_before_ = 0;
        if (position == Tree::none) return Tree::none;
        positions_.push_back({position, turn});
        visits_before_ = kind_.shared ? tree_[position].visits.add(1) : tree_[position].visits.alone();
        return position;
    }

    // What is played is noted for those who learn from it: the bandit, and the playout.
    void begin_line() {
        line_.clear();
        if (learns_) playout_.begin();
    }
    void step(State &state, Move move) {
        if constexpr (has_rave) line_.add(game_, state, move);
        if (learns_) playout_.note(state, move);
        game_.play(state, move);
    }

    // The playout of a simulation, and what follows from it.
    double finish(State &&leaf, Meter &meter) {
        double score = 0;
        piece_.run(meter, [&](Meter &counting) {
            score =
                playout_.play(std::move(leaf), rng_, counting, no_limit, has_rave ? &line_ : nullptr).score;
        });
        return conclude(score, meter);
    }

    // What is known takes no playout, not even a pending one.
    double conclude_solved(Meter &meter) {
        piece_.drop();
        return conclude(tree_.bounds(end_of_path()).low, meter);
    }

    double conclude(double score, Meter &meter) {
        update(score);
        if (learns_) playout_.learn(score);
        ++meter.simulations;
        return score;
    }

    void update(double score) {
        RewardScale &scale = memory_.scale;
        if (memory_.options.seen && !scale.covers(score)) [[unlikely]] {
            const auto [factor, shift] = scale.stretch(score);
            tree_.change_rewards(factor, shift);
        }
        const std::array<double, 2> reward{scale.reward(score, Turn::Max), scale.reward(score, Turn::Min)};
        if (kind_.shared)
            count_beside_others(reward);
        else
            count_alone(reward);
        is_out_ = false;
        if constexpr (has_rave) bandit_.rave().update(kind_.graph ? positions_ : path_, line_, reward);
    }

    void count_beside_others(const std::array<double, 2> &reward) {
        base_.count(reward);
        for (const auto [node, turn] : std::span(path_).subspan(base_.depth()))
            tree_[node].total.add(reward[static_cast<std::size_t>(turn)]);
    }

    void count_alone(const std::array<double, 2> &reward) {
        ++tree_[Tree::root].visits.alone();
        for (const auto [node, turn] : path_) {
            ++tree_[node].visits.alone();
            tree_[node].total.alone() += reward[static_cast<std::size_t>(turn)];
        }
        if (kind_.graph)
            for (const auto [position, turn] : positions_) ++tree_[position].visits.alone();
    }

    // A simulation that does not come to its end now: its visits do not count, and its path is kept by its
    // moves, for the tree may forget.
    void set_aside() {
        if (!is_out_) return;
        is_out_ = false;
        pending_ = this->path_moves();
        if (!kind_.shared) return;
        constexpr auto one_less = static_cast<std::uint32_t>(-1);
        for (const auto way : {std::span(path_).subspan(base_.depth()), std::span(positions_)})
            for (const auto [node, turn] : way) tree_[node].visits.add(one_less);
    }

    // Where a pending playout begins, with the generator and the line as they were there. The path is as long
    // as the tree knows it.
    void take_up_pending(State &state) {
        set_out();
        std::size_t ply = 0;
        for (Index node = Tree::root, next; ply < pending_.size(); ++ply, node = next) {
            if ((next = tree_.child(node, pending_[ply])) == Tree::none) break;
            go_to(next, state);
            if (kind_.graph && (next = arrive(node, state)) == Tree::none) {
                ++ply;
                break;
            }
        }
        for (; ply < pending_.size(); ++ply) step(state, pending_[ply]);
        rng_ = before_playout_;
    }

    // The path has ended, for the first time, at a state: what that proves, if the game is over there, and
    // what it changes in the numbers of what is still to be proved.
    void prove_new(const State &state) {
        const std::uint32_t options = list_.count(state);
        const Turn turn = options > 0 ? game_.turn(state) : Turn::Max;
        if (options == 0)
            settle(game_.score(state));
        else if (decisive_ && decisive_->settles(state))
            settle(decisive_->best_score(turn));
        if (memory_.proof_numbers) memory_.proof_numbers->reach(path_, turn, options);
    }
    void settle(double score) {
        if (!kind_.graph)
            memory_.bounds.settle(path_, score);
        else if (end_of_path() != Tree::none)
            memory_.bounds.settle(end_of_path(), score);
    }

    // What has the bounds of the state where the path has ended, in a graph a position; `none` if there is no
    // memory for it, and at the root.
    [[nodiscard]] Index end_of_path() const {
        if (!kind_.graph) return path_.empty() ? Tree::none : path_.back().node;
        return positions_.empty() || positions_.size() < path_.size() ? Tree::none : positions_.back().node;
    }
    // Whether all is known of that state.
    [[nodiscard]] bool reached_solved() const {
        return end_of_path() != Tree::none && memory_.bounds.solved(end_of_path());
    }

    [[no_unique_address]] const typename Bandit::Kind kind_;
    Bandit bandit_;
    OptionList<G> list_;
    bool learns_; // the playout
    std::optional<DecisiveMoves<G>> decisive_;
    std::optional<RootHalving<G>> halving_;
    std::vector<Choice> positions_;   // in a graph, those to which the edges of the path lead
    std::uint32_t visits_before_ = 0; // of the last node of the path, when it was reached
    Line<G> line_;                    // what is played, if the bandit wants to know it
    Base<G> base_;                    // of one of several threads
};

template <class Bandit, Game G> std::unique_ptr<Simulator<G>> make_simulator_with(UctMemory<G> &memory) {
    return std::make_unique<SimulatorWith<G, Bandit>>(memory);
}

template <template <class, class> class Bandit, Game G>
std::unique_ptr<Simulator<G>> make_simulator_of_kind(UctMemory<G> &memory) {
    const UctOptions &options = memory.options;
    if (options.shared() || options.transpositions) return make_simulator_with<Bandit<G, AnyMemory>>(memory);
    if (options.proves()) return make_simulator_with<Bandit<G, OwnTree<true>>>(memory);
    return make_simulator_with<Bandit<G, OwnTree<false>>>(memory);
}

template <Game G> std::unique_ptr<Simulator<G>> make_simulator(UctMemory<G> &memory) {
    if (memory.options.prior) return make_simulator_with<PriorBandit<G>>(memory);
    return memory.rave ? make_simulator_of_kind<RaveBandit>(memory) : make_simulator_of_kind<Ucb>(memory);
}

} // namespace playout
