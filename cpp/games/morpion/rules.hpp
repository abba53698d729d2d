// What the variants of Morpion Solitaire differ in, and the cross they start from.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace playout::join_five {

struct Rules {
    int length;     // dots of a line
    int span;       // places of its lane that a line uses: its segments if lines may touch, else its dots
    int most_lines; // an upper bound of the score; docs/games/morpion.md says who proved it

    static Rules of(std::string_view variant) {
        if (variant == "5T") return {5, 4, 485};
        if (variant == "5D") return {5, 5, 84};
        if (variant == "4T") return {4, 3, 62};
        if (variant == "4D") return {4, 4, 35};
        throw std::invalid_argument("morpion: there is no variant '" + std::string(variant) +
                                    "'; the variants are 5T, 5D, 4T and 4D");
    }

    [[nodiscard]] bool touching() const { return span < length; }

    // The cross is the outline of five squares, each length - 1 dots wide, in columns and rows 0 to
    // cross_size() - 1.
    [[nodiscard]] int cross_size() const { return 3 * length - 5; }

    [[nodiscard]] bool in_cross(int x, int y) const {
        return inside(x, y) && !(inside(x - 1, y - 1) && inside(x - 1, y + 1) && inside(x + 1, y - 1) &&
                                 inside(x + 1, y + 1));
    }

private:
    [[nodiscard]] bool inside(int x, int y) const {
        const auto in_arm = [&](int n) { return length - 2 <= n && n <= 2 * length - 4; };
        return std::min(x, y) >= 0 && std::max(x, y) < cross_size() && (in_arm(x) || in_arm(y));
    }
};

} // namespace playout::join_five
