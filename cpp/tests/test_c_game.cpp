// Rules behind the C interface: a native game that is shown through it must be searched and solved alike,
// whatever the size of its states; and what the functions answer is not trusted.
#include <playout/game.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/code_table.hpp"
#include "core/small_moves.hpp"
#include "engine/catalogue.hpp"
#include "games/breakthrough.hpp"
#include "games/connectfour.hpp"
#include "games/morpion.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

// A native game as functions of C.
template <class G> struct InC {
    using State = typename G::State;

    static const G &game(const void *self) { return *static_cast<const G *>(self); }
    static const State &state(const void *bytes) { return *static_cast<const State *>(bytes); }
    static State &state(void *bytes) { return *static_cast<State *>(bytes); }

    static std::int32_t initial(const void *self, void *bytes) {
        new (bytes) State(game(self).initial());
        return 0;
    }
    static std::int32_t legal(const void *self, const void *bytes, std::int32_t *moves) {
        const auto found = legal_moves(game(self), state(bytes));
        std::copy(found.begin(), found.end(), moves);
        return found.size();
    }
    static std::int32_t play(const void *self, void *bytes, std::int32_t move) {
        game(self).play(state(bytes), move);
        return 0;
    }
    static std::int32_t turn(const void *self, const void *bytes) {
        return static_cast<std::int32_t>(game(self).turn(state(bytes)));
    }
    static double score(const void *self, const void *bytes) { return game(self).score(state(bytes)); }
    static std::int32_t codes(const void *self, const void *bytes, const std::int32_t *moves, std::int32_t n,
                              std::int64_t *codes) {
        for (std::int32_t i = 0; i < n; ++i) codes[i] = game(self).code(state(bytes), moves[i]);
        return 0;
    }
    static std::int32_t playout(const void *self, void *bytes, std::int32_t *moves, std::uint64_t *rng,
                                std::int32_t limit) {
        return playout_run(self, bytes, moves, rng, limit, legal, play);
    }

    static std::int32_t playouts(const void *self, const void *bytes, const playout_batch *batch) {
        for (std::int32_t i = 0; i < batch->n; ++i) {
            State own = state(bytes);
            std::int32_t moves[600];
            std::uint64_t rng = batch->rngs[i];
            const std::int32_t given = batch->firsts != nullptr ? 1 : 0;
            if (given == 1) game(self).play(own, batch->firsts[i]);
            batch->lengths[i] = given + playout(self, &own, moves, &rng, batch->limit - given);
            batch->scores[i] = score(self, &own);
            if (batch->spent(batch->asker) != 0) return -1;
        }
        return 0;
    }

    static playout_game rules(const G &game, std::size_t size = sizeof(State)) {
        playout_game rules{};
        rules.version = PLAYOUT_VERSION;
        rules.players = static_cast<std::uint32_t>(game.players());
        rules.state_size = std::max(size, sizeof(State));
        rules.max_moves = 600;
        rules.max_length = 10000;
        rules.code_count = static_cast<std::uint32_t>(game.code_count());
        rules.low = game.bounds().low;
        rules.high = game.bounds().high;
        rules.self = &game;
        rules.initial = initial;
        rules.legal = legal;
        rules.play = play;
        rules.turn = turn;
        rules.score = score;
        rules.playouts = playouts;
        rules.codes = codes;
        rules.playout = playout;
        return rules;
    }
};

class PlainFace : public Face {
public:
    [[nodiscard]] std::string title() const override { return "shown"; }
    [[nodiscard]] std::string name(StateBytes, Move move) const override { return std::to_string(move); }
    [[nodiscard]] Move parse(StateBytes, const std::vector<Move> &legal,
                             std::string_view text) const override {
        const auto found = std::find(legal.begin(), legal.end(), std::stoi(std::string(text)));
        return found == legal.end() ? -1 : *found;
    }
    [[nodiscard]] std::string text(StateBytes) const override { return "a board"; }
    [[nodiscard]] std::string setup(std::string_view, Turn) const override { return "too short"; }
};

EnginePtr engine(const playout_game &rules) { return c_game(rules, std::make_shared<PlainFace>(), false); }

SearchResult search_of(const Engine &engine, const PlayerOptions &player) {
    const Stop never;
    const StatePtr state = engine.initial();
    const SearchPtr search = engine.start(*state, player, 7);
    search->run({.simulations = 300}, never);
    return search->result();
}

Solution solution_of(const Engine &engine, const SolverOptions &options) {
    const Stop never;
    const StatePtr state = engine.initial();
    const SolverPtr solver = engine.make_solver(*state, options, 7, {});
    solver->run({.simulations = 500}, never, std::numeric_limits<double>::infinity());
    const SolverPtr again = engine.load_solver(*state, options, solver->save());
    again->run({.simulations = 500}, never, std::numeric_limits<double>::infinity());
    return again->best();
}

