// The threads of a search that share one tree: how they deal the simulations out among themselves, and where
// they meet when the tree must not be touched. One thread is a crew as well, without any of it.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "core/budget.hpp"
#include "core/relaxed.hpp"

namespace playout {

class Crew {
public:
    explicit Crew(bool shared) : shared_(shared) {}

    // A slice of so many simulations begins.
    void deal(std::uint64_t simulations) { left_ = simulations; }

    // Whether a thread may go on. The caller's own makes a simulation at least.
    [[nodiscard]] static bool goes_on(Meter &meter) {
        return (meter.simulations == 0 && meter.listens()) || !meter.spent();
    }
    // So many simulations for one thread, or as many as are left; near the end each takes one.
    [[nodiscard]] std::uint32_t take(std::uint32_t wanted) {
        for (std::uint64_t left = left_; left > 0;) {
            const auto taken = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(left / 16, 1, wanted));
            if (left_.replace(left, left - taken)) return taken;
        }
        return 0;
    }
    // Some that were taken, and are not made now.
    void give_back(std::uint32_t simulations) { left_.add(simulations); }

    // A thread at work.
    class Member {
    public:
        explicit Member(Crew &crew) : crew_(crew) {
            const std::lock_guard alone(crew.mutex_);
            ++crew.inside_;
        }
        Member(const Member &) = delete;
        ~Member() {
            const std::lock_guard alone(crew_.mutex_);
            --crew_.inside_;
            crew_.changed_.notify_all();
        }

    private:
        Crew &crew_;
    };

    // Waits until all members have come here; one of them does the work, and all go on.
    template <class Work> void meet(const Meter &meter, Work work) {
        if (!shared_) return work();
        std::unique_lock alone(mutex_);
        const Waiting here(waiting_);
        const std::uint64_t round = round_;
        wait(alone, meter, [&] { return round_ != round || waiting_ == inside_; });
        if (round_ != round) return;
        ++round_;
        changed_.notify_all();
        work();
    }

private:
    struct Waiting {
        int &count;
        explicit Waiting(int &waiting) : count(waiting) { ++count; }
        ~Waiting() { --count; }
    };

    // Those that are still to come may be in long playouts: only the caller's thread listens, so it goes on
    // to do so.
    template <class Is> void wait(std::unique_lock<std::mutex> &alone, const Meter &meter, Is is_over) {
        using namespace std::chrono_literals;
        while (!changed_.wait_for(alone, 10ms, is_over))
            if (meter.listens()) static_cast<void>(meter.stop().poll());
    }

    bool shared_;
    Relaxed<std::uint64_t> left_ = 0; // simulations to be dealt out
    std::mutex mutex_;
    std::condition_variable changed_;
    int inside_ = 0, waiting_ = 0;
    std::uint64_t round_ = 0;
};

} // namespace playout
