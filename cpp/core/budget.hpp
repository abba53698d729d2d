// Budgets, and the meter that every search reads: it counts, watches the clock and hears the stop flag.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <utility>

namespace playout {

struct Budget {
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t simulations = unlimited;
    std::uint64_t states = unlimited;

    // Whether nothing but states limits it.
    [[nodiscard]] bool only_states() const {
        return states != unlimited && simulations == unlimited &&
               seconds == std::numeric_limits<double>::infinity();
    }
};

// Raised by anybody (a signal handler, another thread), heard by every search that holds it.
class Stop {
public:
    // `listen` is called now and then from within the search, to let the outside world act (deliver
    // signals, say). It may throw: the search is then abandoned.
    explicit Stop(std::function<void()> listen = {}) : listen_(std::move(listen)) {}

    void request() { requested_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool requested() const { return requested_.load(std::memory_order_relaxed) || all_stop(); }

    [[nodiscard]] bool poll() const {
        if (listen_ && !all_stop()) listen_();
        return requested();
    }

    // Stops every search of the process, or lets them run again.
    static void request_all(bool stop) { all_.store(stop, std::memory_order_relaxed); }
    [[nodiscard]] static bool all_stop() { return all_.load(std::memory_order_relaxed); }

private:
    static inline std::atomic<bool> all_{false};
    std::atomic<bool> requested_{false};
    std::function<void()> listen_;
};

// Thrown from inside a playout that must not go on; the search that catches it answers with what it has.
struct Interrupted : std::exception {};

class alignas(64) Meter { // so that those of two threads share no line of a cache
public:
    std::uint64_t simulations = 0;
    std::uint64_t states = 0; // every play() made by a search counts one

    Meter(const Budget &budget, const Stop &stop)
        : budget_(budget), stop_(&stop), start_(Clock::now()), polled_(start_) {}

    // Whether the search must end. Counters are compared every time, so that a budget in states or
    // simulations gives the same answer everywhere; the clock and the stop flag about once a millisecond.
    [[nodiscard]] bool spent() { return counted_out() || out_of_time(); }
    [[nodiscard]] bool counted_out() const {
        return simulations >= budget_.simulations || states >= budget_.states;
    }

    // For the inside of slow playouts.
    void check() {
        if (out_of_time()) throw Interrupted{};
    }
    // For the inside of playouts so long that a budget in states could not wait for their end.
    void check_states() {
        if (states >= budget_.states || out_of_time()) throw Interrupted{};
    }

    // The same without a limit, for what must come to its end; it still hears the stop flag.
    [[nodiscard]] Meter unlimited() const {
        Meter meter(*this);
        meter.budget_ = {};
        meter.simulations = meter.states = 0;
        return meter;
    }

    struct Counts {
        std::uint64_t simulations = 0, states = 0;
    };

    // The meter of one of several threads that share the work, with a stop flag of their own; only the
    // caller's own thread lets it listen. What was done before counts: the shares are those of the sum.
    [[nodiscard]] Meter share(std::uint64_t threads, std::uint64_t index, const Stop &stop, Counts by_all,
                              Counts by_it) const {
        const auto part = [&](std::uint64_t limit, std::uint64_t all, std::uint64_t own) {
            if (limit > Budget::unlimited - threads - all) return Budget::unlimited;
            const std::uint64_t share = (all + limit + threads - 1 - index) / threads;
            return share > own ? share - own : 0;
        };
        Meter meter(*this);
        meter.budget_ = {budget_.seconds, part(budget_.simulations, by_all.simulations, by_it.simulations),
                         part(budget_.states, by_all.states, by_it.states)};
        meter.stop_ = &stop;
        meter.listens_ = index == 0;
        return meter;
    }
    // The same where the simulations are dealt out one by one (crew.hpp).
    [[nodiscard]] Meter share_of_states(std::uint64_t threads, std::uint64_t index, const Stop &stop) const {
        Meter meter = share(threads, index, stop, {}, {});
        meter.budget_.simulations = Budget::unlimited;
        return meter;
    }
    void add(const Meter &of_thread) {
        simulations += of_thread.simulations;
        states += of_thread.states;
    }

    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }
    [[nodiscard]] const Budget &budget() const { return budget_; }
    [[nodiscard]] const Stop &stop() const { return *stop_; }
    // Whether it lets the stop flag listen: of several threads the caller's does.
    [[nodiscard]] bool listens() const { return listens_; }
    [[nodiscard]] bool interrupted() const { return stop_->requested(); }

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool out_of_time() {
        if (ended_) return true;
        if (++ticks_ < interval_) return false;
        ticks_ = 0;
        return ended_ = poll();
    }

    // Adapts the number of ticks between two looks at the clock to about a millisecond.
    [[nodiscard]] bool poll() {
        using namespace std::chrono_literals;
        const auto now = Clock::now();
        const auto since = now - polled_;
        if (since < 500us && interval_ < 1u << 20) interval_ *= 2;
        if (since > 2ms && interval_ > 1) interval_ /= 2;
        polled_ = now;
        return (listens_ ? stop_->poll() : stop_->requested()) ||
               std::chrono::duration<double>(now - start_).count() >= budget_.seconds;
    }

    Budget budget_;
    const Stop *stop_;
    Clock::time_point start_, polled_;
    std::uint32_t ticks_ = 0, interval_ = 1;
    bool ended_ = false, listens_ = true;
};

} // namespace playout
