#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "games/knightthrough.hpp"
#include "games/misere.hpp"
#include "games/tictactoe.hpp"
#include "search/uct.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

template <Game G>
SearchResult uct(const G &game, const typename G::State &state, std::uint64_t simulations,
                 std::uint64_t seed = 1, const UctOptions &options = {}) {
    return run<Uct<G>>(game, state, options, {.simulations = simulations}, seed);
}

// A puzzle: as many digits as `length`, each below `width`; the score is the number that they write.
struct Digits {
    struct State {
        int written = 0, value = 0;
        bool operator==(const State &) const = default;
    };
    using Moves = MoveVector;
    int width, length;

    [[nodiscard]] State initial() const { return {}; }
    void legal(const State &state, Moves &moves) const {
        moves.clear();
        for (Move digit = 0; state.written < length && digit < width; ++digit) moves.push_back(digit);
    }
    void play(State &state, Move digit) const { state = {state.written + 1, width * state.value + digit}; }
    [[nodiscard]] Turn turn(const State &) const { return Turn::Max; }
    [[nodiscard]] double score(const State &state) const { return state.value; }
    [[nodiscard]] Bounds bounds() const {
        State most;
        while (most.written < length) play(most, width - 1);
        return {0, static_cast<double>(most.value)};
    }
    [[nodiscard]] int players() const { return 1; }
    [[nodiscard]] std::int64_t code(const State &, Move digit) const { return digit; }
    [[nodiscard]] std::string name(const State &, Move digit) const { return std::to_string(digit); }
    [[nodiscard]] Move parse(const State &, std::string_view) const { return -1; }
    [[nodiscard]] std::string board(const State &state) const { return std::to_string(state.value); }
    [[nodiscard]] State setup(std::string_view, Turn) const { return initial(); }
};
static_assert(Game<Digits> && !Indexed<Digits>);

std::uint64_t visits(const SearchResult &found) {
    std::uint64_t sum = 0;
    for (const Child &child : found.children) sum += child.visits;
    return sum;
}

template <Game G> void check_hooks_change_nothing(const G &game, std::uint32_t max_plies) {
    const Plain plain(game);
    Rng rng(4);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const auto state = random_state(game, rng, max_plies);
        for (const std::uint32_t max_nodes : {20u, 1'000'000u}) {
            const UctOptions options{.max_nodes = max_nodes};
            check_same(uct(game, state, 300, seed, options), uct(plain, state, 300, seed, options));
        }
    }
}

// Plain and misère tic-tac-toe.
std::string best(bool misere, std::initializer_list<std::string_view> moves) {
    const Misere game(TicTacToe{}, misere);
    const auto state = after(game, moves);
    return game.name(state, uct(game, state, 3000).move);
}

} // namespace

TEST_CASE("uct: takes a win, stops the other's, prepares its own") {
    CHECK(best(false, {"a1", "b1", "a2", "c1"}) == "a3");
    CHECK(best(false, {"a1", "b2", "a2"}) == "a3");
    CHECK(best(false, {"a1", "b2", "a2", "a3"}) == "c1");
    const std::string corner = best(false, {"a1", "c3"});
    CHECK((corner == "a3" || corner == "c1"));
}

TEST_CASE("uct: finds the only move that wins a misère game") {
    CHECK(best(true, {"b3", "b2", "a1", "c2"}) == "b1");
}

TEST_CASE("uct: jumps onto the far row, for either side") {
    const Knightthrough game(6, 6, 2);
    const auto max = after(game, {"b2c4", "c5d3"}), min = after(game, {"b2c4", "c5d3", "a1b3"});
    CHECK(game.name(max, uct(game, max, 2000).move).substr(0, 2) == "c4");
    CHECK(uct(game, max, 2000).value == 1);
    CHECK(game.name(min, uct(game, min, 2000).move).substr(0, 2) == "d3");
    CHECK(uct(game, min, 2000).value == -1);
}

