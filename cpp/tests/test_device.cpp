// The searches of a card, in the emulation of a warp: rules and playouts against the native game draw by
// draw, the step of a policy against the formula, and a search against itself, cut otherwise.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "games/morpion.hpp"
#include "playout/device/intervals.hpp"
#include "playout/device/morpion.hpp"
#include "tests/device_bench.hpp"
#include "tests/support.hpp"

using namespace playout;
namespace device = playout::device;

namespace {

// Rules of the card beside the native ones.
template <std::uint32_t length, std::uint32_t span> struct Both {
    using Rules = device::Morpion<length, span>;
    template <std::uint32_t team_size> using Search = device::Search<device::Intervals<Rules, team_size>, 3>;
    static constexpr const char *variant =
        length == 5 ? (span == 4 ? "5T" : "5D") : (span == 3 ? "4T" : "4D");

    const playout::Morpion native{variant, false};
    const join_five::Notation notation{join_five::Rules::of(variant)};

    // The native line of a code.
    [[nodiscard]] Move move_of(std::uint32_t code) const {
        const std::uint32_t line = Rules::line_of(device::Word(code)).at[0], lane = line >> Rules::lane_shift;
        const auto d = Rules::direction(Rules::direction_of(device::Word(lane)));
        const device::Word place(line & ((1u << Rules::lane_shift) - 1));
        const int x = static_cast<int>(Rules::column(d, device::Word(lane), place).at[0] - Rules::left);
        const int y = static_cast<int>(Rules::row(d, device::Word(lane), place).at[0] - Rules::bottom);
        const int direction = static_cast<int>(Rules::direction_of(device::Word(lane)).at[0]);
        const auto first = notation.cell(x, y);
        return join_five::line_at(direction, join_five::lane_of(direction, first),
                                  join_five::place_of(direction, first));
    }
};

// The events of a sequence that are open at a ply.
template <class Sequences>
std::vector<std::uint32_t> open_codes(const Sequences &all, std::uint32_t slot, std::uint32_t ply) {
    std::vector<std::uint32_t> codes;
    for (std::uint32_t i = 0; i < all.events[slot]; ++i) {
        const std::uint32_t event = all.event[slot][i];
        if ((event >> 16 & 0xFF) <= ply && ply <= event >> 24) codes.push_back(event & 0xFFFF);
    }
    return codes;
}

std::vector<Move> sorted(std::vector<Move> moves) {
    std::sort(moves.begin(), moves.end());
    return moves;
}

} // namespace

TEST_CASE_TEMPLATE("the codes of a card number all lines of its field", B, Both<5, 4>, Both<5, 5>, Both<4, 3>,
                   Both<4, 4>) {
    const B both;
    std::set<Move> moves;
    for (std::uint32_t code = 0; code < B::Rules::codes; ++code) moves.insert(both.move_of(code));
    CHECK(moves.size() == B::Rules::codes);
}

// Each team's playout is played again by the native rules, with the times of its lines drawn here.
TEST_CASE_TEMPLATE("a playout of a card, draw by draw", B, Both<5, 4>, Both<5, 5>, Both<4, 3>, Both<4, 4>) {
    const B both;
    using Search = typename B::template Search<8>;
    Bench<Search> bench(3);
    bench.search->run(*bench.arena, options(1)); // sets up the start and a policy
    auto &arena = *bench.arena;
    auto &sequences = bench.search->sequences;
    Rng rng(5);
    for (int repeat = 0; repeat < 10; ++repeat) {
        for (auto &logit : arena.policy) logit = static_cast<std::int16_t>(rng.below(6000)) - 3000;
        const std::uint64_t random = rng.next();
        const device::Word team = device::lane() / device::Word(8);
        Search::Kind::play(arena, bench.search->start, sequences, team, random);
        for (std::uint32_t slot = 0; slot < 4; ++slot) {
            const device::Word key = device::mixed(device::Word(static_cast<std::uint32_t>(random)), team) ^
                                     device::Word(static_cast<std::uint32_t>(random >> 32));
            std::map<std::uint32_t, float> times;
            auto state = both.native.initial();
            for (std::uint32_t ply = 0; ply < sequences.length[slot]; ++ply) {
                const auto codes = open_codes(sequences, slot, ply);
                std::vector<Move> moves;
                for (const std::uint32_t code : codes) moves.push_back(both.move_of(code));
                const auto legal = legal_moves(both.native, state);
                REQUIRE(sorted(moves) == sorted({legal.begin(), legal.end()}));
                for (const std::uint32_t code : codes)
                    if (!times.contains(code)) {
                        const device::Word n(code);
                        const auto drawn = device::waiting_time(device::mixed(key, n)) *
                                           device::exponential(device::Whole(arena.policy[code]), -1);
                        times[code] = drawn.at[8 * slot];
                    }
                const auto first = *std::min_element(codes.begin(), codes.end(),
                                                     [&](auto a, auto b) { return times[a] < times[b]; });
                const float now = times[first];
                for (auto &[code, time] : times) time -= now;
                const std::uint32_t chosen = sequences.event[slot][sequences.move[slot][ply]] & 0xFFFF;
                REQUIRE(chosen == first);
                both.native.play(state, both.move_of(chosen));
            }
            CHECK(legal_moves(both.native, state).empty());
        }
    }
}

