// UCT, as in Algorithm 1 of Chou, Teytaud and Yen, "Revisiting Monte-Carlo Tree Search on a Normal Form
// Game: NoGo" (EvoGames 2011): the bandits of the states lead a simulation down the tree, a playout ends it,
// and its reward is added to the options that were chosen. The move simulated most often from the root is
// the answer. A search is put together from parts, once, when it is made:
//
//     the bandit that selects   ucb.hpp, with RAVE rave_bandit.hpp, with a prior prior.hpp
//     what is proved            bounds.hpp
//     what nodes remember       tree.hpp, and rave.hpp
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
// - A playout that learns is told of all moves of each simulation; what it has learned is kept and forgotten
//   with the tree.
// - A search ends after 2^32 - 2 simulations, where the counters do, and with bounds when the root is solved.
// `src/playout/reference/uct.py` is its twin.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "core/bytes.hpp"
#include "core/piece.hpp"
#include "core/rng.hpp"
#include "playouts/playout.hpp"
#include "playouts/recorded.hpp"
#include "search/result.hpp"
#include "search/reward.hpp"
#include "search/uct/bounds.hpp"
#include "search/uct/option_list.hpp"
#include "search/uct/options.hpp"
#include "search/uct/path.hpp"
#include "search/uct/prior.hpp"
#include "search/uct/rave_bandit.hpp"
#include "search/uct/reused.hpp"
#include "search/uct/root.hpp"
#include "search/uct/saved_tree.hpp"
#include "search/uct/tree.hpp"
#include "search/uct/ucb.hpp"

