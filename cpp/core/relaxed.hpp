// A number that several threads may read and write, without any order among them.
//
// A plain number with atomic access rather than a std::atomic: a thread that is alone may use it as what it
// is (`alone`), which lets the compiler do its work, as in the inner loops of a search. Copies are for a
// thread that is alone as well.
#pragma once

#include <type_traits>

namespace playout {

template <class T> class Relaxed {
public:
    constexpr Relaxed(T value = {}) : value_(value) {}
    Relaxed &operator=(T value) {
        __atomic_store(&value_, &value, __ATOMIC_RELAXED);
        return *this;
    }
    operator T() const { return read(__ATOMIC_RELAXED); }

    // What the writer has done before is done for whoever reads it so.
    void publish(T value) { __atomic_store(&value_, &value, __ATOMIC_RELEASE); }
    [[nodiscard]] T published() const { return read(__ATOMIC_ACQUIRE); }

    // Adds, where several threads may: none is lost. Answers what was there.
    T add(T more) {
        if constexpr (std::is_integral_v<T>) {
            return __atomic_fetch_add(&value_, more, __ATOMIC_RELAXED);
        } else {
            T old = *this;
            while (!replace(old, old + more)) {
            }
            return old;
        }
    }
    // Whether it was what it is thought to be, and is the new value now; if not, that is what it is.
    bool replace(T &thought, T value) {
        return __atomic_compare_exchange(&value_, &thought, &value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }

    [[nodiscard]] T &alone() { return value_; }
    [[nodiscard]] const T &alone() const { return value_; }

private:
    [[nodiscard]] T read(int order) const {
        T value;
        __atomic_load(&value_, &value, order);
        return value;
    }

    T value_;
};

} // namespace playout
