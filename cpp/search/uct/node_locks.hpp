// Locks for the nodes of a tree that several threads share: who makes a child of a node, or works with its
// RAVE statistics, holds its lock. There are fewer locks than nodes, and no thread holds those of two nodes.
// A tree of one thread has none.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "search/uct/tree.hpp"

namespace playout {

class NodeLocks {
public:
    explicit NodeLocks(bool shared) : locks_(shared ? count : 0) {}

    class [[nodiscard]] Held {
    public:
        explicit Held(std::mutex *lock) : lock_(lock) {
            if (lock_ != nullptr) lock_->lock();
        }
        Held(const Held &) = delete;
        ~Held() {
            if (lock_ != nullptr) lock_->unlock();
        }

    private:
        std::mutex *lock_;
    };

    Held hold(Tree::Index node) { return hold(node, !locks_.empty()); }
    // For somebody who knows whether the tree is shared.
    Held hold(Tree::Index node, bool shared) { return Held(shared ? &locks_[node % count] : nullptr); }
    // A lock for something else, held only where there are several threads.
    Held hold(std::mutex &lock) const { return Held(locks_.empty() ? nullptr : &lock); }

private:
    static constexpr std::size_t count = 1024;
    std::vector<std::mutex> locks_;
};

} // namespace playout
