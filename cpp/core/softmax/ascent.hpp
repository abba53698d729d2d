// A step of a policy towards a sequence, by gradient ascent: Adapt of Rosin, "Nested Rollout Policy
// Adaptation for Monte Carlo Tree Search" (IJCAI 2011), Figure 2, lines 21-29. At each ply Alpha is added to
// pol[code] of the move that was made, and Alpha times its probability taken from that of every move that was
// legal.
//
// As weights are exponentials, the sum of 1/z over the plies at which a code was legal takes one exponential
// a code: exp(pol'[code]) = exp(pol[code]) exp(-Alpha exp(pol[code]) sum(1/z)), times exp(Alpha) for each
// time the code was chosen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/exp.hpp"
#include "core/softmax/policy.hpp"
#include "core/softmax/sequence.hpp"

namespace playout::softmax {

class Ascent {
public:
    explicit Ascent(double alpha) : alpha_(std::min(alpha, max_step)), raise_(exp(alpha_)) {}

    // The sums z of the plies are known, and the codes are listed. The policy has a place for each slot.
    void operator()(Policy &policy, const Sequence &seq) {
        gradients(policy);
        add_up_gradient(seq);
        lower(policy.weights(), seq);
        if (raise_chosen(policy.weights(), seq) > Policy::highest) policy.rescale();
    }

    // Lists the codes that occur in a sequence. Between two uses the gradients are 0; here they are marks.
    void list_codes(const Policy &policy, Sequence &seq) {
        double *const mark = gradients(policy);
        std::int32_t *const codes = seq.codes.extend(seq.slots.size());
        std::size_t n = 0;
        mark[no_slot] = 1;
        for (std::size_t i = 0; i < seq.slots.size(); ++i) {
            codes[n] = seq.slots[i];
            n += mark[codes[n]] == 0; // a branch would be unpredictable
            mark[seq.slots[i]] = 1;
        }
        seq.codes.shrink(seq.slots.size() - n);
        for (std::size_t i = 0; i < n; ++i) mark[codes[i]] = 0;
    }

private:
    static constexpr double max_step = 300; // a weight that grows by more in one step would overflow

    // The sum of 1/z for each code; with biases, times theirs.
    void add_up_gradient(const Sequence &seq) {
        double *const gradient = gradients_.data() + 1;
        const std::int32_t *const slots = seq.slots.data();
        const bool has_biases = !seq.biases.empty();
        for (const auto &ply : seq.plies) {
            const double share = 1 / ply.z;
            for (std::size_t i = ply.begin; i < ply.begin + ply.count; ++i)
                gradient[slots[i]] += has_biases ? seq.biases[i] * share : share;
        }
    }

    void lower(double *weights, const Sequence &seq) {
        double *const gradient = gradients_.data() + 1;
        const std::int32_t *const codes = seq.codes.data();
        const std::size_t n = seq.codes.size();
        if (steps_.size() < n) steps_.resize(2 * n);
        double *const steps = steps_.data();
        for (std::size_t i = 0; i < n; ++i) {
            steps[i] = -alpha_ * (weights[codes[i]] * gradient[codes[i]]);
            gradient[codes[i]] = 0;
        }
        for (std::size_t i = 0; i < n; ++i) steps[i] = exp(std::max(steps[i], min_exponent));
        for (std::size_t i = 0; i < n; ++i)
            weights[codes[i]] = std::max(weights[codes[i]] * steps[i], Policy::lowest);
    }

    // Answers the largest weight.
    double raise_chosen(double *weights, const Sequence &seq) const {
        double largest = 0;
        for (const auto &ply : seq.plies) {
            double &weight = weights[ply.chosen];
            weight = std::min(weight * raise_, Policy::too_high);
            largest = std::max(largest, weight);
        }
        return largest;
    }

    double *gradients(const Policy &policy) {
        if (gradients_.size() < policy.size() + 1) gradients_.resize(policy.size() + 1);
        return gradients_.data() + 1;
    }

    double alpha_, raise_;          // Alpha, and what choosing a code multiplies its weight by
    std::vector<double> gradients_; // scratch: by slot, 0 between two uses
    std::vector<double> steps_;     // scratch
};

} // namespace playout::softmax
