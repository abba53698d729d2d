// Playouts of any puzzle whose rules are a struct of plain code:
//
//     struct Puzzle { // a position; copied as bytes, all of them 0 before `begin`
//         static constexpr uint32_t most_plies = …, most_moves = …, codes = …;
//         PLAYOUT_DEVICE void begin();                        // sets up the first position
//         PLAYOUT_DEVICE uint32_t legal(uint16_t *moves) const; // lists the legal moves; how many
//         PLAYOUT_DEVICE uint32_t code(uint32_t move) const;  // of a legal move, below `codes`
//         PLAYOUT_DEVICE void play(uint32_t move);            // makes a legal move
//         PLAYOUT_DEVICE int32_t score() const;               // of the end, where no move is legal
//     };
//
// Each lane makes a playout of its own, so a step of a policy is made after 32 of them. A move is drawn by
// waiting times: each legal move gets one from the exponential distribution whose rate is exp(its logit), and
// the move whose time comes first is made. That is a draw from the softmax, without a sum.
//
// A sequence has moves only. A step of a policy plays it again: each lane up to a ply of its own, of which it
// lists the moves. The changes of all logits are summed as whole numbers, so that the order does not matter.
#pragma once

#include "playout/device/lns.hpp"

namespace playout::device {

template <class Puzzle> struct Listed {
    static constexpr uint32_t team_size = 1, most_plies = Puzzle::most_plies;
    static constexpr int32_t slack = 0;
    static_assert(Puzzle::codes <= 65536 && most_plies <= 65536 && Puzzle::most_moves <= 65536);
    using Solution = device::Solution<most_plies>;

    struct Start {
        Puzzle puzzle;
    };

    struct Arena {
        static constexpr uint32_t policy_size = (Puzzle::codes + 7) / 8 * 8;
        alignas(16) int16_t policy[policy_size];
        int32_t change[policy_size]; // of a logit, in units of 2^-fine_bits of its unit
    };

    template <uint32_t count> struct Sequences {
        uint32_t length[count];
        uint16_t move[count][most_plies];
    };

    // A playout of each lane, with the policy of the arena, into its own sequence.
    template <class Sequences>
    PLAYOUT_DEVICE static Played play(const Arena &arena, const Start &start, Sequences &out, Word slot,
                                      uint64_t random) {
        Lanes<Puzzle> puzzles;
        Lanes<Moves> moves;
        each_lane([&](uint32_t i) { in_lane(puzzles, i) = start.puzzle; });
        Word length(0), count = list(puzzles, moves);
        const Word key =
            mixed(Word(static_cast<uint32_t>(random)), lane()) ^ Word(static_cast<uint32_t>(random >> 32));
        for (uint32_t ply = 0; ply < most_plies && any(count > Word(0)); ++ply) {
            const Word chosen = draw(arena, puzzles, moves, count, key + Word(ply * Puzzle::most_moves));
            each_lane([&](uint32_t i) {
                if (in_lane(count, i) == 0) return;
                const uint16_t move = in_lane(moves, i).at[in_lane(chosen, i)];
                in_lane(puzzles, i).play(move);
                out.move[in_lane(slot, i)][ply] = move;
            });
            length += select(count > Word(0), Word(1), Word(0));
            count = list(puzzles, moves);
        }
        store(out.length, slot, length, Mask(true));
        sync();
        Whole score;
        each_lane([&](uint32_t i) { in_lane(score, i) = in_lane(puzzles, i).score(); });
        return {length, score};
    }

    // A step of the policy towards a sequence.
    template <class Sequences>
    PLAYOUT_DEVICE static void adapt(Arena &arena, const Start &start, const Sequences &from, uint32_t slot,
                                     float step) {
        for (uint32_t i = 0; i < Arena::policy_size; i += warp_size)
            store(arena.change, Word(i) + lane(), Whole(0), Word(i) + lane() < Word(Arena::policy_size));
        sync();
        const uint32_t length = from.length[slot];
        for (uint32_t i = 0; i < length; i += warp_size)
            sum_changes(arena, start, from.move[slot], Word(i) + lane(), length, step * (1 << fine_bits));
        sync();
        for (uint32_t i = 0; i < Arena::policy_size; i += warp_size) {
            const Word code = Word(i) + lane();
            const Mask is_code = code < Word(Arena::policy_size);
            const Whole change = load(arena.change, code, is_code) + Whole(1 << (fine_bits - 1));
            const Whole logit = converted<int32_t>(load(arena.policy, code, is_code));
            store(arena.policy, code, converted<int16_t>(clamped(logit + (change >> Whole(fine_bits)))),
                  is_code);
        }
        sync();
    }

    PLAYOUT_DEVICE static int32_t score(const Solution &solution) {
        Puzzle puzzle{};
        puzzle.begin();
        for (uint32_t ply = 0; ply < solution.length; ++ply) puzzle.play(solution.move[ply]);
        return puzzle.score();
    }

    template <class Sequences>
    PLAYOUT_DEVICE static Word move(const Sequences &all, uint32_t slot, Word ply, Mask is_ply) {
        return converted<uint32_t>(load(all.move[slot], ply, is_ply));
    }

    // Whether plies are near one of them.
    PLAYOUT_DEVICE static Mask is_near(const Solution & /*solution*/, Word ply, Mask /*is_ply*/, uint32_t one,
                                       uint32_t radius) {
        return ply + Word(radius) - Word(one) <= Word(2 * radius);
    }

    PLAYOUT_DEVICE static void clear(Arena & /*arena*/, Start &start) {
        if (is_first_lane()) {
            start.puzzle = Puzzle{};
            start.puzzle.begin();
        }
        sync();
    }

    // The codes of some moves of a solution, a bit each, get a logit; if it is a hard step the moves that
    // are possible, with that code, are made.
    PLAYOUT_DEVICE static void keep(Arena & /*arena*/, Start &start, const Solution &solution,
                                    const uint32_t *keeps, int16_t *policy, int16_t logit, bool is_hard,
                                    Solution &made) {
        if (!is_first_lane()) return;
        Puzzle puzzle = start.puzzle;
        for (uint32_t ply = 0; ply < solution.length; ++ply) {
            const uint16_t move = solution.move[ply];
            const uint32_t code = puzzle.code(move);
            puzzle.play(move);
            if ((keeps[ply / warp_size] >> ply % warp_size & 1) == 0) continue;
            policy[code] = logit;
            if (!is_hard || !is_possible(start.puzzle, move, code)) continue;
            start.puzzle.play(move);
            made.move[made.length++] = move;
        }
    }

    PLAYOUT_DEVICE static void set_out(Arena & /*arena*/, Start & /*start*/, uint32_t /*made*/) {}

private:
    static constexpr int32_t fine_bits = 6;

    struct Moves {
        uint16_t at[Puzzle::most_moves];
    };

    PLAYOUT_DEVICE static Word list(const Lanes<Puzzle> &puzzles, Lanes<Moves> &moves) {
        Word count;
        each_lane([&](uint32_t i) { in_lane(count, i) = in_lane(puzzles, i).legal(in_lane(moves, i).at); });
        return count;
    }

    // The codes of the k-th move of each lane that has one.
    PLAYOUT_DEVICE static Word codes(const Lanes<Puzzle> &puzzles, const Lanes<Moves> &moves, Word count,
                                     uint32_t k) {
        Word code;
        each_lane([&](uint32_t i) {
            in_lane(code, i) = k < in_lane(count, i) ? in_lane(puzzles, i).code(in_lane(moves, i).at[k]) : 0;
        });
        return code;
    }

    // The number of the move whose time comes first.
    PLAYOUT_DEVICE static Word draw(const Arena &arena, const Lanes<Puzzle> &puzzles,
                                    const Lanes<Moves> &moves, Word count, Word key) {
        Float soonest = float_of(Word(0x7F800000)); // infinity
        Word chosen(0);
        for (uint32_t k = 0; any(Word(k) < count); ++k) {
            const Mask is_move = Word(k) < count;
            const Whole logit =
                converted<int32_t>(load(arena.policy, codes(puzzles, moves, count, k), is_move));
            const Float time = waiting_time(mixed(key, Word(k))) * exponential(logit, -1.0f);
            const Mask sooner = is_move & (time < soonest);
            soonest = select(sooner, time, soonest);
            chosen = select(sooner, Word(k), chosen);
        }
        return chosen;
    }

    // Of one ply of a sequence in each lane: the chosen code goes up by a step, and the codes of all legal
    // moves go down by their share of it.
    PLAYOUT_DEVICE static void sum_changes(Arena &arena, const Start &start, const uint16_t *sequence,
                                           Word ply, uint32_t length, float step) {
        Lanes<Puzzle> puzzles;
        Lanes<Moves> moves;
        Word count, chosen;
        each_lane([&](uint32_t i) {
            Puzzle &puzzle = in_lane(puzzles, i);
            puzzle = start.puzzle;
            const uint32_t own = in_lane(ply, i);
            for (uint32_t before = 0; before < own && own < length; ++before) puzzle.play(sequence[before]);
            in_lane(count, i) = own < length ? puzzle.legal(in_lane(moves, i).at) : 0;
            in_lane(chosen, i) = own < length ? puzzle.code(sequence[own]) : 0;
        });
        Float sum(0.0f);
        for (uint32_t k = 0; any(Word(k) < count); ++k)
            sum += weight(arena, codes(puzzles, moves, count, k), Word(k) < count);
        for (uint32_t k = 0; any(Word(k) < count); ++k) {
            const Mask is_move = Word(k) < count;
            const Word code = codes(puzzles, moves, count, k);
            const Float share = quotient(weight(arena, code, is_move), select(is_move, sum, Float(1.0f)));
            add(arena.change, code, -nearest(share * Float(step)), is_move);
        }
        add(arena.change, chosen, nearest(Float(step)), ply < Word(length));
    }

    PLAYOUT_DEVICE static Float weight(const Arena &arena, Word code, Mask is_code) {
        const Whole logit = converted<int32_t>(load(arena.policy, code, is_code));
        return select(is_code, exponential(logit, 1.0f), Float(0.0f));
    }

    PLAYOUT_DEVICE static bool is_possible(const Puzzle &puzzle, uint32_t move, uint32_t code) {
        Moves moves;
        const uint32_t count = puzzle.legal(moves.at);
        for (uint32_t k = 0; k < count; ++k)
            if (moves.at[k] == move) return puzzle.code(move) == code;
        return false;
    }
};

} // namespace playout::device