TEST_CASE("times choose a move as often as the softmax does") {
    constexpr int draws = 4000;
    const std::array<std::int32_t, 4> logits{0, 1024, -1024, 2048};
    std::array<int, 4> chosen{};
    for (int i = 0; i < draws; ++i) {
        std::array<float, 4> times{};
        for (std::uint32_t k = 0; k < 4; ++k)
            times[k] = (device::waiting_time(
                            device::mixed(device::Word(static_cast<std::uint32_t>(
                                              device::random_number(1, static_cast<std::uint64_t>(i)))),
                                          device::Word(k))) *
                        device::exponential(device::Whole(logits[k]), -1))
                           .at[0];
        ++chosen[static_cast<std::size_t>(std::min_element(times.begin(), times.end()) - times.begin())];
    }
    const double z = 1 + std::exp(1) + std::exp(-1) + std::exp(2);
    for (std::size_t k = 0; k < 4; ++k) {
        const double p = std::exp(logits[k] / 1024.0) / z, sigma = std::sqrt(p * (1 - p) / draws);
        CHECK(std::abs(chosen[k] / double{draws} - p) < 4 * sigma);
    }
}

TEST_CASE("exponentials and waiting times have four digits") {
    for (std::int32_t logit = device::lowest_logit; logit <= device::highest_logit; logit += 37) {
        const double exact = std::exp(logit / 1024.0);
        CHECK(std::abs(device::exponential(device::Whole(logit), 1).at[0] / exact - 1) < 1e-4);
        CHECK(std::abs(device::exponential(device::Whole(logit), -1).at[0] * exact - 1) < 1e-4);
    }
    for (std::uint32_t i = 0; i < 4000; ++i) {
        const std::uint32_t random = i * 1073741U + 511;
        const double exact = -std::log2(((random >> 9) + 0.5) * 0x1p-23);
        CHECK(std::abs(device::waiting_time(device::Word(random)).at[0] - exact) < 1e-4);
    }
}

TEST_CASE("a step of a card's policy is that of the figure") {
    const Both<5, 4> both;
    using Search = Both<5, 4>::Search<8>;
    Bench<Search> bench(7);
    bench.search->run(*bench.arena, options(1));
    auto &arena = *bench.arena;
    auto &all = bench.search->sequences;
    const std::uint32_t slot = bench.search->slot[0];
    Search::Kind::play(arena, bench.search->start, all,
                       device::load(bench.search->slot, device::lane() / device::Word(8), device::Mask(true)),
                       11);
    Rng rng(2);
    for (auto &logit : arena.policy) logit = static_cast<std::int16_t>(rng.below(16000)) - 8000;
    std::vector<double> expected(std::begin(arena.policy), std::end(arena.policy));
    const auto weight = [&](std::uint32_t code) { return std::exp(arena.policy[code] / 1024.0); };
    for (std::uint32_t ply = 0; ply < all.length[slot]; ++ply) {
        const auto codes = open_codes(all, slot, ply);
        const double z = std::accumulate(codes.begin(), codes.end(), 0.0,
                                         [&](double sum, std::uint32_t code) { return sum + weight(code); });
        for (const std::uint32_t code : codes) expected[code] -= 1024 * weight(code) / z;
        expected[all.event[slot][all.move[slot][ply]] & 0xFFFF] += 1024;
    }
    Search::Kind::adapt(arena, bench.search->start, all, slot, 1024);
    for (std::size_t code = 0; code < expected.size(); ++code) {
        const double bounded =
            std::clamp<double>(expected[code], device::lowest_logit, device::highest_logit);
        CHECK(std::abs(arena.policy[code] - bounded) < 3);
    }
}

TEST_CASE_TEMPLATE("a search of a card does not depend on its slices", Search, Both<5, 4>::Search<8>,
                   Both<5, 5>::Search<4>, Both<4, 4>::Search<16>, Both<5, 4>::Search<32>) {
    for (const std::uint32_t is_lns : {0U, 1U}) {
        Bench<Search> whole(13), cut(13);
        auto setting = options(15000);
        setting.is_lns = is_lns;
        setting.levels = is_lns != 0 ? 2 : 3;
        whole.search->run(*whole.arena, setting);
        setting.plies = 1;
        while (cut.search->plies < whole.search->plies) cut.search->run(*cut.arena, setting);
        CHECK(cut.search->slices > whole.search->slices);
        cut.search->slices = whole.search->slices; // which is all that tells them apart
        CHECK(whole == cut);
    }
}

TEST_CASE("the solutions of a card are games, and grow") {
    const Both<5, 4> both;
    Bench<Both<5, 4>::Search<8>> bench(17);
    std::uint32_t before = 0;
    for (int slice = 0; slice < 5; ++slice) {
        bench.search->run(*bench.arena, options(30000));
        const auto &best = bench.search->best;
        REQUIRE(best.length >= before);
        before = best.length;
        for (const auto *solution : {&best, &std::as_const(bench.search->current)}) {
            auto state = both.native.initial();
            for (std::uint32_t ply = 0; ply < solution->length; ++ply) {
                const Move move = both.move_of(solution->move[ply]);
                REQUIRE(contains_move(legal_moves(both.native, state), move));
                both.native.play(state, move);
            }
            CHECK((solution->length == 0 || legal_moves(both.native, state).empty())); // 0: a new round
        }
    }
    CHECK(bench.search->steps > 20);
    CHECK(before > 70);
}
