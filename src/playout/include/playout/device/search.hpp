// A search of a warp: NRPA of several levels from a start, or steps of large neighbourhood search that are
// repaired by it. It runs in slices of so many plies, and how its run is cut changes nothing.
//
// Level 1 is in nrpa.hpp. The levels above are an array: of each its policy, its best sequence and how many
// iterations it has made. So a search is plain memory between two searches of level 1.
#pragma once

#include "playout/device/nrpa.hpp"

namespace playout::device {

// What a step of LNS forgets: the lines near one of them, those after a moment, each with some probability,
// or one line, and with it what was made possible by it.
enum Forget : uint32_t { forget_near, forget_after, forget_share, forget_branch };

// What all searches of a run have in common. Of `iterations` and `forget` a step draws one.
struct Options {
    uint32_t levels;        // of NRPA; of a repair
    uint32_t iterations[8]; // of a level
    uint32_t forget[8];     // kinds of Forget
    uint32_t is_lns;        // or else NRPA from the start, again and again
    uint32_t first_levels;  // the same for the first solution of a round
    uint32_t first_iterations;
    uint32_t steps; // of the first round; 0: one round without end
    uint32_t plies; // of a slice
    float step;     // alpha, in units of a logit
    float keep;     // the logit of a line that is kept
    float share;    // of the lines that are forgotten, at most
    float hard;     // share of the steps in which the lines that are kept are drawn at once
    float worse;    // how often a solution is taken that is shorter by one, and by two than the round's best
};

// What the host wants to know of a search.
struct Report {
    uint64_t playouts, plies, steps, slices;
    uint32_t current, best; // lengths
    uint32_t step;          // of the round
    uint32_t lines;         // a hash of the current set of lines
};

template <class Rules> struct Solution {
    uint32_t length;
    uint16_t code[Rules::most_plies];

    // Of the set of moves, whatever their order.
    PLAYOUT_DEVICE uint32_t hash() const {
        Word all(0);
        for (uint32_t i = 0; i < length; i += warp_size) {
            const Word ply = Word(i) + lane();
            const Word its_code = converted<uint32_t>(load(code, ply, ply < Word(length)));
            all = all ^ select(ply < Word(length), mixed(Word(0x5BD1E995), its_code), Word(0));
        }
        for (uint32_t by = warp_size / 2; by > 0; by /= 2) all = all ^ shuffle_xor(all, by);
        return value_at(all, 0);
    }
};

template <class Rules, uint32_t team_size, uint32_t most_levels> struct Search {
    static constexpr uint32_t teams = warp_size / team_size;
    static constexpr uint32_t sequence_count = teams + most_levels;
    using Nrpa = device::Nrpa<Rules, team_size, sequence_count>;
    using Arena = typename Nrpa::Arena;
    using Solution = device::Solution<Rules>;

    uint64_t seed, playouts, plies, steps, draws, slices;
    uint32_t round_step, round_steps; // of LNS
    uint32_t peak;                    // the longest solution of the round
    uint32_t levels, iterations;      // of the step that is under way
    uint32_t is_under_way;
    uint32_t done[most_levels + 1];        // iterations of a level
    uint32_t best_length[most_levels + 1]; // of a level's best sequence, plus one; 0 if there is none
    uint32_t slot[sequence_count];         // of the teams' sequences, then of each level's best
    Solution current, best, kept, known;
    Start<Rules> start;
    int16_t policy[most_levels - 1][Arena::policy_size]; // from level 2 on
    typename Nrpa::Sequences sequences;

    PLAYOUT_DEVICE void begin(uint64_t new_seed) {
        if (is_first_lane()) {
            seed = new_seed;
            playouts = plies = steps = draws = slices = 0;
            round_step = round_steps = peak = levels = iterations = is_under_way = 0;
            current.length = best.length = kept.length = known.length = 0;
            for (uint32_t i = 0; i < sequence_count; ++i) slot[i] = i;
        }
        sync();
    }

    PLAYOUT_DEVICE void run(Arena &arena, const Options &options);

    // Each round begins with a solution.
    PLAYOUT_DEVICE void plant(const Solution &solution) {
        copy(known, solution);
        adopt(solution);
    }

    // Goes on from a solution; a step that is under way is dropped.
    PLAYOUT_DEVICE void adopt(const Solution &solution) {
        copy(current, solution);
        if (current.length > best.length) copy(best, solution);
        if (is_first_lane()) {
            peak = current.length;
            is_under_way = 0;
        }
        sync();
    }

    PLAYOUT_DEVICE Report report() const {
        return {playouts * teams, plies,       steps,      slices,
                current.length,   best.length, round_step, current.hash()};
    }

private:
    PLAYOUT_DEVICE uint64_t draw() {
        const uint64_t drawn = random_number(~seed, draws);
        sync();
        if (is_first_lane()) ++draws;
        sync();
        return drawn;
    }
    PLAYOUT_DEVICE uint32_t draw_below(uint32_t n) {
        return static_cast<uint32_t>(((draw() >> 32) * n) >> 32);
    }
    PLAYOUT_DEVICE float draw_fraction() { return static_cast<float>(draw() >> 40) * 0x1p-24f; }

    PLAYOUT_DEVICE void begin_levels(uint32_t highest) {
        if (is_first_lane())
            for (uint32_t level = 2; level <= highest; ++level) done[level] = best_length[level] = 0;
        sync();
    }
    PLAYOUT_DEVICE void search_level_1(Arena &arena, const Options &options);
    PLAYOUT_DEVICE bool go_up(Arena &arena, const Options &options);
    PLAYOUT_DEVICE void load_policy(Arena &arena, uint32_t level) const {
        copy(arena.policy, policy[level - 2]);
    }
    PLAYOUT_DEVICE static void copy(int16_t *to, const int16_t *from) {
        const auto *const words = reinterpret_cast<const Pair *>(from);
        for (uint32_t i = 0; i < Arena::policy_size / 4; i += warp_size) {
            const Word at = Word(i) + lane();
            const Mask is_there = at < Word(Arena::policy_size / 4);
            store(reinterpret_cast<Pair *>(to), at, load(words, at, is_there), is_there);
        }
        sync();
    }
    PLAYOUT_DEVICE static void copy(Solution &to, const Solution &from) {
        const uint32_t n = from.length;
        for (uint32_t i = 0; i < n; i += warp_size) {
            const Word at = Word(i) + lane();
            store(to.code, at, load(from.code, at, at < Word(n)), at < Word(n));
        }
        sync(); // all lanes have seen the old one
        if (is_first_lane()) to.length = n;
        sync();
    }

    PLAYOUT_DEVICE void begin_step(Arena &arena, const Options &options);
    PLAYOUT_DEVICE void end_step(const Options &options);
    PLAYOUT_DEVICE void begin_round();
    PLAYOUT_DEVICE void clear_policy();
    PLAYOUT_DEVICE void keep_part(Arena &arena, const Options &options);
    PLAYOUT_DEVICE void draw_kept(Arena &arena, Word codes, uint32_t keep);
    PLAYOUT_DEVICE void list_open(Arena &arena);
    PLAYOUT_DEVICE void found(Solution &to, uint32_t level) const;
};

template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Rules, team_size, most_levels>::run(Arena &arena, const Options &options) {
    const uint64_t end = plies + options.plies;
    while (plies < end) {
        if (!is_under_way) begin_step(arena, options);
        search_level_1(arena, options);
        if (kept.length + best_length[1] > best.length + 1) found(best, 1);
        if (go_up(arena, options)) end_step(options);
    }
    if (is_first_lane()) ++slices;
    sync();
}

// Lines 12 to 19 of the figure, at level 1.
template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Rules, team_size, most_levels>::search_level_1(Arena &arena,
                                                                          const Options &options) {
    const Word team = lane() / Word(team_size);
    Word own = load(slot, team, team < Word(teams));
    uint32_t best_slot = slot[teams], most = 0, moves = 0;
    const uint32_t n = iterations;
    load_policy(arena, 2);
    for (uint32_t i = 0; i < n; ++i) {
        const Word length = Nrpa::play(arena, start, sequences, own, random_number(seed, playouts + i));
        for (uint32_t one = 0; one < teams; ++one) {
            const uint32_t its = value_at(length, one * team_size);
            moves += its;
            if (its + 1 < most) continue;
            const uint32_t its_slot = value_at(own, one * team_size);
            own = select(team == Word(one), Word(best_slot), own);
            best_slot = its_slot;
            most = its + 1;
        }
        if (i + 1 < n) Nrpa::adapt(arena, sequences, best_slot, options.step);
    }
    store(slot, team, own, lane() % Word(team_size) == Word(0));
    sync();
    if (is_first_lane()) {
        slot[teams] = best_slot;
        best_length[1] = most;
        playouts += n;
        plies += moves;
    }
    sync();
}

// The same at the levels above, as far as they are concerned; whether the highest is over.
template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE bool Search<Rules, team_size, most_levels>::go_up(Arena &arena, const Options &options) {
    for (uint32_t level = 2; level <= levels; ++level) {
        if (is_first_lane()) {
            if (best_length[level - 1] >= best_length[level]) {
                best_length[level] = best_length[level - 1];
                const uint32_t better = slot[teams + level - 2];
                slot[teams + level - 2] = slot[teams + level - 1];
                slot[teams + level - 1] = better;
            }
            ++done[level];
        }
        sync();
        if (done[level] == iterations) continue;
        load_policy(arena, level);
        Nrpa::adapt(arena, sequences, slot[teams + level - 1], options.step);
        for (uint32_t lower = 2; lower <= level; ++lower) copy(policy[lower - 2], arena.policy);
        begin_levels(level - 1);
        return false;
    }
    return true;
}

} // namespace playout::device