std::vector<PlayerOptions> players() {
    return {UctOptions{},
            UctOptions{.rave = 100},
            UctOptions{.bounds = BoundsMode::cuts},
            FlatOptions{},
            NestedPlayerOptions{},
            MinimaxPlayerOptions{},
            FlatOptions{.bulk = true},
            UctOptions{.playout = {BatchOptions{.games = 20}}}};
}

template <class G> void check_same_searches(const Engine &native, const G &game, std::size_t size) {
    playout_game rules = InC<G>::rules(game, size);
    for (const bool whole : {true, false})
        for (const bool dense : {true, false}) {
            if (!whole) rules.playout = nullptr;
            rules.playouts = whole == dense ? InC<G>::playouts : nullptr;
            if (!dense) rules.code_count = 0;
            const EnginePtr shown = engine(rules);
            for (const PlayerOptions &player : players()) {
                CAPTURE(player.index());
                SearchResult ours = search_of(*shown, player), expected = search_of(native, player);
                ours.tree_bytes = expected.tree_bytes;
                check_same(ours, expected);
            }
        }
}

double failing_score(const void *, const void *) { return std::numeric_limits<double>::quiet_NaN(); }
std::int32_t failing(const void *, const void *, std::int32_t *) { return -1; }
std::int32_t failing_batch(const void *, const void *, const playout_batch *) { return -1; }
template <int length, int score>
std::int32_t wrong_batch(const void *, const void *, const playout_batch *batch) {
    std::fill_n(batch->lengths, batch->n, length);
    std::fill_n(batch->scores, batch->n, score);
    return 0;
}
std::int32_t endless_batch(const void *, const void *, const playout_batch *batch) {
    while (batch->spent(batch->asker) == 0) {
    }
    return 0;
}
std::int32_t too_many(const void *, const void *, std::int32_t *) { return 601; }
std::int32_t nobody(const void *, const void *) { return 2; }
std::int32_t far_codes(const void *, const void *, const std::int32_t *, std::int32_t n,
                       std::int64_t *codes) {
    std::fill_n(codes, n, std::int64_t{1} << 40);
    return 0;
}

} // namespace

TEST_CASE("c_game: a game is searched alike, whatever the size of its states") {
    const EnginePtr native = breakthrough(5, 5, 2, false), four = connectfour(7, 6, 4, false);
    for (const std::size_t size : {0, 300, 4000}) {
        CAPTURE(size);
        check_same_searches(*native, Breakthrough(5, 5, 2), size);
        check_same_searches(*four, ConnectFour(7, 6, 4), size);
    }
}

TEST_CASE("c_game: a puzzle is solved alike") {
    const Morpion game("4D");
    const EnginePtr native = morpion("4D", true);
    playout_game rules = InC<Morpion>::rules(game);
    for (const bool dense : {true, false}) {
        if (!dense) rules.code_count = 0;
        for (const SolverOptions &options : {SolverOptions(NrpaOptions{.level = 2, .iterations = 10}),
                                             SolverOptions(NmcsOptions{.level = 2})}) {
            const Solution ours = solution_of(*engine(rules), options),
                           expected = solution_of(*native, options);
            CHECK(ours.score == expected.score);
            CHECK(ours.moves == expected.moves);
        }
    }
}

