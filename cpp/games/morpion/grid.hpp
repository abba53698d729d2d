// The grid of Morpion Solitaire: a torus of 64 by 64 cells that stands for the infinite plane.
//
// In each of four directions the torus falls into 64 lanes (rows, columns, diagonals) of 64 places, and a
// cell is one place of one lane of each direction. On the torus the ends of the plane meet, but no game can
// tell as long as four neighbouring columns and four neighbouring rows are empty: a line reaches no further.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "core/bits.hpp"

namespace playout::join_five {

constexpr int size = 64;
constexpr int directions = 4;
constexpr std::array<std::string_view, directions> direction_names{"E", "N", "NE", "SE"};

constexpr int wrap(int n) { return n & (size - 1); }

// y << 8 | x: the spare bits of a byte take up the carry when cells are added.
using Cell = std::uint16_t;

constexpr Cell cell(int x, int y) { return static_cast<Cell>(wrap(y) << 8 | wrap(x)); }
constexpr int column(Cell c) { return c & 0xFF; }
constexpr int row(Cell c) { return c >> 8; }
constexpr Cell shifted(Cell c, Cell by) { return static_cast<Cell>((c + by) & 0x3F3F); }

// How far a difference of columns, or of rows, is on the torus.
constexpr int apart(int difference) {
    return wrap(difference) <= size / 2 ? wrap(difference) : size - wrap(difference);
}

// Whether it is one or two steps from one cell to the other, straight or diagonally.
constexpr bool is_near(Cell a, Cell b) {
    const int x = apart(column(a) - column(b)), y = apart(row(a) - row(b));
    return x <= 2 && y <= 2 && (x == y || x * y == 0) && x + y > 0;
}

// The steps of a king from one cell to the other.
constexpr int steps(Cell a, Cell b) { return std::max(apart(column(a) - column(b)), apart(row(a) - row(b))); }

constexpr int lane_of(int direction, Cell c) {
    switch (direction) {
    case 0:
        return row(c);
    case 1:
        return column(c);
    case 2:
        return wrap(row(c) - column(c));
    default:
        return wrap(row(c) + column(c));
    }
}

constexpr int place_of(int direction, Cell c) { return direction == 1 ? row(c) : column(c); }

constexpr Cell cell_at(int direction, int lane, int place) {
    switch (direction) {
    case 0:
        return cell(place, lane);
    case 1:
        return cell(lane, place);
    case 2:
        return cell(place, lane + place);
    default:
        return cell(place, lane - place);
    }
}

// A line: its direction, its lane and the place of its first cell.
using Line = std::uint16_t;

constexpr Line line_at(int direction, int lane, int place) {
    return static_cast<Line>((direction * size + lane) * size + wrap(place));
}
constexpr int direction_of(Line line) { return line / (size * size); }
constexpr int lane_of(Line line) { return wrap(line / size); }
constexpr int first_of(Line line) { return wrap(line); }
constexpr Line moved(Line line, int places) {
    return static_cast<Line>((line - first_of(line)) | wrap(line + places));
}

// Whether four neighbouring columns, or rows, are empty.
constexpr bool has_room(Bits occupied) {
    const Bits pairs = ~occupied & std::rotr(~occupied, 1);
    return (pairs & std::rotr(pairs, 2)) != 0;
}

} // namespace playout::join_five
