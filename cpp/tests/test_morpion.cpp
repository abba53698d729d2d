// Morpion Solitaire: the list of legal lines against a look at the whole grid, the torus, its edge, and the
// published numbers of positions.
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "games/morpion.hpp"
#include "tests/support.hpp"

using namespace playout;
using namespace playout::join_five;

static_assert(Indexed<Morpion>);
static_assert(std::is_trivially_copyable_v<Morpion::State>);

namespace {

constexpr std::array<const char *, 4> variants{"5T", "5D", "4T", "4D"};

// Calls a check with every game.
template <class Check> void for_every_game(Check check) {
    for (const char *variant : variants)
        for (const bool replace_dominated : {false, true}) {
            CAPTURE(variant);
            CAPTURE(replace_dominated);
            check(Morpion(variant, replace_dominated), Rules::of(variant));
        }
}

// Calls a check with every state of some random games.
template <class Check> void for_random_states(const Morpion &game, int games, Check check) {
    Rng rng(1);
    for (; games > 0; --games) {
        auto state = game.initial();
        for (; game.count(state) > 0; game.play_nth(state, rng.below(game.count(state)))) check(state);
        check(state);
    }
}

std::vector<Move> listed(const Morpion &game, const Position &state) {
    const auto moves = legal_moves(game, state);
    return {moves.begin(), moves.end()};
}

std::vector<Move> sorted(std::vector<Move> moves) {
    std::sort(moves.begin(), moves.end());
    return moves;
}

Line as_line(int number) { return static_cast<Line>(number); }

Cell cell_of(Line line, int i) { return cell_at(direction_of(line), lane_of(line), first_of(line) + i); }

// The legal lines, looked for place by place on the whole grid.
std::vector<Move> scanned(const Position &state, const Rules &rules) {
    std::vector<Move> lines;
    for (int number = 0; number < directions * size * size; ++number) {
        const Line line = as_line(number);
        int dots = 0, used = 0;
        for (int i = 0; i < rules.length; ++i) dots += state.has_dot(cell_of(line, i));
        for (int i = 0; i < rules.span; ++i) used += (state.lane(line).used >> wrap(first_of(line) + i)) & 1;
        if (dots == rules.length - 1 && used == 0) lines.push_back(line);
    }
    return lines;
}

// The dots of a position, moved on the torus.
std::vector<Cell> shifted_dots(const Position &state, int right, int up) {
    std::vector<Cell> dots;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            if (state.has_dot(cell(x, y))) dots.push_back(cell(x + right, y + up));
    return dots;
}

Line shifted_line(Line line, int right, int up) {
    const Cell from = shifted(cell_of(line, 0), cell(right, up));
    return line_at(direction_of(line), lane_of(direction_of(line), from), place_of(direction_of(line), from));
}

constexpr int row_seven = 7;

std::vector<Cell> row_of_dots(std::initializer_list<int> columns) {
    std::vector<Cell> dots;
    for (const int x : columns) dots.push_back(cell(x, row_seven));
    return dots;
}

// All but one dot of a line from place 20 of a row or column, and dots elsewhere in all places of it but
// those from the line's end to `free_until`.
std::vector<Cell> crowded(const Rules &rules, int d, int free_until) {
    std::vector<Cell> dots;
    for (int i = 0; i < rules.length - 1; ++i) dots.push_back(cell_at(d, 10, 20 + i));
    for (int place = free_until; place < 20 + size; ++place)
        dots.push_back(cell_at(d, 40 + 9 * (place % 2), place));
    return dots;
}

// A line mirrored (bit 0), and turned by right angles (the other bits), about the middle of the cross.
Line image(Line line, const Rules &rules, int symmetry) {
    const int sum = (size - rules.cross_size()) / 2 * 2 + rules.cross_size() - 1;
    std::array<std::array<int, 2>, 2> ends{};
    for (const int end : {0, 1}) {
        const Cell c = cell_of(line, end * (rules.length - 1));
        int x = column(c), y = row(c);
        if ((symmetry & 1) != 0) x = sum - x;
        for (int turns = symmetry / 2; turns > 0; --turns) std::tie(x, y) = std::tuple(sum - y, x);
        ends[end] = {x, y};
    }
    std::sort(ends.begin(), ends.end()); // a line goes to the right, or up
    const auto [from, to] = ends;
    const int d = from[1] == to[1] ? 0 : from[0] == to[0] ? 1 : from[1] < to[1] ? 2 : 3;
    const Cell first = cell(from[0], from[1]);
    return line_at(d, lane_of(d, first), place_of(d, first));
}

using Lines = std::vector<Line>; // in the order in which they are drawn

// The same for all positions that look the same after turning and mirroring.
Lines canonical(const Lines &lines, const Rules &rules) {
    Lines least;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
        Lines images;
        for (const Line line : lines) images.push_back(image(line, rules, symmetry));
        std::sort(images.begin(), images.end());
        if (symmetry == 0 || images < least) least = images;
    }
    return least;
}

