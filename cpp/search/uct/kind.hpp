// The kinds of search that are compiled apart. Most searches are one thread's, in a tree of its own: the
// compiler knows that of those, so that their inner loop need not ask. All others have code in common that
// asks as it goes.
#pragma once

#include "search/uct/options.hpp"
#include "search/uct/tree.hpp"

namespace playout {

// One thread and a tree.
template <bool Proves> struct OwnTree {
    using Children = OwnChildren;
    explicit OwnTree(const UctOptions &) {}
    static constexpr bool shared = false, graph = false, proves = Proves;
};

struct AnyMemory {
    using Children = ListedChildren;
    explicit AnyMemory(const UctOptions &options)
        : shared(options.shared()), graph(options.transpositions), proves(options.proves()) {}
    bool shared; // with other threads
    bool graph;  // where several ways may lead to one position
    bool proves; // bounds
};

} // namespace playout
