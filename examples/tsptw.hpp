// The travelling salesman of tsptw.py for a graphics card. `given` has what the class knows: `places`, the
// way from each place to each other, and when each opens and closes.
#pragma once

#include "playout/device/listed.hpp"

struct Puzzle {
    static constexpr uint32_t most_plies = given::places, most_moves = given::places;
    static constexpr uint32_t codes = (given::places + 1) * (given::places + 1);
    static constexpr int32_t late_visit = 10000;

    uint64_t left; // the places that are not visited yet, as bits
    int32_t clock, cost, late;
    uint32_t here;

    PLAYOUT_DEVICE void begin() { left = (uint64_t(1) << (given::places + 1)) - 2; }

    // The places left; those that make another one late only if there is nothing else.
    PLAYOUT_DEVICE uint32_t legal(uint16_t *moves) const {
        const uint64_t urgent = in_time(here, clock, left);
        uint32_t n = 0;
        for (uint64_t rest = left; rest != 0; rest &= rest - 1) {
            const uint32_t there = lowest(rest);
            const uint64_t others = urgent & ~(uint64_t(1) << there);
            if (all_in_time(there, arrival(there), others)) moves[n++] = static_cast<uint16_t>(there);
        }
        if (n == 0)
            for (uint64_t rest = left; rest != 0; rest &= rest - 1)
                moves[n++] = static_cast<uint16_t>(lowest(rest));
        return n;
    }

    PLAYOUT_DEVICE uint32_t code(uint32_t move) const { return here * (given::places + 1) + move; }

    PLAYOUT_DEVICE void play(uint32_t move) {
        late += clock + given::way[here][move] > given::closes[move];
        clock = arrival(move);
        cost += given::way[here][move];
        here = move;
        left &= ~(uint64_t(1) << move);
    }

    PLAYOUT_DEVICE int32_t score() const { return -(late_visit * late + cost + given::way[here][0]); }

private:
    PLAYOUT_DEVICE static uint32_t lowest(uint64_t places) {
        const auto low = static_cast<uint32_t>(places);
        return low != 0 ? playout::device::lowest_one(low)
                        : 32 + playout::device::lowest_one(static_cast<uint32_t>(places >> 32));
    }
    PLAYOUT_DEVICE static bool is_in_time(uint32_t from, int32_t time, uint32_t there) {
        return time + given::way[from][there] <= given::closes[there];
    }
    PLAYOUT_DEVICE static uint64_t in_time(uint32_t from, int32_t time, uint64_t places) {
        uint64_t found = 0;
        for (; places != 0; places &= places - 1)
            if (is_in_time(from, time, lowest(places))) found |= places & (~places + 1);
        return found;
    }
    PLAYOUT_DEVICE static bool all_in_time(uint32_t from, int32_t time, uint64_t places) {
        while (places != 0 && is_in_time(from, time, lowest(places))) places &= places - 1;
        return places == 0;
    }
    PLAYOUT_DEVICE int32_t arrival(uint32_t there) const {
        const int32_t time = clock + given::way[here][there];
        return time > given::opens[there] ? time : given::opens[there];
    }
};
