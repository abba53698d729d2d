// Locks for the nodes of a tree that several threads share: who makes a child of a node, or works with its RAVE
// statistics, holds its lock. There are fewer locks than nodes, and no thread holds those of two nodes. A tree of one thread
// has none.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "search/uct/tree.hpp"

namespace playout {

class NodeLocks {
public:
    explicit NodeLocks(bool shared) : locks_(shared ? count : 0) {}

    [[nodiscard]] std::unique_lock<std::mutex> hold(Tree::Index node) {
        return locks_.empty() ? std::unique_lock<std::mutex>() : std::unique_lock(locks_[node % count]);
    }
    // A lock for something else, held only where there are several threads.
    [[nodiscard]] std::unique_lock<std::mutex> hold(std::mutex &lock) const {
        return locks_.empty() ? std::unique_lock<std::mutex>() : std::unique_lock(lock);
    }

    // Does something that is short enough for a lock to be felt where there is none to hold.
    template <class Do> void holding(Tree::Index node, Do act) {
        if (locks_.empty()) return act();
        const std::lock_guard alone(locks_[node % count]);
        act();
    }

private:
    static constexpr std::size_t count = 1024;
    std::vector<std::mutex> locks_;
};

} // namespace playout