TEST_CASE("c_game: numbers that make no sense and missing functions are refused") {
    const Breakthrough game(5, 5, 2);
    const auto refused = [&](auto spoil) {
        playout_game rules = InC<Breakthrough>::rules(game);
        spoil(rules);
        CHECK_THROWS_AS((void)engine(rules), ContractError);
    };
    refused([](playout_game &rules) { rules.version = 2; });
    refused([](playout_game &rules) { rules.players = 3; });
    refused([](playout_game &rules) { rules.state_size = 0; });
    refused([](playout_game &rules) { rules.state_size = std::uint64_t{1} << 40; });
    refused([](playout_game &rules) { rules.max_moves = 0; });
    refused([](playout_game &rules) { rules.max_length = 0; });
    refused([](playout_game &rules) { rules.code_count = 2'000'000'000; });
    refused([](playout_game &rules) { rules.low = rules.high; });
    refused([](playout_game &rules) { rules.low = -std::numeric_limits<double>::infinity(); });
    refused([](playout_game &rules) { rules.initial = nullptr; });
    refused([](playout_game &rules) { rules.legal = nullptr; });
    refused([](playout_game &rules) { rules.play = nullptr; });
    refused([](playout_game &rules) { rules.turn = nullptr; });
    refused([](playout_game &rules) { rules.score = nullptr; });
}

TEST_CASE("c_game: rules that fail end a search with an error") {
    const Breakthrough game(5, 5, 2);
    const auto fails = [&](auto spoil) {
        playout_game rules = InC<Breakthrough>::rules(game);
        spoil(rules);
        CHECK_THROWS_AS(search_of(*engine(rules), UctOptions{.rave = 100}), ContractError);
        CHECK_THROWS_AS(search_of(*engine(rules), FlatOptions{}), ContractError);
    };
    fails([](playout_game &rules) { rules.score = failing_score; });
    fails([](playout_game &rules) { rules.legal = failing; });
    fails([](playout_game &rules) { rules.legal = too_many; });
    fails([](playout_game &rules) { rules.turn = nobody; });
    fails([](playout_game &rules) { rules.max_length = 3; });
    fails([](playout_game &rules) { rules.high = -0.5; });
    playout_game rules = InC<Breakthrough>::rules(game);
    rules.codes = far_codes;
    CHECK_THROWS_AS(search_of(*engine(rules), UctOptions{.rave = 100}), ContractError);
}

TEST_CASE("c_game: playouts that fail end a search with an error") {
    const Breakthrough game(5, 5, 2);
    playout_game rules = InC<Breakthrough>::rules(game);
    for (const auto wrong : {failing_batch, wrong_batch<-1, 0>, wrong_batch<10001, 0>, wrong_batch<9, 2>}) {
        rules.playouts = wrong;
        CHECK_THROWS_AS(search_of(*engine(rules), FlatOptions{.bulk = true}), ContractError);
        CHECK_THROWS_AS(search_of(*engine(rules), UctOptions{.playout = {BatchOptions{}}}), ContractError);
    }
}

TEST_CASE("c_game: playouts that take too long are given up, and made again") {
    const Breakthrough game(5, 5, 2);
    playout_game rules = InC<Breakthrough>::rules(game);
    rules.playouts = endless_batch;
    const EnginePtr shown = engine(rules);
    const Stop never;
    for (const PlayerOptions &player :
         {PlayerOptions(FlatOptions{.bulk = true}), PlayerOptions(UctOptions{.playout = {BatchOptions{}}})}) {
        const SearchPtr search = shown->start(*shown->initial(), player, 7);
        search->run({.seconds = 0.01}, never);
        CHECK(search->simulations() == 0);
        Stop stop; // the pending playout has no other limit
        stop.request();
        search->run({.simulations = 1}, stop);
        CHECK(search->simulations() == 0);
    }
}

TEST_CASE("c_game: faces") {
    const Breakthrough game(5, 5, 2);
    const EnginePtr shown = engine(InC<Breakthrough>::rules(game));
    const StatePtr state = shown->initial();
    const Move move = shown->legal(*state)[0];
    CHECK(shown->name(*state, move) == std::to_string(move));
    CHECK(shown->parse(*state, std::to_string(move)) == move);
    CHECK(shown->parse(*state, "12345") == -1);
    CHECK(shown->board(*state) == "a board");
    CHECK(shown->bytes(*state).size() == sizeof(Breakthrough::State));
    CHECK(breakthrough(5, 5, 2, false)->bytes(*state).empty());
    CHECK_THROWS_AS((void)shown->setup("x", Turn::Max), ContractError);
    CHECK_THROWS_AS((void)shown->with_turn(*state, Turn::Min), ContractError);
}

TEST_CASE("small_moves: a list is a list, short or long") {
    for (const int n : {0, 1, 255, 256, 257, 5000}) {
        SmallMoves moves;
        for (int i = 0; i < n; ++i) moves.push_back(i);
        SmallMoves copy;
        copy = moves;
        const SmallMoves second(copy);
        moves.clear();
        CHECK(moves.empty());
        REQUIRE(second.size() == n);
        for (int i = 0; i < n; ++i) CHECK(second[i] == i);
        if (n > 1) copy.swap(0, n - 1);
        if (n > 1) CHECK(copy[0] == n - 1);
    }
}

TEST_CASE("code_table: numbers in the order of the first sight") {
    CodeTable table;
    CHECK(table.find(3) == CodeTable::unknown);
    Rng rng(1);
    std::vector<std::int64_t> codes;
    for (int i = 0; i < 3000; ++i) {
        const auto code = static_cast<std::int64_t>(rng.next() >> rng.below(64));
        const auto known = std::find(codes.begin(), codes.end(), code) - codes.begin();
        if (known == static_cast<std::ptrdiff_t>(codes.size())) codes.push_back(code);
        CHECK(table.number(code) == known);
    }
    CHECK(table.codes() == codes);
    for (std::size_t i = 0; i < codes.size(); ++i)
        CHECK(table.find(codes[i]) == static_cast<std::int32_t>(i));
    table.clear();
    CHECK(table.size() == 0);
}
