// One tree that several threads share. A program of its own, small enough to be built with the thread
// sanitizer.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/key.hpp"
#include "games/connectfour.hpp"
#include "games/tictactoe.hpp"
#include "search/team.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

// Tic-tac-toe that breaks down after so many moves, whoever makes them. A listed game, whose codes have no
// numbers.
struct Breaking : Plain<TicTacToe> {
    std::shared_ptr<std::atomic<int>> left;
    [[nodiscard]] auto key(const State &state) const { return playout::TicTacToe{}.key(state); }
    explicit Breaking(int moves = 1 << 30)
        : Plain(playout::TicTacToe{}), left(std::make_shared<std::atomic<int>>(moves)) {}
    void play(State &state, Move move) const {
        if (left->fetch_sub(1, std::memory_order_relaxed) <= 0) throw std::runtime_error("broken");
        Plain::play(state, move);
    }
};

// Ten moves, ten times, and the code of each is a new one.
struct NewCodes {
    struct State {
        std::uint64_t hash = 1;
        int ply = 0;
        bool operator==(const State &) const = default;
    };
    using Moves = MoveList<16>;
    static constexpr bool may_be_puzzle = true;
    [[nodiscard]] State initial() const { return {}; }
    void legal(const State &state, Moves &moves) const {
        moves.clear();
        for (int i = 0; state.ply < 10 && i < 10; ++i) moves.push_back(i);
    }
    void play(State &state, Move move) const {
        state.hash = mixed(state.hash * 31 + static_cast<std::uint64_t>(move) + 1);
        ++state.ply;
    }
    [[nodiscard]] Turn turn(const State &) const { return Turn::Max; }
    [[nodiscard]] double score(const State &state) const { return static_cast<double>(state.hash % 100); }
    [[nodiscard]] Bounds bounds() const { return {0, 100}; }
    [[nodiscard]] int players() const { return 1; }
    [[nodiscard]] std::int64_t code(const State &state, Move move) const {
        return static_cast<std::int64_t>(mixed(state.hash + static_cast<std::uint64_t>(move)) >> 1);
    }
    [[nodiscard]] std::string name(const State &, Move move) const { return std::to_string(move); }
    [[nodiscard]] Move parse(const State &, std::string_view) const { return -1; }
    [[nodiscard]] std::string board(const State &) const { return {}; }
    [[nodiscard]] State setup(std::string_view, Turn) const { return {}; }
};

// Every kind of bandit, with and without proofs, in a tree and in a graph.
std::vector<UctOptions> kinds() {
    const PriorFunction prior = [](StatePtr, std::span<double> h) {
        for (std::size_t i = 0; i < h.size(); ++i) h[i] = 0.1 * static_cast<double>(i % 3);
    };
    std::vector<UctOptions> all;
    for (const bool transpositions : {false, true})
        for (const auto bounds : {BoundsMode::none, BoundsMode::solver, BoundsMode::cuts}) {
            const auto add = [&](UctOptions options) {
                options.bounds = bounds;
                options.transpositions = transpositions;
                all.push_back(options);
            };
            add({});
            add({.first_play = 0.6, .creation = 3});
            add({.rave = 50});
            add({.rave = 50, .grave = 20});
            add({.prior = prior});
            add({.decisive = true});
        }
    for (const auto bounds : {BoundsMode::solver, BoundsMode::cuts})
        all.push_back({.rave = 50, .bounds = bounds, .proof_bias = 1, .decisive = true});
    return all;
}

std::uint64_t visits(const SearchResult &found) {
    std::uint64_t sum = 0;
    for (const Child &child : found.children) sum += child.visits;
    return sum;
}

template <Game G> double exact_value(const G &game, const typename G::State &state) {
    const auto moves = legal_moves(game, state);
    if (moves.empty()) return game.score(state);
    std::optional<double> best;
    const bool is_max = game.turn(state) == Turn::Max;
    for (const Move move : moves) {
        auto next = state;
        game.play(next, move);
        const double value = exact_value(game, next);
        if (!best || (is_max ? value > *best : value < *best)) best = value;
    }
    return *best;
}

template <Game G> class Shared {
public:
    Shared(const G &game, UctOptions options, int threads, const typename G::State &state)
        : uct_(game, with(options, threads)) {
        uct_.begin(state, Rng(1));
    }
    Shared(const G &game, const UctOptions &options, int threads)
        : Shared(game, options, threads, game.initial()) {}

    // Answers what this slice has made.
    Meter::Counts run(const Budget &budget) {
        const Stop stop;
        Meter meter(budget, stop);
        uct_.run(meter);
        simulations += meter.simulations;
        return {meter.simulations, meter.states};
    }
    UctTeam<G> *operator->() { return &uct_; }

    std::uint64_t simulations = 0;

private:
    static UctOptions with(UctOptions options, int threads) {
        options.threads = threads;
        return options;
    }
    UctTeam<G> uct_;
};

