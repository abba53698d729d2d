// A playout: one of the ways to finish a game, with its options. The list of all of them stands here and
// nowhere else.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "playouts/anti_decisive.hpp"
#include "playouts/batch.hpp"
#include "playouts/coin.hpp"
#include "playouts/custom.hpp"
#include "playouts/go_patterns.hpp"
#include "playouts/mast.hpp"
#include "playouts/minimax.hpp"
#include "playouts/mobility.hpp"
#include "playouts/nested.hpp"
#include "playouts/nst.hpp"
#include "playouts/ppa.hpp"
#include "playouts/uniform.hpp"

namespace playout {

using PlayoutChoice = std::variant<UniformOptions, NestedOptions, MinimaxOptions, CoinOptions,
                                   AntiDecisiveOptions, MobilityOptions, GoPatternsOptions, MastOptions,
                                   NstOptions, PpaOptions, CustomOptions, BatchOptions>;

// A type of its own, for the options of a playout may hold those of another.
struct PlayoutOptions {
    PlayoutChoice chosen{};
};

template <class P>
concept Learner = requires(P playout, double score) { playout.learn(score); };

// Keeps its memory from playout to playout; holds a reference to the game.
template <Game G> class Playout {
public:
    using State = typename G::State;

    Playout(const G &game, const PlayoutOptions &options)
        : playout_(std::visit([&](const auto &chosen) { return make(game, chosen); }, options.chosen)) {}

    // The way is chosen once a playout, not once a move. The state is used up, and handed on by reference: to
    // copy what was just written is slow.
    Outcome play(State &&state, Rng &rng, Meter &meter, std::uint32_t limit = no_limit,
                 Line<G> *line = nullptr) {
        if (const auto *const uniform = std::get_if<Uniform<G>>(&playout_)) // most of them, and the shortest
            return uniform->play(std::move(state), rng, meter, limit, line);
        const auto one = [&](auto &playout) {
            return playout.play(std::move(state), rng, meter, limit, line);
        };
        return std::visit(one, playout_);
    }

    // Whether it learns from simulations. Then it is told of each: that it begins, every move on the way to
    // where the playout takes over, and the score.
    [[nodiscard]] bool learns() const {
        return std::visit([]<class P>(const P &) { return Learner<P>; }, playout_);
    }
    void begin() {
        if_learner([](auto &playout) { playout.begin(); });
    }
    void note(const State &state, Move move) {
        if_learner([&](auto &playout) { playout.note(state, move); });
    }
    void learn(double score) {
        if_learner([&](auto &playout) { playout.learn(score); });
    }

    // What was learned, by this playout or by the base of a nested one.
    [[nodiscard]] bool has_knowledge() const {
        const auto *const nested = std::get_if<Nested<G>>(&playout_);
        return nested != nullptr ? nested->base().has_knowledge() : learns();
    }
    void forget() {
        if_knowing(*this, [](auto &playout) { playout.forget(); });
    }
    void save(Writer &writer) const {
        if_knowing(*this, [&](const auto &playout) { playout.save(writer); });
    }
    void load(Reader &reader) {
        if_knowing(*this, [&](auto &playout) { playout.load(reader); });
    }

private:
    template <class Do> void if_learner(Do act) {
        std::visit(
            [&]<class P>(P &playout) {
                if constexpr (Learner<P>) act(playout);
            },
            playout_);
    }

    template <class Self, class Do> static void if_knowing(Self &self, Do act) {
        if (auto *const nested = std::get_if<Nested<G>>(&self.playout_)) return act(nested->base());
        std::visit(
            [&]<class P>(P &playout) {
                if constexpr (Learner<std::remove_const_t<P>>) act(playout);
            },
            self.playout_);
    }

    using Any = std::variant<Uniform<G>, Nested<G>, Minimax<G>, Coin<G>, AntiDecisive<G>, Mobility<G>,
                             GoPatterns<G>, Mast<G>, Nst<G>, Ppa<G>, Custom<G>, Batch<G>>;

    static Any make(const G &game, const UniformOptions &options) { return Uniform<G>(game, options); }
    static Any make(const G &game, const NestedOptions &options) { return Nested<G>(game, options); }
    static Any make(const G &game, const MinimaxOptions &options) { return Minimax<G>(game, options); }
    static Any make(const G &game, const CoinOptions &options) { return Coin<G>(game, options); }
    static Any make(const G &game, const AntiDecisiveOptions &options) {
        return AntiDecisive<G>(game, options);
    }
    static Any make(const G &game, const MobilityOptions &options) { return Mobility<G>(game, options); }
    static Any make(const G &game, const GoPatternsOptions &options) { return GoPatterns<G>(game, options); }
    static Any make(const G &game, const MastOptions &options) { return Mast<G>(game, options); }
    static Any make(const G &game, const NstOptions &options) { return Nst<G>(game, options); }
    static Any make(const G &game, const PpaOptions &options) { return Ppa<G>(game, options); }
    static Any make(const G &game, const CustomOptions &options) { return Custom<G>(game, options); }
    static Any make(const G &game, const BatchOptions &options) { return Batch<G>(game, options); }

    Any playout_;
};

template <Game G>
Nested<G>::Nested(const G &game, const NestedOptions &options)
    : game_(game), options_(options), bounds_(game.bounds()), middle_(bounds_.middle()),
      base_(std::make_unique<Playout<G>>(game, options.base ? *options.base : PlayoutOptions{})),
      learns_(base_->learns()) {
    if (options.level < 0 || options.level > NestedOptions::max_level)
        throw std::invalid_argument("nested: level must be from 0 to " +
                                    std::to_string(NestedOptions::max_level));
}

} // namespace playout
