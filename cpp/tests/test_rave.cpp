#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "games/tictactoe.hpp"
#include "search/uct.hpp"
#include "search/uct/kind.hpp"
#include "search/uct/rave.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

// Tic-tac-toe whose codes are scattered over all integers.
struct Scattered : Plain<TicTacToe> {
    Scattered() : Plain(playout::TicTacToe{}) {}
    [[nodiscard]] std::int64_t code(const State &, Move move) const { return (move - 4) * 1'000'000'007LL; }
};
static_assert(Game<Scattered> && !DenseCodes<Scattered> && DenseCodes<TicTacToe>);

constexpr std::uint64_t plenty = 1 << 20;

std::vector<std::uint16_t> iota(std::size_t size) {
    std::vector<std::uint16_t> numbers(size);
    std::iota(numbers.begin(), numbers.end(), std::uint16_t{0});
    return numbers;
}

// A game of tic-tac-toe from the start, by names, as RAVE is told of it.
template <Game G> Line<G> line_of(const G &game, std::initializer_list<std::string_view> names) {
    Line<G> line;
    auto state = game.initial();
    for (const auto name : names) {
        const Move move = game.parse(state, name);
        line.add(game, state, move);
        game.play(state, move);
    }
    return line;
}

constexpr std::array<double, 2> max_won{1, 0}, draw{0.5, 0.5};

// The value of a cell at the root; -1 where it is not known.
template <class Values> float value_of(const Values &values, int cell) {
    const float value = values[static_cast<std::size_t>(cell)];
    return std::isnan(value) ? -1 : value;
}

template <Game G> void check_by_hand(const G &game, std::uint32_t ref) {
    Tree tree(100, {.rave = true});
    NodeLocks locks(tree);
    RaveStatistics<G> statistics(game, tree, locks, ref, plenty);
    statistics.clear();
    Rave<G, OwnTree<false>> rave(statistics, OwnTree<false>(UctOptions{}));
    rave.start_descent();
    REQUIRE(rave.reach(Tree::root, game.initial()));
    for (int cell = 0; cell < 9; ++cell) CHECK(value_of(rave.find_values(Tree::root), cell) == -1);

    rave.update({}, line_of(game, {"a1", "b1", "a2", "b2", "a3"}), max_won);
    rave.update({}, line_of(game, {"b1", "a1", "c3"}), draw); // as if it had ended there
    rave.start_descent();
    REQUIRE(rave.reach(Tree::root, game.initial()));
    const auto values = rave.find_values(Tree::root);
    CHECK(value_of(values, 0) == 1);    // a1: Max's in the first game only
    CHECK(value_of(values, 3) == 1);    // a2
    CHECK(value_of(values, 1) == 0.5f); // b1: Max's in the second only
    CHECK(value_of(values, 8) == 0.5f);
    CHECK(value_of(values, 4) == -1); // b2: Min's
}

} // namespace

TEST_CASE("rave: actions have small numbers, of Max and of Min") {
    const TicTacToe dense;
    Actions actions(dense_codes(dense), RaveStatistics<TicTacToe>::max_codes);
    std::vector<std::uint32_t> numbers;
    for (int code = 0; code < 9; ++code)
        for (const Turn turn : {Turn::Max, Turn::Min}) {
            numbers.push_back(actions.number(code, turn));
            CHECK(numbers.back() % 2 == static_cast<int>(turn));
            CHECK(numbers.back() >= 2);
            CHECK(numbers.back() < actions.count());
        }
    std::sort(numbers.begin(), numbers.end());
    CHECK(std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end());
    CHECK(actions.room() == actions.count());
}

