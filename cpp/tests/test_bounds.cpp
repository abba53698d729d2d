#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/rng.hpp"
#include "search/uct/bounds.hpp"

using namespace playout;

namespace {

constexpr Bounds range{0, 1};

bool same(const Bounds &a, const Bounds &b) { return a.low == b.low && a.high == b.high; }

// The tree of Figure 1: a is Max's, d is Min's; c and f end the game at 0.5. Every legal move has its node.
struct Figure1 {
    Tree tree{100, {.bounds = true}, range};
    ScoreBounds cuts{tree, BoundsMode::cuts, range}, solver{tree, BoundsMode::solver, range};
    Tree::Index a = Tree::root, b, c, d, e, f;

    Figure1() {
        for (Move move = 0; move < 3; ++move) tree.add_child(a, move, static_cast<std::uint16_t>(move));
        b = tree[a].children;
        c = b + 1;
        d = b + 2;
        for (Move move = 0; move < 2; ++move) tree.add_child(d, move, static_cast<std::uint16_t>(move));
        e = tree[d].children;
        f = e + 1;
        for (const Tree::Index node : {a, d}) tree[node].set_complete(true);
    }

    void settle_c() { cuts.settle(std::vector<Choice>{{c, Turn::Max}}, 0.5); }
    void settle_f() { cuts.settle(std::vector<Choice>{{d, Turn::Max}, {f, Turn::Min}}, 0.5); }
};

// A random tree whose nodes end the game, have all their children, or lack some; with the turn at each.
class RandomTree {
public:
    Tree tree{100'000, {.bounds = true}, {-2, 3}};
    ScoreBounds bounds{tree, BoundsMode::cuts, {-2, 3}};

    explicit RandomTree(std::uint64_t seed) : rng_(seed) { grow(Tree::root, 5); }

    // Settles the ends of the game one by one in random order, and compares after each. Answers how often a
    // node was solved.
    int check() {
        std::vector<Choice> path;
        collect(Tree::root, path);
        while (!ends_.empty()) {
            const std::size_t i = rng_.below(static_cast<std::uint32_t>(ends_.size()));
            bounds.settle(ends_[i], score(ends_[i].back().node));
            ends_.erase(ends_.begin() + static_cast<std::ptrdiff_t>(i));
            compare(Tree::root);
        }
        return solved_;
    }

private:
    static constexpr std::uint32_t kinds = 4; // a node without children and of kind 0 goes on, unseen
    Rng rng_;
    std::vector<std::vector<Choice>> ends_;
    int solved_ = 0;

    [[nodiscard]] static double score(Tree::Index node) { return static_cast<double>(node * 7 % 6) - 2; }
    [[nodiscard]] static Turn turn(Tree::Index node) { return node * 13 % 5 < 3 ? Turn::Max : Turn::Min; }
    [[nodiscard]] bool is_end(Tree::Index node) const {
        return tree[node].child_count() == 0 && tree[node].slot != 0;
    }

    void grow(Tree::Index node, int depth) {
        const std::uint32_t children = depth == 0 ? 0 : 1 + rng_.below(3);
        for (std::uint32_t i = 0; i < children; ++i)
            tree.add_child(node, 0, static_cast<std::uint16_t>(rng_.below(kinds)));
        tree[node].set_complete(children > 0 && rng_.below(4) != 0);
        for (std::uint32_t i = 0; i < children; ++i)
            if (rng_.below(3) != 0) grow(tree[node].children + i, depth - 1);
    }

    void collect(Tree::Index node, std::vector<Choice> &path) {
        if (is_end(node) && !path.empty()) ends_.push_back(path);
        for (Tree::Index i = 0; i < tree[node].child_count(); ++i) {
            path.push_back({tree[node].children + i, turn(node)});
            collect(tree[node].children + i, path);
            path.pop_back();
        }
    }

    // What the ends that are settled say of a node, found from the bottom up.
    Bounds compare(Tree::Index node) {
        Bounds expected = tree.bounds(node);
        if (tree[node].child_count() > 0) {
            const double worst = turn(node) == Turn::Max ? -2 : 3;
            expected = tree[node].complete() ? Bounds{worst, worst} : Bounds{-2, 3};
            for (Tree::Index i = 0; i < tree[node].child_count(); ++i)
                expected = better_of(expected, compare(tree[node].children + i), turn(node));
        } else if (!is_end(node)) {
            expected = {-2, 3};
        }
        REQUIRE(same(tree.bounds(node), expected));
        solved_ += expected.low == expected.high;
        return expected;
    }
};

// A random graph in layers, most positions of which have several fathers. Moves and ends are met in random
// order.
class RandomGraph {
public:
    explicit RandomGraph(std::uint64_t seed) : rng_(seed) {
        for (int layer = 0; layer < layers; ++layer)
            for (int i = 0; i < (layer == 0 ? 1 : width); ++i) add_position(layer);
        for (std::size_t i = 0; i < positions_.size(); ++i) add_moves(i);
    }

