// Flat Monte Carlo: uniform playouts dealt to the legal moves in turn; the best mean reward is played.
//
// In bulk, each simulation has a generator of its own, whose seed the search's generator draws. So a game
// that can play many side by side does, with the result that they have one after another: how many it plays
// at once is a matter of speed. Those that a budget in states has no room for are thrown away.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/many_games.hpp"
#include "core/piece.hpp"
#include "core/rng.hpp"
#include "playouts/uniform.hpp"
#include "search/result.hpp"
#include "search/reward.hpp"

namespace playout {

struct FlatOptions {
    bool bulk = false;
};

template <Game G> class Flat {
public:
    using State = typename G::State;

    Flat(const G &game, const FlatOptions &options)
        : game_(game), options_(options), scale_(game.bounds()), playout_(game, {}) {}

    void begin(const State &root, Rng rng) {
        go_to(root);
        rng_ = rng;
    }

    void run(Meter &meter) {
        if (moves_.empty()) throw FickleGame();
        try {
            const bool many = options_.bulk && plays_many(game_);
            while (!(meter.simulations > 0 && meter.spent())) many ? try_many(meter) : try_next(meter);
        } catch (const Interrupted &) { // what did not come to its end is pending
        }
    }

    [[nodiscard]] bool finished() const { return false; }

    [[nodiscard]] SearchResult answer() const {
        if (moves_.empty()) throw FickleGame();
        const auto best = std::max_element(arms_.begin(), arms_.end(),
                                           [](const Arm &a, const Arm &b) { return a.mean() < b.mean(); });
        SearchResult result;
        result.move = moves_[static_cast<int>(best - arms_.begin())];
        result.value = scale_.value(best->mean(), game_.turn(*root_));
        result.bounds = game_.bounds();
        result.children = look({});
        return result;
    }

    [[nodiscard]] std::vector<Child> look(std::span<const Move> path) const {
        std::vector<Child> children;
        const Turn turn = game_.turn(*root_);
        for (std::size_t i = 0; path.empty() && i < arms_.size(); ++i)
            if (const Arm &arm = arms_[i]; arm.visits > 0)
                children.push_back({moves_[static_cast<int>(i)], arm.visits, scale_.value(arm.mean(), turn),
                                    game_.bounds()});
        std::stable_sort(children.begin(), children.end(), [turn](const Child &a, const Child &b) {
            return turn == Turn::Max ? a.value > b.value : a.value < b.value;
        });
        return children;
    }

    void play(Move, const State &after) { go_to(after); }

    void save(Writer &writer) const {
        writer.integer(rng_.state());
        writer.integer(next_);
        piece_.save(writer);
        for (const Arm &arm : arms_) {
            writer.integer(arm.visits);
            writer.number(arm.total);
        }
    }

    void load(const State &root, Reader &reader) {
        begin(root, Rng(reader.integer()));
        next_ = reader.integer(std::max<std::size_t>(arms_.size(), 1) - 1);
        piece_.load(reader);
        for (Arm &arm : arms_) {
            arm.visits = reader.integer();
            arm.total = reader.number();
            Reader::require(std::isfinite(arm.total));
        }
    }

private:
    struct Arm {
        double total = 0;
        std::uint64_t visits = 0;
        [[nodiscard]] double mean() const { return visits == 0 ? 0 : total / static_cast<double>(visits); }
    };

    void go_to(const State &root) {
        typename G::Moves moves;
        game_.legal(root, moves);
        root_ = root;
        moves_ = std::move(moves);
        arms_.assign(static_cast<std::size_t>(moves_.size()), {});
        next_ = 0;
        piece_.drop();
    }

    void try_next(Meter &meter) {
        State state = *root_;
        Rng next = rng_; // kept only if nothing throws
        Rng own(options_.bulk ? next.next() : 0);
        double score = 0;
        piece_.run(meter, [&](Meter &counting) {
            game_.play(state, moves_[static_cast<int>(next_)]);
            ++counting.states;
            score = playout_.play(std::move(state), options_.bulk ? own : next, counting).score;
        });
        rng_ = next;
        ++meter.simulations;
        count(score);
    }

    void try_many(Meter &meter) {
        Rng seeds = rng_;
        games_.deal(how_many(meter), seeds);
        games_.firsts.resize(games_.seeds.size());
        for (std::size_t i = 0; i < games_.firsts.size(); ++i)
            games_.firsts[i] = moves_[static_cast<int>((next_ + i) % arms_.size())];
        piece_.run(meter, [&](Meter &asked) {
            if constexpr (PlaysMany<G>) game_.play_many(*root_, games_, asked);
        });
        for (std::size_t i = 0; i == 0 || (i < games_.seeds.size() && !meter.counted_out()); ++i) {
            rng_.next(); // its seed
            meter.states += static_cast<std::uint32_t>(games_.lengths[i]);
            ++meter.simulations;
            count(games_.scores[i]);
        }
    }

    // A part of what was done, so that not much is lost when time is over.
    [[nodiscard]] static std::size_t how_many(const Meter &meter) {
        const std::uint64_t left = meter.budget().simulations - meter.simulations;
        const std::uint64_t some = std::clamp<std::uint64_t>(meter.simulations / 4, 512, 4096);
        return std::clamp<std::uint64_t>(left, 1, some);
    }

    void count(double score) {
        arms_[next_].total += scale_.reward(score, game_.turn(*root_));
        ++arms_[next_].visits;
        next_ = (next_ + 1) % arms_.size();
    }

    const G &game_;
    const FlatOptions options_;
    RewardScale scale_;
    Uniform<G> playout_;
    ManyGames games_;
    std::optional<State> root_;
    Rng rng_{0};
    typename G::Moves moves_;
    std::vector<Arm> arms_;
    std::size_t next_ = 0; // the move to be tried next
    Piece piece_;
};

} // namespace playout
