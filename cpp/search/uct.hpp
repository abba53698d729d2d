// UCT, as in Algorithm 1 of Chou, Teytaud and Yen, "Revisiting Monte-Carlo Tree Search on a Normal Form
// Game: NoGo" (EvoGames 2011). The bandit of state s plays the option o that maximises
//
//     totalReward(s, o) / (nb(s, o) + 1) + C sqrt(log(t + 1) / (nb(s, o) + 1)),   infinite if nb(s, o) = 0,
//
// at its t-th visit, and the move simulated most often from the root is the answer. What the paper leaves
// open is settled as follows.
// - Rewards are in [0, 1], from the side of the player whose bandit it is.
// - The paper's bandits have statistics for every state. Here one node a simulation is remembered, when its
//   father has been simulated z times (section 3.2, `creation`); beyond the tree a playout decides.
// - Among options not yet tried one is drawn at random; other ties go to the option tried first. The final
//   choice breaks ties by total reward.
// - When `max_nodes` are in use the tree stops growing: its bandits choose among the options they have.
// - A search ends after 2^32 - 2 simulations, where the counters do.
// With RAVE (rave.hpp) the bandit maximises α r + (1 - α) r' + C sqrt(…), with α = nb / (K + nb) and r the
// mean reward; an option is then infinitely good only if r' is not known either. With bounds (bounds.hpp) it
// leaves out what is pruned, adds γ pess(o) + δ opti(o), as rewards of its player, and ends when the root is
// solved; the answer is then not the most simulated move if a move is known to give more than that one's
// mean. `src/playout/reference/uct.py` is its twin.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/error.hpp"
#include "core/log.hpp"
#include "core/rng.hpp"
#include "playouts/playout.hpp"
#include "search/bounds.hpp"
#include "search/rave.hpp"
#include "search/result.hpp"
#include "search/reward.hpp"
#include "search/tree.hpp"

