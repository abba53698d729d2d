// A sequence of moves with all that was legal on the way, so that to learn from it nothing is played again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/moves.hpp"
#include "core/softmax/sums.hpp"

namespace playout::softmax {

// A vector whose new elements are left as they are: they are about to be written. Behind the last one are
// eight more that may be read.
template <class T> class Buffer {
public:
    Buffer() = default;
    Buffer(const Buffer &that) { std::copy_n(that.data(), that.size(), extend(that.size())); }
    Buffer(Buffer &&) = default;
    Buffer &operator=(Buffer that) {
        std::swap(data_, that.data_);
        std::swap(size_, that.size_);
        std::swap(capacity_, that.capacity_);
        return *this;
    }
    ~Buffer() = default;

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] const T *data() const { return data_.get(); }
    const T &operator[](std::size_t i) const { return data_[i]; }

    void clear() { size_ = 0; }
    // Room for `n` more elements.
    T *extend(std::size_t n) {
        if (size_ + n > capacity_) reserve(2 * (size_ + n));
        T *const place = data_.get() + size_;
        size_ += n;
        return place;
    }

    void shrink(std::size_t n) { size_ -= n; }

private:
    void reserve(std::size_t capacity) {
        std::unique_ptr<T[]> larger(new T[capacity + lanes]);
        std::copy_n(data_.get(), size_, larger.get());
        data_ = std::move(larger);
        capacity_ = capacity;
    }

    std::unique_ptr<T[]> data_;
    std::size_t size_ = 0, capacity_ = 0;
};

struct Sequence {
    struct Ply {
        std::size_t begin, count; // its legal moves among all; padded to a multiple of eight
        std::size_t added;        // the last so many were not legal before, where the game tells
        double z;                 // the sum of their weights, by the policy that summed them last
        Move move;                // that was made
        std::int32_t chosen;      // the slot of it
    };

    std::vector<Ply> plies;
    Buffer<std::int32_t> slots; // of the legal moves, ply after ply
    Buffer<std::int32_t> codes; // the slots that occur among them, each once; empty until somebody asks
    Buffer<double> biases;      // exp(bias) of the same moves; empty if there is no bias

    void clear() {
        plies.clear();
        slots.clear();
        codes.clear();
        biases.clear();
    }

    [[nodiscard]] std::vector<Move> moves() const {
        std::vector<Move> list;
        for (const Ply &ply : plies) list.push_back(ply.move);
        return list;
    }

    [[nodiscard]] bool same_moves(const Sequence &that) const {
        return std::equal(plies.begin(), plies.end(), that.plies.begin(), that.plies.end(),
                          [](const Ply &a, const Ply &b) { return a.move == b.move; });
    }
};

} // namespace playout::softmax
