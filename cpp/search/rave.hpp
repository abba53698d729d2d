// Rapid action value estimates (RAVE), as in section 3.1 of the NoGo paper (see uct.hpp): the reward r' of an
// option o of state s is the mean over the simulations in which the same action was played by the same player
// at s or later. GRAVE (Cazenave, "Generalized Rapid Action Value Estimation", IJCAI 2015) takes r' from the
// nearest state on the way that was visited more than `ref` times.
// - An action is known by its code. It counts once a simulation.
// - The statistics of a state begin with its second visit: most states are visited once, and it is the memory
//   for those that RAVE is known for.
// - Sums are single-precision: a statistic stops after 2^24 simulations, where those could no longer count.
// - When the statistics take as much memory as the nodes may, further states have none.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "playouts/line.hpp"
#include "search/tree.hpp"

namespace playout {

// Small numbers for actions, two for a code, of Max and of Min; they fit 16 bits.
template <Game G> class Actions {
public:
    static constexpr std::uint32_t max_codes = 32000;
    static constexpr std::uint16_t unknown = 0; // a code too many: nothing is learned of it

    explicit Actions(const G &game) {
        if constexpr (DenseCodes<G>) {
            dense_ = game.code_count() <= static_cast<int>(max_codes);
            if (dense_) codes_ = static_cast<std::uint32_t>(game.code_count());
        }
    }

    std::uint16_t number(std::int64_t code, Turn turn) {
        if (dense_) return action(static_cast<std::uint32_t>(code), turn);
        const auto [place, is_new] = known_.try_emplace(code, codes_);
        if (is_new && codes_ < max_codes) ++codes_;
        return place->second < max_codes ? action(place->second, turn) : unknown;
    }

    // All numbers are below.
    [[nodiscard]] std::uint32_t count() const { return 2 * codes_ + 2; }
    // For tables of all actions: how many to make room for.
    [[nodiscard]] std::uint32_t room() const { return dense_ ? count() : 2 * count(); }

private:
    static std::uint16_t action(std::uint32_t code, Turn turn) {
        return static_cast<std::uint16_t>(2 * code + 2 + static_cast<std::uint32_t>(turn));
    }

    bool dense_ = false;
    std::uint32_t codes_ = 0;
    std::unordered_map<std::int64_t, std::uint32_t> known_;
};

// The statistics of some actions, side by side.
struct RaveTable {
    static constexpr float most = 1 << 24; // where a float can no longer count
    std::span<const std::uint16_t> action;
    std::span<float> n, total; // simulations, and the sum of rewards of the player whose action it is

    [[nodiscard]] std::size_t size() const { return action.size(); }
};

// The statistics of all states of a tree.
class RaveMemory {
public:
    explicit RaveMemory(std::uint64_t max_bytes) : max_bytes_(max_bytes) { clear(); }

    void clear() {
        action_.clear();
        n_.clear();
        total_.clear();
        tables_.assign(1, {0, 0});
    }

    // A table of these actions; 0 if there is no memory for it.
    std::uint32_t make(std::span<const std::uint16_t> actions) {
        if (bytes() + actions.size() * bytes_of_action > max_bytes_) return 0;
        tables_.push_back({action_.size(), actions.size()});
        action_.insert(action_.end(), actions.begin(), actions.end());
        n_.resize(action_.size());
        total_.resize(action_.size());
        return static_cast<std::uint32_t>(tables_.size() - 1);
    }

    // A table of more actions, with what another one knows of the first of them.
    std::uint32_t grow(std::uint32_t old, std::span<const std::uint16_t> actions) {
        const std::uint32_t table = make(actions);
        if (table == 0) return old;
        std::ranges::copy((*this)[old].n, (*this)[table].n.begin());
        std::ranges::copy((*this)[old].total, (*this)[table].total.begin());
        return table;
    }

    [[nodiscard]] RaveTable operator[](std::uint32_t table) {
        const auto [first, size] = tables_[table];
        return {{action_.data() + first, size}, {n_.data() + first, size}, {total_.data() + first, size}};
    }

    [[nodiscard]] std::uint64_t bytes() const {
        return action_.size() * bytes_of_action + tables_.size() * sizeof(Place);
    }

private:
    static constexpr std::size_t bytes_of_action = sizeof(std::uint16_t) + 2 * sizeof(float);
    struct Place {
        std::size_t first, size;
    };

    std::uint64_t max_bytes_;
    std::vector<std::uint16_t> action_;
    std::vector<float> n_, total_;
    std::vector<Place> tables_;
};

// What was played at a state or later, as the states of a path are looked at from the last to the first.
class PlayedSoFar {
public:
    void clear(std::uint32_t actions) {
        if (seen_.size() < actions) seen_.resize(actions, 0);
        if (++simulation_ == 0) {
            std::fill(seen_.begin(), seen_.end(), 0);
            simulation_ = 1;
        }
    }
    void add(std::uint16_t action) { seen_[action] = action < 2 ? 0 : simulation_; }

    // Counts a simulation in the statistics of the actions that were played. Which ones cannot be predicted,
    // so there is no branch, and several are counted at once.
    void count(const RaveTable &table, const std::array<float, 2> &reward) const {
        const std::uint32_t *const seen = seen_.data(), simulation = simulation_;
        const std::uint16_t *const action = table.action.data();
        float *const n = table.n.data(), *const total = table.total.data();
        for (std::size_t i = 0; i < table.size(); ++i) {
            const bool hit = seen[action[i]] == simulation && n[i] < RaveTable::most;
            n[i] += hit ? 1.0f : 0.0f;
            total[i] += hit ? ((action[i] & 1) != 0 ? reward[1] : reward[0]) : 0.0f;
        }
    }

private:
    std::vector<std::uint32_t> seen_; // the last simulation in which an action was played
    std::uint32_t simulation_ = 0;
};

} // namespace playout