TEST_CASE("uct: a search is a function of its seed, and a searcher forgets the one before") {
    const Knightthrough game(5, 5, 2);
    Rng rng(7);
    Uct<Knightthrough> searcher(game, {});
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const auto state = random_state(game, rng, 10);
        const Stop stop;
        Meter meter({.simulations = 500}, stop);
        check_same(search(searcher, state, Rng(seed), meter), uct(game, state, 500, seed));
    }
    CHECK(uct(game, game.initial(), 500, 1).states != uct(game, game.initial(), 500, 2).states);
}

TEST_CASE("uct: simulations are counted exactly, and all of them pass through the root's children") {
    const Knightthrough game(5, 5, 2);
    for (const std::uint64_t simulations : {1u, 2u, 21u, 22u, 23u, 500u}) {
        const SearchResult found = uct(game, game.initial(), simulations);
        CHECK(found.simulations == simulations);
        CHECK(visits(found) == simulations);
        CHECK(found.move == found.children[0].move);
        CHECK(found.value == found.children[0].value);
        for (std::size_t i = 1; i < found.children.size(); ++i)
            CHECK(found.children[i - 1].visits >= found.children[i].visits);
    }
}

TEST_CASE("uct: a full memory ends the growth, not the search") {
    const Knightthrough game(5, 5, 2);
    for (const std::uint32_t max_nodes : {2u, 3u, 4u, 5u, 8u, 17u, 100u, 1000u}) {
        CAPTURE(max_nodes);
        const SearchResult found = uct(game, game.initial(), 2000, 3, {.max_nodes = max_nodes});
        CHECK(found.simulations == 2000);
        CHECK(visits(found) == 2000);
        CHECK(found.tree_bytes <= max_nodes * sizeof(Node));
        CHECK(found.children.size() < max_nodes);
        CHECK(contains_move(legal_moves(game, game.initial()), found.move));
    }
}

TEST_CASE("uct: a cap that is not reached changes nothing") {
    const Knightthrough game(5, 5, 2);
    const SearchResult free = uct(game, game.initial(), 1000, 5);
    const auto needed = static_cast<std::uint32_t>(free.tree_bytes / sizeof(Node));
    check_same(uct(game, game.initial(), 1000, 5, {.max_nodes = needed}), free);
    CHECK(uct(game, game.initial(), 1000, 5, {.max_nodes = needed - 1}).tree_bytes < free.tree_bytes);
}

TEST_CASE("uct: the hooks of a game change the speed and nothing else") {
    check_hooks_change_nothing(Knightthrough(5, 5, 2), 10);
    check_hooks_change_nothing(Knightthrough(4, 16, 2), 5); // more moves than a word has bits
}

TEST_CASE("uct: a puzzle") {
    const Digits small{3, 4}, wide{200, 2};
    const SearchResult found = uct(small, small.initial(), 2000);
    CHECK(found.move == 2);
    CHECK(found.value <= 80);
    CHECK(found.value > 75);
    CHECK(uct(wide, wide.initial(), 5000).children.size() == 200);
    CHECK(uct(wide, wide.initial(), 5000).move > 150);
}

TEST_CASE("uct: more moves than a node can count are refused") {
    const Digits most{static_cast<int>(Tree::max_children), 1},
        too_many{static_cast<int>(Tree::max_children) + 1, 1};
    CHECK_NOTHROW(uct(most, most.initial(), 1));
    CHECK_THROWS_AS(uct(too_many, too_many.initial(), 1), ContractError);
}

TEST_CASE("uct: stopped before the first simulation ends, it still answers a legal move") {
    const Plain game(Knightthrough(5, 5, 2)); // a listed game asks the meter at every move
    Stop stop;
    stop.request();
    Meter meter({}, stop);
    const SearchResult found = search(Uct<Plain<Knightthrough>>(game, {}), game.initial(), Rng(1), meter);
    CHECK(found.interrupted);
    CHECK(found.simulations == 0);
    CHECK(found.children.empty());
    CHECK(found.value == 0);
    CHECK(contains_move(legal_moves(game, game.initial()), found.move));
}