namespace playout {

struct UctOptions {
    double exploration = 0.5; // C
    std::uint32_t max_nodes = 10'000'000;
    PlayoutOptions playout{};
    double rave = 0;            // K; 0: no RAVE
    std::uint32_t grave = 0;    // ref; 0: plain RAVE
    std::uint32_t creation = 1; // z
    BoundsMode bounds = BoundsMode::none;
    double pess_bias = 0, opti_bias = 0; // γ and δ
    bool reuse = false;                  // keep the tree from move to move of a game
    int threads = 1;                     // independent searches, their counts added up (parallel.hpp)
};

template <Game G> class Uct {
public:
    using State = typename G::State;

    Uct(const G &game, const UctOptions &options)
        : game_(game), options_(options), scale_(game.bounds()), C_(options.exploration),
          playout_(game, options.playout), has_bounds_(options.bounds != BoundsMode::none),
          has_rave_(options.rave > 0), tree_(options.max_nodes, {has_bounds_, has_rave_}, game.bounds()),
          bounds_(tree_, options.bounds, game.bounds()), actions_(game),
          rave_(std::uint64_t{options.max_nodes} * sizeof(Node)) {}
    Uct(const Uct &) = delete; // the bounds refer to the tree

    SearchResult search(const State &root, Rng rng, Meter &meter) {
        plant(root);
        try {
            while (!finished(meter)) simulate(root, rng, meter);
        } catch (const Interrupted &) { // the unfinished simulation is dropped
        }
        if (options_.reuse) last_root_ = root;
        return answer(root, meter);
    }

private:
    using Index = Tree::Index;

    [[nodiscard]] bool finished(Meter &meter) const {
        if (has_bounds_ && bounds_.solved(Tree::root)) return true;
        return meter.simulations > 0 && (meter.spent() || tree_[Tree::root].visits >= Node::max_visits);
    }

    void simulate(const State &root, Rng &rng, Meter &meter) {
        State state = root;
        line_.clear();
        descend(state, rng);
        meter.states += path_.size();
        if (has_bounds_ && reached_new_end(state)) bounds_.settle(path_, game_.score(state));
        update(playout_.play(std::move(state), rng, meter, no_limit, has_rave_ ? &line_ : nullptr).score);
        ++meter.simulations;
    }

    // Follows the bandits to a node that has not been simulated z times, or to the end of the game.
    void descend(State &state, Rng &rng) {
        path_.clear();
        reference_ = 0;
        for (Index node = Tree::root; (node = bandit(node, state, rng)) != Tree::none;) {
            path_.push_back({node, game_.turn(state)});
            if (has_rave_) line_.add(game_, state, tree_[node].move);
            game_.play(state, tree_[node].move);
            if (tree_[node].visits < options_.creation) return;
        }
    }

    void update(double score) {
        ++tree_[Tree::root].visits;
        for (const auto [node, turn] : path_) {
            ++tree_[node].visits;
            tree_[node].total += scale_.reward(score, turn);
        }
        if (has_rave_) update_rave(score);
    }

    Index bandit(Index node, const State &state, Rng &rng) {
        if (has_rave_ && prepare_rave(node, state)) return rave_bandit(node, state, rng);
        if (!tree_[node].complete)
            if (const Index child = try_new_option(node, state, rng); child != Tree::none) return child;
        score_options(tree_[node]);
        return best_option(node, state).node;
    }

    struct Scored {
        Index node;
        double score;
    };

    // The best of the options that have a node, by their scores.
    Scored best_option(Index node, const State &state) {
        const Node &s = tree_[node];
        const Turn turn = has_bounds_ ? game_.turn(state) : Turn::Max;
        Scored best{Tree::none, -std::numeric_limits<double>::infinity()};
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

    // Four at a time: the divisions and roots are most of what a descent costs. Each number of a vector is
    // what it would be on its own, to the last bit. Where fewer than four are left, the last one is repeated.
    void score_options(const Node &s) {
        const double log_t1 = log_of_count(std::uint64_t{s.visits} + 2);
        const Node *const children = tree_.begin(s);
        const std::uint32_t options = s.child_count;
        make_room_for_scores(options);
        for (std::uint32_t o = 0; o < options; o += 4) {
            const auto child = [&](std::uint32_t i) -> const Node & {
                return children[std::min(o + i, options - 1)];
            };
            const Node &a = child(0), &b = child(1), &c = child(2), &d = child(3);
            const Four total{a.total, b.total, c.total, d.total};
            const Four nb1{a.visits + 1.0, b.visits + 1.0, c.visits + 1.0, d.visits + 1.0};
            const Four score = total / nb1 + C_ * root(log_t1 / nb1);
            std::memcpy(&scores_[o], &score, sizeof score);
        }
    }

    void make_room_for_scores(std::uint32_t options) {
        if (scores_.size() < options + 3) scores_.resize(2 * options + 3);
    }

    // Draws one of the options that have no node yet; none if there is no such option, or no memory.
    Index try_new_option(Index node, const State &state, Rng &rng) {
        const std::uint32_t options = count_options(state);
        const std::uint32_t tried = tree_[node].child_count;
        if (options <= tried) { // the end of the game; fewer: a fickle one
            tree_[node].complete = true;
            return Tree::none;
        }
        return make_option(node, state, untried_slot(tree_[node], options, rng.below(options - tried)),
                           options);
    }

    Index make_option(Index node, const State &state, std::uint32_t slot, std::uint32_t options) {
        const Index child = tree_.add_child(node, move_of(state, slot), static_cast<std::uint16_t>(slot));
        if (child != Tree::none) tree_[node].complete = tree_[node].child_count == options;
        return child;
    }

    std::uint32_t count_options(const State &state) {
        std::uint32_t options;
        if constexpr (Indexed<G>) {
            options = game_.count(state);
        } else {
            game_.legal(state, moves_);
            options = static_cast<std::uint32_t>(moves_.size());
        }
        if (options > Tree::max_children)
            throw ContractError("uct takes at most 32767 legal moves in a state");
        return options;
    }

    Move move_of(const State &state, std::uint32_t slot) const {
        if constexpr (Indexed<G>)
            return game_.nth(state, slot);
        else
            return moves_[static_cast<int>(slot)];
    }

    // The k-th of the places in the list of legal moves that no child has taken.
    std::uint32_t untried_slot(const Node &s, std::uint32_t options, std::uint32_t k) {
        mark_untried(s, options);
        std::uint32_t word = 0;
        for (std::uint32_t n; k >= (n = static_cast<std::uint32_t>(count_bits(untried_[word]))); ++word)
            k -= n;
        return 64 * word + static_cast<std::uint32_t>(lowest_cell(nth_bit(untried_[word], k)));
    }

    void mark_untried(const Node &s, std::uint32_t options) {
        untried_.assign((options + 63) / 64, ~Bits{0});
        const Node *const children = tree_.begin(s);
        for (std::uint32_t o = 0; o < s.child_count; ++o)
            if (const std::uint32_t slot = children[o].slot; slot < options)
                untried_[slot / 64] ^= bit(slot % 64);
    }

    // Gives a node its RAVE statistics; says whether it has them.
    bool prepare_rave(Index node, const State &state) {
        if (options_.grave > 0 && tree_[node].visits > options_.grave) refer_to(node);
        if (tree_[node].complete && tree_[node].child_count == 0) return false; // the end of the game
        if (tree_.rave(node).options == 0) tree_.rave(node).options = make_options_table(state);
        return tree_.rave(node).options != 0;
    }

    std::uint32_t make_options_table(const State &state) {
        game_.legal(state, moves_);
        const Turn turn = game_.turn(state);
        numbers_.clear();
        for (const Move move : moves_) numbers_.push_back(actions_.number(game_.code(state, move), turn));
        return numbers_.empty() ? 0 : rave_.make(numbers_);
    }

    // From here on, r' is what it is at this node. Its table grows with the actions that are known.
    void refer_to(Index node) {
        std::uint32_t &table = tree_.rave(node).all;
        if (rave_[table].size() < actions_.count()) {
            numbers_.resize(actions_.room());
            std::iota(numbers_.begin(), numbers_.end(), std::uint16_t{0});
            table = rave_.grow(table, numbers_);
        }
        reference_ = table;
    }

    Index rave_bandit(Index node, const State &state, Rng &rng) {
        const double log_t1 = log_of_count(std::uint64_t{tree_[node].visits} + 2);
        find_rave_values(rave_[tree_.rave(node).options]);
        score_options_by_rave(tree_[node], log_t1);
        const Scored best = best_option(node, state);
        if (tree_[node].complete) return best.node;
        const std::uint32_t slot = rave_untried_slot(tree_[node], best.score - C_ * std::sqrt(log_t1), rng);
        if (slot == no_limit) return best.node;
        const std::uint32_t options = count_options(state);
        const Index child = slot < options ? make_option(node, state, slot, options) : Tree::none;
        return child == Tree::none ? best.node : child;
    }

    // r' of every option of a node; not a number where nothing is known.
    void find_rave_values(const RaveTable &options) {
        const std::size_t size = options.size();
        rave_values_.resize(size);
        const float *const n = options.n.data(), *const total = options.total.data();
        float *const values = rave_values_.data();
        if (options_.grave == 0)
            for (std::size_t i = 0; i < size; ++i) values[i] = total[i] / n[i];
        else
            find_grave_values(options, rave_[reference_]);
    }

    void find_grave_values(const RaveTable &options, const RaveTable &all) {
        for (std::size_t i = 0; i < options.size(); ++i) {
            const std::uint16_t action = options.action[i];
            rave_values_[i] = action < all.size() ? all.total[action] / all.n[action]
                                                  : std::numeric_limits<float>::quiet_NaN();
        }
    }

    // Four at a time, as in score_options.
    void score_options_by_rave(const Node &s, double log_t1) {
        const Node *const children = tree_.begin(s);
        const std::uint32_t options = s.child_count;
        make_room_for_scores(options);
        for (std::uint32_t o = 0; o < options; o += 4) {
            const auto child = [&](std::uint32_t i) -> const Node & {
                return children[std::min(o + i, options - 1)];
            };
            const Node &a = child(0), &b = child(1), &c = child(2), &d = child(3);
            const Four total{a.total, b.total, c.total, d.total};
            const Four nb{double(a.visits), double(b.visits), double(c.visits), double(d.visits)};
            const Four r_rave{rave_values_[a.slot], rave_values_[b.slot], rave_values_[c.slot],
                              rave_values_[d.slot]};
            const auto known = r_rave == r_rave;
            const Four alpha = known ? nb / (options_.rave + nb) : Four{1, 1, 1, 1};
            const Four r = nb == 0 ? Four{} : total / nb;
            const Four score =
                alpha * r + (1 - alpha) * (known ? r_rave : Four{}) + C_ * root(log_t1 / (nb + 1));
            std::memcpy(&scores_[o], &score, sizeof score);
        }
    }

    // An option without a node to be tried now: one of which nothing is known, or the best if it is better
    // than the best that has a node; otherwise none (no_limit).
    std::uint32_t rave_untried_slot(const Node &s, double to_beat, Rng &rng) {
        const Node *const children = tree_.begin(s);
        for (std::uint32_t o = 0; o < s.child_count; ++o)
            rave_values_[children[o].slot] = -std::numeric_limits<float>::infinity();
        std::uint32_t best = no_limit, unknown = 0;
        for (std::uint32_t slot = 0; slot < rave_values_.size(); ++slot) {
            unknown += rave_values_[slot] != rave_values_[slot];
            if (rave_values_[slot] > to_beat) {
                to_beat = rave_values_[slot];
                best = slot;
            }
        }
        return unknown == 0 ? best : unknown_slot(rng.below(unknown));
    }

    // The k-th option of which nothing is known.
    [[nodiscard]] std::uint32_t unknown_slot(std::uint32_t k) const {
        std::uint32_t slot = 0;
        for (;; ++slot)
            if (rave_values_[slot] != rave_values_[slot] && k-- == 0) return slot;
    }

    // From the last node of the path to the first, with what was played there or later.
    void update_rave(double score) {
        const std::array reward{static_cast<float>(scale_.reward(score, Turn::Max)),
                                static_cast<float>(scale_.reward(score, Turn::Min))};
        numbers_.clear();
        for (std::size_t i = 0; i < line_.size(); ++i)
            numbers_.push_back(actions_.number(line_[i].code, line_[i].turn));
        played_.clear(actions_.count());
        for (std::size_t ply = numbers_.size(); ply-- > 0;) {
            played_.add(numbers_[ply]);
            if (ply > path_.size()) continue;
            const RaveTables tables = tree_.rave(ply == 0 ? Tree::root : path_[ply - 1].node);
            played_.count(rave_[options_.grave > 0 ? tables.all : tables.options], reward);
        }
    }

    // The tree to start from: that of the last search as far as it is below the new root, or an empty one.
    void plant(const State &root) {
        const Index known = options_.reuse && last_root_ ? find(root) : Tree::none;
        if (known == Tree::none)
            tree_.clear();
        else
            tree_.reroot(known);
        rave_.clear();
    }

    // Where a state stands in the last tree, one or two moves below its root.
    Index find(const State &root) {
        const Index child = find_below(Tree::root, *last_root_, root);
        if (child != Tree::none) return child;
        const Node &old = tree_[Tree::root];
        for (std::uint32_t o = 0; o < old.child_count; ++o) {
            State next = *last_root_;
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
        return !path_.empty() && tree_[path_.back().node].visits == 0 && count_options(state) == 0;
    }

    struct RootOption {
        Node node;
        Bounds bounds;
        bool pruned;
    };

    SearchResult answer(const State &root, const Meter &meter) {
        const Turn turn = game_.turn(root);
        std::vector<RootOption> options = root_options(turn);
        if (options.empty()) throw FickleGame();
        const auto best = best_root_option(options, turn);
        std::rotate(options.begin(), best, best + 1);
        SearchResult result;
        for (const RootOption &option : options)
            if (option.node.visits > 0)
                result.children.push_back({option.node.move, option.node.visits, value(option, turn), 0});
        result.move = options[0].node.move;
        result.value = value(options[0], turn);
        result.bounds = has_bounds_ ? tree_.bounds(Tree::root) : game_.bounds();
        result.tree_nodes = tree_.size();
        result.tree_bytes = tree_.bytes() + (has_rave_ ? rave_.bytes() : 0);
        result.read(meter);
        return result;
    }

    // Most simulated first.
    std::vector<RootOption> root_options(Turn turn) {
        std::vector<RootOption> options;
        const Node &s = tree_[Tree::root];
        for (Index i = s.children; i < s.children + s.child_count; ++i)
            options.push_back({tree_[i], has_bounds_ ? tree_.bounds(i) : game_.bounds(),
                               has_bounds_ && bounds_.pruned(Tree::root, i, turn)});
        std::sort(options.begin(), options.end(), [](const RootOption &a, const RootOption &b) {
            return std::tuple(b.node.visits, b.node.total, a.node.slot) <
                   std::tuple(a.node.visits, a.node.total, b.node.slot);
        });
        return options;
    }

    // The most simulated, unless it is pruned, or another is known to give more than its mean.
    auto best_root_option(std::vector<RootOption> &options, Turn turn) {
        if (!has_bounds_) return options.begin();
        const auto sure = [&](const RootOption &o) {
            return scale_.reward(turn == Turn::Max ? o.bounds.low : o.bounds.high, turn);
        };
        const auto safest = std::max_element(options.begin(), options.end(),
                                             [&](const auto &a, const auto &b) { return sure(a) < sure(b); });
        const auto open =
            std::find_if(options.begin(), options.end(), [](const auto &o) { return !o.pruned; });
        if (open == options.end()) return safest;
        return scale_.reward(value(*open, turn), turn) < sure(*safest) ? safest : open;
    }

    // The score if it is known, or its estimate.
    [[nodiscard]] double value(const RootOption &option, Turn turn) const {
        if (option.bounds.low == option.bounds.high) return option.bounds.low;
        const double mean = option.node.visits == 0 ? 0.5 : option.node.total / option.node.visits;
        return scale_.score(mean, turn);
    }

    const G &game_;
    UctOptions options_;
    RewardScale scale_;
    double C_;
    Playout<G> playout_;
    bool has_bounds_, has_rave_;
    Tree tree_;
    ScoreBounds bounds_;
    Actions<G> actions_;
    RaveMemory rave_;
    std::uint32_t reference_ = 0; // the RAVE statistics that GRAVE looks at
    std::vector<Choice> path_;
    Line<G> line_;
    std::optional<State> last_root_;
    // Scratch, kept so that a simulation allocates nothing.
    typename G::Moves moves_;
    std::vector<Bits> untried_;
    std::vector<std::uint16_t> numbers_;
    std::vector<double> scores_;
    std::vector<float> rave_values_;
    PlayedSoFar played_;
};

} // namespace playout
