// Large neighbourhood search on a warp: a step forgets a part of the current solution and repairs it by NRPA.
//
// A search goes in rounds: the first step of one finds a solution by NRPA, the others mend it, and the next
// round begins anew, with twice as many steps.
//
// In a hard step the rest is drawn at once, as far as it is still possible without what was forgotten, and
// the repair begins there; in a soft one the repair begins with the cross. What is kept and not drawn gets a
// weight in the policy.
#pragma once

#include "playout/device/search.hpp"

namespace playout::device {

template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Rules, team_size, most_levels>::clear_policy() {
    auto *const words = reinterpret_cast<Pair *>(policy[0]);
    for (uint32_t i = 0; i < Arena::policy_size / 4; i += warp_size) {
        const Word at = Word(i) + lane();
        store(words, at, pair_of(Word(0), Word(0)), at < Word(Arena::policy_size / 4));
    }
    sync();
}

template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Rules, team_size, most_levels>::begin_step(Arena &arena, const Options &options) {
    clear_policy();
    Rules::clear(arena.play.board);
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
    list_open(arena);
    begin_levels(levels);
    if (is_first_lane()) is_under_way = 1;
    sync();
}

// What the current solution keeps goes into the policy and, if the step is hard, on the board.
template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Rules, team_size, most_levels>::keep_part(Arena &arena, const Options &options) {
    const uint32_t length = current.length, kind = options.forget[draw_below(8)];
    const uint32_t one = draw_below(length), moment = draw_below(length);
    const uint32_t radius = 1 + draw_below(1 + static_cast<uint32_t>(options.share * 20));
    const float share = options.share * (0.05f + 0.95f * draw_fraction() * draw_fraction());
    const bool is_hard = draw_fraction() < options.hard;
    const Word key(static_cast<uint32_t>(draw() >> 32)), limit(static_cast<uint32_t>(share * 0x1p24f));
    const Word point = Rules::middle_of(Word(current.code[one]));
    for (uint32_t i = 0; i < length; i += warp_size) {
        const Word ply = Word(i) + lane();
        const Mask is_ply = ply < Word(length);
        const Word code = converted<uint32_t>(load(current.code, ply, is_ply));
        Mask forgets = ply == Word(one);
        if (kind == forget_near) forgets = Rules::is_near(Rules::middle_of(code), point, Word(radius));
        if (kind == forget_after) forgets = ply >= Word(moment);
        if (kind == forget_share) forgets = mixed(key, ply) >> Word(8) < limit;
        const Mask keeps = is_ply & !forgets;
        store(policy[0], code, Lanes<int16_t>(static_cast<int16_t>(options.keep * logit_one)), keeps);
        if (is_hard) draw_kept(arena, code, ballot(keeps));
    }
    sync();
}

// Draws up to 32 lines, those that are to be kept and still possible.
template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Rules, team_size, most_levels>::draw_kept(Arena &arena, Word codes,
                                                                     uint32_t keep) {
    const auto direction = Rules::direction(lane() % Word(4));
    for (; keep != 0; keep &= keep - 1) {
        const uint32_t code = value_at(codes, lowest_one(keep));
        Mask is_open;
        const Word line = Rules::open_line_of(arena.play.board, Word(code), is_open);
        if (!any(is_open)) continue;
        sync();
        Rules::draw(arena.play.board, Word(0), direction, line, Mask(true), lane() < Word(4));
        if (is_first_lane()) kept.code[kept.length++] = static_cast<uint16_t>(code);
        sync();
    }
}

// Where the repair begins: the board of the arena, and its open lines.
template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Rules, team_size, most_levels>::list_open(Arena &arena) {
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
            const Word line = Rules::open_line(view, direction.step, first) | at << Word(Rules::event_shift);
            store(start.open, at, pair_of(code, line),
                  (view.opened != Word(0)) & (at < Word(Rules::most_open)));
            view.opened &= view.opened - Word(1);
            count += count_ones(having);
        }
    }
    if (is_first_lane()) start.count = count < Rules::most_open ? count : Rules::most_open;
    sync();
}

// Takes the result of a step, if it is good enough.
template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Rules, team_size, most_levels>::end_step(const Options &options) {
    const uint32_t length = kept.length + best_length[levels] - 1, old = current.length;
    const bool may_be_worse = length + 2 >= peak && draw_fraction() < options.worse;
    if (length + may_be_worse >= old || !options.is_lns) found(current, levels);
    sync();
    if (is_first_lane()) {
        peak = length > peak ? length : peak;
        ++steps;
        ++round_step;
        is_under_way = 0;
    }
    sync();
    if (options.steps != 0 && round_step == round_steps) begin_round();
}

// The next round begins anew, and has twice as many steps.
template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Rules, team_size, most_levels>::begin_round() {
    copy(current, known);
    if (is_first_lane()) {
        round_step = 0;
        round_steps *= 2;
        peak = known.length;
    }
    sync();
}

// The lines that were kept, and then the best sequence of the repair.
template <class Rules, uint32_t team_size, uint32_t most_levels>
PLAYOUT_DEVICE void Search<Rules, team_size, most_levels>::found(Solution &to, uint32_t level) const {
    copy(to, kept);
    const uint32_t its_slot = slot[teams + level - 1], n = sequences.length[its_slot];
    for (uint32_t i = 0; i < n; i += warp_size) {
        const Word ply = Word(i) + lane(), at = Word(kept.length) + ply;
        const Mask is_ply = (ply < Word(n)) & (at < Word(Rules::most_plies));
        const Word event = converted<uint32_t>(load(sequences.move[its_slot], ply, is_ply));
        const Word code = load(sequences.event[its_slot], event, is_ply) & Word(0xFFFF);
        store(to.code, at, converted<uint16_t>(code), is_ply);
    }
    if (is_first_lane()) to.length = kept.length + n;
    sync();
}

} // namespace playout::device
