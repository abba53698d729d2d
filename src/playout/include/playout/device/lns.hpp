// Large neighbourhood search on a warp: a step forgets a part of the current solution and repairs it by NRPA.
//
// A search goes in rounds: the first step of one finds a solution by NRPA, the others mend it, and the next
// round begins anew, with twice as many steps.
//
// In a hard step the rest is played at once, as far as it is still possible without what was forgotten, and
// the repair begins there; in a soft one the repair begins at the first position. What is kept gets a weight
// in the policy.
#pragma once

#include "playout/device/search.hpp"

namespace playout::device {

template <class Kind, uint32_t most_levels> PLAYOUT_DEVICE void Search<Kind, most_levels>::clear_policy() {
    auto *const words = reinterpret_cast<Pair *>(policy[0]);
    for (uint32_t i = 0; i < Arena::policy_size / 4; i += warp_size) {
        const Word at = Word(i) + lane();
        store(words, at, pair_of(Word(0), Word(0)), at < Word(Arena::policy_size / 4));
    }
    sync();
}

template <class Kind, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Kind, most_levels>::begin_step(Arena &arena, const Options &options) {
    clear_policy();
    Kind::clear(arena, start);
    const uint32_t drawn = options.iterations[draw_below(8)];
    const bool is_first = options.is_lns && current.length == 0;
    sync();
    if (is_first_lane()) {
        if (round_steps == 0) round_steps = options.steps;
        levels = is_first ? options.first_levels : options.levels;
        iterations = is_first ? options.first_iterations : drawn;
        kept.length = 0;
    }
    sync();
    if (options.is_lns && !is_first) keep_part(arena, options);
    for (uint32_t level = 3; level <= levels; ++level) copy(policy[level - 2], policy[0]);
    Kind::set_out(arena, start, kept.length);
    begin_levels(levels);
    if (is_first_lane()) is_under_way = 1;
    sync();
}

// What the current solution keeps goes into the policy and, if the step is hard, is played.
template <class Kind, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Kind, most_levels>::keep_part(Arena &arena, const Options &options) {
    const uint32_t length = current.length, kind = options.forget[draw_below(8)];
    const uint32_t one = draw_below(length), moment = draw_below(length);
    const uint32_t radius = 1 + draw_below(1 + static_cast<uint32_t>(options.share * 20));
    const float share = options.share * (0.05f + 0.95f * draw_fraction() * draw_fraction());
    const bool is_hard = draw_fraction() < options.hard;
    const Word key(static_cast<uint32_t>(draw() >> 32)), limit(static_cast<uint32_t>(share * 0x1p24f));
    uint32_t keeps[(Kind::most_plies + warp_size - 1) / warp_size]; // a bit for each ply
    for (uint32_t i = 0; i < length; i += warp_size) {
        const Word ply = Word(i) + lane();
        const Mask is_ply = ply < Word(length);
        Mask forgets = ply == Word(one);
        if (kind == forget_near) forgets = Kind::is_near(current, ply, is_ply, one, radius);
        if (kind == forget_after) forgets = ply >= Word(moment);
        if (kind == forget_share) forgets = forgets | (mixed(key, ply) >> Word(8) < limit);
        keeps[i / warp_size] = ballot(is_ply & !forgets);
    }
    const auto logit = static_cast<int16_t>(options.keep * logit_one);
    Kind::keep(arena, start, current, keeps, policy[0], logit, is_hard, kept);
    sync();
}

// Takes the result of a step, if it is good enough.
template <class Kind, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Kind, most_levels>::end_step(const Options &options) {
    const int32_t score = best_score[levels], old = current.score();
    const bool may_be_worse =
        Kind::slack > 0 && score + 2 * Kind::slack >= peak && draw_fraction() < options.worse;
    if (score + (may_be_worse ? Kind::slack : 0) >= old || !options.is_lns) found(current, levels);
    sync();
    if (is_first_lane()) {
        peak = score > peak ? score : peak;
        ++steps;
        ++round_step;
        is_under_way = 0;
    }
    sync();
    if (options.steps != 0 && round_step == round_steps) begin_round();
}

// The next round begins anew, and has twice as many steps.
template <class Kind, uint32_t most_levels> PLAYOUT_DEVICE void Search<Kind, most_levels>::begin_round() {
    copy(current, known);
    if (is_first_lane()) {
        round_step = 0;
        round_steps *= 2;
        peak = known.score();
    }
    sync();
}

// The moves that were kept and made, and then the best sequence of the repair.
template <class Kind, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Kind, most_levels>::found(Solution &to, uint32_t level) const {
    copy(to, kept);
    const uint32_t its_slot = slot[teams + level - 1], n = sequences.length[its_slot];
    for (uint32_t i = 0; i < n; i += warp_size) {
        const Word ply = Word(i) + lane(), at = Word(kept.length) + ply;
        const Mask is_ply = (ply < Word(n)) & (at < Word(Kind::most_plies));
        store(to.move, at, converted<uint16_t>(Kind::move(sequences, its_slot, ply, is_ply)), is_ply);
    }
    if (is_first_lane()) {
        to.length = kept.length + n < Kind::most_plies ? kept.length + n : Kind::most_plies;
        to.its_score = best_score[level];
    }
    sync();
}

} // namespace playout::device
