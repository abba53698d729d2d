// Moves and positions of Morpion Solitaire as text.
//
// Columns count to the right and rows up, from the lower left corner of the square around the cross; beyond
// it they are negative, or too large for it.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <string>
#include <string_view>

#include "core/moves.hpp"
#include "games/morpion/position.hpp"
#include "games/morpion/rules.hpp"

namespace playout::join_five {

// The columns, or the rows, of the plane on the torus. The occupied ones are connected with the cross.
class Axis {
public:
    explicit constexpr Axis(int cross) : cross_(cross), margin_((size - cross) / 2) {}

    [[nodiscard]] constexpr int on_torus(int n) const { return wrap(n + margin_); }

    // For a column that is occupied or next to one.
    [[nodiscard]] int on_plane(Bits occupied, int column) const {
        const int n = wrap(column - margin_);
        return n <= cross_ + beyond(occupied) ? n : n - size;
    }

    [[nodiscard]] bool is_near(Bits occupied, int n) const {
        return -1 - before(occupied) <= n && n <= cross_ + beyond(occupied);
    }

    // By how much the dots reach further than the cross, on the side where they do so most.
    [[nodiscard]] int overhang(Bits occupied) const { return std::max(before(occupied), beyond(occupied)); }

private:
    [[nodiscard]] int before(Bits occupied) const { return std::countl_one(std::rotr(occupied, margin_)); }
    [[nodiscard]] int beyond(Bits occupied) const {
        return std::countr_one(std::rotr(occupied, margin_ + cross_));
    }

    int cross_, margin_;
};

class Notation {
public:
    explicit Notation(const Rules &rules) : rules_(rules), axis_(rules.cross_size()) {}

    [[nodiscard]] Cell cell(int x, int y) const {
        return join_five::cell(axis_.on_torus(x), axis_.on_torus(y));
    }

    // The new dot, the direction of the line, and how many of its dots come before the new one: "3:10N4".
    [[nodiscard]] std::string name(const Position &position, Line line) const {
        const Cell dot = position.missing_dot(line);
        const int d = direction_of(line);
        return std::to_string(axis_.on_plane(position.columns, column(dot))) + ':' +
               std::to_string(axis_.on_plane(position.rows, row(dot))) + std::string(direction_names[d]) +
               std::to_string(wrap(place_of(d, dot) - first_of(line)));
    }

    // The line of such a name, legal or not; -1 if it names none.
    [[nodiscard]] Move parse(const Position &position, std::string_view text) const {
        int x = 0, y = 0, d = 0, before = 0;
        if (!take_number(text, x) || !take(text, ":") || !take_number(text, y) || !take_direction(text, d) ||
            !take_number(text, before) || !text.empty())
            return -1;
        if (!axis_.is_near(position.columns, x) || !axis_.is_near(position.rows, y) || before < 0 ||
            before >= rules_.length || position.has_dot(cell(x, y)))
            return -1;
        return line_at(d, lane_of(d, cell(x, y)), place_of(d, cell(x, y)) - before);
    }

    // The smallest rectangle around the middle of the cross that holds all dots. A dot is a hexadecimal
    // digit: 1, 2, 4 and 8 for a line that leaves it to the east, north, north-east and south-east.
    [[nodiscard]] std::string board(const Position &position) const {
        const int wide = axis_.overhang(position.columns), high = axis_.overhang(position.rows);
        const int last = rules_.cross_size() - 1;
        std::string text;
        for (int y = last + high; y >= -high; --y) {
            for (int x = -wide; x <= last + wide; ++x) text += digit(position, cell(x, y));
            if (y > -high) text += '/';
        }
        return text;
    }

private:
    [[nodiscard]] char digit(const Position &position, Cell c) const {
        if (!position.has_dot(c)) return '.';
        unsigned leaving = 0;
        for (int d = 0; d < directions; ++d)
            if ((segments(position.lanes[d][lane_of(d, c)].used) & bit(place_of(d, c))) != 0)
                leaving |= 1u << d;
        return "0123456789abcdef"[leaving];
    }

    // The places of a lane from which a line goes on to the next place.
    [[nodiscard]] Bits segments(Bits used) const {
        Bits all = 0;
        Bits firsts = used & ~std::rotl(used, 1);
        for (; firsts != 0; firsts = std::rotl(firsts, rules_.span) & used)
            for (int i = 0; i < rules_.length - 1; ++i) all |= std::rotl(firsts, i);
        return all;
    }

    static bool take(std::string_view &text, std::string_view word) {
        if (!text.starts_with(word)) return false;
        text.remove_prefix(word.size());
        return true;
    }

    static bool take_number(std::string_view &text, int &number) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        return error == std::errc();
    }

    static bool take_direction(std::string_view &text, int &direction) {
        for (const int d : {2, 3, 0, 1}) { // N after NE
            direction = d;
            if (take(text, direction_names[d])) return true;
        }
        return false;
    }

    Rules rules_;
    Axis axis_;
};

} // namespace playout::join_five