namespace playout {

template <Game G> class Uct {
public:
    using State = typename G::State;

    Uct(const G &game, const UctOptions &options)
        : game_(game), options_(options), scale_(make_scale()), playout_(game, options.playout),
          tree_(options.max_nodes, {proves(), options.rave > 0, options.prior != nullptr}, game.bounds()),
          bounds_(tree_, options.bounds, game.bounds(), options.pess_bias, options.opti_bias), list_(game),
          bandit_(make_bandit()), noted_(options.rave > 0 ? &line_ : nullptr), learns_(playout_.learns()) {
        if (options.prior && options.rave > 0)
            throw std::invalid_argument("uct: a prior goes without rave, which rates the options as well");
        if (options.seen && (game.players() != 1 || proves() || options.rave > 0 || options.threads > 1))
            throw std::invalid_argument("uct: scale=seen is for puzzles, without rave, bounds and threads");
    }
    Uct(const Uct &) = delete; // its parts refer to the tree

    // Begins at a state, with the tree of the last search as far as it is below it (`reuse`), or an empty
    // one.
    void begin(const State &root, Rng rng) {
        const Index known = options_.reuse && root_ ? find_state(game_, tree_, *root_, root) : Tree::none;
        move_root(known, root);
        rng_ = rng;
        recycled_ = 0;
    }

    void run(Meter &meter) {
        with_bandit([&](auto &bandit) {
            try {
                if (piece_.is_pending()) finish(bandit, leaf_of_path(), meter);
                while (!(meter.simulations > 0 && meter.spent()) && !finished()) simulate(bandit, meter);
            } catch (const Interrupted &) { // the playout that did not come to its end is pending
            }
        });
    }

    // Solved, or the counters can hold no more.
    [[nodiscard]] bool finished() const {
        return (proves() && bounds_.solved(Tree::root)) || tree_[Tree::root].visits >= Node::max_visits;
    }

    [[nodiscard]] SearchResult answer() const {
        return RootAnswer(scale_, game_.turn(*root_))(*knowledge({}));
    }

    // What is known of the options of a state some moves below the root; nothing if the tree does not go
    // there.
    [[nodiscard]] std::optional<RootKnowledge> knowledge(std::span<const Move> path) const {
        Index node = Tree::root;
        for (const Move move : path)
            if ((node = tree_.child(node, move)) == Tree::none) return {};
        const Node &s = tree_[node];
        RootKnowledge known{{}, bounds(node), s.complete != 0, tree_.size(), tree_.bytes(), recycled_};
        if (rave() != nullptr) known.tree_bytes += rave()->bytes();
        for (Index i = s.children; i < s.children + s.child_count; ++i)
            known.options.push_back(
                {tree_[i].move, tree_[i].slot, tree_[i].visits, tree_[i].total, bounds(i)});
        return known;
    }
    [[nodiscard]] const RewardScale &scale() const { return scale_; }

    // Goes on from the state after a move, with what is known of it.
    void play(Move move, const State &after) { move_root(tree_.child(Tree::root, move), after); }

    // One simulation from the root of the tree; answers its score.
    double simulate(Meter &meter) {
        return with_bandit([&](auto &bandit) { return simulate(bandit, meter); });
    }

    [[nodiscard]] const Rng &rng() const { return rng_; }

    // All that decides how the search goes on, but for game, options and root.
    void save(Writer &writer) const {
        writer.integer(rng_.state());
        writer.integer(recycled_);
        scale_.save(writer);
        piece_.save(writer);
        writer.integer(before_playout_.state());
        writer.moves(piece_.is_pending() ? path_moves() : std::vector<Move>());
        playout_.save(writer);
        save_tree<G>(tree_, rave(), writer);
    }

    void load(const State &root, Reader &reader) {
        move_root(Tree::none, root);
        rng_ = Rng(reader.integer());
        recycled_ = reader.integer();
        scale_.load(reader);
        piece_.load(reader);
        before_playout_ = Rng(reader.integer());
        const std::vector<Move> path = reader.moves();
        playout_.load(reader);
        TreeLoader<G>(game_, tree_, rave(), reader).load(root);
        follow(path);
    }

    // The moves of the last simulation, whose playout, a uniform one, is made once more.
    [[nodiscard]] std::vector<Move> last_game() const {
        std::vector<Move> moves = path_moves(), rest;
        State state = *root_;
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
    using Bandit =
        std::variant<Ucb<G, Unproved>, Ucb<G, ScoreBounds>, RaveBandit<G, Unproved>,
                     RaveBandit<G, ScoreBounds>, PriorBandit<G, Unproved>, PriorBandit<G, ScoreBounds>>;

    Bandit make_bandit() {
        if (options_.rave > 0) return make_bandit<RaveBandit>();
        return options_.prior ? make_bandit<PriorBandit>() : make_bandit<Ucb>();
    }
    template <template <class, class> class Of> Bandit make_bandit() {
        if (proves()) return make_bandit<Of<G, ScoreBounds>>(bounds_);
        static constexpr Unproved unproved;
        return make_bandit<Of<G, Unproved>>(unproved);
    }
    template <class One, class Proofs> Bandit make_bandit(const Proofs &proofs) {
        return Bandit(std::in_place_type<One>, game_, options_, tree_, proofs);
    }

    [[nodiscard]] RewardScale make_scale() const {
        if (options_.seen) return RewardScale::of_seen();
        return RewardScale(game_.bounds(), game_.players() == 1 ? 1 : options_.score_share);
    }

    // Whoever works with the bandit is made for its kind, so that a simulation need not ask which it is.
    template <class Do> decltype(auto) with_bandit(Do act) { return std::visit(act, bandit_); }

    [[nodiscard]] bool proves() const { return options_.bounds != BoundsMode::none; }

    // The statistics of RAVE, if the bandit has them.
    [[nodiscard]] const Rave<G> *rave() const {
        const auto of_bandit = [](const auto &bandit) -> const Rave<G> * {
            if constexpr (requires { bandit.rave(); }) return &bandit.rave();
            return nullptr;
        };
        return std::visit(of_bandit, bandit_);
    }
    [[nodiscard]] Rave<G> *rave() { return const_cast<Rave<G> *>(std::as_const(*this).rave()); }

    // The tree below a node, or an empty one, for a search from the state there.
    void move_root(Index node, const State &state) {
        const bool renews = proves() && node != Tree::none && list_.count(state) > 0;
        const Turn turn = renews ? game_.turn(state) : Turn::Max;
        root_ = state;
        piece_.drop();
        if (node == Tree::none) {
            tree_.clear();
            playout_.forget();
            if (rave() != nullptr) rave()->clear();
            scale_ = make_scale();
        } else {
            tree_.reroot(node);
            if (rave() != nullptr) rave()->tidy();
            if (renews) bounds_.renew(Tree::root, turn);
        }
    }

    void recycle() {
        tree_.recycle();
        if (rave() != nullptr) rave()->tidy();
        ++recycled_;
    }

    template <class One> double simulate(One &bandit, Meter &meter) {
        if (tree_.full()) [[unlikely]]
            recycle();
        State state = *root_;
        begin_line();
        descend(bandit, state);
        meter.states += std::max<std::size_t>(path_.size(), 1); // so that a budget in states is always spent
        if constexpr (One::proves)
            if (reached_new_end(state)) bounds_.settle(path_, game_.score(state));
        before_playout_ = rng_;
        return finish(bandit, std::move(state), meter);
    }

    // Follows the bandits to a node that has not been simulated z times, or to the end of the game.
    template <class One> void descend(One &bandit, State &state) {
        path_.clear();
        if constexpr (requires { bandit.rave(); }) bandit.rave().start_descent();
        for (Index node = Tree::root; (node = bandit.choose(node, state, rng_)) != Tree::none;) {
            path_.push_back({node, game_.turn(state)});
            step(state, node);
            if (tree_[node].visits < options_.creation) return;
        }
    }

    // What is played is noted for those who learn from it: the bandit, and the playout.
    void begin_line() {
        line_.clear();
        if (learns_) playout_.begin();
    }
    void step(State &state, Index node) {
        if (noted_ != nullptr) noted_->add(game_, state, tree_[node].move);
        if (learns_) playout_.note(state, tree_[node].move);
        game_.play(state, tree_[node].move);
    }

    // The playout of a simulation, and what follows from it.
    template <class One> double finish(One &bandit, State &&leaf, Meter &meter) {
        double score = 0;
        piece_.run(meter, [&](Meter &counting) {
            score = playout_.play(std::move(leaf), rng_, counting, no_limit, noted_).score;
        });
        update(bandit, score);
        if (learns_) playout_.learn(score);
        ++meter.simulations;
        return score;
    }

    template <class One> void update(One &bandit, double score) {
        if (options_.seen && !scale_.covers(score)) [[unlikely]] {
            const auto [factor, shift] = scale_.stretch(score);
            tree_.change_rewards(factor, shift);
        }
        const std::array<double, 2> reward{scale_.reward(score, Turn::Max), scale_.reward(score, Turn::Min)};
        ++tree_[Tree::root].visits;
        for (const auto [node, turn] : path_) {
            ++tree_[node].visits;
            tree_[node].total += reward[static_cast<std::size_t>(turn)];
        }
        if constexpr (requires { bandit.rave(); }) bandit.rave().update(path_, line_, reward);
    }

    // Whether the path has ended, for the first time, where the game does.
    [[nodiscard]] bool reached_new_end(const State &state) {
        return !path_.empty() && tree_[path_.back().node].visits == 0 && list_.count(state) == 0;
    }

    // Where a pending playout begins, with the generator and the line as they were there.
    State leaf_of_path() {
        State state = *root_;
        begin_line();
        for (const auto [node, turn] : path_) step(state, node);
        rng_ = before_playout_;
        return state;
    }

    [[nodiscard]] std::vector<Move> path_moves() const {
        std::vector<Move> moves;
        for (const auto [node, turn] : path_) moves.push_back(tree_[node].move);
        return moves;
    }

    // The path that has these moves.
    void follow(const std::vector<Move> &moves) {
        path_.clear();
        State state = *root_;
        for (const Move move : moves) {
            const Index node = tree_.child(path_.empty() ? Tree::root : path_.back().node, move);
            Reader::require(node != Tree::none);
            path_.push_back({node, game_.turn(state)});
            game_.play(state, move);
        }
    }

    [[nodiscard]] Bounds bounds(Index node) const { return proves() ? tree_.bounds(node) : game_.bounds(); }

    const G &game_;
    UctOptions options_;
    RewardScale scale_;
    Rng rng_{0}, before_playout_{0}; // the generator, now and in the last simulation
    Playout<G> playout_;
    Tree tree_;
    ScoreBounds bounds_;
    OptionList<G> list_;
    Bandit bandit_;
    std::vector<Choice> path_;
    Line<G> line_, *noted_; // what is played, if the bandit wants to know it
    bool learns_;           // the playout
    std::optional<State> root_;
    Piece piece_; // the playout of the path
    std::uint64_t recycled_ = 0;
};

} // namespace playout