TEST_CASE("rave: codes without an order get numbers as they come, until there are too many") {
    const Scattered game;
    Actions actions(dense_codes(game), RaveStatistics<Scattered>::max_codes);
    const std::uint32_t first = actions.number(-5, Turn::Max);
    CHECK(actions.number(1LL << 62, Turn::Min) != first);
    CHECK(actions.number(-5, Turn::Max) == first);
    CHECK(actions.number(-5, Turn::Min) == first + 1);
    for (std::uint32_t i = 0; actions.count() < 2 * RaveStatistics<Scattered>::max_codes + 2; ++i)
        REQUIRE(actions.number(1'000'000 + i, Turn::Max) >= 2);
    CHECK(actions.room() == actions.count());
    CHECK(actions.number(77, Turn::Max) == Actions::unknown);
    CHECK(actions.number(77, Turn::Max) == Actions::unknown);
    CHECK(actions.number(-5, Turn::Max) == first);
}

TEST_CASE("rave: lists and sums stay what they are, whatever comes after them") {
    RaveMemory memory(64 * plenty);
    memory.clear();
    CHECK(memory.list(RaveMemory::none).empty());
    CHECK(memory.sums(RaveMemory::none).n.empty());
    std::vector<std::pair<RaveMemory::Place, RaveMemory::Place>> places;
    for (std::size_t i = 1; i < 700; ++i) { // several chunks
        places.emplace_back(memory.add_list(iota(i)), memory.add_sums(i));
        std::ranges::fill(memory.sums(places.back().second).n, static_cast<float>(i));
    }
    for (std::size_t i = 1; i < 700; ++i) {
        const auto [list, sums] = places[i - 1];
        REQUIRE(std::ranges::equal(memory.list(list), iota(i)));
        REQUIRE(memory.sums(sums).n.size() == i);
        REQUIRE(std::ranges::count(memory.sums(sums).n, static_cast<float>(i)) ==
                static_cast<std::ptrdiff_t>(i));
        REQUIRE(std::ranges::count(memory.sums(sums).total, 0.0f) == static_cast<std::ptrdiff_t>(i));
    }
    CHECK(memory.bytes() > 700 * 699 / 2 * 10);
    memory.clear();
    CHECK(memory.bytes() <= 8);
    const auto again = memory.add_sums(50); // where others were
    CHECK(std::ranges::count(memory.sums(again).n, 0.0f) == 50);
}

TEST_CASE("rave: the cap on memory holds, and what is refused changes nothing") {
    for (const std::uint64_t max_bytes : {4u, 48u, 1000u, 5000u}) {
        RaveMemory memory(max_bytes);
        memory.clear();
        int refused = 0;
        for (int i = 0; i < 50; ++i) {
            const std::uint64_t before = memory.bytes();
            const bool list = memory.add_list(iota(30)) != RaveMemory::none;
            const bool sums = memory.add_sums(30) != RaveMemory::none;
            refused += !list + !sums;
            if (!list && !sums) CHECK(memory.bytes() == before);
            CHECK(memory.bytes() <= max_bytes);
        }
        CHECK(refused > 0);
    }
}

TEST_CASE("rave: grown sums begin with the old ones") {
    RaveMemory memory(1000);
    memory.clear();
    const auto small = memory.add_sums(10);
    for (std::size_t i = 0; i < 10; ++i) {
        memory.sums(small).n[i] = static_cast<float>(i);
        memory.sums(small).total[i] = static_cast<float>(i) / 2;
    }
    const auto large = memory.grow(small, 40);
    REQUIRE(memory.sums(large).n.size() == 40);
    CHECK(memory.sums(large).n[9] == 9);
    CHECK(memory.sums(large).total[9] == 4.5f);
    CHECK(memory.sums(large).n[10] == 0);
    CHECK(memory.grow(large, 4000) == large); // no room
}

TEST_CASE("rave: an action counts once a simulation, and at most as often as a float can count") {
    RaveMemory memory(plenty);
    memory.clear();
    const auto list = memory.add_list(std::vector<std::uint16_t>{2, 4, 6, Actions::unknown});
    const RaveSums sums = memory.sums(memory.add_sums(4));
    sums.n[1] = RaveSums::most;
    PlayedSoFar played;
    for (int i = 0; i < 3; ++i) {
        played.clear();
        for (const std::uint16_t action : {2, 2, 4, 0}) played.add(action, 8);
        played.count(memory.list(list), sums, 0.5f);
    }
    CHECK(sums.n[0] == 3);
    CHECK(sums.total[0] == 1.5f);
    CHECK(sums.n[1] == RaveSums::most);
    CHECK(sums.total[1] == 0);
    CHECK(sums.n[2] == 0); // not played
    CHECK(sums.n[3] == 0); // unknown
}

