// Which moves of a solution are forgotten. A solution is its plies; all but `after` and `branch` forget a
// number of them that is drawn up to a share of all.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/rng.hpp"
#include "core/softmax/sequence.hpp"
#include "search/solver.hpp"
#include "search/solver_options.hpp"

namespace playout::lns {

template <class G> class Forgetting {
public:
    using State = typename G::State;

    Forgetting(const G &game, const State &root, const LnsOptions &options)
        : game_(game), root_(root), kind_(options.forget), share_(options.share) {}

    // The slots of the moves that are kept.
    const std::vector<std::int32_t> &operator()(const softmax::Sequence &seq, Rng &rng) {
        forgotten_.assign(seq.plies.size(), false);
        if (!seq.plies.empty()) forget(drawn_kind(rng), seq, rng);
        kept_.clear();
        for (std::size_t i = 0; i < seq.plies.size(); ++i)
            if (!forgotten_[i]) kept_.push_back(seq.plies[i].chosen);
        return kept_;
    }

private:
    using Sequence = softmax::Sequence;

    Forget drawn_kind(Rng &rng) const {
        constexpr std::array kinds{Forget::near, Forget::branch, Forget::after, Forget::share};
        return kind_ == Forget::mixed ? kinds[rng.below(kinds.size())] : kind_;
    }

    void forget(Forget kind, const Sequence &seq, Rng &rng) {
        if (kind == Forget::share) return forget_share(draw_number(rng), rng);
        const std::size_t from = draw_ply(rng);
        if (kind == Forget::after)
            forget_after(from);
        else if (kind == Forget::branch)
            forget_branch(seq, from);
        else
            forget_near(seq, from, draw_number(rng));
    }

    std::size_t draw_ply(Rng &rng) const { return rng.below(static_cast<std::uint32_t>(forgotten_.size())); }
    std::size_t draw_number(Rng &rng) const {
        const double most = share_ * static_cast<double>(forgotten_.size());
        return 1 + rng.below(std::max(static_cast<std::uint32_t>(most), 1u));
    }

    // The plies that are nearest to one of them; of those that are as far, the first.
    void forget_near(const Sequence &seq, std::size_t from, std::size_t n) {
        near_.clear();
        measure(seq, from);
        std::sort(near_.begin(), near_.end());
        for (std::size_t i = 0; i < n; ++i) forgotten_[near_[i].second] = true;
    }

    // By the game's own measure; without one, in the order of the plies.
    void measure(const Sequence &seq, std::size_t from) {
        if constexpr (Measured<G>)
            if (game_.has_distance()) return measure_by_game(seq.moves(), from);
        for (std::size_t i = 0; i < seq.plies.size(); ++i)
            near_.emplace_back(static_cast<double>(std::max(i, from) - std::min(i, from)), i);
    }

    void measure_by_game(const std::vector<Move> &moves, std::size_t from)
        requires Measured<G>
    {
        const State there =
            replay(game_, root_, {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(from)},
                   [](const auto &, const auto &, Move) {});
        replay(game_, root_, moves, [&](const State &state, const auto &, Move move) {
            near_.emplace_back(game_.distance(there, moves[from], state, move), near_.size());
        });
    }

    // A ply, and all that it led to: a move belongs to the one after which it was legal at last.
    void forget_branch(const Sequence &seq, std::size_t from) {
        last_.clear();
        forgotten_[from] = true;
        for (std::size_t i = 0; i < seq.plies.size(); ++i) {
            see(seq, i);
            const std::size_t since = seen(seq.plies[i].chosen).since;
            if (since > 0 && forgotten_[since - 1]) forgotten_[i] = true;
        }
    }

    // Notes what is legal at a ply.
    void see(const Sequence &seq, std::size_t i) {
        const auto &ply = seq.plies[i];
        for (std::size_t k = ply.begin; k < ply.begin + ply.count; ++k) {
            Legal &legal = seen(seq.slots[k]);
            if (legal.until < i) legal.since = i; // else it was so a ply ago, or stands here twice
            legal.until = i + 1;
        }
    }

    void forget_after(std::size_t from) {
        std::fill(forgotten_.begin() + static_cast<std::ptrdiff_t>(from), forgotten_.end(), true);
    }

    // Each with the same probability.
    void forget_share(std::size_t n, Rng &rng) {
        const auto all = static_cast<std::uint32_t>(forgotten_.size());
        for (std::size_t i = 0; i < all; ++i) forgotten_[i] = rng.below(all) < n;
    }

    // Since which ply a move has been legal, and before which it was so for the last time.
    struct Legal {
        std::size_t since = 0, until = 0;
    };

    Legal &seen(std::int32_t slot) {
        const auto place = static_cast<std::size_t>(slot);
        if (place >= last_.size()) last_.resize(2 * place + 1);
        return last_[place];
    }

    const G &game_;
    State root_;
    Forget kind_;
    double share_;
    std::vector<bool> forgotten_;                      // scratch: by ply
    std::vector<std::int32_t> kept_;                   // scratch
    std::vector<std::pair<double, std::size_t>> near_; // scratch
    std::vector<Legal> last_;                          // scratch: by slot
};

} // namespace playout::lns