// The number of different positions after each number of moves.
std::vector<std::size_t> positions(const char *variant, int depth) {
    const Morpion game(variant, false);
    std::map<Lines, Lines> level{{{}, {}}};
    std::vector<std::size_t> counts{1};
    for (; depth > 0; --depth) {
        std::map<Lines, Lines> next;
        for (const auto &[key, lines] : level) {
            auto state = game.initial();
            for (const Line line : lines) game.play(state, line);
            for (const Move move : legal_moves(game, state)) {
                Lines longer = lines;
                longer.push_back(as_line(move));
                next.emplace(canonical(longer, Rules::of(variant)), longer);
            }
        }
        level = std::move(next);
        counts.push_back(level.size());
    }
    return counts;
}

} // namespace

TEST_CASE("morpion: count, nth and play_nth are legal and play without the list") {
    for_every_game([](const Morpion &game, const Rules &) {
        for_random_states(game, 5, [&](const Position &state) {
            const auto moves = legal_moves(game, state);
            REQUIRE(game.count(state) == static_cast<std::uint32_t>(moves.size()));
            for (int k = 0; k < moves.size(); ++k) {
                auto plain = state, hooked = state;
                game.play(plain, moves[k]);
                game.play_nth(hooked, static_cast<std::uint32_t>(k));
                REQUIRE(game.nth(state, static_cast<std::uint32_t>(k)) == moves[k]);
                REQUIRE(plain == hooked);
                REQUIRE(listed(game, plain) == listed(game, hooked));
                REQUIRE(game.score(plain) == game.score(state) + 1);
            }
        });
    });
}

TEST_CASE("morpion: the list holds the lines that a look at the whole grid finds") {
    for_every_game([](const Morpion &game, const Rules &rules) {
        for_random_states(game, 3, [&](const Position &state) {
            REQUIRE(sorted(listed(game, state)) == scanned(state, rules));
            for (std::uint32_t k = 0; k < state.open.size(); ++k)
                REQUIRE(state.open[k].dot == state.missing_dot(state.open[k].line));
        });
    });
}

TEST_CASE("morpion: names are different and are read back as their move") {
    for_every_game([](const Morpion &game, const Rules &) {
        for_random_states(game, 5, [&](const Position &state) {
            std::map<std::string, Move> names;
            for (const Move move : legal_moves(game, state)) {
                REQUIRE(names.emplace(game.name(state, move), move).second);
                REQUIRE(game.parse(state, game.name(state, move)) == move);
            }
        });
    });
}

TEST_CASE("morpion: the cross may stand anywhere on the torus, its edges do not show") {
    for_every_game([](const Morpion &game, const Rules &) {
        Rng rng(1);
        for (const int right : {0, 21, 29, 32, 35})
            for (const int up : {0, 27, 31, 37}) {
                auto here = game.initial(), there = game.start(shifted_dots(here, right, up));
                while (game.count(here) > 0) {
                    std::vector<Move> expected;
                    for (const Move line : listed(game, here))
                        expected.push_back(shifted_line(as_line(line), right, up));
                    REQUIRE(sorted(listed(game, there)) == sorted(expected));
                    const Line line = as_line(game.nth(here, rng.below(game.count(here))));
                    game.play(here, line);
                    game.play(there, shifted_line(line, right, up));
                }
                REQUIRE(game.count(there) == 0);
            }
    });
}