TEST_CASE("rave: all actions are counted, each with the reward of its player") {
    RaveMemory memory(plenty);
    memory.clear();
    const RaveSums sums = memory.sums(memory.add_sums(8));
    PlayedSoFar played;
    played.clear();
    for (const std::uint16_t action : {2, 5}) played.add(action, 20);
    played.count_all(sums, {0.75f, 0.25f});
    const std::vector<float> n{0, 0, 1, 0, 0, 1, 0, 0}, total{0, 0, 0.75f, 0, 0, 0.25f, 0, 0};
    CHECK(std::ranges::equal(sums.n, n));
    CHECK(std::ranges::equal(sums.total, total));
}

TEST_CASE("rave: a survey finds the best value and those that are not known") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(),
                    nothing = Rave<TicTacToe, AnyMemory>::nothing;
    Rng rng(1);
    for (std::size_t size = 1; size < 40; ++size) {
        std::vector<float> values(size);
        std::uint32_t unknown = 0;
        float best = nothing;
        for (float &value : values) {
            const std::uint32_t kind = rng.below(3);
            value = kind == 0 ? nan : kind == 1 ? nothing : static_cast<float>(rng.below(1000));
            unknown += kind == 0;
            if (kind == 2) best = std::max(best, value);
        }
        values.resize((size + 7) / 8 * 8, nothing); // as find_values leaves it
        const auto found = Rave<TicTacToe, AnyMemory>::survey({values.data(), size});
        CHECK(found.unknown == unknown);
        CHECK(found.best == best);
        for (std::uint32_t k = 0; k < unknown; ++k)
            CHECK(std::isnan(values[Rave<TicTacToe, AnyMemory>::unknown_slot(values, k)]));
    }
}

TEST_CASE("rave: two games by hand, with dense codes and without") {
    for (const std::uint32_t ref : {0u, 5u}) {
        check_by_hand(TicTacToe{}, ref);
        check_by_hand(Scattered{}, ref);
    }
}

TEST_CASE("rave: codes change the speed and nothing else") {
    const TicTacToe dense;
    const Scattered scattered;
    for (const std::uint32_t grave : {0u, 3u})
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const UctOptions options{.rave = 50, .grave = grave};
            const auto a = run<Uct<TicTacToe>>(dense, dense.initial(), options, {.simulations = 500}, seed);
            auto b = run<Uct<Scattered>>(scattered, scattered.initial(), options, {.simulations = 500}, seed);
            CHECK((grave == 0 || b.tree_bytes >= a.tree_bytes)); // room for codes to come
            b.tree_bytes = a.tree_bytes;
            check_same(a, b);
        }
}

TEST_CASE("rave: without memory for statistics a search is a plain one, and goes on") {
    const TicTacToe game;
    for (const std::uint32_t max_nodes : {2u, 3u, 10u, 100u}) {
        const UctOptions options{.max_nodes = max_nodes, .rave = 50};
        const auto found = run<Uct<TicTacToe>>(game, game.initial(), options, {.simulations = 1000}, 1);
        CHECK(found.simulations == 1000);
        CHECK(found.tree_bytes <= max_nodes * (2 * sizeof(Node) + sizeof(RaveTables)));
    }
    const UctOptions plain{.max_nodes = 2}, rave{.max_nodes = 2, .rave = 50}; // no table fits 48 bytes
    auto a = run<Uct<TicTacToe>>(game, game.initial(), plain, {.simulations = 1000}, 1);
    const auto b = run<Uct<TicTacToe>>(game, game.initial(), rave, {.simulations = 1000}, 1);
    a.tree_bytes = b.tree_bytes;
    check_same(a, b);
}
