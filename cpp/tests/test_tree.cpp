#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/rng.hpp"
#include "search/uct/tree.hpp"

using namespace playout;

namespace {

// The tree again, as a plain list of nodes that know their father and their children.
struct Naive {
    struct Item {
        std::size_t father, place; // place among the father's children
        Move move;
        std::vector<std::size_t> children;
    };
    std::vector<Item> items{{0, 0, -1, {}}};

    std::size_t add(std::size_t father, Move move) {
        auto &brothers = items[father].children;
        brothers.push_back(items.size());
        const std::size_t place = brothers.size() - 1;
        items.push_back({father, place, move, {}});
        return items.size() - 1;
    }
};

// A node's index changes when its brothers need more room, so it is found by its way from the root.
Tree::Index find(const Tree &tree, const Naive &naive, std::size_t item) {
    if (item == 0) return Tree::root;
    const auto &here = naive.items[item];
    return tree.child_at(find(tree, naive, here.father), static_cast<std::uint32_t>(here.place));
}

// Every node carries its number in the naive tree as its total reward.
void check_same(const Tree &tree, const Naive &naive) {
    for (std::size_t i = 0; i < naive.items.size(); ++i) {
        const Node &node = tree[find(tree, naive, i)];
        REQUIRE(node.move == naive.items[i].move);
        REQUIRE(node.total == static_cast<double>(i));
        REQUIRE(node.child_count() == naive.items[i].children.size());
    }
}

// Adds a child to both; false where the memory of the tree is full.
bool add_to_both(Tree &tree, Naive &naive, std::size_t father, Stretch *own = nullptr) {
    const Tree::Index parent = find(tree, naive, father);
    const auto slot = static_cast<std::uint16_t>(tree[parent].child_count());
    const Move move = 1000 + static_cast<Move>(naive.items.size());
    const Tree::Index child = tree.add_child(parent, move, slot, false, own);
    if (child == Tree::none) return false;
    tree[child].total = static_cast<double>(naive.add(father, move));
    REQUIRE(child == find(tree, naive, naive.items.size() - 1));
    REQUIRE(tree[child].visits == 0);
    REQUIRE(tree[child].slot == slot);
    return true;
}

// Some father, young ones and the root more often than others.
std::size_t random_father(const Naive &naive, Rng &rng) {
    const auto size = static_cast<std::uint32_t>(naive.items.size());
    if (rng.below(4) == 0) return 0;
    const std::uint32_t a = rng.below(size), b = rng.below(size);
    return a > b ? a : b;
}

std::uint32_t children_of(const Tree &tree, Tree::Index node) { return tree[node].child_count(); }

std::uint64_t nodes_of(const Tree &tree) { return tree.size(); }

constexpr std::uint32_t plenty = 1'000'000;

constexpr auto as_it_is = [](Tree::Index) {};

} // namespace

TEST_CASE("tree: random growth, against a naive tree") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Rng rng(seed);
        Tree tree(plenty, {.links = seed % 2 == 1});
        Naive naive;
        for (int i = 0; i < 600; ++i) {
            REQUIRE(add_to_both(tree, naive, random_father(naive, rng)));
            if (i % 50 == 0) check_same(tree, naive);
        }
        check_same(tree, naive);
    }
}