TEST_CASE("uct: stopped on the way, it answers with the simulations that were finished") {
    const Plain game(Knightthrough(5, 5, 2));
    int polls = 0;
    Stop stop([&] {
        if (++polls == 8) stop.request();
    });
    Meter meter({}, stop);
    const SearchResult found = search(Uct<Plain<Knightthrough>>(game, {}), game.initial(), Rng(1), meter);
    CHECK(found.interrupted);
    CHECK(found.simulations > 0);
    CHECK(visits(found) == found.simulations);
    CHECK(contains_move(legal_moves(game, game.initial()), found.move));
}

namespace {

SearchResult search_on(Uct<Knightthrough> &searcher, const Knightthrough::State &state, std::uint64_t seed) {
    const Stop stop;
    Meter meter({.simulations = 1000}, stop);
    return search(searcher, state, Rng(seed), meter);
}

// A game of some moves in which one searcher makes all of them, and what it answered.
std::vector<SearchResult> play_alone(const Knightthrough &game, const UctOptions &options, int moves) {
    Uct<Knightthrough> searcher(game, options);
    std::vector<SearchResult> results;
    auto state = game.initial();
    for (int i = 0; i < moves; ++i) {
        results.push_back(search_on(searcher, state, static_cast<std::uint64_t>(i)));
        game.play(state, results.back().move);
    }
    return results;
}

} // namespace

TEST_CASE("uct: creation lets a state wait for its bandit, so the tree is smaller") {
    const Knightthrough game(5, 5, 2);
    std::uint64_t nodes = uct(game, game.initial(), 3000).tree_nodes;
    for (const std::uint32_t z : {2u, 5u, 20u}) {
        const SearchResult found = uct(game, game.initial(), 3000, 1, {.creation = z});
        CHECK(visits(found) == 3000);
        CHECK(found.tree_nodes < nodes);
        nodes = found.tree_nodes;
    }
    // Nobody but the root has a bandit: a node a move.
    CHECK(uct(game, game.initial(), 3000, 1, {.creation = 100'000}).tree_nodes <= 64);
}

TEST_CASE("uct: a tree that is reused is found again, one and two moves later") {
    const Knightthrough game(5, 5, 2);
    for (const UctOptions &options : {UctOptions{.reuse = true}, UctOptions{.rave = 50, .reuse = true},
                                      UctOptions{.creation = 3, .bounds = BoundsMode::cuts, .reuse = true},
                                      UctOptions{.max_nodes = 200, .reuse = true}}) {
        const auto results = play_alone(game, options, 4);
        CHECK(visits(results[0]) == 1000);
        for (std::size_t i = 1; i < results.size(); ++i) CHECK(visits(results[i]) > results[i].simulations);
        const auto again = play_alone(game, options, 4);
        for (std::size_t i = 0; i < results.size(); ++i) check_same(results[i], again[i]);
    }
    Uct<Knightthrough> searcher(game, {.reuse = true});
    auto state = game.initial();
    game.play(state, search_on(searcher, state, 1).move);
    game.play(state, legal_moves(game, state)[0]);
    CHECK(visits(search_on(searcher, state, 2)) > 1000);
}

TEST_CASE("uct: a state that is not in the tree is searched as if there were none") {
    const Knightthrough game(5, 5, 2);
    Uct<Knightthrough> searcher(game, {.reuse = true});
    Rng rng(5);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        search_on(searcher, game.initial(), 100 + seed);
        const auto far = after(game, {"a1b3", "a5b3", "c1b3"}); // three moves away
        check_same(search_on(searcher, far, seed), uct(game, far, 1000, seed));
    }
}

TEST_CASE("uct: a proof is kept with the tree, and nothing is left to simulate") {
    const TicTacToe game;
    Uct<TicTacToe> searcher(game, {.bounds = BoundsMode::cuts, .reuse = true});
    auto state = after(game, {"a1", "b1", "a2"}); // O must stop a3, and loses anyway
    const Stop stop;
    Meter first({.simulations = 100'000}, stop), second({.simulations = 100'000}, stop);
    const SearchResult lost = search(searcher, state, Rng(1), first);
    CHECK(lost.value == lost.bounds.high);
    game.play(state, lost.move);
    const SearchResult won = search(searcher, state, Rng(1), second);
    CHECK(won.bounds.low == lost.bounds.low);
    CHECK(won.bounds.high == lost.bounds.high);
    CHECK(won.value == lost.value);
}