    int check() {
        for (; !ways_.empty() || !ends_.empty(); compare())
            if (rng_.below(3) != 0 && !ways_.empty())
                connect(take(ways_));
            else if (!ends_.empty())
                settle(take(ends_));
        return solved_;
    }

private:
    static constexpr int layers = 6, width = 4;
    struct Position {
        int layer;
        Turn turn;
        Tree::Index node;
        std::vector<std::size_t> met; // the positions that are known to follow
        bool settled = false;
    };
    struct Way {
        std::size_t from, to;
        Tree::Index edge;
    };

    void add_position(int layer) {
        const Tree::Index node = layer == 0 ? Tree::root : tree_.add_position();
        positions_.push_back({layer, rng_.below(2) == 0 ? Turn::Max : Turn::Min, node, {}});
    }

    void add_moves(std::size_t from) {
        const Position &position = positions_[from];
        if (position.layer == layers - 1 || (position.layer > 2 && rng_.below(4) == 0)) {
            ends_.push_back(from);
            return;
        }
        const std::uint32_t moves = 1 + rng_.below(3);
        for (std::uint32_t i = 0; i < moves; ++i)
            tree_.add_child(position.node, 0, static_cast<std::uint16_t>(i), i + 1 == moves);
        for (std::uint32_t i = 0; i < moves; ++i)
            ways_.push_back({from, 1 + static_cast<std::size_t>(position.layer) * width + rng_.below(width),
                             tree_.child_at(position.node, i)});
    }

    template <class T> T take(std::vector<T> &all) {
        const auto i = static_cast<std::ptrdiff_t>(rng_.below(static_cast<std::uint32_t>(all.size())));
        const T one = all[static_cast<std::size_t>(i)];
        all.erase(all.begin() + i);
        return one;
    }

    void connect(const Way &way) {
        Position &from = positions_[way.from];
        from.met.push_back(way.to);
        tree_.lead(way.edge, positions_[way.to].node);
        bounds_.connect(from.node, from.turn, positions_[way.to].node);
    }
    void settle(std::size_t end) {
        positions_[end].settled = true;
        bounds_.settle(positions_[end].node, score(end));
    }
    static double score(std::size_t end) { return static_cast<double>(end * 7 % 6) - 2; }

    void compare() {
        std::vector<Bounds> expected(positions_.size());
        for (std::size_t i = positions_.size(); i-- > 0;) {
            expected[i] = of(i, expected);
            REQUIRE(same(tree_.bounds(positions_[i].node), expected[i]));
            solved_ += expected[i].low == expected[i].high;
        }
    }
    // What is known of a position, from what is known of those that follow.
    [[nodiscard]] Bounds of(std::size_t i, const std::vector<Bounds> &known) const {
        const Position &position = positions_[i];
        if (position.settled) return {score(i), score(i)};
        const std::uint32_t moves = tree_[position.node].child_count();
        if (moves == 0) return {-2, 3};
        const double worst = position.turn == Turn::Max ? -2 : 3;
        Bounds best = moves == position.met.size() ? Bounds{worst, worst} : Bounds{-2, 3};
        for (const std::size_t next : position.met) best = better_of(best, known[next], position.turn);
        return best;
    }