TEST_CASE("tree: threads with nodes of their own, against a naive tree") {
    for (const std::uint32_t max_nodes : {300u, 20'000u, plenty}) {
        Rng rng(max_nodes);
        Tree tree(max_nodes, {.links = true});
        Naive naive;
        std::array<Stretch, 3> own;
        for (int i = 0; i < 2000; ++i)
            if (!add_to_both(tree, naive, random_father(naive, rng), &own[rng.below(3)])) tree.add_room();
        check_same(tree, naive);
        CHECK(nodes_of(tree) <= max_nodes);
        CHECK(naive.items.size() > std::min(max_nodes / 8, 1900u));

        tree.reroot(Tree::root); // all nodes move: nobody goes on in a stretch of before
        for (int i = 0; i < 200; ++i) add_to_both(tree, naive, random_father(naive, rng), &own[rng.below(3)]);
        check_same(tree, naive);
    }
}

TEST_CASE("tree: at the cap no child is made, and the nodes there are stay as they were") {
    for (std::uint32_t max_nodes = 1; max_nodes <= 200; max_nodes += 7) {
        CAPTURE(max_nodes);
        Rng rng(max_nodes);
        Tree tree(max_nodes, {.links = max_nodes % 2 == 0});
        Naive naive;
        int refused = 0;
        for (int i = 0; i < 600; ++i) refused += !add_to_both(tree, naive, random_father(naive, rng));
        CHECK(refused > 0);
        CHECK(nodes_of(tree) <= max_nodes);
        CHECK(naive.items.size() <= max_nodes);
        check_same(tree, naive);
    }
}

TEST_CASE("tree: a cap of one leaves the root alone, a cap of two has room for a child") {
    Tree one(1), two(2);
    CHECK(one.add_child(Tree::root, 5, 0) == Tree::none);
    CHECK(children_of(one, Tree::root) == 0);
    const Tree::Index child = two.add_child(Tree::root, 5, 0);
    REQUIRE(child != Tree::none);
    CHECK(two.add_child(Tree::root, 6, 1) == Tree::none);
    CHECK(two.add_child(child, 6, 0) == Tree::none);
    CHECK(two[child].move == 5);
    CHECK(children_of(two, Tree::root) == 1);
}

TEST_CASE("tree: children stand side by side, in the order in which they were made") {
    Tree tree(plenty);
    for (Move move = 0; move < 100; ++move)
        REQUIRE(tree.add_child(Tree::root, move, static_cast<std::uint16_t>(move)) != Tree::none);
    for (std::uint32_t i = 0; i < 100; ++i)
        CHECK(tree[tree[Tree::root].children + i].move == static_cast<Move>(i));
}

TEST_CASE("tree: a block that was outgrown is used again") {
    Tree tree(plenty);
    const Tree::Index first = tree.add_child(Tree::root, 1, 0);
    tree.add_child(Tree::root, 2, 1); // moves the first child to a block of two
    const std::uint64_t before = nodes_of(tree);
    const Tree::Index grandchild = tree.add_child(tree[Tree::root].children, 3, 0);
    CHECK(grandchild == first);
    CHECK(nodes_of(tree) == before);
}

TEST_CASE("tree: as many children as a node can count") {
    Tree tree(plenty);
    for (std::uint32_t i = 0; i < Tree::max_children; ++i)
        REQUIRE(tree.add_child(Tree::root, static_cast<Move>(i), static_cast<std::uint16_t>(i)) !=
                Tree::none);
    CHECK(children_of(tree, Tree::root) == Tree::max_children);
    CHECK(!tree[Tree::root].complete()); // the neighbour in the same word
    CHECK(tree[tree.child_at(Tree::root, Tree::max_children - 1)].move == Tree::max_children - 1);
}

TEST_CASE("tree: clear leaves a fresh root and all the room") {
    Tree tree(8);
    Naive old;
    while (add_to_both(tree, old, 0)) {
    }
    tree[Tree::root].visits = 7;
    tree.clear();
    CHECK(nodes_of(tree) == 1);
    CHECK(tree[Tree::root].visits == 0);
    CHECK(children_of(tree, Tree::root) == 0);
    Naive fresh;
    while (add_to_both(tree, fresh, 0)) {
    }
    CHECK(fresh.items.size() == old.items.size());
    check_same(tree, fresh);
}

namespace {

constexpr Bounds widest{-3, 8};

// Gives every node columns of its own, by its number in the naive tree.
void mark(Tree &tree, const Naive &naive) {
    for (std::size_t i = 0; i < naive.items.size(); ++i) {
        const Tree::Index node = find(tree, naive, i);
        tree.set_bounds(node, {-static_cast<double>(i), static_cast<double>(i)});
        tree.rave(node) = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(2 * i)};
        tree.prior(node) = static_cast<double>(3 * i);
    }
}

// The part of a naive tree below an item, which becomes its root; items keep their numbers as `second`.
std::vector<std::pair<std::size_t, std::size_t>> below(const Naive &naive, std::size_t top, Naive &part) {
    std::vector<std::pair<std::size_t, std::size_t>> numbers{{0, top}};
    part.items[0].move = naive.items[top].move;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        for (const std::size_t child : naive.items[numbers[i].second].children)
            numbers.emplace_back(part.add(numbers[i].first, naive.items[child].move), child);
    return numbers;
}

void check_rerooted(Tree tree, const Naive &naive, std::size_t top) {
    const std::uint64_t before = nodes_of(tree);
    tree.reroot(find(tree, naive, top));
    Naive part;
    for (const auto &[item, number] : below(naive, top, part)) {
        const Tree::Index node = find(tree, part, item);
        REQUIRE(tree[node].total == static_cast<double>(number));
        REQUIRE(tree[node].move == naive.items[number].move);
        REQUIRE(children_of(tree, node) == naive.items[number].children.size());
        REQUIRE(tree.bounds(node).high == static_cast<double>(number));
        REQUIRE(tree.rave(node).options == number);
        REQUIRE(tree.rave(node).sums == 2 * number);
        REQUIRE(tree.prior(node) == static_cast<double>(3 * number));
    }
    CHECK(nodes_of(tree) <= before);
}

// Visits as a search would leave them: one for a node itself, and those of its children.
std::uint32_t visit(Tree &tree, const Naive &naive, std::size_t item) {
    std::uint32_t visits = 1;
    for (const std::size_t child : naive.items[item].children) visits += visit(tree, naive, child);
    return tree[find(tree, naive, item)].visits = visits;
}

// What is below a node with fewer visits is gone, and everything else is there.
void check_recycled(const Tree &tree, const Tree &before, const Naive &naive, std::size_t item,
                    Tree::Index node, std::uint32_t least) {
    const Tree::Index old = find(before, naive, item);
    REQUIRE(tree[node].total == static_cast<double>(item));
    REQUIRE(tree[node].visits == before[old].visits);
    REQUIRE(tree.bounds(node).high == before.bounds(old).high);
    REQUIRE(tree.prior(node) == before.prior(old));
    const bool is_kept = item == 0 || before[old].visits >= least;
    REQUIRE(children_of(tree, node) == (is_kept ? children_of(before, old) : 0));
    if (!is_kept && children_of(before, old) > 0) REQUIRE(!tree[node].complete());
    for (std::uint32_t i = 0; i < children_of(tree, node); ++i)
        check_recycled(tree, before, naive, naive.items[item].children[i], tree.child_at(node, i), least);
}

// The fewest visits of a node other than the root that has kept its children.
std::uint32_t least_visits_of_fathers(const Tree &tree) {
    std::uint32_t least = Node::max_visits;
    for (Tree::Index i = 1; i < tree.size(); ++i)
        if (tree[i].child_count() > 0) least = std::min<std::uint32_t>(least, tree[i].visits);
    return least;
}

} // namespace

