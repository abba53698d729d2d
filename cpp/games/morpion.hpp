// Morpion Solitaire (Join Five), a pencil-and-paper puzzle on an infinite square grid.
//
// The dots of a Greek cross are given. A move adds one dot that completes `length` dots in a row, level,
// upright or diagonal, and draws the line through them. Lines of one direction may not overlap; in the
// touching variants (5T, 4T) they may share an end, in the disjoint ones (5D, 4D) they may not. The score is
// the number of lines. Rules and records: http://www.morpionsolitaire.com. The search tree, and what becomes
// of a dominated move in it: Rosin, "Nested Rollout Policy Adaptation for Monte Carlo Tree Search" (IJCAI
// 2011), section 3.2.
//
// A lane of the grid is two words of bits, its dots and its used places. A line uses `span` places of its
// lane: its segments in a touching variant, its dots in a disjoint one. So the variants differ in two
// numbers.
//
// A move is a line of morpion/grid.hpp, and so is its code; the missing dot follows from the line. The legal
// moves are in the order in which they became legal; those of one move, and those of the start or of a
// position set up, by direction, lane and place. docs/games/morpion.md proves the sizes: no legal game
// outgrows the grid, or has more than 237 legal moves.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "games/morpion/notation.hpp"
#include "games/morpion/position.hpp"
#include "games/morpion/rules.hpp"
#include "games/morpion/sheet.hpp"

namespace playout {

class Morpion {
public:
    using State = join_five::Position;
    using Moves = MoveList<join_five::OpenLines::capacity>;
    using Cell = join_five::Cell;
    using Line = join_five::Line;
    static constexpr bool may_be_puzzle = true;
    static constexpr const char *no_key = "its legal moves stand in the order in which they became legal";

    // The variant is 5T, 5D, 4T or 4D.
    explicit Morpion(std::string_view variant, bool replace_dominated = true)
        : rules_(join_five::Rules::of(variant)), replace_dominated_(replace_dominated), notation_(rules_) {
        for (unsigned window = 0; window < windows; ++window) prepare(window);
        initial_ = start(cross());
    }

    [[nodiscard]] State initial() const { return initial_; }

    // The position with these dots, and these lines through some of them.
    [[nodiscard]] State start(const std::vector<Cell> &dots, const std::vector<Line> &drawn = {}) const {
        State state{};
        for (const Cell dot : dots) {
            state.occupy(dot);
            for (int d = 0; d < join_five::directions; ++d)
                state.lanes[d][join_five::lane_of(d, dot)].dots |= bit(join_five::place_of(d, dot));
        }
        for (const Line line : drawn) use(state, line);
        for (int line = 0; line < lines; ++line) list(state, static_cast<Line>(line));
        state.open.grow(0);
        return state;
    }

    void legal(const State &state, Moves &moves) const {
        moves.clear();
        for (std::uint32_t k = 0; k < state.open.size(); ++k) moves.push_back(nth(state, k));
    }

    void play(State &state, Move move) const {
        const auto line = static_cast<Line>(move);
        draw(state, {state.missing_dot(line), line});
    }

    [[nodiscard]] Turn turn(const State &) const { return Turn::Max; }
    [[nodiscard]] double score(const State &state) const { return state.lines; }
    [[nodiscard]] Bounds bounds() const { return {0, static_cast<double>(rules_.most_lines)}; }
    [[nodiscard]] int players() const { return 1; }
    [[nodiscard]] std::int64_t code(const State &, Move move) const { return move; }
    [[nodiscard]] std::int32_t code_count() const { return lines; }
    void list_by_eights(const State &state, Move *list) const { state.open.list_by_eights(list); }
    [[nodiscard]] std::uint32_t added(const State &state) const { return state.open.added(); }
    // Whether the dot of the k-th move is one or two steps from that of the last move, straight or
    // diagonally.
    [[nodiscard]] bool is_near(const State &state, std::uint32_t k) const {
        return state.moved && join_five::is_near(state.open[k].dot, state.newest);
    }

    // The steps of a king between the middles of two lines.
    static constexpr bool has_distance() { return true; }
    [[nodiscard]] int distance(const State &, Move one, const State &, Move other) const {
        return join_five::steps(middle(static_cast<Line>(one)), middle(static_cast<Line>(other)));
    }

