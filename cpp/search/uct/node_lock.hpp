// The lock of a node in a tree that several threads share: who makes a child of a node, or works with its
// RAVE statistics, holds it. It is held for some dozens of nanoseconds, so whoever waits keeps looking; and
// it stands beside the locks of nodes that the same thread has made, so that others seldom write there. No
// thread holds those of two nodes. A tree of one thread has none.
#pragma once

#include <cstdint>
#include <thread>

namespace playout {

class NodeLock {
public:
    void lock() {
        while (__atomic_exchange_n(&held_, 1, __ATOMIC_ACQUIRE) != 0) wait();
    }
    void unlock() { __atomic_store_n(&held_, 0, __ATOMIC_RELEASE); }

private:
    // Its holder may have lost his core.
    void wait() const {
        for (int looks = 0; __atomic_load_n(&held_, __ATOMIC_RELAXED) != 0; ++looks)
            if (looks > 100) std::this_thread::yield();
    }

    std::uint8_t held_ = 0;
};

} // namespace playout
