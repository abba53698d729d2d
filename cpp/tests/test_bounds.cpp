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
