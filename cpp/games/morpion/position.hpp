// A position of Morpion Solitaire: its dots, its lines, and the lines that may be drawn.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>

#include "core/bits.hpp"
#include "games/morpion/grid.hpp"
#include "games/morpion/open_lines.hpp"

namespace playout::join_five {

struct Lane {
    Bits dots;
    Bits used; // places taken up by lines
    bool operator==(const Lane &) const = default;
};

struct Position {
    std::array<std::array<Lane, size>, directions> lanes;
    Bits columns, rows;  // that hold a dot
    std::uint32_t lines; // drawn so far
    Cell newest;         // the dot of the last move
    bool moved;          // whether there was one: a position set up has lines and no last move
    OpenLines open;

    // The same dots and lines, whatever the order in which they came.
    bool operator==(const Position &that) const { return lanes == that.lanes; }

    [[nodiscard]] const Lane &lane(Line line) const { return lanes[direction_of(line)][lane_of(line)]; }
    [[nodiscard]] Lane &lane(Line line) { return lanes[direction_of(line)][lane_of(line)]; }

    [[nodiscard]] bool has_dot(Cell c) const { return (lanes[0][row(c)].dots & bit(column(c))) != 0; }

    // The first cell of a line that has no dot.
    [[nodiscard]] Cell missing_dot(Line line) const {
        const int before = std::countr_one(std::rotr(lane(line).dots, first_of(line)));
        return cell_at(direction_of(line), lane_of(line), first_of(line) + before);
    }

    // Marks the column and the row of a new dot.
    void occupy(Cell dot) {
        columns |= bit(column(dot));
        rows |= bit(row(dot));
        check_room();
    }

    // No legal game from the cross fails this.
    void check_room() const {
        if (!has_room(columns) || !has_room(rows) || open.is_full())
            throw std::length_error("morpion: the position has outgrown the grid of 64 by 64 cells");
    }
};

} // namespace playout::join_five
