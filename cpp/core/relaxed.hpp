// A number that several threads may read and write, without any order among them: where there is one thread it
// costs what a plain number does.
#pragma once

#include <atomic>
#include <type_traits>

namespace playout {

template <class T> class Relaxed {
public:
    constexpr Relaxed(T value = {}) : value_(value) {}
    Relaxed(const Relaxed &other) : value_(T{other}) {}
    Relaxed &operator=(const Relaxed &other) { return *this = T{other}; }
    Relaxed &operator=(T value) {
        value_.store(value, std::memory_order_relaxed);
        return *this;
    }
    operator T() const { return value_.load(std::memory_order_relaxed); }

    // What the writer has done before is done for whoever reads it so.
    void publish(T value) { value_.store(value, std::memory_order_release); }
    [[nodiscard]] T published() const { return value_.load(std::memory_order_acquire); }

    // For one writer at a time.
    void operator+=(T more) { *this = T{*this} + more; }

    // For several writers: none is lost. Answers what was there.
    T add(T more) {
        if constexpr (std::is_integral_v<T>) return value_.fetch_add(more, std::memory_order_relaxed);
        T old = *this;
        while (!replace(old, old + more)) {}
        return old;
    }
    // Whether it was what it is thought to be, and is the new value now; if not, that is what it is.
    bool replace(T &thought, T value) {
        return value_.compare_exchange_weak(thought, value, std::memory_order_relaxed);
    }

private:
    std::atomic<T> value_;
};

} // namespace playout