TEST_CASE("morpion: Figure 4 of the paper, a dominated move") {
    // Its dots 0 to 9 and the line through 5 to 9; the new dot is to come between 0 and 1.
    for (const char *variant : {"5T", "5D"})
        for (const bool replace_dominated : {false, true}) {
            const Morpion game(variant, replace_dominated);
            auto state = game.start(row_of_dots({0, 2, 3, 4, 5, 6, 7, 8, 9}));
            game.play(state, line_at(0, row_seven, 6));
            CHECK(game.count(state) == 2);
            auto a = state, b = state;
            game.play(a, line_at(0, row_seven, 0));
            game.play(b, line_at(0, row_seven, 1));
            CHECK((a == b) == replace_dominated);
            CHECK((a.lanes[0][row_seven].used & 1) == !replace_dominated);
            CHECK((b.lanes[0][row_seven].used & 1) == 0);
        }
}

TEST_CASE("morpion: a line slides as far as it can, and only where places are lost") {
    const Morpion game("5T");
    // Segments 8 to 11 are taken. The line from 2 leaves 6 and 7, too few for another, and slides by two.
    auto state = game.start(row_of_dots({2, 3, 4, 5, 7, 8, 9, 10, 12}));
    game.play(state, line_at(0, row_seven, 8));
    auto near = state;
    game.play(near, line_at(0, row_seven, 2));
    CHECK(near.lanes[0][row_seven].used == 0b111111110000);
    // The line from 3 to 7 keeps the new dot at 6, so it stays if the next dot is missing.
    auto short_of_dots = game.start(row_of_dots({0, 1, 2, 3, 8, 9, 10, 12}));
    game.play(short_of_dots, line_at(0, row_seven, 8));
    game.play(short_of_dots, line_at(0, row_seven, 0));
    CHECK(short_of_dots.lanes[0][row_seven].used == 0b111100001111);
    // Backward: the line from 13 to 17 leaves segment 12 alone.
    auto behind = game.start(row_of_dots({8, 9, 10, 12, 13, 14, 16, 17}));
    game.play(behind, line_at(0, row_seven, 8));
    game.play(behind, line_at(0, row_seven, 13));
    CHECK(behind.lanes[0][row_seven].used == 0b1111111100000000);
}

TEST_CASE("morpion: outgrowing the grid is an error") {
    for_every_game([](const Morpion &game, const Rules &rules) {
        for (const int d : {0, 1}) { // a row of dots, a column of dots
            const int end = 20 + rules.length - 1;
            const Line line = line_at(d, 10, 20); // lacks the dot at its end
            auto enough = game.start(crowded(rules, d, end + 5)),
                 too_few = game.start(crowded(rules, d, end + 4));
            game.play(enough, line);
            CHECK(enough.has_dot(cell_at(d, 10, end)));
            CHECK_THROWS_AS(game.play(too_few, line), std::length_error);
            CHECK_THROWS_AS((void)game.start(crowded(rules, d, end + 3)), std::length_error);
        }
    });
}

TEST_CASE("morpion: more legal moves than any game has are an error") {
    std::vector<Cell> dots; // every fifth is missing
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 20; ++x)
            if ((x + 2 * y) % 5 != 0) dots.push_back(cell(x, y));
    CHECK_THROWS_AS((void)Morpion("5T").start(dots), std::length_error);
    dots.resize(60);
    CHECK(Morpion("5T").start(dots).open.size() > 0);
}

TEST_CASE("morpion: unknown variants are refused") {
    for (const char *variant : {"", "5", "T5", "5t", "6T", "5TD"})
        CHECK_THROWS_AS(Morpion{variant}, std::invalid_argument);
}

// Counted by Michael Quist: A204108, A204107, A204110 and A204109 of the On-Line Encyclopedia of Integer
// Sequences.
TEST_CASE("morpion: the number of positions, apart from symmetry") {
    CHECK(positions("5T", 5) == std::vector<std::size_t>{1, 4, 56, 428, 2741, 13247});
    CHECK(positions("5D", 5) == std::vector<std::size_t>{1, 4, 55, 404, 2462, 11196});
    CHECK(positions("4T", 4) == std::vector<std::size_t>{1, 5, 107, 1212, 11307});
    CHECK(positions("4D", 4) == std::vector<std::size_t>{1, 5, 106, 1174, 10608});
}
