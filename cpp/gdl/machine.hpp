// A game in GDL as a machine that goes from state to state, and, where it is one for the searches, as rules
// of the C interface (playout/game.h). A state is a bit for each fact.
//
// Each thread keeps an evaluator at the state that it has seen last, and goes on from there: the next state
// differs in little. What the machine answers depends on the state alone.
#pragma once

#include <playout/game.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/rng.hpp"
#include "gdl/bulk.hpp"
#include "gdl/evaluator.hpp"
#include "gdl/games.hpp"
#include "gdl/gates.hpp"
#include "gdl/network.hpp"

namespace playout::gdl {

class Machine {
public:
    explicit Machine(Arrays arrays) : network_(std::move(arrays)), wiring_(network_), gates_(network_) {}
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;

    [[nodiscard]] const Network &network() const { return network_; }
    [[nodiscard]] const Gates &gates() const { return gates_; }

    // The evaluator of this thread, at a state.
    [[nodiscard]] Evaluator &at(const Bits *facts) const {
        Evaluator &evaluator = own();
        evaluator.go_to(facts);
        return evaluator;
    }

    [[nodiscard]] playout_game rules(double low, double high, std::uint32_t max_length) const {
        playout_game rules{};
        rules.version = PLAYOUT_VERSION;
        rules.players = network_.role_count();
        rules.state_size = sizeof(Bits) * std::max<Index>(network_.fact_words(), 1);
        rules.max_moves = max_moves();
        rules.max_length = max_length;
        rules.code_count = network_.term_count;
        rules.low = low;
        rules.high = high;
        rules.self = this;
        rules.initial = initial;
        rules.legal = legal;
        rules.play = play;
        rules.turn = turn;
        rules.score = score;
        rules.playout = playout;
        rules.playouts = playouts;
        return rules;
    }

private:
    static constexpr std::size_t most_kept = 8;

    struct Kept {
        std::uint64_t machine;
        std::unique_ptr<Evaluator> evaluator;
    };

    // By number, since another machine may come to stand at the address of one that is gone.
    [[nodiscard]] Evaluator &own() const {
        thread_local std::vector<Kept> kept; // those used last come first
        if (!kept.empty() && kept.front().machine == number_) [[likely]]
            return *kept.front().evaluator;
        auto found =
            std::find_if(kept.begin(), kept.end(), [&](const Kept &one) { return one.machine == number_; });
        if (found == kept.end()) {
            if (kept.size() == most_kept) kept.pop_back();
            kept.push_back({number_, std::make_unique<Evaluator>(wiring_)});
            found = kept.end() - 1;
        }
        std::rotate(kept.begin(), found, found + 1);
        return *kept.front().evaluator;
    }

    [[nodiscard]] std::uint32_t max_moves() const {
        std::uint32_t most = 1;
        for (Index role = 0; role < network_.role_count(); ++role)
            most = std::max(most, static_cast<std::uint32_t>(
                                      std::count(network_.movers.begin(), network_.movers.end(), role)));
        return most;
    }

    // The role that has a choice, or else one that has more to do than nothing, and the number of its moves.
    [[nodiscard]] std::pair<Index, Index> mover(const Evaluator &state) const {
        const Index first = state.count(0);
        if (first == 0) complain_of_moves(network_, 0, state.facts());
        if (network_.role_count() == 1) return {0, first};
        const Index second = state.count(1);
        if (second == 0) complain_of_moves(network_, 1, state.facts());
        if (first > 1 && second > 1) complain_of_choice(network_, state.facts());
        if (first == second) return {is_idle(state.nth(0, 0)) && !is_idle(state.nth(1, 0)) ? 1 : 0, 1};
        return second > 1 ? std::pair(Index{1}, second) : std::pair(Index{0}, first);
    }
    [[nodiscard]] bool is_idle(Index move) const { return network_.idle[move] != 0; }

    // The move of the one, with the only move of the other role.
    static void make(Evaluator &state, Index role, Index move, Index roles) {
        const std::array<Index, 2> moves{move, roles == 2 ? state.nth(1 - role, 0) : move};
        state.play(std::span(moves).first(roles));
    }

    static const Machine &of(const void *self) { return *static_cast<const Machine *>(self); }
    static Evaluator &at(const void *self, const void *state) {
        return of(self).at(static_cast<const Bits *>(state));
    }
    static void write(const Evaluator &evaluator, void *state) {
        std::copy(evaluator.facts().begin(), evaluator.facts().end(), static_cast<Bits *>(state));
    }

    static std::int32_t initial(const void *self, void *state) {
        const Network &network = of(self).network_;
        for (Index i = 0; i < network.facts.size(); ++i)
            static_cast<Bits *>(state)[i / 64] |= Bits{network.initial[i] != 0} << (i % 64);
        return 0;
    }

    static std::int32_t legal(const void *self, const void *state, std::int32_t *moves) {
        const Evaluator &evaluator = at(self, state);
        if (evaluator.is_terminal()) return 0;
        std::int32_t n = 0;
        const Network &network = of(self).network_;
        evaluator.each_legal(of(self).mover(evaluator).first, [&](Index move) {
            moves[n++] = static_cast<std::int32_t>(network.terms[move]);
        });
        return n;
    }

    static std::int32_t play(const void *self, void *state, std::int32_t term) {
        Evaluator &evaluator = at(self, state);
        const Network &network = of(self).network_;
        const Index role = of(self).mover(evaluator).first;
        const std::int32_t move = network.move_of(role, term);
        if (move < 0) return -1;
        make(evaluator, role, static_cast<Index>(move), network.role_count());
        write(evaluator, state);
        return 0;
    }

    static std::int32_t turn(const void *self, const void *state) {
        const Evaluator &evaluator = at(self, state);
        const bool is_second = !evaluator.is_terminal() && of(self).mover(evaluator).first == 1;
        return is_second ? PLAYOUT_MIN : PLAYOUT_MAX;
    }

    static double score(const void *self, const void *state) {
        Evaluator &evaluator = at(self, state);
        const Index roles = of(self).network_.role_count();
        const std::array<Index, 2> goals{evaluator.goal(0), roles == 2 ? evaluator.goal(1) : 0};
        return score_of(std::span(goals).first(roles));
    }

    static std::int32_t playout(const void *self, void *state, std::int32_t *, std::uint64_t *rng,
                                std::int32_t limit) {
        Evaluator &evaluator = at(self, state);
        const Index roles = of(self).network_.role_count();
        Rng draws(*rng);
        std::int32_t length = 0;
        for (; length < limit && !evaluator.is_terminal(); ++length) {
            const auto [role, n] = of(self).mover(evaluator);
            make(evaluator, role, evaluator.nth(role, draws.below(n)), roles);
        }
        *rng = draws.state();
        write(evaluator, state);
        return length;
    }

    static std::int32_t playouts(const void *self, const void *state, const playout_batch *batch) {
        const Machine &machine = of(self);
        const Evaluator &evaluator = at(self, state);
        Asked games(machine.network_, *batch, evaluator.is_terminal() ? 0 : machine.mover(evaluator).first);
        Bulk bulk(machine.network_, machine.gates_, static_cast<const Bits *>(state),
                  static_cast<std::uint64_t>(batch->limit), games);
        while (bulk.step())
            if (batch->spent(batch->asker) != 0) return -1;
        return 0;
    }

    static inline std::atomic<std::uint64_t> made_{0};

    const Network network_;
    const Wiring wiring_;
    const Gates gates_;
    const std::uint64_t number_ = ++made_;
};

} // namespace playout::gdl
