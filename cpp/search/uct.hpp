// UCT, as in Algorithm 1 of Chou, Teytaud and Yen, "Revisiting Monte-Carlo Tree Search on a Normal Form
// Game: NoGo" (EvoGames 2011). The bandit of state s plays the option o that maximises
//
//     totalReward(s, o) / (nb(s, o) + 1) + C sqrt(log(t + 1) / (nb(s, o) + 1)),   infinite if nb(s, o) = 0,
//
// at its t-th visit, and the move simulated most often from the root is the answer. What the paper leaves
// open is settled as follows.
// - Rewards are in [0, 1], from the side of the player whose bandit it is. They are scores mapped from the
//   game's bounds, or in a puzzle, with `seen`, from the lowest to the highest score seen so far.
// - The paper's bandits have statistics for every state. Here a state has a bandit once it has been simulated
//   z times (section 3.2, `creation`), and where there is none a playout decides. So at most one node a
//   simulation is made: that of an option not yet tried.
// - Among options not yet tried one is drawn at random; other ties go to the option tried first.
// - The infinite score of an option not yet tried may be a finite one (`first_play`, first-play urgency by
//   Gelly and Wang): what was tried already is then tried again if it scores more.
// - When `max_nodes` are in use the tree forgets what is below its least visited nodes (Tree::recycle). One
//   that is too small even for that stops growing: its bandits choose among the options they have.
// - A search ends after 2^32 - 2 simulations, where the counters do.
// With RAVE (rave.hpp) the bandit maximises α r + (1 - α) r' + C sqrt(…), with α = nb / (K + nb) and r the
// mean reward. Its first part is (totalReward + K r') / (K + nb), which also holds before the first trial: an
// option not yet tried is infinitely good only if r' is not known either.
// With bounds (bounds.hpp) the bandit leaves out what is pruned and adds γ pess(o) + δ opti(o), as rewards of
// its player; an option not yet tried has the widest bounds. The search ends when the root is solved.
// With a prior (prior.hpp) the bandit adds H(o) / (nb + 1), and the formula also holds before the first
// trial: an option not yet tried has the score C sqrt(log(t + 1)) + H(o), or `first_play` + H(o) where that
// is finite. A playout that learns is told of all moves of each simulation; what it has learned is kept and
// forgotten with the tree. How it chooses the answer is in root.hpp; `src/playout/reference/uct.py` is its
// twin.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/log.hpp"
#include "core/piece.hpp"
#include "core/rng.hpp"
#include "playouts/playout.hpp"
#include "playouts/recorded.hpp"
#include "search/bounds.hpp"
#include "search/option_list.hpp"
#include "search/prior.hpp"
#include "search/rave.hpp"
#include "search/result.hpp"
#include "search/reward.hpp"
#include "search/root.hpp"
#include "search/saved_tree.hpp"
#include "search/tree.hpp"