TEST_CASE("tree: columns go where their nodes go, and a new node has fresh ones") {
    Rng rng(3);
    Tree tree(plenty, {.bounds = true, .rave = true, .prior = true}, widest);
    CHECK(tree.bounds(Tree::root).low == widest.low);
    Naive naive;
    for (int round = 0; round < 40; ++round) {
        mark(tree, naive);
        const std::size_t marked = naive.items.size();
        for (int i = 0; i < 15; ++i) REQUIRE(add_to_both(tree, naive, random_father(naive, rng)));
        for (std::size_t i = 0; i < naive.items.size(); ++i) {
            const Tree::Index node = find(tree, naive, i);
            REQUIRE(tree.bounds(node).high == (i < marked ? static_cast<double>(i) : widest.high));
            REQUIRE(tree.bounds(node).low == (i < marked ? -static_cast<double>(i) : widest.low));
            REQUIRE(tree.rave(node).options == (i < marked ? i : 0));
            REQUIRE(tree.rave(node).sums == (i < marked ? 2 * i : 0));
            REQUIRE(tree.prior(node) == (i < marked ? static_cast<double>(3 * i) : 0));
        }
    }
    tree.clear();
    CHECK(tree.bounds(Tree::root).high == widest.high);
    CHECK(tree.rave(Tree::root).options == 0);
    CHECK(tree.prior(Tree::root) == 0);
}

TEST_CASE("tree: columns cost memory only where they are wanted") {
    Tree plain(plenty), bounds(plenty, {.bounds = true}), both(plenty, {.bounds = true, .rave = true});
    Tree prior(plenty, {.prior = true});
    CHECK(plain.bytes() == sizeof(Node));
    CHECK(bounds.bytes() == sizeof(Node) + sizeof(Bounds));
    CHECK(both.bytes() == sizeof(Node) + sizeof(Bounds) + sizeof(RaveTables));
    CHECK(prior.bytes() == sizeof(Node) + sizeof(double));
    CHECK(both.size() == 1);
}

