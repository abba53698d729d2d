// A search of a warp: NRPA of several levels from a start, or steps of large neighbourhood search that are
// repaired by it. It runs in slices of so many plies, and how its run is cut changes nothing.
//
// A `Kind` of playouts knows the rules: intervals.hpp for Morpion Solitaire, listed.hpp for any puzzle. It
// makes some playouts at a time, one for each team of lanes, and the step of a policy. The levels from 2 on
// are an array: of each its policy, its best sequence and how many iterations it has made. So a search is
// plain memory between two searches of level 1.
#pragma once

#include "playout/device/arithmetic.hpp"
#include "playout/device/warp.hpp"

namespace playout::device {

// What a step of LNS forgets: the moves near one of them, those after a moment, each with some probability,
// or one move, and with it what was made possible by it.
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
    float keep;     // the logit of a move that is kept
    float share;    // of the moves that are forgotten, at most
    float hard;     // share of the steps in which the moves that are kept are made at once
    float worse;    // how often a solution is taken that is worse by Kind::slack, and by twice that than the
                    // round's best
};

// Of what is not there.
constexpr int32_t no_score = -0x7FFFFFFF - 1;

// What playouts have brought, in the lanes of each team.
struct Played {
    Word length;
    Whole score;
};

// What the host wants to know of a search.
struct Report {
    uint64_t playouts, plies, steps, slices;
    int32_t current, best; // scores
    uint32_t step;         // of the round
};

// A game; without moves it is none.
template <uint32_t most_plies_> struct Solution {
    static constexpr uint32_t most_plies = most_plies_;
    int32_t its_score;
    uint32_t length;
    uint16_t move[most_plies];

    [[nodiscard]] PLAYOUT_DEVICE int32_t score() const { return length == 0 ? no_score : its_score; }
};

template <class Kind_, uint32_t most_levels> struct Search {
    using Kind = Kind_;
    static constexpr uint32_t team_size = Kind::team_size, teams = warp_size / team_size;
    static constexpr uint32_t sequence_count = teams + most_levels, levels_at_most = most_levels;
    using Arena = typename Kind::Arena;
    using Solution = device::Solution<Kind::most_plies>;

    uint64_t seed, playouts, plies, steps, draws, slices;
    uint32_t round_step, round_steps; // of LNS
    int32_t peak;                     // the best score of the round
    uint32_t levels, iterations;      // of the step that is under way
    uint32_t is_under_way;
    uint32_t done[most_levels + 1];      // iterations of a level
    int32_t best_score[most_levels + 1]; // of a level's best sequence
    uint32_t slot[sequence_count];       // of the teams' sequences, then of each level's best
    Solution current, best, kept, known;
    typename Kind::Start start;
    alignas(16) int16_t policy[most_levels - 1][Arena::policy_size]; // from level 2 on; copied in pairs
    typename Kind::template Sequences<sequence_count> sequences;

    PLAYOUT_DEVICE void begin(uint64_t new_seed) {
        if (is_first_lane()) {
            seed = new_seed;
            playouts = plies = steps = draws = slices = 0;
            round_step = round_steps = levels = iterations = is_under_way = 0;
            peak = no_score;
            current.length = best.length = kept.length = known.length = 0;
            for (uint32_t i = 0; i < sequence_count; ++i) slot[i] = i;
        }
        sync();
    }

    PLAYOUT_DEVICE void run(Arena &arena, const Options &options);

    // Each round begins with a solution, of which the moves are given.
    PLAYOUT_DEVICE void plant(const Solution &solution) {
        copy(known, solution);
        const int32_t score = Kind::score(known);
        if (is_first_lane()) known.its_score = score;
        sync();
        adopt(known);
    }

    // Goes on from a solution; a step that is under way is dropped.
    PLAYOUT_DEVICE void adopt(const Solution &solution) {
        copy(current, solution);
        if (current.score() > best.score()) copy(best, solution);
        if (is_first_lane()) {
            peak = current.score();
            is_under_way = 0;
        }
        sync();
    }

    PLAYOUT_DEVICE Report report() const {
        return {playouts * teams, plies, steps, slices, current.score(), best.score(), round_step};
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
            for (uint32_t level = 2; level <= highest; ++level) {
                done[level] = 0;
                best_score[level] = no_score;
            }
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
            store(to.move, at, load(from.move, at, at < Word(n)), at < Word(n));
        }
        sync(); // all lanes have seen the old one
        if (is_first_lane()) {
            to.its_score = from.its_score;
            to.length = n;
        }
        sync();
    }

    PLAYOUT_DEVICE void begin_step(Arena &arena, const Options &options);
    PLAYOUT_DEVICE void end_step(const Options &options);
    PLAYOUT_DEVICE void begin_round();
    PLAYOUT_DEVICE void clear_policy();
    PLAYOUT_DEVICE void keep_part(Arena &arena, const Options &options);
    PLAYOUT_DEVICE void found(Solution &to, uint32_t level) const;
};

template <class Kind, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Kind, most_levels>::run(Arena &arena, const Options &options) {
    const uint64_t end = plies + options.plies;
    while (plies < end) {
        if (!is_under_way) begin_step(arena, options);
        search_level_1(arena, options);
        if (best_score[1] > best.score()) found(best, 1);
        if (go_up(arena, options)) end_step(options);
    }
    if (is_first_lane()) ++slices;
    sync();
}

// Lines 12 to 19 of the figure, at level 1.
template <class Kind, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Kind, most_levels>::search_level_1(Arena &arena, const Options &options) {
    const Word team = lane() / Word(team_size);
    Word own = load(slot, team, team < Word(teams));
    uint32_t best_slot = slot[teams], moves = 0;
    int32_t most = no_score;
    const uint32_t n = iterations;
    load_policy(arena, 2);
    for (uint32_t i = 0; i < n; ++i) {
        const Played played = Kind::play(arena, start, sequences, own, random_number(seed, playouts + i));
        for (uint32_t one = 0; one < teams; ++one) {
            moves += value_at(played.length, one * team_size);
            const int32_t score = value_at(played.score, one * team_size);
            if (score < most) continue;
            const uint32_t its_slot = value_at(own, one * team_size);
            own = select(team == Word(one), Word(best_slot), own);
            best_slot = its_slot;
            most = score;
        }
        if (i + 1 < n) Kind::adapt(arena, start, sequences, best_slot, options.step);
    }
    store(slot, team, own, lane() % Word(team_size) == Word(0));
    sync();
    if (is_first_lane()) {
        slot[teams] = best_slot;
        best_score[1] = most;
        playouts += n;
        plies += moves > 0 ? moves : n; // a slice ends even where nothing is left to play
    }
    sync();
}

// The same at the levels above, as far as they are concerned; whether the highest is over.
template <class Kind, uint32_t most_levels>
PLAYOUT_DEVICE bool Search<Kind, most_levels>::go_up(Arena &arena, const Options &options) {
    for (uint32_t level = 2; level <= levels; ++level) {
        if (is_first_lane()) {
            if (best_score[level - 1] >= best_score[level]) {
                best_score[level] = best_score[level - 1];
                const uint32_t better = slot[teams + level - 2];
                slot[teams + level - 2] = slot[teams + level - 1];
                slot[teams + level - 1] = better;
            }
            ++done[level];
        }
        sync();
        if (done[level] == iterations) continue;
        load_policy(arena, level);
        Kind::adapt(arena, start, sequences, slot[teams + level - 1], options.step);
        for (uint32_t lower = 2; lower <= level; ++lower) copy(policy[lower - 2], arena.policy);
        begin_levels(level - 1);
        return false;
    }
    return true;
}

} // namespace playout::device
