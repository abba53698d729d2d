// A position of Morpion Solitaire read from text: the inverse of Notation::board.
//
// Accepted are exactly the positions to which games lead, dominated moves not replaced. The lines must have
// an order in which each adds one dot. It is found backwards: take off a line that has a dot of its own,
// which is neither of the cross nor on another line, and the dot. That hinders no other line, so it does not
// matter which is taken first: the lines all come off, or some have no dot of their own in any order. A line
// with two dots of its own would have added both.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/morpion/grid.hpp"
#include "games/morpion/rules.hpp"

namespace playout::join_five {

class Sheet {
public:
    // A cell of the plane, in the columns and rows of the names of moves.
    struct Point {
        int x, y;

        [[nodiscard]] Point further(int direction, int steps) const {
            constexpr std::array<std::array<int, 2>, directions> step{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
            return {x + steps * step[direction][0], y + steps * step[direction][1]};
        }
        [[nodiscard]] std::string name() const { return std::to_string(x) + ':' + std::to_string(y); }
    };
    struct Stroke { // a line
        Point first;
        int direction;
    };

    // Throws std::invalid_argument where the text is not a position.
    Sheet(const Rules &rules, std::string_view text) : rules_(rules) {
        read_rows(text);
        for_every_point([&](Point p) { check_sign(p); });
        for_every_point([&](Point p) { check_dot(p); });
        check_size();
        for_every_point([&](Point p) {
            for (int d = 0; d < directions; ++d)
                if (goes_on(p, d) && !goes_on(p.further(d, -1), d)) read_lines(p, d);
        });
        check_order();
    }

    [[nodiscard]] std::vector<Point> dots() const {
        std::vector<Point> found;
        for_every_point([&](Point p) {
            if (has_dot(p)) found.push_back(p);
        });
        return found;
    }
    [[nodiscard]] const std::vector<Stroke> &lines() const { return lines_; }

private:
    static constexpr std::string_view digits = "0123456789abcdef";
    static constexpr int most = 2 * size; // rows or columns: on one side of the cross alone there are fewer

    void read_rows(std::string_view text) {
        columns_ = static_cast<int>(std::min(text.find('/'), text.size()));
        for (bool more = true; more; ++rows_) {
            const std::string_view row = text.substr(0, text.find('/'));
            if (static_cast<int>(row.size()) != columns_)
                throw std::invalid_argument("row " + std::to_string(rows_ + 1) + " from the top has " +
                                            std::to_string(row.size()) + " cells, the first one " +
                                            std::to_string(columns_));
            cells_ += row;
            more = row.size() < text.size();
            text.remove_prefix(row.size() + more);
        }
        for (const int n : {columns_, rows_})
            if (n < cross() || n > most || (n - cross()) % 2 != 0)
                throw std::invalid_argument(
                    "the board has " + std::to_string(rows_) + " rows of " + std::to_string(columns_) +
                    " cells: it has " + std::to_string(cross()) + " of each for the cross and as many more " +
                    "on one side of it as on the other, at most " + std::to_string(most) + " together");
    }

    void check_sign(Point p) const {
        if (has_dot(p) && digits.find(at(p)) == std::string_view::npos)
            throw std::invalid_argument("cell " + p.name() + " holds '" + at(p) + "': a cell is one of ." +
                                        std::string(digits));
    }

    void check_dot(Point p) const {
        if (!has_dot(p)) {
            if (in_cross(p))
                throw std::invalid_argument("cell " + p.name() + " holds no dot: the cross has one there");
            return;
        }
        bool on_line = in_cross(p);
        for (int d = 0; d < directions; ++d) {
            on_line |= goes_on(p, d) || goes_on(p.further(d, -1), d);
            if (goes_on(p, d) && !has_dot(p.further(d, 1)))
                throw std::invalid_argument("cell " + p.further(d, 1).name() +
                                            " holds no dot: a line goes there from " + p.name());
        }
        if (!on_line)
            throw std::invalid_argument("the dot at " + p.name() + " is neither of the cross nor on a line");
    }

