// The player that draws a legal move: the yardstick of every other one.
#pragma once

#include <span>
#include <vector>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "search/result.hpp"

namespace playout {

struct RandomOptions {
    static constexpr const char *name = "random";
};

template <Game G> class RandomSearch {
public:
    using State = typename G::State;

    RandomSearch(const G &game, const RandomOptions &) : game_(game) {}

    void begin(const State &root, Rng rng) { draw(root, rng); }
    void run(Meter &) {}
    [[nodiscard]] bool finished() const { return true; }

    [[nodiscard]] SearchResult answer() const {
        if (move_ < 0) throw FickleGame();
        SearchResult result;
        result.move = move_;
        result.bounds = game_.bounds();
        result.value = result.bounds.middle();
        return result;
    }
    [[nodiscard]] std::vector<Child> look(std::span<const Move>) const { return {}; }

    void play(Move, const State &after) { draw(after, rng_); }

private:
    void draw(const State &root, Rng rng) {
        typename G::Moves moves;
        game_.legal(root, moves);
        rng_ = rng;
        const auto count = static_cast<std::uint32_t>(moves.size());
        move_ = count == 0 ? -1 : moves[static_cast<int>(rng_.below(count))];
    }

    const G &game_;
    Rng rng_{0};
    Move move_ = -1;
};

} // namespace playout
