// UCT, as in Algorithm 1 of Chou, Teytaud and Yen, "Revisiting Monte-Carlo Tree Search on a Normal Form
// Game: NoGo" (EvoGames 2011). The bandit of state s plays the option o that maximises
//
//     totalReward(s, o) / (nb(s, o) + 1) + C sqrt(log(t + 1) / (nb(s, o) + 1)),   infinite if nb(s, o) = 0,
//
// at its t-th visit, and the move simulated most often from the root is the answer. What the paper leaves
// open is settled as follows.
// - Rewards are in [0, 1], from the side of the player whose bandit it is.
// - The paper's bandits have statistics for every state. Here one node a simulation is remembered (its
//   section 3.2 with z = 1), and beyond the tree a playout decides: the uniform one, where every option is as
//   good, or another (`playout`).
// - Among options not yet tried one is drawn at random; other ties go to the option tried first. The final
//   choice breaks ties by total reward.
// - When `max_nodes` are in use the tree stops growing: its bandits choose among the options they have.
// - A search ends after 2^32 - 2 simulations, where the counters do.
// `src/playout/reference/uct.py` is its twin.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/error.hpp"
#include "core/log.hpp"
#include "core/rng.hpp"
#include "playouts/playout.hpp"
#include "search/result.hpp"
#include "search/reward.hpp"
#include "search/tree.hpp"

namespace playout {

struct UctOptions {
    double exploration = 0.5; // C
    std::uint32_t max_nodes = 10'000'000;
    PlayoutOptions playout{};
};

template <Game G> class Uct {
public:
    using State = typename G::State;

    Uct(const G &game, const UctOptions &options)
        : game_(game), scale_(game.bounds()), C_(options.exploration), playout_(game, options.playout),
          tree_(options.max_nodes) {}

    SearchResult search(const State &root, Rng rng, Meter &meter) {
        tree_.clear();
        try {
            do simulate(root, rng, meter);
            while (!meter.spent() && tree_[Tree::root].visits < Node::max_visits);
        } catch (const Interrupted &) { // the unfinished simulation is dropped
        }
        return answer(root, meter);
    }

private:
    using Index = Tree::Index;

    struct Choice { // a node on the path, and whose bandit chose it
        Index node;
        Turn turn;
    };

    void simulate(const State &root, Rng &rng, Meter &meter) {
        State state = root;
        descend(state, rng);
        meter.states += path_.size();
        update(playout_.play(std::move(state), rng, meter).score);
        ++meter.simulations;
    }

    // Follows the bandits to a node that has just been made, or to the end of the game.
    void descend(State &state, Rng &rng) {
        path_.clear();
        for (Index node = Tree::root; (node = bandit(node, state, rng)) != Tree::none;) {
            path_.push_back({node, game_.turn(state)});
            game_.play(state, tree_[node].move);
            if (tree_[node].visits == 0) return;
        }
    }

    void update(double score) {
        ++tree_[Tree::root].visits;
        for (const auto [node, turn] : path_) {
            ++tree_[node].visits;
            tree_[node].total += scale_.reward(score, turn);
        }
    }

    Index bandit(Index node, const State &state, Rng &rng) {
        if (!tree_[node].complete)
            if (const Index child = try_new_option(node, state, rng); child != Tree::none) return child;
        return best_option(tree_[node]);
    }

    Index best_option(const Node &s) {
        score_options(s);
        double best = -1;
        Index choice = Tree::none;
        for (std::uint32_t o = 0; o < s.child_count; ++o)
            if (scores_[o] > best) {
                best = scores_[o];
                choice = s.children + o;
            }
        return choice;
    }

    // Four at a time: the divisions and roots are most of what a descent costs. Each number of a vector is
    // what it would be on its own, to the last bit. Where fewer than four are left, the last one is repeated.
    void score_options(const Node &s) {
        using Four = double __attribute__((vector_size(4 * sizeof(double))));
        const double log_t1 = log_of_count(std::uint64_t{s.visits} + 2);
        const Node *const children = tree_.begin(s);
        const std::uint32_t options = s.child_count;
        if (scores_.size() < options + 3) scores_.resize(2 * options + 3);
        for (std::uint32_t o = 0; o < options; o += 4) {
            const auto child = [&](std::uint32_t i) -> const Node & {
                return children[std::min(o + i, options - 1)];
            };
            const Node &a = child(0), &b = child(1), &c = child(2), &d = child(3);
            const Four total{a.total, b.total, c.total, d.total};
            const Four nb1{a.visits + 1.0, b.visits + 1.0, c.visits + 1.0, d.visits + 1.0};
            const Four x = log_t1 / nb1;
            const Four root{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
            const Four score = total / nb1 + C_ * root;
            std::memcpy(&scores_[o], &score, sizeof score);
        }
    }

    // Draws one of the options that have no node yet; none if there is no such option, or no memory.
    Index try_new_option(Index node, const State &state, Rng &rng) {
        const std::uint32_t options = count_options(state);
        const std::uint32_t tried = tree_[node].child_count;
        if (options <= tried) { // the end of the game; fewer: a fickle one
            tree_[node].complete = true;
            return Tree::none;
        }
        const std::uint32_t slot = untried_slot(tree_[node], options, rng.below(options - tried));
        const Index child = tree_.add_child(node, move_of(state, slot), static_cast<std::uint16_t>(slot));
        if (child != Tree::none) tree_[node].complete = tried + 1 == options;
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
        free_.assign((options + 63) / 64, ~Bits{0});
        const Node *const children = tree_.begin(s);
        for (std::uint32_t o = 0; o < s.child_count; ++o)
            if (const std::uint32_t slot = children[o].slot; slot < options)
                free_[slot / 64] ^= bit(slot % 64);
        std::uint32_t word = 0;
        for (std::uint32_t n; k >= (n = static_cast<std::uint32_t>(count_bits(free_[word]))); ++word) k -= n;
        return 64 * word + static_cast<std::uint32_t>(lowest_cell(nth_bit(free_[word], k)));
    }

    SearchResult answer(const State &root, const Meter &meter) {
        std::vector<Node> children(tree_.begin(tree_[Tree::root]),
                                   tree_.begin(tree_[Tree::root]) + tree_[Tree::root].child_count);
        std::sort(children.begin(), children.end(), [](const Node &a, const Node &b) {
            return std::tuple(b.visits, b.total, a.slot) < std::tuple(a.visits, a.total, b.slot);
        });
        if (children.empty()) throw FickleGame();
        const Turn turn = game_.turn(root);
        SearchResult result;
        for (const Node &child : children)
            if (child.visits > 0)
                result.children.push_back(
                    {child.move, child.visits, scale_.score(child.total / child.visits, turn), 0});
        result.move = children[0].move;
        result.value = result.children.empty() ? scale_.score(0.5, turn) : result.children[0].value;
        result.bounds = game_.bounds();
        result.tree_bytes = tree_.bytes();
        result.read(meter);
        return result;
    }

    const G &game_;
    RewardScale scale_;
    double C_;
    Playout<G> playout_;
    Tree tree_;
    std::vector<Choice> path_;
    typename G::Moves moves_;    // scratch, kept so that a simulation allocates nothing
    std::vector<Bits> free_;     // scratch
    std::vector<double> scores_; // scratch
};

} // namespace playout
