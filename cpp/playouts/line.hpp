// The line of a simulation: what was played, in order, for searches that learn from it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/game.hpp"

namespace playout {

struct Played {
    std::int64_t code;
    Turn turn;
};

template <Game G> class Line {
public:
    void clear() { size_ = 0; }

    // Notes a move that is about to be played.
    void add(const G &game, const typename G::State &state, Move move) {
        if (size_ == played_.size()) [[unlikely]]
            played_.resize(2 * size_ + 64);
        played_[size_++] = {game.code(state, move), game.turn(state)};
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    const Played &operator[](std::size_t i) const { return played_[i]; }

private:
    std::vector<Played> played_;
    std::size_t size_ = 0;
};

} // namespace playout