    // The board is the smallest one for its dots.
    void check_size() const {
        int wide = 0, high = 0; // how far the dots reach beyond the cross
        for (const Point p : dots()) {
            wide = std::max({wide, -p.x, p.x - cross() + 1});
            high = std::max({high, -p.y, p.y - cross() + 1});
        }
        if (columns_ != cross() + 2 * wide || rows_ != cross() + 2 * high)
            throw std::invalid_argument(
                "the outermost rows or columns hold no dot: " + std::to_string(cross() + 2 * high) +
                " rows of " + std::to_string(cross() + 2 * wide) + " cells are enough");
    }

    // The lines that follow each other from a point on where one begins.
    void read_lines(Point from, int d) {
        int cells = 0;
        while (goes_on(from.further(d, cells), d)) ++cells;
        const int one = rules_.length - 1;
        if (cells % one != 0 || (cells > one && !rules_.touching()))
            throw std::invalid_argument("from " + from.name() + " a line of length " + std::to_string(cells) +
                                        " goes to the " + std::string(direction_names[d]) +
                                        ": lines have length " + std::to_string(one) + ", and the next may " +
                                        (rules_.touching() ? "begin" : "not begin") + " at the end of one");
        for (int i = 0; i < cells; i += one) lines_.push_back({from.further(d, i), d});
    }

    void check_order() const {
        std::vector<int> lines_at(cells_.size(), 0);
        for (const Stroke &line : lines_) count(line, 1, lines_at);
        std::vector<Stroke> left = lines_;
        for (bool taken = true; taken;)
            taken = std::erase_if(left, [&](const Stroke &line) {
                if (!has_own_dot(line, lines_at)) return false;
                count(line, -1, lines_at);
                return true;
            });
        if (!left.empty())
            throw std::invalid_argument("no order of moves leads here: all dots of " + name(left[0]) +
                                        " are of the cross or on other lines");
    }

    void count(const Stroke &line, int by, std::vector<int> &lines_at) const {
        for (int i = 0; i < rules_.length; ++i) lines_at[index(line.first.further(line.direction, i))] += by;
    }

    [[nodiscard]] bool has_own_dot(const Stroke &line, const std::vector<int> &lines_at) const {
        std::vector<Point> own;
        for (int i = 0; i < rules_.length; ++i) {
            const Point p = line.first.further(line.direction, i);
            if (!in_cross(p) && lines_at[index(p)] == 1) own.push_back(p);
        }
        if (own.size() > 1)
            throw std::invalid_argument("no order of moves leads here: " + name(line) + " would add both " +
                                        own[0].name() + " and " + own[1].name());
        return own.size() == 1;
    }

    [[nodiscard]] static std::string name(const Stroke &line) {
        return "the line from " + line.first.name() + " to the " +
               std::string(direction_names[line.direction]);
    }

    template <class F> void for_every_point(F f) const {
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const int n = static_cast<int>(i);
            f(Point{n % columns_ - margin(columns_), rows_ - 1 - n / columns_ - margin(rows_)});
        }
    }

    [[nodiscard]] int cross() const { return rules_.cross_size(); }
    [[nodiscard]] int margin(int n) const { return (n - cross()) / 2; }
    [[nodiscard]] bool in_cross(Point p) const { return rules_.in_cross(p.x, p.y); }
    [[nodiscard]] std::size_t index(Point p) const {
        const int row = rows_ - 1 - margin(rows_) - p.y, column = p.x + margin(columns_);
        return static_cast<std::size_t>(row * columns_ + column);
    }
    [[nodiscard]] char at(Point p) const {
        const bool inside = std::min(p.x + margin(columns_), p.y + margin(rows_)) >= 0 &&
                            p.x < cross() + margin(columns_) && p.y < cross() + margin(rows_);
        return inside ? cells_[index(p)] : '.';
    }
    [[nodiscard]] bool has_dot(Point p) const { return at(p) != '.'; }
    // Whether a line goes on from a dot to the next cell.
    [[nodiscard]] bool goes_on(Point p, int direction) const {
        return has_dot(p) && (digits.find(at(p)) >> direction & 1) != 0;
    }

    Rules rules_;
    int columns_ = 0, rows_ = 0;
    std::string cells_; // row by row, from the top
    std::vector<Stroke> lines_;
};

} // namespace playout::join_five
