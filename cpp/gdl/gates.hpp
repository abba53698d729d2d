// The gates of a network for many lanes: of each the inputs that are plain, then those that are negated. It
// never changes, and threads share it.
#pragma once

#include <vector>

#include "gdl/lanes.hpp"
#include "gdl/network.hpp"

namespace playout::gdl {

class Gates {
public:
    explicit Gates(const Network &network) : first_(network.gate_node(0)) {
        for (Index i = 0; i < network.gate_count(); ++i) {
            Gate &gate = gates_.emplace_back();
            gate.plain = add_inputs(network.gate(i), false);
            gate.negated = add_inputs(network.gate(i), true);
            gate.end = static_cast<Index>(inputs_.size());
        }
    }

    void evaluate(Index from, Index to, Lanes *nodes) const {
        const Index *inputs = inputs_.data();
        for (Index i = from; i < to; ++i) {
            const auto [plain, negated, end] = gates_[i];
            Lanes all = all_lanes();
            for (Index k = plain; k < negated; ++k) all &= nodes[inputs[k]];
            for (Index k = negated; k < end; ++k) all &= ~nodes[inputs[k]];
            nodes[first_ + i] = all;
        }
    }

private:
    // Where the inputs of a gate begin that are plain, where those that are negated, and where they end.
    struct Gate {
        Index plain, negated, end;
    };

    Index add_inputs(std::span<const Index> literals, bool negated) {
        const auto begin = static_cast<Index>(inputs_.size());
        for (const Index literal : literals)
            if (is_negated(literal) == negated) inputs_.push_back(node_of(literal));
        return begin;
    }

    const Index first_; // node of a gate
    std::vector<Gate> gates_;
    std::vector<Index> inputs_;
};

} // namespace playout::gdl
