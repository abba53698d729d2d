// Morpion Solitaire (Join Five) for a warp; the rules are those of cpp/games/morpion.hpp without replacement
// of dominated moves, on a field of `width` by `height` cells around the cross.
//
// A lane is a row, a column or a diagonal of the field that has room for a line: a pair of words, its dots
// and its used places. A line uses `span` places of its lane: its segments if lines may touch, else its dots.
// Places beyond the field count as used, so that no line leaves it.
//
// An open line is one that may be drawn: it lacks one dot. It is a word: lane and first place, the dot that
// it lacks, and the number of its event (see nrpa.hpp). The code of a line numbers all lines of the field.
#pragma once

#include "playout/device/warp.hpp"

namespace playout::device {

template <uint32_t length_, uint32_t span_> struct Morpion {
    static constexpr uint32_t length = length_, span = span_, reach = length - 1;
    static constexpr uint32_t width = 24, height = 20;
    // By its symmetry the cross may stand aside: a game that grows far to one side can be turned round.
    static constexpr uint32_t left = length == 5 ? 10 : 8, bottom = length == 5 ? 5 : 6;
    static constexpr uint32_t cross = 3 * length - 5;

    static constexpr uint32_t diagonals = width + height - 1 - 2 * reach;
    static constexpr uint32_t lanes = height + width + 2 * diagonals;
    static constexpr uint32_t across = width - reach, upwards = height - reach; // places where lines begin
    static constexpr uint32_t codes = height * across + width * upwards + 2 * across * upwards;
    static constexpr uint32_t most_open = 48, most_events = 384, most_plies = 224;

    // The bits of an open line; its dot is row << 5 | column.
    static constexpr uint32_t lane_shift = 5, dot_shift = 12, event_shift = 22, row_shift = 5;
    static constexpr uint32_t line_mask = (1u << dot_shift) - 1, column_mask = (1u << row_shift) - 1;
    static constexpr uint32_t dot_mask = ((1u << event_shift) - 1) ^ line_mask;
    static_assert(lanes <= 128 && codes <= 2048 && width <= 28 && height <= 28 && most_events <= 1024);

    struct Board {
        Pair lane[lanes]; // dots, used places
    };

    // What depends on the direction of a line, E, N, NE or SE.
    struct Direction {
        Word lowest_lane, lane_count;          // its lanes
        Word lane, lane_x, lane_y;             // the lane of a cell: lane + lane_x x + lane_y y
        Word code, code_x, code_y, code_place; // the code of a line, by the first place and any cell
        Word step;                             // from a dot to the next one
        Mask is_upwards;                       // places are rows
    };

    // The lines that may be drawn, of those that begin at some places of a lane: a bit each in `opened`.
    struct View {
        Word opened;
        Word dots; // of the lane, from the first of those places on
        Word line; // that begins at the first of those places
        Word code; // of that line
        Word dot;  // `reach` places on
    };

    PLAYOUT_DEVICE static Direction direction(Word d) {
        constexpr uint32_t minus = 0xFFFFFFFF, rows = height, straight = height + width;
        constexpr uint32_t north = height * across, rising = north + width * upwards;
        constexpr uint32_t falling = rising + across * upwards;
        Direction it;
        it.lowest_lane = by(d, 0, rows, straight, straight + diagonals);
        it.lane_count = by(d, height, width, diagonals, diagonals);
        it.lane = it.lowest_lane + by(d, 0, 0, across - 1, minus * reach);
        it.lane_x = by(d, 0, 1, minus, 1);
        it.lane_y = by(d, 1, 0, 1, 1);
        it.code = by(d, 0, north, rising, falling - reach * across);
        it.code_x = by(d, 0, upwards, minus * across, across);
        it.code_y = by(d, across, 0, across, across);
        it.code_place = by(d, 1, 1, across + 1, 1 - across);
        it.step = by(d, 1, 1u << row_shift, (1u << row_shift) + 1, 1 - (1u << row_shift));
        it.is_upwards = d == Word(1);
        return it;
    }

    // Draws an open line, in the lane of one direction, and shows what has opened there. `boards[base]` is
    // the first lane of the board; where `writes`, the lane is stored.
    PLAYOUT_DEVICE static View draw(Pair *boards, Word base, const Direction &d, Word drawn, Mask active,
                                    Mask writes) {
        const Word dot = (drawn & Word(dot_mask)) >> Word(dot_shift);
        const Word x = dot & Word(column_mask), y = dot >> Word(row_shift);
        const Word lane_number = d.lane + d.lane_x * x + d.lane_y * y;
        const Mask is_lane = active & (lane_number - d.lowest_lane < d.lane_count);
        const auto old = load(boards, base + lane_number, is_lane);
        const Word place = select(d.is_upwards, y, x), line = drawn & Word(line_mask);
        const Word drawn_places = Word((1u << span) - 1) << (line & Word((1u << lane_shift) - 1));
        const Word dots = first_of(old) | Word(1) << place;
        const Word used =
            second_of(old) | select(line >> Word(lane_shift) == lane_number, drawn_places, Word(0));
        sync(); // several lanes have loaded it
        store(boards, base + lane_number, pair_of(dots, used), is_lane & writes);
        View view;
        view.dots = dots << Word(reach) >> place;
        const Word lines = open_lines(view.dots, (used << Word(reach) | Word((1u << reach) - 1)) >> place);
        view.opened = select(is_lane, lines & Word((1u << length) - 1), Word(0));
        view.line = (lane_number << Word(lane_shift)) + place - Word(reach);
        view.code = d.code + d.code_x * x + d.code_y * y + d.code_place * (place - Word(reach));
        view.dot = dot;
        return view;
    }

    // All open lines of a lane.
    PLAYOUT_DEVICE static View look(const Pair *board, Word lane_number, Mask active) {
        const Direction d = direction(direction_of(lane_number));
        const auto words = load(board, lane_number, active);
        const Word x = column(d, lane_number, Word(reach)), y = row(d, lane_number, Word(reach));
        View view;
        view.dots = first_of(words);
        view.opened = select(active, open_lines(view.dots, second_of(words)), Word(0));
        view.line = lane_number << Word(lane_shift);
        view.code = d.code + d.code_x * x + d.code_y * y;
        view.dot = (y << Word(row_shift)) + x;
        return view;
    }

    // The i-th line of a view, as an open line without an event, and its code.
    PLAYOUT_DEVICE static Word open_line(const View &view, Word step, Word i) {
        const Word missing = i + lowest_one(~(view.dots >> i));
        return (view.line + i) | (view.dot + (missing - Word(reach)) * step) << Word(dot_shift);
    }

    // Whether an open line is open no more when another is drawn: it lacks the same dot, or begins less than
    // `span` places away in the same lane. Lines of two lanes are never that near by their numbers.
    PLAYOUT_DEVICE static Mask closes(Word drawn, Word open) {
        const Mask same_dot = ((drawn ^ open) & Word(dot_mask)) == Word(0);
        const Word distance = (open & Word(line_mask)) - (drawn & Word(line_mask)) + Word(span - 1);
        return same_dot | (distance <= Word(2 * (span - 1)));
    }

    PLAYOUT_DEVICE static Word direction_of(Word lane_number) {
        const Word straight = select(lane_number < Word(height), Word(0), Word(1));
        const Word diagonal = select(lane_number < Word(height + width + diagonals), Word(2), Word(3));
        return select(lane_number < Word(height + width), straight, diagonal);
    }

    // The lane and first place of a line, from its code.
    PLAYOUT_DEVICE static Word line_of(Word code) {
        constexpr uint32_t north = height * across, rising = north + width * upwards;
        constexpr uint32_t falling = rising + across * upwards;
        const Word n = code - select(code < Word(rising), select(code < Word(north), Word(0), Word(north)),
                                     select(code < Word(falling), Word(rising), Word(falling)));
        const Word row = n / Word(across), column = n % Word(across);
        const Word east = row << Word(lane_shift) | column;
        const Word up = (Word(height) + n / Word(upwards)) << Word(lane_shift) | n % Word(upwards);
        const Word up_right = (row - column + Word(height + width + across - 1)) << Word(lane_shift) | column;
        const Word down_right =
            (row + column + Word(height + width + diagonals)) << Word(lane_shift) | column;
        return select(code < Word(rising), select(code < Word(north), east, up),
                      select(code < Word(falling), up_right, down_right));
    }

    // The column and the row of a place of a lane.
    PLAYOUT_DEVICE static Word column(const Direction &d, Word lane_number, Word place) {
        return select(d.is_upwards, lane_number - d.lane, place);
    }
    PLAYOUT_DEVICE static Word row(const Direction &d, Word lane_number, Word place) {
        return select(d.is_upwards, place, lane_number - d.lane - d.lane_x * place);
    }

    // The cell in the middle of a line, as a dot.
    PLAYOUT_DEVICE static Word middle_of(Word code) {
        const Word line = line_of(code), lane_number = line >> Word(lane_shift);
        const Direction d = direction(direction_of(lane_number));
        const Word place = (line & Word((1u << lane_shift) - 1)) + Word(length / 2);
        return row(d, lane_number, place) << Word(row_shift) | column(d, lane_number, place);
    }
    // Whether two dots are at most so many columns and rows apart.
    PLAYOUT_DEVICE static Mask is_near(Word a, Word b, Word distance) {
        const Word columns = (a & Word(column_mask)) - (b & Word(column_mask)) + distance;
        const Word rows = (a >> Word(row_shift)) - (b >> Word(row_shift)) + distance;
        return (columns <= distance + distance) & (rows <= distance + distance);
    }

    // The line of a code as an open line; `is_open` says whether it is one.
    PLAYOUT_DEVICE static Word open_line_of(const Pair *board, Word code, Mask &is_open) {
        const Word line = line_of(code), first = line & Word((1u << lane_shift) - 1);
        const View view = look(board, line >> Word(lane_shift), code < Word(codes));
        is_open = (view.opened >> first & Word(1)) == Word(1);
        return open_line(view, direction(direction_of(line >> Word(lane_shift))).step, first);
    }

    // The board with the cross and no line.
    PLAYOUT_DEVICE static void clear(Pair *board) {
        for (uint32_t i = 0; i < lanes; i += warp_size) {
            const Word lane_number = lane() + Word(i);
            const Direction d = direction(direction_of(lane_number));
            Word dots(0), on_field(0);
            for (uint32_t place = 0; place < width; ++place) {
                const Word x = column(d, lane_number, Word(place)), y = row(d, lane_number, Word(place));
                const Mask is_cell = (x < Word(width)) & (y < Word(height));
                on_field |= select(is_cell, Word(1u << place), Word(0));
                dots |=
                    select(is_cell & in_cross(x - Word(left), y - Word(bottom)), Word(1u << place), Word(0));
            }
            // A segment is on the field if both of its ends are.
            const Word free = span < length ? on_field & on_field >> Word(1) : on_field;
            store(board, lane_number, pair_of(dots, ~free), lane_number < Word(lanes));
        }
        sync();
    }

private:
    PLAYOUT_DEVICE static Word by(Word d, uint32_t e, uint32_t n, uint32_t ne, uint32_t se) {
        return select(d < Word(2), select(d == Word(0), Word(e), Word(n)),
                      select(d == Word(2), Word(ne), Word(se)));
    }

    // Bit i: the line that begins at bit i of the words lacks one dot and overlaps no other.
    PLAYOUT_DEVICE static Word open_lines(Word dots, Word used) {
        const Word a = dots, b = dots >> Word(1), c = dots >> Word(2), d = dots >> Word(3);
        const Word odd = a ^ b ^ c, two = (a & b) | (a & c) | (b & c);
        Word taken = used | used >> Word(1) | used >> Word(2);
        if constexpr (span >= 4) taken = taken | used >> Word(3);
        if constexpr (span == 5) taken = taken | used >> Word(4);
        if constexpr (length == 4) {
            return two & (odd ^ d) & ~taken;
        } else {
            const Word e = dots >> Word(4);
            return two & ((odd & d) | (odd & e) | (d & e)) & ~(odd ^ d ^ e) & ~taken; // two and two
        }
    }

    // The outline of five squares.
    PLAYOUT_DEVICE static Mask in_cross(Word x, Word y) {
        const Word one(1);
        return inside(x, y) & !(inside(x - one, y - one) & inside(x - one, y + one) &
                                inside(x + one, y - one) & inside(x + one, y + one));
    }
    PLAYOUT_DEVICE static Mask inside(Word x, Word y) {
        const Mask in_arm =
            (x - Word(length - 2) < Word(length - 1)) | (y - Word(length - 2) < Word(length - 1));
        return (x < Word(cross)) & (y < Word(cross)) & in_arm;
    }
};

} // namespace playout::device