TEST_CASE("tree: there is room for a family or there is not, and both ways say the same") {
    Tree tree(40);
    CHECK(tree.has_room(32));
    CHECK_FALSE(tree.has_room(33)); // a block of 64
    CHECK(tree.add_children(Tree::root, 33, true, as_it_is) == Tree::none);
    CHECK(children_of(tree, Tree::root) == 0);
    CHECK_FALSE(tree.full());
    CHECK(tree.add_children(Tree::root, 32, true, as_it_is) != Tree::none);
    CHECK(tree.has_room(4));
    CHECK_FALSE(tree.has_room(8));
    CHECK(tree.full());
}

TEST_CASE("tree: rerooted, it is what was below the new root, at the cap as well") {
    for (const std::uint32_t max_nodes : {2u, 9u, 40u, 150u, plenty}) {
        CAPTURE(max_nodes);
        Rng rng(max_nodes);
        Tree tree(max_nodes, {.bounds = true, .rave = true, .prior = true, .links = max_nodes % 2 == 0},
                  widest);
        Naive naive;
        for (int i = 0; i < 200; ++i) add_to_both(tree, naive, random_father(naive, rng));
        mark(tree, naive);
        for (std::size_t top = 0; top < naive.items.size(); ++top) check_rerooted(tree, naive, top);
    }
}

TEST_CASE("tree: a line as long as memory is rerooted") {
    Tree tree(plenty);
    Tree::Index last = Tree::root;
    for (std::uint32_t i = 1; i < plenty; ++i) last = tree.add_child(last, static_cast<Move>(i), 0);
    tree.reroot(tree[Tree::root].children);
    CHECK(tree.size() == plenty - 1);
    CHECK(tree[Tree::root].move == 1);
}

TEST_CASE("tree: recycled, it forgets what is below the least visited nodes, and has room again") {
    for (const std::uint32_t max_nodes : {30u, 100u, 500u}) {
        CAPTURE(max_nodes);
        Rng rng(max_nodes);
        Tree tree(max_nodes, {.bounds = true, .rave = true, .prior = true}, widest);
        Naive naive;
        while (!tree.full()) add_to_both(tree, naive, random_father(naive, rng));
        mark(tree, naive);
        visit(tree, naive, 0);
        const Tree before = tree;
        tree.recycle();
        CHECK(nodes_of(tree) <= nodes_of(before));
        check_recycled(tree, before, naive, 0, Tree::root, least_visits_of_fathers(tree));
        if (nodes_of(tree) <= max_nodes / 2) CHECK(tree.add_child(Tree::root, 1, 0) != Tree::none);
    }
}

TEST_CASE("tree: what recycling would not help is no reason to do it") {
    Tree small(20);
    Move move = 0;
    while (small.add_child(Tree::root, move, static_cast<std::uint16_t>(move)) != Tree::none) ++move;
    CHECK(move == 8); // the next family is larger than a quarter of the memory
    CHECK_FALSE(small.full());

    Tree wide(20);
    const Tree::Index first = wide.add_children(Tree::root, 16, true, as_it_is);
    for (Tree::Index child = first; wide.add_child(child, 1, 0) != Tree::none;) ++child;
    CHECK(wide.full());
    wide.recycle();
    CHECK(wide.add_child(wide[Tree::root].children, 1, 0) != Tree::none);
    while (wide.add_child(wide[Tree::root].children + 1, 1, 0) != Tree::none) {
    }
    CHECK_FALSE(wide.full()); // the root's own family leaves too little to be worth it
}

TEST_CASE("tree: a shared one leaves nodes where they are, and grows between two rounds") {
    Tree tree(plenty, {.links = true});
    std::vector<Tree::Index> places;
    for (Move move = 0; move < 30'000; ++move) {
        Tree::Index child = tree.add_child(Tree::root, move, static_cast<std::uint16_t>(move));
        if (child == Tree::none) {
            REQUIRE(tree.full());
            REQUIRE(tree.add_room()); // nothing is forgotten
            REQUIRE_FALSE(tree.full());
            --move;
            continue;
        }
        places.push_back(child);
    }
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        REQUIRE(tree.child_at(Tree::root, i) == places[i]);
        REQUIRE(tree[places[i]].move == static_cast<Move>(i));
    }
}

TEST_CASE("tree: a family made at once") {
    Tree tree(6, {.bounds = true}, widest);
    const Tree::Index first = tree.add_children(Tree::root, 3, true, as_it_is);
    REQUIRE(first != Tree::none);
    CHECK(children_of(tree, Tree::root) == 3);
    CHECK(tree.bounds(first + 2).low == widest.low);
    CHECK(tree.add_children(first, 2, true, as_it_is) == Tree::none);
    CHECK(children_of(tree, first) == 0);
}