    Rng rng_;
    Tree tree_{10'000, {.bounds = true, .graph = true}, {-2, 3}};
    ScoreBounds bounds_{tree_, BoundsMode::cuts, {-2, 3}};
    std::vector<Position> positions_;
    std::vector<Way> ways_;
    std::vector<std::size_t> ends_;
    int solved_ = 0;
};

} // namespace

TEST_CASE("bounds: the cut of Figure 1") {
    Figure1 figure;
    auto &[tree, cuts, solver, a, b, c, d, e, f] = figure;
    CHECK_FALSE(cuts.pruned(a, d, Turn::Max));
    figure.settle_f();
    CHECK(same(tree.bounds(d), {0, 0.5}));
    CHECK(same(tree.bounds(a), {0, 1}));
    CHECK_FALSE(cuts.pruned(a, d, Turn::Max)); // nothing is known of c yet
    figure.settle_c();
    CHECK(same(tree.bounds(a), {0.5, 1}));
    CHECK(cuts.pruned(a, d, Turn::Max));
    CHECK(cuts.pruned(a, c, Turn::Max)); // solved
    CHECK_FALSE(cuts.pruned(a, b, Turn::Max));
    CHECK(cuts.pruned(d, f, Turn::Min));
    CHECK_FALSE(cuts.pruned(d, e, Turn::Min));
    CHECK_FALSE(solver.pruned(a, d, Turn::Max)); // d is not solved
    CHECK(solver.pruned(a, c, Turn::Max));
    CHECK(cuts.solved(c));
    CHECK_FALSE(cuts.solved(a));
}

TEST_CASE("bounds: the order in which Figure 1 is found out does not matter") {
    Figure1 figure;
    figure.settle_c();
    figure.settle_f();
    CHECK(same(figure.tree.bounds(figure.a), {0.5, 1}));
    CHECK(figure.cuts.pruned(figure.a, figure.d, Turn::Max));
}

TEST_CASE("bounds: a win solves a node at once, a loss only with all children") {
    for (const Turn turn : {Turn::Max, Turn::Min}) {
        const double win = turn == Turn::Max ? 1 : 0, loss = 1 - win;
        Tree tree(10, {.bounds = true}, range);
        ScoreBounds bounds(tree, BoundsMode::cuts, range);
        tree.add_child(Tree::root, 0, 0);
        bounds.settle(std::vector<Choice>{{tree[Tree::root].children, turn}}, loss);
        CHECK(same(tree.bounds(Tree::root), range)); // a second move is not made yet
        tree.add_child(Tree::root, 1, 1);
        tree[Tree::root].set_complete(true);
        const Tree::Index second = tree[Tree::root].children + 1;
        CHECK(same(tree.bounds(Tree::root), range));
        bounds.settle(std::vector<Choice>{{second, turn}}, loss);
        CHECK(same(tree.bounds(Tree::root), {loss, loss}));

        tree.clear();
        tree.add_child(Tree::root, 0, 0);
        bounds.settle(std::vector<Choice>{{tree[Tree::root].children, turn}}, win);
        CHECK(same(tree.bounds(Tree::root), {win, win}));
    }
}

TEST_CASE("bounds: spread step by step, they are what all ends together say") {
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        solved += RandomTree(seed).check();
    }
    CHECK(solved > 1000);
}

TEST_CASE("bounds: in a graph, every position knows at any time what all ways to the ends say") {
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        solved += RandomGraph(seed).check();
    }
    CHECK(solved > 10'000);
}
