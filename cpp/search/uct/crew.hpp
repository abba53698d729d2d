// The threads of a search that share one tree: how they deal the simulations out among themselves, and where
// they meet when the tree must not be touched. One thread is a crew as well, without any of it.
#pragma once

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

    // Whether a thread may make one simulation more. The caller's own makes one at least.
    [[nodiscard]] bool take(Meter &meter) {
        if ((meter.simulations > 0 || !meter.listens()) && meter.spent()) return false;
        if (!shared_) return true;
        for (std::uint64_t left = left_; left > 0;)
            if (left_.replace(left, left - 1)) return true;
        return false;
    }
    // One that was taken, and is not made now.
    void give_back() { left_.add(1); }

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
