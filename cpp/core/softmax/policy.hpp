// A policy that learns: a weight for each code, kept as exp(pol[code]), so that a playout takes no
// exponential.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bytes.hpp"

namespace playout::softmax {

class Policy {
public:
    // Weights stay between these, so that no sum of them overflows and none is 0. What is beyond the lower
    // end has no chance beside the others anyhow.
    static constexpr double lowest = 0x1p-900, highest = 0x1p+500, too_high = 0x1p+900;

    void reset() {
        std::fill(weights_.begin(), weights_.end(), 1.0);
        weights_[0] = 0;
        fresh_ = 1;
    }

    // Room for so many slots.
    void grow(std::size_t slots) {
        if (weights_.size() <= slots) weights_.resize(slots + 1, fresh_);
    }

    [[nodiscard]] std::size_t size() const { return weights_.size() - 1; }
    // The weights by slot, with a 0 at no_slot.
    [[nodiscard]] double *weights() { return weights_.data() + 1; }
    [[nodiscard]] const double *weights() const { return weights_.data() + 1; }

    // A factor that all weights have in common changes no probability. A power of two changes no digit.
    void rescale() {
        constexpr double down = 1 / highest;
        for (std::size_t i = 1; i < weights_.size(); ++i) weights_[i] = std::max(weights_[i] * down, lowest);
        fresh_ = std::max(fresh_ * down, lowest);
    }

    void save(Writer &writer) const {
        writer.number(fresh_);
        const auto learned = [&](double weight) { return weight != fresh_; };
        writer.integer(
            static_cast<std::uint64_t>(std::count_if(weights_.begin() + 1, weights_.end(), learned)));
        for (std::size_t i = 1; i < weights_.size(); ++i)
            if (learned(weights_[i])) {
                writer.integer(i - 1);
                writer.number(weights_[i]);
            }
    }

    void load(Reader &reader, std::size_t slots) {
        fresh_ = weight(reader);
        weights_.assign(slots + 1, fresh_);
        weights_[0] = 0;
        for (std::uint64_t n = reader.integer(slots); n > 0; --n) {
            const std::uint64_t slot = reader.integer();
            Reader::require(slot < slots);
            weights_[slot + 1] = weight(reader);
        }
    }

private:
    static double weight(Reader &reader) {
        const double weight = reader.number();
        Reader::require(weight >= lowest && weight <= highest);
        return weight;
    }

    std::vector<double> weights_ = {0.0};
    double fresh_ = 1; // the weight of a code that nothing is known of
};

} // namespace playout::softmax