namespace playout {

struct UctOptions {
    static constexpr const char *name = "uct";
    double exploration = 0.7;                                    // C
    double first_play = std::numeric_limits<double>::infinity(); // the score of an option not yet tried
    std::uint32_t max_nodes = 10'000'000;
    PlayoutOptions playout{};
    double rave = 0;            // K; 0: no RAVE
    std::uint32_t grave = 0;    // ref; 0: plain RAVE
    std::uint32_t creation = 1; // z
    BoundsMode bounds = BoundsMode::none;
    double pess_bias = 0, opti_bias = 0; // γ and δ
    bool seen = false;                   // rewards by the scores seen, not by the game's bounds
    bool reuse = false;                  // keep the tree from move to move of a game
    int threads = 1;                     // independent searches, what they know put together (team.hpp)
    PriorFunction prior{};               // H; nothing: no prior
};

template <Game G> class Uct {
public:
    using State = typename G::State;

    Uct(const G &game, const UctOptions &options)
        : game_(game), options_(options), scale_(game.bounds()), C_(options.exploration),
          playout_(game, options.playout), has_bounds_(options.bounds != BoundsMode::none),
          has_rave_(options.rave > 0), has_prior_(options.prior != nullptr), learns_(playout_.learns()),
          tree_(options.max_nodes, {has_bounds_, has_rave_, has_prior_}, game.bounds()),
          bounds_(tree_, options.bounds, game.bounds()),
          rave_(game, tree_, options.grave, std::uint64_t{options.max_nodes} * sizeof(Node)), list_(game),
          prior_(tree_, list_, options.prior) {
        if (has_prior_ && has_rave_)
            throw std::invalid_argument("uct: a prior goes without rave, which rates the options as well");
        if (options.seen && (game.players() != 1 || has_bounds_ || has_rave_ || options.threads > 1))
            throw std::invalid_argument("uct: scale=seen is for puzzles, without rave, bounds and threads");
        if (options.seen) scale_ = RewardScale::of_seen();
    }
    Uct(const Uct &) = delete; // its parts refer to the tree

    // Begins at a state, with the tree of the last search as far as it is below it (`reuse`), or an empty
    // one.
    void begin(const State &root, Rng rng) {
        const Index known = options_.reuse && root_ ? find(root) : Tree::none;
        move_root(known, root);
        rng_ = rng;
        recycled_ = 0;
    }

    void run(Meter &meter) {
        try {
            if (piece_.is_pending()) finish(leaf_of_path(), meter);
            while (!(meter.simulations > 0 && meter.spent()) && !finished()) simulate(meter);
        } catch (const Interrupted &) { // the playout that did not come to its end is pending
        }
    }

    // Solved, or the counters can hold no more.
    [[nodiscard]] bool finished() const {
        return (has_bounds_ && bounds_.solved(Tree::root)) || tree_[Tree::root].visits >= Node::max_visits;
    }

    [[nodiscard]] SearchResult answer() const {
        return RootAnswer(scale_, game_.turn(*root_))(*knowledge({}));
    }

    // What is known of the options of a state some moves below the root; nothing if the tree does not go
    // there.
    [[nodiscard]] std::optional<RootKnowledge> knowledge(std::span<const Move> path) const {
        Index node = Tree::root;
        for (const Move move : path)
            if ((node = child_of(node, move)) == Tree::none) return {};
        const Node &s = tree_[node];
        RootKnowledge known{{}, bounds(node), s.complete != 0, tree_.size(), tree_.bytes(), recycled_};
        if (has_rave_) known.tree_bytes += rave_.bytes();
        for (Index i = s.children; i < s.children + s.child_count; ++i)
            known.options.push_back(
                {tree_[i].move, tree_[i].slot, tree_[i].visits, tree_[i].total, bounds(i)});
        return known;
    }
    [[nodiscard]] const RewardScale &scale() const { return scale_; }

    // Goes on from the state after a move, with what is known of it.
    void play(Move move, const State &after) { move_root(child_of(Tree::root, move), after); }

    // One simulation from the root of the tree; answers its score.
    double simulate(Meter &meter) {
        if (tree_.full()) [[unlikely]]
            recycle();
        State state = *root_;
        line_.clear();
        if (learns_) playout_.begin();
        descend(state);
        meter.states += std::max<std::size_t>(path_.size(), 1); // so that a budget in states is always spent
        if (has_bounds_ && reached_new_end(state)) bounds_.settle(path_, game_.score(state));
        before_playout_ = rng_;
        return finish(std::move(state), meter);
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
        save_tree<G>(tree_, has_rave_ ? &rave_ : nullptr, writer);
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
        TreeLoader<G>(game_, tree_, has_rave_ ? &rave_ : nullptr, reader).load(root);
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

    // The tree below a node, or an empty one, for a search from the state there.
    void move_root(Index node, const State &state) {
        const bool renews = has_bounds_ && node != Tree::none && list_.count(state) > 0;
        const Turn turn = renews ? game_.turn(state) : Turn::Max;
        root_ = state;
        piece_.drop();
        if (node == Tree::none) {
            tree_.clear();
            playout_.forget();
            if (has_rave_) rave_.clear();
            if (options_.seen) scale_ = RewardScale::of_seen();
        } else {
            tree_.reroot(node);
            if (has_rave_) rave_.tidy();
            if (renews) bounds_.renew(Tree::root, turn);
        }
    }

    void recycle() {
        tree_.recycle();
        if (has_rave_) rave_.tidy();
        ++recycled_;
    }

    // The playout of a simulation, and what follows from it.
    double finish(State &&leaf, Meter &meter) {
        double score = 0;
        piece_.run(meter, [&](Meter &counting) {
            score =
                playout_.play(std::move(leaf), rng_, counting, no_limit, has_rave_ ? &line_ : nullptr).score;
        });
        update(score);
        if (learns_) playout_.learn(score);
        ++meter.simulations;
        return score;
    }

    // Where a pending playout begins, with the generator and the line as they were there.
    State leaf_of_path() {
        State state = *root_;
        line_.clear();
        if (learns_) playout_.begin();
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
            const Index node = child_of(path_.empty() ? Tree::root : path_.back().node, move);
            Reader::require(node != Tree::none);
            path_.push_back({node, game_.turn(state)});
            game_.play(state, move);
        }
    }

    [[nodiscard]] Index child_of(Index node, Move move) const {
        const Node &s = tree_[node];
        for (Index i = s.children; i < s.children + s.child_count; ++i)
            if (tree_[i].move == move) return i;
        return Tree::none;
    }

    [[nodiscard]] Bounds bounds(Index node) const {
        return has_bounds_ ? tree_.bounds(node) : game_.bounds();
    }

    // Follows the bandits to a node that has not been simulated z times, or to the end of the game.
    void descend(State &state) {
        path_.clear();
        rave_.start_descent();
        for (Index node = Tree::root; (node = bandit(node, state, rng_)) != Tree::none;) {
            path_.push_back({node, game_.turn(state)});
            step(state, node);
            if (tree_[node].visits < options_.creation) return;
        }
    }

    void step(State &state, Index node) {
        if (has_rave_) line_.add(game_, state, tree_[node].move);
        if (learns_) playout_.note(state, tree_[node].move);
        game_.play(state, tree_[node].move);
    }

    void update(double score) {
        if (options_.seen && !scale_.covers(score)) [[unlikely]] {
            const auto [factor, shift] = scale_.stretch(score);
            tree_.change_rewards(factor, shift);
        }
        ++tree_[Tree::root].visits;
        for (const auto [node, turn] : path_) {
            ++tree_[node].visits;
            tree_[node].total += scale_.reward(score, turn);
        }
        if (has_rave_)
            rave_.update(path_, line_,
                         {static_cast<float>(scale_.reward(score, Turn::Max)),
                          static_cast<float>(scale_.reward(score, Turn::Min))});
    }

    Index bandit(Index node, const State &state, Rng &rng) {
        if (has_rave_ && rave_.reach(node, state)) return rave_bandit(node, state, rng);
        if (has_prior_ && prior_.reach(node, state, rng)) return best_by_prior(node, state);
        const bool complete = tree_[node].complete;
        Scored best{Tree::none, -infinity};
        if (complete || options_.first_play < infinity) best = best_tried(node, state);
        if (complete || best.score > options_.first_play + options_.opti_bias) return best.node;
        const Index child = try_new_option(node, state, rng);
        return child != Tree::none ? child : best_tried(node, state).node;
    }

    static constexpr double infinity = std::numeric_limits<double>::infinity();

    struct Scored {
        Index node;
        double score;
    };

    Scored best_tried(Index node, const State &state) {
        score_options(tree_[node]);
        return best_option(node, state);
    }

    // The best of the options that have a node, by their scores.
    Scored best_option(Index node, const State &state) {
        const Node &s = tree_[node];
        const Turn turn = has_bounds_ ? game_.turn(state) : Turn::Max;
        Scored best{Tree::none, -infinity};
        for (std::uint32_t o = 0; o < s.child_count; ++o) {
            const Index child = s.children + o;
            if (has_bounds_ && bounds_.pruned(node, child, turn)) continue;
            const double score = has_bounds_ ? scores_[o] + bias(child, turn) : scores_[o];
            if (score > best.score) best = {child, score};
        }
        return best;
    }

    [[nodiscard]] double bias(Index child, Turn turn) const {
        const auto [pess, opti] = tree_.bounds(child);
        return options_.pess_bias * scale_.reward(turn == Turn::Max ? pess : opti, turn) +
               options_.opti_bias * scale_.reward(turn == Turn::Max ? opti : pess, turn);
    }

    using Four = double __attribute__((vector_size(4 * sizeof(double))));

    static Four root(const Four &x) {
        return Four{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
    }

    void score_options(const Node &s) {
        const double log_t1 = log_of_count(std::uint64_t{s.visits} + 2);
        score_by_fours(s, [&](const Node &a, const Node &b, const Node &c, const Node &d) {
            const Four total{a.total, b.total, c.total, d.total};
            const Four nb1{a.visits + 1.0, b.visits + 1.0, c.visits + 1.0, d.visits + 1.0};
            return total / nb1 + C_ * root(log_t1 / nb1);
        });
    }

    // Four at a time: the divisions and roots are most of what a descent costs. Each number of a vector is
    // what it would be on its own, to the last bit. Where fewer than four are left, the last one is repeated.
    template <class Score> void score_by_fours(const Node &s, Score score) {
        const Node *const children = tree_.children(s).data();
        const std::uint32_t options = s.child_count;
        if (scores_.size() < options + 3) scores_.resize(2 * options + 3);
        for (std::uint32_t o = 0; o < options; o += 4) {
            const auto child = [&](std::uint32_t i) -> const Node & {
                return children[std::min(o + i, options - 1)];
            };
            const Four four = score(child(0), child(1), child(2), child(3));
            std::memcpy(&scores_[o], &four, sizeof four);
        }
    }

    Index best_by_prior(Index node, const State &state) {
        score_options_by_prior(tree_[node]);
        return best_option(node, state).node;
    }

    void score_options_by_prior(const Node &s) {
        const double log_t1 = log_of_count(std::uint64_t{s.visits} + 2), u = options_.first_play;
        score_by_fours(s, [&](const Node &a, const Node &b, const Node &c, const Node &d) {
            const Four total{a.total, b.total, c.total, d.total};
            const Four nb{double(a.visits), double(b.visits), double(c.visits), double(d.visits)};
            const Four H{tree_.prior(a), tree_.prior(b), tree_.prior(c), tree_.prior(d)};
            const Four score = (total + H) / (nb + 1) + C_ * root(log_t1 / (nb + 1));
            return u < infinity ? (nb == 0 ? u + H : score) : score;
        });
    }

    // Draws one of the options that have no node yet; none if there is no such option, or no memory.
    Index try_new_option(Index node, const State &state, Rng &rng) {
        const std::uint32_t options = list_.count(state);
        const std::span<const Node> tried = tree_.children(tree_[node]);
        if (options <= tried.size()) { // the end of the game; fewer: a fickle one
            tree_[node].complete = true;
            return Tree::none;
        }
        const auto k = rng.below(options - static_cast<std::uint32_t>(tried.size()));
        return make_option(node, state, list_.untried(tried, options, k), options);
    }

    Index make_option(Index node, const State &state, std::uint32_t slot, std::uint32_t options) {
        const Index child = tree_.add_child(node, list_.move(state, slot), static_cast<std::uint16_t>(slot));
        if (child != Tree::none) tree_[node].complete = tree_[node].child_count == options;
        return child;
    }

    Index rave_bandit(Index node, const State &state, Rng &rng) {
        const double log_t1 = log_of_count(std::uint64_t{tree_[node].visits} + 2);
        const std::span<float> r_rave = rave_.find_values(node);
        score_options_by_rave(tree_[node], r_rave, log_t1);
        const Scored best = best_option(node, state);
        if (tree_[node].complete) return best.node;
        const std::uint32_t slot = untried_slot_by_rave(tree_[node], r_rave, log_t1, best.score, rng);
        if (slot == no_limit) return best.node;
        const std::uint32_t options = list_.count(state);
        const Index child = slot < options ? make_option(node, state, slot, options) : Tree::none;
        return child == Tree::none ? best.node : child;
    }

    void score_options_by_rave(const Node &s, std::span<const float> r_rave, double log_t1) {
        score_by_fours(s, [&](const Node &a, const Node &b, const Node &c, const Node &d) {
            const Four total{a.total, b.total, c.total, d.total};
            const Four nb{double(a.visits), double(b.visits), double(c.visits), double(d.visits)};
            const Four r{r_rave[a.slot], r_rave[b.slot], r_rave[c.slot], r_rave[d.slot]};
            const auto known = r == r;
            const Four K = known ? Four{} + options_.rave : Four{};
            return (total + K * (known ? r : Four{})) / (nb + K) + C_ * root(log_t1 / (nb + 1));
        });
    }

    // An option without a node to be tried now: one of which nothing is known, or the one with the best r' if
    // its score is better than a given one; otherwise none (no_limit).
    std::uint32_t untried_slot_by_rave(const Node &s, std::span<float> r_rave, double log_t1, double to_beat,
                                       Rng &rng) {
        for (const Node &child : tree_.children(s)) r_rave[child.slot] = Rave<G>::nothing;
        const auto [best, unknown] = Rave<G>::survey(r_rave);
        if (unknown > 0) return Rave<G>::unknown_slot(r_rave, rng.below(unknown));
        const double K = options_.rave, bias = options_.opti_bias; // of the widest bounds
        if (!(K * best / K + C_ * std::sqrt(log_t1) + bias > to_beat)) return no_limit;
        return static_cast<std::uint32_t>(std::ranges::find(r_rave, best) - r_rave.begin());
    }

    // Where a state stands in the last tree, one or two moves below its root.
    Index find(const State &root) {
        const Index child = find_below(Tree::root, *root_, root);
        if (child != Tree::none) return child;
        const Node &old = tree_[Tree::root];
        for (std::uint32_t o = 0; o < old.child_count; ++o) {
            State next = *root_;
            game_.play(next, tree_[old.children + o].move);
            if (const Index found = find_below(old.children + o, next, root); found != Tree::none)
                return found;
        }
        return Tree::none;
    }

    Index find_below(Index node, const State &state, const State &wanted) {
        const Node &s = tree_[node];
        for (std::uint32_t o = 0; o < s.child_count; ++o) {
            State next = state;
            game_.play(next, tree_[s.children + o].move);
            if (next == wanted) return s.children + o;
        }
        return Tree::none;
    }

    // Whether the path has ended, for the first time, where the game does.
    [[nodiscard]] bool reached_new_end(const State &state) {
        return !path_.empty() && tree_[path_.back().node].visits == 0 && list_.count(state) == 0;
    }

    const G &game_;
    UctOptions options_;
    RewardScale scale_;
    double C_;
    Rng rng_{0}, before_playout_{0}; // the generator, now and in the last simulation
    Playout<G> playout_;
    bool has_bounds_, has_rave_, has_prior_, learns_;
    Tree tree_;
    ScoreBounds bounds_;
    Rave<G> rave_;
    std::vector<Choice> path_;
    Line<G> line_;
    std::optional<State> root_;
    Piece piece_; // the playout of the path
    std::uint64_t recycled_ = 0;
    // Scratch, kept so that a simulation allocates nothing.
    OptionList<G> list_;
    std::vector<double> scores_;
    Prior<G> prior_; // with the list
};

} // namespace playout
