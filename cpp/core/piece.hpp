// A piece of work that a slice of a search may cut short: the next slice does it again from the beginning,
// and lets it come to its end, so that every other slice at least gets on.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/budget.hpp"
#include "core/bytes.hpp"

namespace playout {

class Piece {
public:
    [[nodiscard]] bool is_pending() const { return is_pending_; }
    void drop() { is_pending_ = false; }

    // Does a new piece of work, or the pending one again, which must be the same. It is pending if it throws.
    template <class Work> void run(Meter &meter, Work work) {
        if (is_pending_)
            repeat(meter, work);
        else
            begin(meter, work);
        is_pending_ = false;
    }

    void save(Writer &writer) const {
        writer.integer(is_pending_);
        writer.integer(dropped_states_);
    }
    void load(Reader &reader) {
        is_pending_ = reader.integer(1) == 1;
        dropped_states_ = reader.integer();
    }

private:
    template <class Work> void begin(Meter &meter, Work &work) {
        const std::uint64_t counted = meter.states;
        is_pending_ = true;
        try {
            work(meter);
        } catch (...) {
            dropped_states_ = meter.states - counted;
            throw;
        }
    }

    template <class Work> void repeat(Meter &meter, Work &work) {
        Meter patient = meter.unlimited();
        work(patient);
        meter.add(patient);
        // They were counted when they were made. A game that changes its mind makes fewer now.
        meter.states -= std::min(dropped_states_, patient.states);
    }

    bool is_pending_ = false;
    std::uint64_t dropped_states_ = 0;
};

} // namespace playout
