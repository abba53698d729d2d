// The locks of a tree's nodes (node_lock.hpp), for those who hold one where there are several threads.
#pragma once

#include <mutex>

#include "search/uct/tree.hpp"

namespace playout {

class NodeLocks {
public:
    explicit NodeLocks(Tree &tree) : tree_(tree) {}

    template <class Lock> class [[nodiscard]] Held {
    public:
        explicit Held(Lock *lock) : lock_(lock) {
            if (lock_ != nullptr) lock_->lock();
        }
        Held(const Held &) = delete;
        ~Held() {
            if (lock_ != nullptr) lock_->unlock();
        }

    private:
        Lock *lock_;
    };

    Held<NodeLock> hold(Tree::Index node) { return hold(node, tree_.shared()); }
    // For somebody who knows whether the tree is shared.
    Held<NodeLock> hold(Tree::Index node, bool shared) {
        return Held<NodeLock>(shared ? &tree_.lock(node) : nullptr);
    }
    // A lock for something else.
    Held<std::mutex> hold(std::mutex &lock) const {
        return Held<std::mutex>(tree_.shared() ? &lock : nullptr);
    }

private:
    Tree &tree_;
};

} // namespace playout
