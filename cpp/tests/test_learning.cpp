// Playouts that learn, and what they stand on: the numbers of actions, the features of moves.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/actions.hpp"
#include "core/bits.hpp"
#include "games/misere.hpp"
#include "playouts/playout.hpp"
#include "tests/every_game.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

// The lengths of some playouts, each of which has learned from those before it.
template <Game G> std::vector<std::uint32_t> lengths(const G &game, const PlayoutChoice &chosen, int count) {
    const Stop stop;
    Meter meter({}, stop);
    Rng rng(7);
    Playout<G> playout(game, {chosen});
    std::vector<std::uint32_t> found;
    for (int i = 0; i < count; ++i) {
        playout.begin();
        const Outcome outcome = playout.play(game.initial(), rng, meter);
        playout.learn(outcome.score);
        found.push_back(outcome.length);
    }
    return found;
}

const std::vector<PlayoutChoice> learners{MastOptions{0.3}, NstOptions{0.3, 2}, PpaOptions{0.5, false},
                                          PpaOptions{0.5, true}};

} // namespace

TEST_CASE("learning: dense codes and codes numbered as they are met give the same playouts") {
    const auto check = [](const auto &game) {
        for (const PlayoutChoice &chosen :
             {PlayoutChoice{MastOptions{0.3}}, PlayoutChoice{NstOptions{0.3, 2}},
              PlayoutChoice{PpaOptions{0.5, false}}})
            CHECK(lengths(game, chosen, 60) == lengths(Plain(game), chosen, 60));
    };
    check(Breakthrough(6, 6, 2));
    check(Domineering(6, 6));
    check(NoGo<1>(5, 5));
    check(ConnectFour(6, 7, 4));
}

TEST_CASE("learning: features matter where a game has them, and only there") {
    const Breakthrough game(6, 6, 2);
    const PpaOptions with{0.5, true}, without{0.5, false};
    CHECK(lengths(game, with, 60) != lengths(game, without, 60));
    CHECK(lengths(Plain(game), with, 60) == lengths(game, without, 60));
    CHECK(lengths(TicTacToe(), with, 60) == lengths(TicTacToe(), without, 60));
}

TEST_CASE("learning: a feature code tells the code, and has its place") {
    const auto check = [](const auto &game) {
        Rng rng(3);
        std::map<std::int64_t, std::int64_t> codes;
        for (int round = 0; round < 20; ++round) {
            auto state = game.initial();
            for (auto moves = legal_moves(game, state); !moves.empty(); moves = legal_moves(game, state)) {
                for (const Move move : moves) {
                    const std::int64_t feature = game.feature_code(state, move);
                    REQUIRE(feature >= 0);
                    REQUIRE(feature < game.feature_count());
                    REQUIRE(codes.emplace(feature, game.code(state, move)).first->second ==
                            game.code(state, move));
                }
                game.play(state,
                          moves[static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size())))]);
            }
        }
    };
    for_every_race(check);
    check(Domineering(1, 26));
    check(Domineering(8, 8));
    for_every_stone_game(check);
}

TEST_CASE("learning: what was learned is saved, loaded and forgotten") {
    const Breakthrough game(6, 6, 2);
    const Stop stop;
    const auto next = [&](Playout<Breakthrough> &playout) {
        Meter meter({}, stop);
        Rng rng(5);
        playout.begin();
        std::vector<std::uint32_t> found;
        for (int i = 0; i < 5; ++i) found.push_back(playout.play(game.initial(), rng, meter).length);
        return found;
    };
    for (const PlayoutChoice &chosen : learners) {
        Playout<Breakthrough> playout(game, {chosen}), other(game, {chosen});
        CHECK(playout.learns());
        const auto at_first = next(playout);
        playout.learn(1);
        const auto learned = next(playout);
        CHECK(learned != at_first);
        Writer writer;
        playout.save(writer);
        Reader reader(writer.bytes());
        other.load(reader);
        reader.end();
        CHECK(next(other) == learned);
        playout.forget();
        CHECK(next(playout) == at_first);
    }
}

TEST_CASE("learning: the base of a nested playout that is cut short has learned nothing") {
    const Breakthrough game(6, 6, 2);
    const Stop stop;
    const auto bytes = [](const Playout<Breakthrough> &playout) {
        Writer writer;
        playout.save(writer);
        return writer.bytes();
    };
    for (const PlayoutChoice &chosen : learners) {
        NestedOptions options;
        options.base = std::make_shared<const PlayoutOptions>(PlayoutOptions{chosen});
        Playout<Breakthrough> playout(game, {options});
        Rng rng(5);
        Meter patient({}, stop), hasty({.states = 500}, stop);
        const std::string nothing = bytes(playout);
        playout.play(game.initial(), rng, patient);
        const std::string before = bytes(playout);
        CHECK(before != nothing);
        CHECK_THROWS_AS(playout.play(game.initial(), rng, hasty), Interrupted);
        CHECK(bytes(playout) == before);
    }
}

TEST_CASE("learning: who learns, and who has knowledge") {
    const TicTacToe game;
    NestedOptions nested;
    nested.base = std::make_shared<const PlayoutOptions>(PlayoutChoice{MastOptions{}});
    CHECK_FALSE(Playout<TicTacToe>(game, {}).learns());
    CHECK_FALSE(Playout<TicTacToe>(game, {}).has_knowledge());
    CHECK_FALSE(Playout<TicTacToe>(game, {NestedOptions{}}).has_knowledge());
    CHECK_FALSE(Playout<TicTacToe>(game, {nested}).learns()); // its base does, from its own playouts
    CHECK(Playout<TicTacToe>(game, {nested}).has_knowledge());
}

TEST_CASE("learning: the moves of playouts are listed as they are counted") {
    const Go<1> game(5, 4, 0.5);
    Rng rng(1);
    for (int round = 0; round < 30; ++round) {
        auto state = game.initial();
        for (std::uint32_t n; (n = game.playout_count(state)) > 0; game.playout_play(state, rng.below(n))) {
            Go<1>::Moves moves;
            game.playout_list(state, moves);
            REQUIRE(moves.size() == static_cast<int>(n));
            for (std::uint32_t k = 0; k < n; ++k)
                CHECK(moves[static_cast<int>(k)] == game.playout_nth(state, k));
        }
        Go<1>::Moves moves;
        game.playout_list(state, moves);
        CHECK(moves.empty());
    }
}

TEST_CASE("learning: bits under a mask") {
    CHECK(extract_bits_portable(0b1010'0110, 0b1110'0010) == 0b1011);
    Rng rng(9);
    for (int i = 0; i < 1000; ++i) {
        const Bits set = rng.next(), mask = rng.next() & rng.next();
        CHECK(extract_bits(set, mask) == extract_bits_portable(set, mask));
    }
    BitSet<2> set = BitSet<2>::cell(3) | BitSet<2>::cell(64) | BitSet<2>::cell(100);
    BitSet<2> mask = BitSet<2>::cell(2) | BitSet<2>::cell(3) | BitSet<2>::cell(64) | BitSet<2>::cell(70) |
                     BitSet<2>::cell(100);
    CHECK(set.extract(mask) == 0b10110);
}