    [[nodiscard]] std::string name(const State &state, Move move) const {
        return notation_.name(state, static_cast<Line>(move));
    }
    [[nodiscard]] Move parse(const State &state, std::string_view text) const {
        return notation_.parse(state, text);
    }
    [[nodiscard]] std::string board(const State &state) const { return notation_.board(state); }
    [[nodiscard]] State setup(std::string_view board, Turn turn) const {
        if (turn != Turn::Max) throw std::invalid_argument("a puzzle has no turn of O");
        const join_five::Sheet sheet(rules_, board);
        std::vector<Cell> dots;
        std::vector<Line> drawn;
        for (const auto &[x, y] : sheet.dots()) dots.push_back(notation_.cell(x, y));
        for (const auto &[first, d] : sheet.lines()) {
            const Cell from = notation_.cell(first.x, first.y);
            drawn.push_back(join_five::line_at(d, join_five::lane_of(d, from), join_five::place_of(d, from)));
        }
        return start(dots, drawn);
    }

    [[nodiscard]] std::uint32_t count(const State &state) const { return state.open.size(); }
    [[nodiscard]] Move nth(const State &state, std::uint32_t k) const {
        return static_cast<std::int16_t>(state.open[k].line); // of no line it is -1
    }
    void play_nth(State &state, std::uint32_t k) const { draw(state, state.open[k]); }

private:
    static constexpr int lines = join_five::directions * join_five::size * join_five::size;
    static constexpr int reach = 4; // how far a line goes from a dot, at most
    static constexpr unsigned windows = 1u << (2 * reach + 1);

    [[nodiscard]] Cell middle(Line line) const {
        const int place = join_five::first_of(line) + rules_.length / 2;
        return join_five::cell_at(join_five::direction_of(line), join_five::lane_of(line), place);
    }

    static constexpr Bits low(int bits) { return bit(bits) - 1; }

    // A window shows a lane as far as the lines of the dot in its middle go. Bit i of the answer is for the
    // line that begins at place i of the window.
    void prepare(unsigned window) {
        for (int i = reach - rules_.length + 1; i <= reach; ++i) {
            const Bits line = window >> i;
            if (count_bits(line & low(rules_.length)) == rules_.length - 1) lacking_one_[window] |= 1u << i;
            if ((line & low(rules_.span)) == 0) unused_[window] |= 1u << i;
        }
    }

    [[nodiscard]] std::vector<Cell> cross() const {
        std::vector<Cell> dots;
        for (int y = 0; y < rules_.cross_size(); ++y)
            for (int x = 0; x < rules_.cross_size(); ++x)
                if (rules_.in_cross(x, y)) dots.push_back(notation_.cell(x, y));
        return dots;
    }

    // Lists a line of the start if it lacks one dot and overlaps none.
    void list(State &state, Line line) const {
        const auto [dots, used] = state.lane(line);
        const int first = join_five::first_of(line);
        if (count_bits(std::rotr(dots, first) & low(rules_.length)) != rules_.length - 1) return;
        if ((std::rotr(used, first) & low(rules_.span)) != 0) return;
        state.check_room();
        state.open.write(0, {state.missing_dot(line), line});
        state.open.grow(1);
    }

    // Takes up the places of a line.
    void use(State &state, Line line) const {
        state.lane(line).used |= std::rotl(low(rules_.span), join_five::first_of(line));
        ++state.lines;
    }

    void draw(State &state, join_five::OpenLine chosen) const {
        const join_five::OpenLine drawn{chosen.dot,
                                        replace_dominated_ ? dominating(state, chosen.line) : chosen.line};
        use(state, drawn.line);
        state.open.drop(drawn, rules_.span);
        state.occupy(drawn.dot);
        state.newest = drawn.dot;
        state.moved = true;
        open_around(state, drawn.dot);
    }

