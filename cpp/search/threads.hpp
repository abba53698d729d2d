// Work on several threads, of which the caller's is the first: all end when one fails, and when the world
// wants it.
#pragma once

#include <chrono>
#include <cstddef>
#include <future>
#include <vector>

#include "core/budget.hpp"

namespace playout {

// An error of one thread, of the world, or of a system that has no thread left.
template <class Work> void end_all_if_it_fails(Stop &stop, Work work) {
    try {
        work();
    } catch (...) {
        stop.request();
        throw;
    }
}

// Only the caller's thread listens, so it goes on to do so when its own work is done.
inline void wait_for(std::future<void> &other, const Stop &stop) {
    using namespace std::chrono_literals;
    while (other.wait_for(10ms) != std::future_status::ready) static_cast<void>(stop.poll());
    other.get();
}

struct Sum {
    Meter &meter;
    const std::vector<Meter> &of_threads;
    ~Sum() {
        for (const Meter &of_thread : of_threads) meter.add(of_thread);
    }
};

// `share` makes the meter of a thread, with the stop flag of all of them, and `work` works with it. One whose
// share is nothing has nothing to do. What they have done counts however it ends.
template <class Share, class Work> void run_threads(std::size_t count, Meter &meter, Share share, Work work) {
    Stop stop([&] { // of all: the world may raise it, and so does one that fails
        if (meter.stop().poll()) stop.request();
    });
    std::vector<Meter> meters;
    const Sum sum{meter, meters};
    for (std::size_t i = 0; i < count; ++i) meters.push_back(share(i, stop));
    const auto one = [&](std::size_t i) { end_all_if_it_fails(stop, [&] { work(i, meters[i]); }); };
    std::vector<std::future<void>> others; // they wait for their threads before they are gone
    end_all_if_it_fails(stop, [&] {
        for (std::size_t i = 1; i < count; ++i)
            if (!meters[i].spent()) others.push_back(std::async(std::launch::async, one, i));
        if (others.empty() || !meters[0].spent()) one(0);
        for (std::future<void> &other : others) wait_for(other, stop);
    });
}

} // namespace playout
