// Playouts of Morpion Solitaire, and of any puzzle in which a move is legal during one unbroken interval of
// plies (nrpa.hpp), with what large neighbourhood search asks of them. A move is its code, a score is the
// number of moves.
#pragma once

#include "playout/device/lns.hpp"
#include "playout/device/nrpa.hpp"

namespace playout::device {

template <class Rules, uint32_t team_size> struct Intervals : Nrpa<Rules, team_size> {
    using Base = Nrpa<Rules, team_size>;
    using Arena = typename Base::Arena;
    using Start = typename Base::Start;
    static constexpr uint32_t most_plies = Rules::most_plies;
    static constexpr int32_t slack = 1;
    using Solution = device::Solution<most_plies>;

    PLAYOUT_DEVICE static int32_t score(const Solution &solution) {
        return static_cast<int32_t>(solution.length);
    }

    template <class Sequences>
    PLAYOUT_DEVICE static Word move(const Sequences &all, uint32_t slot, Word ply, Mask is_ply) {
        const Word event = converted<uint32_t>(load(all.move[slot], ply, is_ply));
        return load(all.event[slot], event, is_ply) & Word(0xFFFF);
    }

    // Whether moves are near one of them.
    PLAYOUT_DEVICE static Mask is_near(const Solution &solution, Word ply, Mask is_ply, uint32_t one,
                                       uint32_t radius) {
        const Word code = converted<uint32_t>(load(solution.move, ply, is_ply));
        return Rules::is_near(Rules::middle_of(code), Rules::middle_of(Word(solution.move[one])),
                              Word(radius));
    }

    // The first position, in the arena.
    PLAYOUT_DEVICE static void clear(Arena &arena, Start & /*start*/) { Rules::clear(arena.play.board); }

    // Some moves of a solution, a bit each, get a logit; if it is a hard step those that are possible are
    // made in the arena.
    PLAYOUT_DEVICE static void keep(Arena &arena, Start & /*start*/, const Solution &solution,
                                    const uint32_t *keeps, int16_t *policy, int16_t logit, bool is_hard,
                                    Solution &made) {
        for (uint32_t i = 0; i < solution.length; i += warp_size) {
            const uint32_t keep = keeps[i / warp_size];
            const Mask is_kept = (Word(keep) >> lane() & Word(1)) != Word(0);
            const Word code = converted<uint32_t>(load(solution.move, Word(i) + lane(), is_kept));
            store(policy, code, Lanes<int16_t>(logit), is_kept);
            if (is_hard) draw_kept(arena, code, keep, made);
        }
    }

    // Playouts begin with the position of the arena, after so many lines: its board, and its open lines.
    PLAYOUT_DEVICE static void set_out(const Arena &arena, Start &start, uint32_t drawn) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < Rules::lanes; i += warp_size) {
            const Word number = Word(i) + lane();
            const Mask is_lane = number < Word(Rules::lanes);
            store(start.board, number, load(arena.play.board, number, is_lane), is_lane);
            auto view = Rules::look(arena.play.board, number, is_lane);
            const auto direction = Rules::direction(Rules::direction_of(number));
            while (any(view.opened != Word(0))) {
                const uint32_t having = ballot(view.opened != Word(0));
                const Word at = Word(count) + count_ones(Word(having) & ((Word(1) << lane()) - Word(1)));
                const Word first = lowest_one(view.opened), code = view.code + first * direction.code_place;
                const Word line =
                    Rules::open_line(view, direction.step, first) | at << Word(Rules::event_shift);
                store(start.open, at, pair_of(code, line),
                      (view.opened != Word(0)) & (at < Word(Rules::most_open)));
                view.opened &= view.opened - Word(1);
                count += count_ones(having);
            }
        }
        if (is_first_lane()) {
            start.drawn = drawn;
            start.count = count < Rules::most_open ? count : Rules::most_open;
        }
        sync();
    }

private:
    // Draws up to 32 lines, those that are to be kept and still possible.
    PLAYOUT_DEVICE static void draw_kept(Arena &arena, Word codes, uint32_t keep, Solution &made) {
        const auto direction = Rules::direction(lane() % Word(4));
        for (; keep != 0; keep &= keep - 1) {
            const uint32_t code = value_at(codes, lowest_one(keep));
            Mask is_open;
            const Word line = Rules::open_line_of(arena.play.board, Word(code), is_open);
            if (!any(is_open)) continue;
            sync();
            Rules::draw(arena.play.board, Word(0), direction, line, Mask(true), lane() < Word(4));
            if (is_first_lane()) made.move[made.length++] = static_cast<uint16_t>(code);
            sync();
        }
    }
};

} // namespace playout::device