    // The line to draw for a chosen one. Free places beyond an end of a line that are too few for another
    // line are lost, and it costs nothing to take them up and leave as many at the other end. So the line
    // slides that way, as far as there are dots and it keeps the new one; if it could slide both ways,
    // forward.
    [[nodiscard]] Line dominating(const State &state, Line line) const {
        const join_five::Lane lane = state.lane(line);
        const int first = join_five::first_of(line);
        const bool forward = slides_forward(lane, first), backward = slides_backward(lane, first);
        // Seldom, so a branch: the rest of the move does not wait for the answer.
        if (!(forward | backward)) [[likely]]
            return line;
        int by = 0;
        while (forward && slides_forward(lane, first + by)) ++by;
        while (!forward && slides_backward(lane, first + by)) --by;
        return join_five::moved(line, by);
    }

    // Whether the line that begins at this place is dominated by the next one. The new dot is still missing.
    [[nodiscard]] bool slides_forward(const join_five::Lane &lane, int first) const {
        const Bits beyond = std::rotr(lane.used, first + rules_.span) & low(rules_.span);
        const Bits dots = std::rotr(lane.dots, first);
        return (beyond != 0) & ((~beyond & dots & dots >> rules_.length & 1) != 0);
    }

    [[nodiscard]] bool slides_backward(const join_five::Lane &lane, int first) const {
        const Bits beyond = std::rotr(lane.used, first - rules_.span) & low(rules_.span);
        const Bits dots = std::rotr(lane.dots, first - 1);
        return (beyond != 0) & ((~beyond >> (rules_.span - 1) & dots & dots >> rules_.length & 1) != 0);
    }

    // What the four lanes of a new dot look like.
    struct View {
        std::uint32_t opened = 0; // a byte a direction: the lines that lack one dot now
        Bits windows = 0;         // sixteen bits a direction: the dots around
        Bits lines = 0;           // sixteen bits a direction: the line that begins at the dot
    };

    // Puts a dot into its lanes, and lists the lines that lack one other dot now.
    void open_around(State &state, Cell dot) const {
        View view;
        put<0>(state, dot, view);
        put<1>(state, dot, view);
        put<2>(state, dot, view);
        put<3>(state, dot, view);
        // The first is written even where there is none: a branch on it would be unpredictable.
        std::uint32_t n = 0;
        do {
            state.open.write(n, first_opened(view, dot));
            n += view.opened != 0;
            view.opened &= view.opened - 1;
        } while (view.opened != 0);
        state.open.grow(n);
    }

    template <int direction> void put(State &state, Cell dot, View &view) const {
        const int place = join_five::place_of(direction, dot);
        const Line line = join_five::line_at(direction, join_five::lane_of(direction, dot), place);
        join_five::Lane &lane = state.lanes[direction][join_five::lane_of(direction, dot)];
        lane.dots |= bit(place);
        const Bits dots = std::rotr(lane.dots, place - reach) & (windows - 1);
        const Bits used = std::rotr(lane.used, place - reach) & (windows - 1);
        view.opened |= static_cast<std::uint32_t>(lacking_one_[dots] & unused_[used]) << 8 * direction;
        view.windows |= dots << 16 * direction;
        view.lines |= static_cast<Bits>(line) << 16 * direction;
    }

    [[nodiscard]] static join_five::OpenLine first_opened(const View &view, Cell dot) {
        const int at = std::countr_zero(view.opened) & 31, direction = at / 8, i = at % 8;
        const int missing = i + std::countr_one((view.windows >> 16 * direction & (windows - 1)) >> i);
        const auto line = static_cast<Line>(view.lines >> 16 * direction);
        return {join_five::shifted(dot, steps[direction][missing]), join_five::moved(line, i - reach)};
    }

    // From the middle of a window to its places, by direction.
    static constexpr auto steps = [] {
        std::array<std::array<Cell, 2 * reach + 1>, join_five::directions> table{};
        for (int d = 0; d < join_five::directions; ++d)
            for (int i = 0; i <= 2 * reach; ++i) table[d][i] = join_five::cell_at(d, 0, i - reach);
        return table;
    }();

    join_five::Rules rules_;
    bool replace_dominated_;
    join_five::Notation notation_;
    std::array<std::uint8_t, windows> lacking_one_{}, unused_{};
    State initial_;
};

} // namespace playout
