// A move is a small non-negative integer; a move list has a fixed capacity and never allocates, or it grows,
// for games that may have too many moves for that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/rng.hpp"

namespace playout {

using Move = std::int32_t;

template <int Capacity> class MoveList {
public:
    void clear() { size_ = 0; }
    void push_back(Move move) { moves_[size_++] = move; }
    // Where all moves are to be written, and how many they are then: faster than one by one, which keeps the
    // size in memory.
    Move *room() { return moves_.data(); }
    void resize(std::ptrdiff_t size) { size_ = static_cast<int>(size); }

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    Move operator[](int i) const { return moves_[i]; }
    void swap(int i, int j) { std::swap(moves_[i], moves_[j]); }
    [[nodiscard]] const Move *begin() const { return moves_.data(); }
    [[nodiscard]] const Move *end() const { return moves_.data() + size_; }

private:
    // The array is left uninitialised on purpose: a list is made in every hot loop.
    std::array<Move, Capacity> moves_;
    int size_ = 0;
};

class MoveVector {
public:
    void clear() { moves_.clear(); }
    void push_back(Move move) { moves_.push_back(move); }
    // Room for so many moves, to be written from here on.
    Move *resize(std::size_t size) {
        moves_.resize(size);
        return moves_.data();
    }

    [[nodiscard]] int size() const { return static_cast<int>(moves_.size()); }
    [[nodiscard]] bool empty() const { return moves_.empty(); }
    Move operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
    void swap(int i, int j) {
        std::swap(moves_[static_cast<std::size_t>(i)], moves_[static_cast<std::size_t>(j)]);
    }
    [[nodiscard]] auto begin() const { return moves_.begin(); }
    [[nodiscard]] auto end() const { return moves_.end(); }

private:
    std::vector<Move> moves_;
};

// The next move of a list in random order: draws one of those from place i on, and puts it there.
template <class Moves> Move draw_move(Moves &moves, int i, Rng &rng) {
    moves.swap(i, i + static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size() - i))));
    return moves[i];
}

} // namespace playout
