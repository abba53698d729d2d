// A move list for games whose number of moves is known only when they are made: short lists never allocate.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/moves.hpp"

namespace playout {

class SmallMoves {
public:
    SmallMoves() {} // the array is left uninitialised on purpose: a list is made in every hot loop
    SmallMoves(const SmallMoves &that) { *this = that; }
    SmallMoves &operator=(const SmallMoves &that) {
        if (this != &that) std::copy(that.begin(), that.end(), room(that.size_));
        size_ = that.size_;
        return *this;
    }
    ~SmallMoves() = default;

    // Room for so many moves, to be written from here on; resize() says how many they are.
    Move *room(int most) {
        if (most > short_) {
            many_.resize(static_cast<std::size_t>(most));
            moves_ = many_.data();
        }
        return moves_;
    }
    void resize(int size) { size_ = size; }

    void clear() { size_ = 0; }
    void push_back(Move move) {
        if (size_ == std::max(short_, static_cast<int>(many_.size()))) grow();
        moves_[size_++] = move;
    }

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    Move operator[](int i) const { return moves_[i]; }
    void swap(int i, int j) { std::swap(moves_[i], moves_[j]); }
    [[nodiscard]] const Move *begin() const { return moves_; }
    [[nodiscard]] const Move *end() const { return moves_ + size_; }

private:
    static constexpr int short_ = 256;

    void grow() {
        if (many_.empty()) many_.assign(moves_, moves_ + size_);
        room(2 * size_);
    }

    std::array<Move, short_> few_;
    std::vector<Move> many_;
    Move *moves_ = few_.data();
    int size_ = 0;
};

} // namespace playout