template <Game G> void check_counts(const G &game, const UctOptions &options, int threads) {
    Shared<G> search(game, options, threads);
    for (const std::uint64_t simulations : {1u, 2u, 5u, 300u, 2500u}) { // at last from bases below the root
        const auto made = search.run({.simulations = simulations});
        if (search->finished()) break;
        REQUIRE(made.simulations == simulations);
    }
    // One that was just about to choose when another thread solved the root has no child to go to.
    const std::uint64_t aimless = search.simulations - visits(search->answer());
    REQUIRE(aimless <= (search->finished() ? static_cast<std::uint64_t>(threads) - 1 : 0));
}

template <Game G> void check_bounds(const G &game, const UctOptions &options, Rng &rng) {
    const auto state = random_state(game, rng, 8);
    const double value = exact_value(game, state);
    Shared<G> search(game, options, 3, state);
    for (std::uint64_t simulations = 1; simulations < 1'000'000 && !search->finished(); simulations *= 2) {
        search.run({.simulations = simulations});
        const SearchResult found = search->answer();
        REQUIRE(found.bounds.low <= value);
        REQUIRE(value <= found.bounds.high);
        for (const Child &child : found.children) {
            auto next = state;
            game.play(next, child.move);
            const double exact = exact_value(game, next);
            REQUIRE((child.bounds.low <= exact && exact <= child.bounds.high));
        }
    }
    REQUIRE(search->finished());
    REQUIRE(search->answer().bounds.low == search->answer().bounds.high);
}

// At a node the first simulation has ended, or one of each thread when memory had to grow, and all others
// went on to its children. What one player wins the other loses.
template <Game G> void check_counts_below(const Uct<G> &uct, std::vector<Move> &path, int depth) {
    const std::optional<RootKnowledge> known = uct.knowledge(path);
    if (depth == 0 || !known) return;
    for (const RootOption &option : known->options) {
        path.push_back(option.move);
        std::uint64_t visits = 0;
        double lost = 0;
        const auto below = uct.knowledge(path);
        for (const RootOption &answer : below->options) {
            visits += answer.visits;
            lost += answer.visits - answer.total;
        }
        if (!below->options.empty()) {
            const std::uint64_t ended = option.visits - visits;
            REQUIRE((1 <= ended && ended <= 4));
            REQUIRE(option.total >= lost - 1e-6);
            REQUIRE(option.total <= lost + static_cast<double>(ended) + 1e-6);
        }
        check_counts_below(uct, path, depth - 1);
        path.pop_back();
    }
}

} // namespace

TEST_CASE("shared tree: counts and rewards agree all the way down, wherever the clock strikes") {
    const ConnectFour game(7, 6, 4);
    Uct<ConnectFour> uct(game, {.threads = 3});
    const Stop stop;
    for (const std::uint64_t seed : {1u, 2u, 3u}) { // beginning anew, nothing is left of the tree before
        uct.begin(game.initial(), Rng(seed));
        std::uint64_t simulations = 0;
        for (int slice = 0; slice < 300 && simulations < 15'000; ++slice) {
            Meter meter(slice % 2 == 0 ? Budget{.seconds = 1e-3} : Budget{.simulations = 777}, stop);
            uct.run(meter);
            simulations += meter.simulations;
            REQUIRE((slice % 2 == 0 || meter.simulations == 777));
        }
        CHECK(simulations > 5000);
        CHECK(visits(uct.answer()) == simulations);
        std::vector<Move> path;
        check_counts_below(uct, path, 4);
    }
}

TEST_CASE("shared tree: every simulation is made and counted once") {
    const ConnectFour four(5, 4, 4);
    const Breaking listed;
    for (const UctOptions &options : kinds())
        for (const int threads : {2, 4}) {
            check_counts(four, options, threads);
            check_counts(listed, options, threads);
        }
}

TEST_CASE("shared tree: what is proved is true, and in the end all is") {
    const ConnectFour four(4, 3, 3);
    const Breaking listed;
    Rng rng(3);
    for (const UctOptions &options : kinds())
        if (options.bounds != BoundsMode::none) {
            check_bounds(four, options, rng);
            check_bounds(listed, options, rng);
        }
}

