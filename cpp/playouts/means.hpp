// Mean rewards by number: what playouts learn that prefer moves which did well.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/bytes.hpp"

namespace playout {

class Means {
public:
    // Of a number that nothing is known of: more than any reward.
    static constexpr double unknown = std::numeric_limits<double>::infinity();

    [[nodiscard]] double operator[](std::size_t number) const {
        return number < values_.size() ? values_[number] : unknown;
    }
    [[nodiscard]] double count(std::size_t number) const {
        return number < sums_.size() ? sums_[number].n : 0;
    }

    void add(std::size_t number, double reward) {
        if (number >= sums_.size()) resize(2 * number + 2);
        Sum &sum = sums_[number];
        sum.n += 1;
        sum.total += reward;
        values_[number] = sum.total / sum.n;
    }

    void clear() {
        sums_.clear();
        values_.clear();
    }

    void save(Writer &writer) const {
        std::uint64_t known = 0;
        for (const Sum &sum : sums_) known += sum.n > 0;
        writer.integer(known);
        for (std::size_t i = 0; i < sums_.size(); ++i)
            if (sums_[i].n > 0) {
                writer.integer(i);
                writer.number(sums_[i].n);
                writer.number(sums_[i].total);
            }
    }
    // All numbers are below `count`.
    void load(Reader &reader, std::uint64_t count) {
        clear();
        resize(count);
        for (std::uint64_t known = reader.integer(count); known > 0; --known) {
            const std::uint64_t number = reader.integer(count - 1);
            const double n = reader.number(), total = reader.number();
            Reader::require(n >= 1 && std::isfinite(n) && std::isfinite(total));
            sums_[number] = {n, total};
            values_[number] = total / n;
        }
    }

private:
    struct Sum {
        double n = 0, total = 0;
    };

    void resize(std::size_t size) {
        sums_.resize(size);
        values_.resize(size, unknown);
    }

    std::vector<Sum> sums_;
    std::vector<double> values_; // beside them: playouts look at nothing else
};

} // namespace playout
