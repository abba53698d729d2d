// Playouts of any puzzle on a card, in the emulation of a warp, shown with the header of examples/tsptw.py;
// tests/test_cuda_puzzle.py compares its rules with those of the class.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "playout/device/listed.hpp"
#include "tests/device_bench.hpp"
#include "tests/support.hpp"

// Places on a grid, with windows around the times of the tour 1, 2, 3 …
namespace given {
constexpr std::int32_t places = 40;
constexpr std::int32_t between(std::int32_t a, std::int32_t b) {
    const std::int32_t x = a * 37 % 61 - b * 37 % 61, y = a * 53 % 59 - b * 53 % 59;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}
constexpr auto way = [] {
    std::array<std::array<std::int32_t, places + 1>, places + 1> all{};
    for (std::int32_t a = 0; a <= places; ++a)
        for (std::int32_t b = 0; b <= places; ++b)
            all[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = between(a, b);
    return all;
}();
constexpr auto at_time(std::int32_t more) {
    std::array<std::int32_t, places + 1> times{};
    for (std::size_t i = 1; i < times.size(); ++i) times[i] = times[i - 1] + way[i - 1][i];
    for (auto &time : times) time += more;
    return times;
}
constexpr auto opens = at_time(-150), closes = at_time(150);
} // namespace given

#include "../../examples/tsptw.hpp"

using namespace playout;
namespace device = playout::device;

namespace {

using Kind = device::Listed<Puzzle>;
using Search = device::Search<Kind, 3>;

std::vector<std::uint16_t> legal(const Puzzle &puzzle) {
    std::vector<std::uint16_t> moves(Puzzle::most_moves);
    moves.resize(puzzle.legal(moves.data()));
    return moves;
}

Puzzle first() {
    Puzzle puzzle{};
    puzzle.begin();
    return puzzle;
}

void shuffle_policy(Kind::Arena &arena, Rng &rng, std::uint32_t width) {
    for (auto &logit : arena.policy)
        logit = static_cast<std::int16_t>(static_cast<std::int32_t>(rng.below(width)) -
                                          static_cast<std::int32_t>(width / 2));
}

} // namespace

TEST_CASE("a playout of any puzzle on a card, draw by draw") {
    Bench<Search> bench(3);
    bench.search->run(*bench.arena, options(1)); // sets up the start
    bench.search->start.puzzle = first();
    auto &sequences = bench.search->sequences;
    Rng rng(5);
    shuffle_policy(*bench.arena, rng, 6000);
    const std::uint64_t random = rng.next();
    const auto played = Kind::play(*bench.arena, bench.search->start, sequences, device::lane(), random);
    const device::Word keys =
        device::mixed(device::Word(static_cast<std::uint32_t>(random)), device::lane()) ^
        device::Word(static_cast<std::uint32_t>(random >> 32));
    for (std::uint32_t slot = 0; slot < 32; ++slot) {
        Puzzle puzzle = first();
        for (std::uint32_t ply = 0; ply < sequences.length[slot]; ++ply) {
            const auto moves = legal(puzzle);
            std::vector<float> times;
            for (std::uint32_t k = 0; k < moves.size(); ++k) {
                const device::Word key(keys.at[slot] + ply * Puzzle::most_moves);
                const device::Whole logit(bench.arena->policy[puzzle.code(moves[k])]);
                times.push_back((device::waiting_time(device::mixed(key, device::Word(k))) *
                                 device::exponential(logit, -1))
                                    .at[0]);
            }
            const auto soonest = std::min_element(times.begin(), times.end()) - times.begin();
            REQUIRE(sequences.move[slot][ply] == moves[static_cast<std::size_t>(soonest)]);
            puzzle.play(sequences.move[slot][ply]);
        }
        CHECK(legal(puzzle).empty());
        CHECK(played.length.at[slot] == sequences.length[slot]);
        CHECK(played.score.at[slot] == puzzle.score());
    }
}

TEST_CASE("a step of a policy of any puzzle on a card is that of the figure") {
    Bench<Search> bench(7);
    bench.search->run(*bench.arena, options(1));
    bench.search->start.puzzle = first();
    auto &arena = *bench.arena;
    Rng rng(2);
    shuffle_policy(arena, rng, 16000);
    Kind::play(arena, bench.search->start, bench.search->sequences, device::lane(), 11);
    std::vector<double> expected(std::begin(arena.policy), std::end(arena.policy));
    Puzzle puzzle = first();
    for (std::uint32_t ply = 0; ply < bench.search->sequences.length[4]; ++ply) {
        const std::uint16_t chosen = bench.search->sequences.move[4][ply];
        double z = 0;
        for (const auto move : legal(puzzle)) z += std::exp(arena.policy[puzzle.code(move)] / 1024.0);
        for (const auto move : legal(puzzle))
            expected[puzzle.code(move)] -= 1024 * std::exp(arena.policy[puzzle.code(move)] / 1024.0) / z;
        expected[puzzle.code(chosen)] += 1024;
        puzzle.play(chosen);
    }
    Kind::adapt(arena, bench.search->start, bench.search->sequences, 4, 1024);
    for (std::size_t code = 0; code < expected.size(); ++code) {
        const double bounded =
            std::clamp<double>(expected[code], device::lowest_logit, device::highest_logit);
        CHECK(std::abs(arena.policy[code] - bounded) < 2);
    }
}

TEST_CASE("a search of any puzzle on a card does not depend on its slices") {
    for (const std::uint32_t is_lns : {0U, 1U}) {
        Bench<Search> whole(13), cut(13);
        auto setting = options(60000);
        setting.is_lns = is_lns;
        whole.search->run(*whole.arena, setting);
        setting.plies = 1;
        while (cut.search->plies < whole.search->plies) cut.search->run(*cut.arena, setting);
        CHECK(cut.search->slices > whole.search->slices);
        cut.search->slices = whole.search->slices; // which is all that tells them apart
        CHECK(whole == cut);
    }
}

TEST_CASE("the solutions of any puzzle on a card are games with their scores, and get better") {
    Bench<Search> bench(17);
    std::int32_t before = device::no_score;
    for (int slice = 0; slice < 5; ++slice) {
        bench.search->run(*bench.arena, options(60000));
        const auto &best = bench.search->best;
        REQUIRE(best.score() >= before);
        before = best.score();
        Puzzle puzzle = first();
        for (std::uint32_t ply = 0; ply < best.length; ++ply) {
            const auto moves = legal(puzzle);
            REQUIRE(std::find(moves.begin(), moves.end(), best.move[ply]) != moves.end());
            puzzle.play(best.move[ply]);
        }
        CHECK(legal(puzzle).empty());
        CHECK(puzzle.score() == best.score());
    }
    CHECK(bench.search->steps > 10);
    CHECK(before > -10000); // never late
}

TEST_CASE("a search of any puzzle on a card goes on from a game that is given") {
    Bench<Search> bench(19);
    Search::Solution known{};
    Puzzle puzzle = first();
    while (!legal(puzzle).empty()) {
        known.move[known.length++] = legal(puzzle).back();
        puzzle.play(known.move[known.length - 1]);
    }
    bench.search->plant(known);
    CHECK(bench.search->best.score() == puzzle.score());
    bench.search->run(*bench.arena, options(60000));
    CHECK(bench.search->best.score() > puzzle.score());
}