TEST_CASE("shared tree: memory grows while it may, and is then recycled") {
    const ConnectFour game(7, 6, 4);
    for (UctOptions options : kinds())
        for (const std::uint32_t max_nodes : {30u, 400u}) {
            options.max_nodes = max_nodes;
            Shared<ConnectFour> search(game, options, 3);
            CHECK(search.run({.simulations = 2000}).simulations == 2000);
            CHECK(search->answer().tree_nodes <= max_nodes);
            if (max_nodes == 400) CHECK(search->answer().recycled > 0);
        }
    Shared<ConnectFour> large(game, {}, 3);
    CHECK(large.run({.simulations = 30'000}).simulations == 30'000);
    CHECK(large->answer().tree_nodes > 30'000);
    CHECK(large->answer().recycled == 0);
    CHECK(visits(large->answer()) == 30'000);
}

TEST_CASE("shared tree: an error of one thread is an error of all, and leaves a tree to go on with") {
    for (const int moves : {0, 1, 50, 5000}) {
        const Breaking game(moves);
        Shared<Breaking> search(game, {.bounds = BoundsMode::solver}, 3, game.initial());
        CHECK_THROWS_WITH(search.run({.simulations = 100'000}), "broken");
        game.left->store(1 << 30);
        search.run({.simulations = 50});
        CHECK(visits(search->answer()) >= search.simulations);
    }
}

TEST_CASE("shared tree: slices of time end inside of playouts, which are made again") {
    const ConnectFour game(5, 4, 4);
    UctOptions options{.rave = 50, .bounds = BoundsMode::cuts};
    options.max_nodes = 200;
    options.playout.chosen = NestedOptions{.level = 2};
    Shared<ConnectFour> search(game, options, 3);
    for (int slice = 0; slice < 1000 && search.simulations < 10; ++slice) { // in every other one, or so
        search.run({.seconds = 1e-6});
        if (search.simulations > 0 && !search->answer().recycled)
            REQUIRE(visits(search->answer()) == search.simulations);
    }
    CHECK(search.simulations >= 10);
    const std::uint64_t before = search.simulations;
    for (int slice = 0; slice < 2; ++slice) search.run({.states = 5000});
    CHECK(search.simulations > before);
}

TEST_CASE("shared tree: a stop is heard while others are waited for") {
    const ConnectFour game(5, 4, 4);
    UctOptions options{.threads = 3};
    options.max_nodes = 40; // they meet again and again
    options.playout.chosen = NestedOptions{.level = 2};
    int polls = 0;
    Stop stop([&] {
        if (++polls == 30) stop.request();
    });
    Meter meter({}, stop);
    const auto found = search(UctTeam<ConnectFour>(game, options), game.initial(), Rng(1), meter);
    CHECK(found.interrupted);
    CHECK(found.simulations > 0);
}

TEST_CASE("shared tree: saved, it goes on with any number of threads") {
    const ConnectFour game(5, 4, 4);
    for (const UctOptions &options : kinds())
        for (const int threads : {1, 2, 4}) {
            Shared<ConnectFour> search(game, options, 3), loaded(game, options, threads);
            search.run({.simulations = 500});
            Writer writer;
            search->save(writer);
            const std::string bytes = writer.bytes();
            Reader reader(bytes);
            loaded->load(game.initial(), reader);
            reader.end();
            const SearchResult before = search->answer(), after = loaded->answer();
            REQUIRE(std::equal(before.children.begin(), before.children.end(), after.children.begin(),
                               after.children.end(), same_child));
            loaded.run({.simulations = 100});
            if (!loaded->finished()) CHECK(visits(loaded->answer()) == 600);
        }
}

TEST_CASE("shared tree: played on, it keeps what it knows") {
    const ConnectFour game(5, 4, 4);
    for (const UctOptions &options : kinds()) {
        Shared<ConnectFour> search(game, options, 3);
        search.run({.simulations = 500});
        const SearchResult found = search->answer();
        auto state = game.initial();
        game.play(state, found.move);
        search->play(found.move, state);
        const std::uint64_t known = search->look({}).empty() ? 0 : visits(search->answer());
        CHECK(known + options.creation >= found.children.front().visits);
        search.run({.simulations = 50});
        if (!search->finished()) CHECK(visits(search->answer()) == known + 50);
    }
}

TEST_CASE("GRAVE: each thread meets actions that no other has met") {
    const NewCodes game;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        UctTeam<NewCodes> team(game, {.max_nodes = 100000, .rave = 50, .grave = 1, .threads = 4});
        team.begin(game.initial(), Rng(seed));
        const Stop stop;
        Meter meter(Budget{.simulations = 2000}, stop);
        team.run(meter);
        CHECK(meter.simulations >= 2000);
    }
}
