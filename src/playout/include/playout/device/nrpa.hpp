// NRPA on a warp: Figure 2 of Rosin, "Nested Rollout Policy Adaptation for Monte Carlo Tree Search" (IJCAI
// 2011).
//
// - A level of 1 makes several playouts with a policy before it adapts it, and adapts it to the best
// (Cazenave,
//   Sevestre and Toulemont, "Stabilized Nested Rollout Policy Adaptation", 2020). The lanes of the warp are
//   shared out to teams, one for each of these playouts.
// - A move is drawn by waiting times. When a line opens it gets a time from the exponential distribution
// whose
//   rate is exp(its logit), and the line whose time comes first is drawn. Such times have no memory, so this
//   is the softmax of the figure at every ply, with one draw for a line instead of one pass over all lines
//   for a ply.
// - A line is open during one unbroken interval of plies: its event. Adapt adds the weights where intervals
// begin
//   and takes them off where they end, in whole numbers, so that no digit is lost and the order does not
//   matter.
// - Logits are held in 16 bits, between the bounds of arithmetic.hpp.
#pragma once

#include "playout/device/search.hpp"

namespace playout::device {

// Sequences of moves, each with its events: code, first ply (from bit 16) and last ply (from bit 24).
template <class Rules, uint32_t count> struct Sequences {
    uint32_t length[count], events[count];
    uint32_t event[count][Rules::most_events];
    uint16_t move[count][Rules::most_plies]; // the number of an event
};

// Where playouts begin.
template <class Rules> struct Start {
    uint32_t drawn; // lines
    Pair board[Rules::lanes];
    uint32_t count;
    Pair open[Rules::most_open]; // code, open line with its event
};

// What a warp holds in shared memory.
template <class Rules, uint32_t teams> struct Arena {
    static constexpr uint32_t policy_size = (Rules::codes + 7) / 8 * 8;
    alignas(16) int16_t policy[policy_size];
    union {
        struct {
            Pair board[teams * Rules::lanes];
            Pair open[teams * Rules::most_open]; // time, open line
        } play;
        int32_t parts[2 * (Rules::most_plies + 2)]; // a sum in two parts
        Pair sums[Rules::most_plies + 2];
    };
};

template <class Rules, uint32_t team_size_> struct Nrpa {
    static constexpr uint32_t team_size = team_size_, teams = warp_size / team_size;
    using Arena = device::Arena<Rules, teams>;
    template <uint32_t count> using Sequences = device::Sequences<Rules, count>;
    using Start = device::Start<Rules>;

    // A playout of each team, with the policy of the arena, into its own sequence.
    template <class Sequences>
    PLAYOUT_DEVICE static Played play(Arena &arena, const Start &start, Sequences &out, Word slot,
                                      uint64_t random) {
        Playout<Sequences> playout(arena, out, slot, random);
        playout.begin(start);
        while (playout.step()) {
        }
        const Word length = playout.finish();
        return {length, converted<int32_t>(Word(start.drawn) + length)};
    }

    // A step of the policy towards a sequence.
    template <class Sequences>
    PLAYOUT_DEVICE static void adapt(Arena &arena, const Start & /*start*/, const Sequences &from,
                                     uint32_t slot, float step) {
        const uint32_t length = from.length[slot], events = from.events[slot];
        const uint32_t *const event = from.event[slot];
        sum_weights(arena, event, events, length);
        sum_shares(arena, length);
        for (uint32_t i = 0; i < events; i += warp_size) lower(arena, event, Word(i) + lane(), events, step);
        sync();
        for (uint32_t i = 0; i < length; i += warp_size) {
            const Word ply = Word(i) + lane();
            const Mask is_ply = ply < Word(length);
            const Word at = converted<uint32_t>(load(from.move[slot], ply, is_ply));
            const Word code = load(event, at, is_ply) & Word(0xFFFF);
            const Whole logit = converted<int32_t>(load(arena.policy, code, is_ply));
            store(arena.policy, code, converted<int16_t>(clamped(logit + nearest(Float(step)))), is_ply);
        }
        sync();
    }

private:
    // Weights are summed in units of 2^-25, which are parted at 2^24; shares 1 / z in units of 2^-36.
    static constexpr float high_part = 2.0f, low_part = 16777216.0f;
    static constexpr float share_of_weights = 0x1p61f, unit_of_shares = 0x1p-36f;

    template <class Sequences> class Playout {
    public:
        PLAYOUT_DEVICE Playout(Arena &arena, Sequences &out, Word slot, uint64_t random)
            : arena_(arena), out_(out), slot_(slot), team_(lane() / Word(team_size)),
              member_(lane() % Word(team_size)), direction_(Rules::direction(lane() % Word(4))) {
            const Word first = team_ * Word(team_size);
            mates_ = (team_size == 32 ? Word(0xFFFFFFFF) : Word((1ull << team_size) - 1)) << first;
            below_ = mates_ & ((Word(1) << lane()) - Word(1));
            key_ =
                mixed(Word(static_cast<uint32_t>(random)), team_) ^ Word(static_cast<uint32_t>(random >> 32));
            share_ = Word(0);
            for (uint32_t i = 0; i < Rules::length; ++i)
                share_ |= select(Word(i % (team_size / 4)) == member_ / Word(4), Word(1u << i), Word(0));
        }

        PLAYOUT_DEVICE void begin(const Start &start) {
            for (uint32_t i = 0; i < Rules::lanes; i += team_size) {
                const Mask is_lane = Word(i) + member_ < Word(Rules::lanes);
                store(arena_.play.board, team_ * Word(Rules::lanes) + Word(i) + member_,
                      load(start.board, Word(i) + member_, is_lane), is_lane);
            }
            const uint32_t n = start.count;
            for (uint32_t i = 0; i < n; i += team_size) {
                const Mask is_open = Word(i) + member_ < Word(n);
                const auto open = load(start.open, Word(i) + member_, is_open);
                store(arena_.play.open, list_at(Word(i) + member_), open, is_open);
                store(&out_.event[0][0], event_at(Word(i) + member_), first_of(open), is_open);
            }
            count_ = events_ = Word(n);
            ply_ = Word(0);
            forget_soonest();
            set_times(Word(0));
        }

        // One move of each team that has one left; false if none has.
        PLAYOUT_DEVICE bool step() {
            const Mask active = (count_ > Word(0)) & (ply_ < Word(Rules::most_plies));
            if (!any(active)) return false;
            const Float now = soonest_of_team();
            const Word who = Word(ballot(soonest_ == now)) & mates_;
            const Word drawn = shuffle(line_, highest_one(who));
            const auto view = Rules::draw(arena_.play.board, team_ * Word(Rules::lanes), direction_, drawn,
                                          active, member_ < Word(4));
            close_lines(drawn, now, active);
            append(view, active);
            ply_ += select(active, Word(1), Word(0));
            return true;
        }

        PLAYOUT_DEVICE Word finish() {
            store(out_.length, slot_, ply_, member_ == Word(0));
            store(out_.events, slot_, events_, member_ == Word(0));
            sync();
            return ply_;
        }

    private:
        PLAYOUT_DEVICE Word list_at(Word i) const { return team_ * Word(Rules::most_open) + i; }
        PLAYOUT_DEVICE Word event_at(Word i) const { return slot_ * Word(Rules::most_events) + i; }

        PLAYOUT_DEVICE void forget_soonest() {
            soonest_ = float_of(Word(0x7F800000)); // infinity
            line_ = Word(0);
        }
        PLAYOUT_DEVICE void note(Float time, Word line, Mask is_open) {
            const Mask sooner = is_open & (time < soonest_);
            soonest_ = select(sooner, time, soonest_);
            line_ = select(sooner, line, line_);
        }
        PLAYOUT_DEVICE Float soonest_of_team() const {
            Word least_time =
                bits_of(soonest_); // of numbers that are not negative, the bits have their order
            for (uint32_t by = team_size / 2; by > 0; by /= 2)
                least_time = least(least_time, shuffle_xor(least_time, by));
            return float_of(least_time);
        }

        // Takes off the lines that are open no more, and notes down their last ply.
        PLAYOUT_DEVICE void close_lines(Word drawn, Float now, Mask active) {
            const Word old = select(active, count_, Word(0));
            auto *const last_ply = reinterpret_cast<uint8_t *>(&out_.event[0][0]);
            forget_soonest();
            Word kept(0);
            for (uint32_t i = 0; any(Word(i) < old); i += team_size) {
                const Mask is_line = Word(i) + member_ < old;
                const auto entry = load(arena_.play.open, list_at(Word(i) + member_), is_line);
                const Word line = second_of(entry);
                const Float time = float_of(first_of(entry)) - now;
                const Mask closes = is_line & Rules::closes(drawn, line), stays = is_line & !closes;
                const Word stay = Word(ballot(stays));
                sync();
                store(arena_.play.open, list_at(kept + count_ones(stay & below_)),
                      pair_of(bits_of(time), line), stays);
                kept += count_ones(stay & mates_);
                store(last_ply, event_at(line >> Word(Rules::event_shift)) * Word(4) + Word(3),
                      converted<uint8_t>(ply_), closes);
                note(time, line, stays);
            }
            store(&out_.move[0][0], slot_ * Word(Rules::most_plies) + ply_,
                  converted<uint16_t>(drawn >> Word(Rules::event_shift)), active & (member_ == Word(0)));
            count_ = kept;
        }

        // Adds the lines that have opened.
        template <class View> PLAYOUT_DEVICE void append(const View &view, Mask active) {
            Word opened = select(active, view.opened & share_, Word(0));
            constexpr uint32_t most_each = (Rules::length + team_size / 4 - 1) / (team_size / 4);
            const Word n = count_ones(opened);
            Word rank(0), total(0);
            for (uint32_t bit = 1; bit <= most_each; bit *= 2) {
                const Word having = Word(ballot((n & Word(bit)) != Word(0)));
                rank += Word(bit) * count_ones(having & below_);
                total += Word(bit) * count_ones(having & mates_);
            }
            while (any(opened != Word(0))) {
                const Word i = lowest_one(opened), at = count_ + rank, event = events_ + rank;
                const Mask is_new =
                    (opened != Word(0)) & (at < Word(Rules::most_open)) & (event < Word(Rules::most_events));
                const Word code = view.code + i * direction_.code_place;
                const Word line =
                    Rules::open_line(view, direction_.step, i) | event << Word(Rules::event_shift);
                store(arena_.play.open, list_at(at), pair_of(code, line), is_new);
                store(&out_.event[0][0], event_at(event), code | (ply_ + Word(1)) << Word(16), is_new);
                opened &= opened - Word(1);
                rank += Word(1);
            }
            const Word old = count_;
            total = least(total, least(Word(Rules::most_open) - count_, Word(Rules::most_events) - events_));
            count_ += total;
            events_ += total;
            set_times(old);
        }

        // The times of the lines from one on, which have a code there.
        PLAYOUT_DEVICE void set_times(Word from) {
            sync();
            for (Word at = from + member_; any(at < count_); at += Word(team_size)) {
                const Mask is_line = at < count_;
                const auto entry = load(arena_.play.open, list_at(at), is_line);
                const Word code = first_of(entry);
                const Whole logit = converted<int32_t>(load(arena_.policy, code, is_line));
                const Float time = waiting_time(mixed(key_, code)) * exponential(logit, -1.0f);
                store(arena_.play.open, list_at(at), pair_of(bits_of(time), second_of(entry)), is_line);
                note(time, second_of(entry), is_line);
            }
            sync();
        }

        Arena &arena_;
        Sequences &out_;
        Word slot_, team_, member_, mates_, below_, share_, key_;
        typename Rules::Direction direction_;
        Word count_, events_, ply_;
        Float soonest_; // the first time of the lines that this lane has seen
        Word line_;     // whose it is
    };

    // The sums z of the weights at all plies, as differences from ply to ply.
    PLAYOUT_DEVICE static void sum_weights(Arena &arena, const uint32_t *event, uint32_t events,
                                           uint32_t length) {
        for (uint32_t i = 0; i < 2 * (length + 1); i += warp_size)
            store(arena.parts, Word(i) + lane(), Whole(0), Word(i) + lane() < Word(2 * (length + 1)));
        sync();
        for (uint32_t i = 0; i < events; i += warp_size) {
            const Mask is_event = Word(i) + lane() < Word(events);
            const Word it = load(event, Word(i) + lane(), is_event);
            const Word first = it >> Word(16) & Word(0xFF), end = (it >> Word(24)) + Word(1);
            const Float weight = weight_of(arena, it & Word(0xFFFF), is_event) * Float(high_part);
            const Whole high = converted<int32_t>(weight);
            const Whole low = converted<int32_t>((weight - converted<float>(high)) * Float(low_part));
            add(arena.parts, first * Word(2), low, is_event);
            add(arena.parts, first * Word(2) + Word(1), high, is_event);
            add(arena.parts, end * Word(2), -low, is_event);
            add(arena.parts, end * Word(2) + Word(1), -high, is_event);
        }
        sync();
    }

    PLAYOUT_DEVICE static Float weight_of(const Arena &arena, Word code, Mask is_code) {
        return exponential(converted<int32_t>(load(arena.policy, code, is_code)), 1.0f);
    }

    // From these differences to the sums of 1 / z over all plies before one. A lane has some plies in a row.
    PLAYOUT_DEVICE static void sum_shares(Arena &arena, uint32_t length) {
        const uint32_t each = (length + warp_size) / warp_size; // length + 1 numbers
        const Word begin = lane() * Word(each);
        Long own(0);
        for (uint32_t i = 0; i < each; ++i) own += difference(arena, begin + Word(i), length);
        Long z = sum_before(own), shares(0);
        for (uint32_t i = 0; i < each; ++i) {
            const Word at = begin + Word(i);
            z += difference(arena, at, length);
            const Float sum = converted<float>(z);
            const Mask is_ply = (at < Word(length)) & (z > Long(0));
            const Float share = quotient(Float(share_of_weights), select(is_ply, sum, Float(1.0f)));
            const Long whole =
                select(is_ply, converted<int64_t>(select(is_ply, share, Float(0.0f))), Long(0));
            store(arena.sums, at, pair_of(whole), at <= Word(length));
            shares += whole;
        }
        Long before = sum_before(shares);
        for (uint32_t i = 0; i < each; ++i) {
            const Word at = begin + Word(i);
            const Long share = long_of(load(arena.sums, at, at <= Word(length)));
            store(arena.sums, at, pair_of(before), at <= Word(length));
            before += share;
        }
        sync();
    }

    PLAYOUT_DEVICE static Long difference(const Arena &arena, Word at, uint32_t length) {
        const Mask is_there = at <= Word(length);
        const Long low = converted<int64_t>(load(arena.parts, at * Word(2), is_there));
        const Long high = converted<int64_t>(load(arena.parts, at * Word(2) + Word(1), is_there));
        return high * Long(1 << 24) + low;
    }

    // Of the lanes before.
    PLAYOUT_DEVICE static Long sum_before(Long own) {
        Long sum = own;
        for (uint32_t by = 1; by < warp_size; by *= 2)
            sum += select(lane() >= Word(by), shuffle_up(sum, by), Long(0));
        return sum - own;
    }

    // Lowers the code of an event by its share of the probability, over all plies of its interval.
    PLAYOUT_DEVICE static void lower(Arena &arena, const uint32_t *event, Word at, uint32_t events,
                                     float step) {
        const Mask is_event = at < Word(events);
        const Word it = load(event, at, is_event), code = it & Word(0xFFFF);
        const Word first = it >> Word(16) & Word(0xFF), end = (it >> Word(24)) + Word(1);
        const Long shares =
            long_of(load(arena.sums, end, is_event)) - long_of(load(arena.sums, first, is_event));
        const Whole logit = converted<int32_t>(load(arena.policy, code, is_event));
        const Float share = converted<float>(shares) * Float(unit_of_shares) * exponential(logit, 1.0f);
        const Whole lowered = clamped(logit - nearest(share * Float(step)));
        store(arena.policy, code, converted<int16_t>(lowered), is_event);
    }
};

} // namespace playout::device
