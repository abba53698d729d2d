// One thread of a tree search: it leads simulations down the tree, ends them with a playout, and adds what
// they bring to the memory (memory.hpp), which it may share with others.
//
// Threads that share a tree keep away from each other by virtual loss (Chaslot, Winands and van den Herik,
// "Parallel Monte-Carlo Tree Search", CG 2008): a visit is counted on the way down and its reward on the way
// back, so that an option on which a thread is out looks worse to the others by one loss. A thread that is
// alone counts both at the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/bytes.hpp"
#include "core/key.hpp"
#include "core/piece.hpp"
#include "core/rng.hpp"
#include "playouts/playout.hpp"
#include "playouts/recorded.hpp"
#include "search/uct/bounds.hpp"
#include "search/uct/crew.hpp"
#include "search/uct/decisive.hpp"
#include "search/uct/memory.hpp"
#include "search/uct/option_list.hpp"
#include "search/uct/path.hpp"
#include "search/uct/prior.hpp"
#include "search/uct/rave_bandit.hpp"
#include "search/uct/root_halving.hpp"
#include "search/uct/tree.hpp"
#include "search/uct/ucb.hpp"

namespace playout {

template <Game G> class Simulator {
public:
    using State = typename G::State;

    explicit Simulator(UctMemory<G> &memory)
        : memory_(memory), shared_(memory.shared()), graph_(memory.options.transpositions),
          game_(memory.game), tree_(memory.tree), playout_(game_, memory.options.playout), list_(game_),
          bandit_(make_bandit()), noted_(memory.rave ? &line_ : nullptr), learns_(playout_.learns()) {
        if (memory.options.decisive) decisive_.emplace(memory);
        if (memory.halving) halving_.emplace(memory);
    }

    void begin(Rng rng) {
        rng_ = rng;
        drop_pending();
    }
    // What the playout has learned.
    void forget() { playout_.forget(); }
    // Whoever moves the root leaves no way to what was under way.
    void drop_pending() {
        piece_.drop();
        is_out_ = false;
    }

    // Simulates until the crew has enough.
    void run(Meter &meter, Crew &crew) {
        with_bandit([&](auto &bandit) {
            while ((piece_.is_pending() || !memory_.finished()) && crew.take(meter)) {
                if (tree_.full() && !piece_.is_pending()) [[unlikely]]
                    crew.meet(meter, [&] { memory_.make_room(); });
                if (!simulates_to_its_end(bandit, meter)) return crew.give_back();
            }
        });
    }

    // One simulation from the root of the tree; answers its score.
    double simulate(Meter &meter) {
        memory_.make_room();
        return with_bandit([&](auto &bandit) { return simulate(bandit, meter); });
    }

    [[nodiscard]] const Rng &rng() const { return rng_; }

    void save(Writer &writer) const {
        writer.integer(rng_.state());
        piece_.save(writer);
        writer.integer(before_playout_.state());
        writer.moves(piece_.is_pending() ? pending_ : std::vector<Move>());
        playout_.save(writer);
    }
    void load(Reader &reader) {
        rng_ = Rng(reader.integer());
        piece_.load(reader);
        before_playout_ = Rng(reader.integer());
        pending_ = reader.moves();
        State state = *memory_.root;
        for (const Move move : pending_) {
            game_.legal(state, moves_);
            Reader::require(std::find(moves_.begin(), moves_.end(), move) != moves_.end());
            game_.play(state, move);
        }
        playout_.load(reader);
    }

    // The moves of the last simulation, whose playout, a uniform one, is made once more.
    [[nodiscard]] std::vector<Move> last_game() const {
        std::vector<Move> moves = path_moves(), rest;
        State state = *memory_.root;
        for (const Move move : moves) game_.play(state, move);
        const Stop never;
        Meter uncounted({}, never);
        Rng rng = before_playout_;
        RecordedUniform<G>(game_).play(std::move(state), rng, uncounted, rest);
        moves.insert(moves.end(), rest.begin(), rest.end());
        return moves;
    }

private:
    using Index = Tree::Index;
    template <class... Proofs>
    using BanditWith = std::variant<Ucb<G, Proofs>..., RaveBandit<G, Proofs>..., PriorBandit<G, Proofs>...>;
    using Bandit = std::conditional_t<Keyed<G>, BanditWith<Unproved, ScoreBounds, GraphBounds>,
                                      BanditWith<Unproved, ScoreBounds>>;

    Bandit make_bandit() {
        if (memory_.rave) return make_bandit<RaveBandit>();
        return memory_.options.prior ? make_bandit<PriorBandit>() : make_bandit<Ucb>();
    }
    template <template <class, class> class Of> Bandit make_bandit() {
        static constexpr Unproved unproved;
        if constexpr (Keyed<G>)
            if (memory_.proves() && graph_)
                return Bandit(std::in_place_type<Of<G, GraphBounds>>, memory_, memory_.bounds_of_edges);
        if (memory_.proves()) return Bandit(std::in_place_type<Of<G, ScoreBounds>>, memory_, memory_.bounds);
        return Bandit(std::in_place_type<Of<G, Unproved>>, memory_, unproved);
    }

    // Whoever works with the bandit is made for its kind, so that a simulation need not ask which it is.
    template <class Do> decltype(auto) with_bandit(Do act) { return std::visit(act, bandit_); }

    // If not, its playout is pending.
    template <class One> bool simulates_to_its_end(One &bandit, Meter &meter) {
        try {
            simulate(bandit, meter);
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
    template <class One> double simulate(One &bandit, Meter &meter) {
        State state = *memory_.root;
        begin_line();
        if (piece_.is_pending()) [[unlikely]]
            take_up_pending(state);
        else
            begin_simulation(bandit, state, meter);
        if (One::proves && (graph_ || decisive_) && reached_solved()) return conclude_solved(bandit, meter);
        return finish(bandit, std::move(state), meter);
    }

    template <class One> void begin_simulation(One &bandit, State &state, Meter &meter) {
        descend(bandit, state);
        meter.states += std::max<std::size_t>(path_.size(), 1); // so that a budget in states is always spent
        if constexpr (One::proves)
            if (!path_.empty() && visits_before_ == 0) prove_new(state);
        before_playout_ = rng_;
    }

    // Follows the bandits to a node that has not been simulated z times, or to the end of the game.
    template <class One> void descend(One &bandit, State &state) {
        set_out();
        if constexpr (requires { bandit.rave(); }) bandit.rave().start_descent();
        if (graph_) return descend_graph(bandit, state);
        for (Index node = Tree::root; (node = choose(bandit, node, state)) != Tree::none;) {
            go_to(node, state);
            if (visits_before_ < memory_.options.creation) return;
        }
    }

    // From position to position; the way may also end at one that was solved by another.
    template <class One> void descend_graph(One &bandit, State &state) {
        Index node = Tree::root;
        for (Index edge; (edge = choose(bandit, node, state)) != Tree::none;) {
            go_to(edge, state);
            node = arrive(node, state);
            if (visits_before_ < memory_.options.creation || node == Tree::none) return;
            if (One::proves && reached_solved()) return;
        }
    }

    // A decisive move, or at the root what the plan says, or what the bandit thinks.
    template <class One> Index choose(One &bandit, Index node, const State &state) {
        Index chosen = Tree::none;
        if (decisive_ && tree_[node].is_bare()) chosen = decisive_->make(node, state);
        if (halving_ && node == Tree::root && chosen == Tree::none) chosen = halving_->choose(state, rng_);
        return chosen == Tree::none ? bandit.choose(node, state, rng_) : chosen;
    }

    void set_out() {
        path_.clear();
        if (graph_) positions_.clear();
        if (shared_) tree_[Tree::root].visits.add(1);
        is_out_ = true;
    }

    void go_to(Index node, State &state) {
        path_.push_back({node, game_.turn(state)});
        visits_before_ = shared_ ? tree_[node].visits.add(1) : tree_[node].visits.alone();
        step(state, tree_[node].move);
    }

    // In a graph: to the position to which the last edge of the path leads, from its father; `none` where
    // there is no memory for it.
    Index arrive(Index father, const State &state) {
        const auto [edge, turn] = path_.back();
        const Index position = memory_.find_position(father, turn, edge, state, path_.size());
        visits_before_ = 0;
        if (position == Tree::none) return Tree::none;
        positions_.push_back({position, turn});
        visits_before_ = shared_ ? tree_[position].visits.add(1) : tree_[position].visits.alone();
        return position;
    }

    // What is played is noted for those who learn from it: the bandit, and the playout.
    void begin_line() {
        line_.clear();
        if (learns_) playout_.begin();
    }
    void step(State &state, Move move) {
        if (noted_ != nullptr) noted_->add(game_, state, move);
        if (learns_) playout_.note(state, move);
        game_.play(state, move);
    }

    // The playout of a simulation, and what follows from it.
    template <class One> double finish(One &bandit, State &&leaf, Meter &meter) {
        double score = 0;
        piece_.run(meter, [&](Meter &counting) {
            score = playout_.play(std::move(leaf), rng_, counting, no_limit, noted_).score;
        });
        return conclude(bandit, score, meter);
    }

    // What is known takes no playout, not even a pending one.
    template <class One> double conclude_solved(One &bandit, Meter &meter) {
        piece_.drop();
        return conclude(bandit, tree_.bounds(end_of_path()).low, meter);
    }

    template <class One> double conclude(One &bandit, double score, Meter &meter) {
        update(bandit, score);
        if (learns_) playout_.learn(score);
        ++meter.simulations;
        return score;
    }

    template <class One> void update(One &bandit, double score) {
        RewardScale &scale = memory_.scale;
        if (memory_.options.seen && !scale.covers(score)) [[unlikely]] {
            const auto [factor, shift] = scale.stretch(score);
            tree_.change_rewards(factor, shift);
        }
        const std::array<double, 2> reward{scale.reward(score, Turn::Max), scale.reward(score, Turn::Min)};
        if (shared_)
            for (const auto [node, turn] : path_)
                tree_[node].total.add(reward[static_cast<std::size_t>(turn)]);
        else
            count_alone(reward);
        is_out_ = false;
        if constexpr (requires { bandit.rave(); })
            bandit.rave().update(graph_ ? positions_ : path_, line_, reward);
    }

    void count_alone(const std::array<double, 2> &reward) {
        ++tree_[Tree::root].visits.alone();
        for (const auto [node, turn] : path_) {
            ++tree_[node].visits.alone();
            tree_[node].total.alone() += reward[static_cast<std::size_t>(turn)];
        }
        if (graph_)
            for (const auto [position, turn] : positions_) ++tree_[position].visits.alone();
    }

    // A simulation that does not come to its end now: its visits do not count, and its path is kept by its
    // moves, for the tree may forget.
    void set_aside() {
        if (!is_out_) return;
        is_out_ = false;
        pending_ = path_moves();
        if (!shared_) return;
        constexpr auto one_less = static_cast<std::uint32_t>(-1);
        tree_[Tree::root].visits.add(one_less);
        for (const auto *way : {&path_, &positions_})
            for (const auto [node, turn] : *way) tree_[node].visits.add(one_less);
    }

    // Where a pending playout begins, with the generator and the line as they were there. The path is as long
    // as the tree knows it.
    void take_up_pending(State &state) {
        set_out();
        std::size_t ply = 0;
        for (Index node = Tree::root, next; ply < pending_.size(); ++ply, node = next) {
            if ((next = tree_.child(node, pending_[ply])) == Tree::none) break;
            go_to(next, state);
            if (graph_ && (next = arrive(node, state)) == Tree::none) {
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
        if (!graph_)
            memory_.bounds.settle(path_, score);
        else if (end_of_path() != Tree::none)
            memory_.bounds.settle(end_of_path(), score);
    }

    // What has the bounds of the state where the path has ended, in a graph a position; `none` if there is no
    // memory for it, and at the root.
    [[nodiscard]] Index end_of_path() const {
        if (!graph_) return path_.empty() ? Tree::none : path_.back().node;
        return positions_.empty() || positions_.size() < path_.size() ? Tree::none : positions_.back().node;
    }
    // Whether all is known of that state.
    [[nodiscard]] bool reached_solved() const {
        return end_of_path() != Tree::none && memory_.bounds.solved(end_of_path());
    }

    [[nodiscard]] std::vector<Move> path_moves() const {
        std::vector<Move> moves;
        for (const auto [node, turn] : path_) moves.push_back(tree_[node].move);
        return moves;
    }

    UctMemory<G> &memory_;
    const bool shared_; // with other threads
    const bool graph_;
    const G &game_;
    Tree &tree_;
    Rng rng_{0}, before_playout_{0}; // the generator, now and in the last simulation
    Playout<G> playout_;
    OptionList<G> list_;
    Bandit bandit_;
    std::optional<DecisiveMoves<G>> decisive_;
    std::optional<RootHalving<G>> halving_;
    std::vector<Choice> path_, positions_; // in a graph, the edges, and the positions to which they lead
    std::uint32_t visits_before_ = 0;      // of the last node of the path, when it was reached
    bool is_out_ = false;                  // on a path whose reward is still to come
    Line<G> line_, *noted_;                // what is played, if the bandit wants to know it
    bool learns_;                          // the playout
    Piece piece_;                          // the playout of the path
    std::vector<Move> pending_;            // the path of one that is pending
    typename G::Moves moves_;              // scratch
};

} // namespace playout
