// Misère: the same game, the result reversed and nothing else.
//
// Whether the result is reversed is a value, not a type, so that a game and its misère version share
// every instantiated search; it costs one multiplication a playout.
#pragma once

#include <utility>

#include "core/game.hpp"
#include "core/many_games.hpp"
#include "core/normal_form.hpp"

namespace playout {

template <Game G> class Misere : public G {
public:
    Misere(G game, bool reversed) : G(std::move(game)), sign_(reversed ? -1 : 1) {}

    // Adding zero makes the zero of a draw a plain one: -0.0 would look like a result.
    [[nodiscard]] double score(const typename G::State &state) const { return sign_ * G::score(state) + 0.0; }

    void play_many(const typename G::State &state, ManyGames &games, Meter &meter) const
        requires PlaysMany<G>
    {
        G::play_many(state, games, meter);
        for (double &score : games.scores) score = sign_ * score + 0.0;
    }

    [[nodiscard]] Bounds bounds() const {
        const auto [low, high] = G::bounds();
        return sign_ > 0 ? Bounds{low, high} : Bounds{0.0 - high, 0.0 - low};
    }

    [[nodiscard]] bool normal_form() const
        requires NormalForm<G>
    {
        return sign_ > 0 && G::normal_form();
    }

private:
    double sign_;
};

} // namespace playout
