// Rapid action value estimates (RAVE), as in section 3.1 of the NoGo paper (see uct.hpp): the reward r' of an
// option o of state s is the mean over the simulations in which the same action was played by the same player
// at s or later. GRAVE (Cazenave, "Generalized Rapid Action Value Estimation", IJCAI 2015) takes r' from the
// nearest state on the way that was visited more than `ref` times, the root if there is none.
// - An action is known by its code. It counts once a simulation.
// - The statistics of a state begin when its bandit is first asked: most states are reached once, and it is
//   the memory for those that RAVE is known for.
// - Sums are single-precision: a statistic stops after 2^24 simulations, where those could no longer count.
// - When the statistics take as much memory as the nodes may, further states have none: their bandits are
//   plain ones, and with GRAVE they are no references.
// `src/playout/reference/rave.py` is its twin.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "playouts/line.hpp"
#include "search/uct/path.hpp"
#include "search/uct/rave_memory.hpp"
#include "search/uct/rave_statistics.hpp"

namespace playout {

// What was played at a state or later, as the states of a path are looked at from the last to the first.
class PlayedSoFar {
public:
    void clear() {
        if (++simulation_ == 0) {
            std::ranges::fill(last_, 0);
            simulation_ = 1;
        }
    }
    // The numbers of all actions, now and for a while, are below `room`.
    void make_room(std::uint32_t room) {
        if (last_.size() < room) [[unlikely]]
            last_.resize(room, 0);
    }
    void add(std::uint16_t action, std::uint32_t room) {
        make_room(room);
        last_[action] = action < 2 ? 0 : simulation_;
    }

    // Counts a simulation in the statistics of those options of a player that were played.
    void count(std::span<const std::uint16_t> options, const RaveSums &sums, float reward) const {
        count_each(
            sums, [option = options.data()](std::size_t i) { return option[i]; },
            [reward](std::size_t) { return reward; });
    }

    // The same for all actions, of Max and Min.
    void count_all(const RaveSums &sums, const std::array<float, 2> &reward) const {
        assert(sums.n.size() <= last_.size());
        count_each(
            sums, [](std::size_t i) { return i; },
            [of_max = reward[0], of_min = reward[1]](std::size_t i) { return i % 2 == 0 ? of_max : of_min; });
    }

private:
    // Which ones were played cannot be predicted, so there is no branch, and several are counted at once.
    template <class ActionOf, class RewardOf>
    void count_each(const RaveSums &sums, ActionOf action_of, RewardOf reward_of) const {
        const std::uint32_t *const last = last_.data(), simulation = simulation_;
        float *const n = sums.n.data(), *const total = sums.total.data();
        const std::size_t size = sums.n.size();
        for (std::size_t i = 0; i < size; ++i) {
            const bool counts = last[action_of(i)] == simulation && n[i] < RaveSums::most;
            n[i] += counts ? 1.0f : 0.0f;
            total[i] += counts ? reward_of(i) : 0.0f;
        }
    }

    std::vector<std::uint32_t> last_; // the last simulation in which an action was played
    std::uint32_t simulation_ = 0;
};

// What one thread does with them, in a search of some kind (kind.hpp).
template <Game G, class Kind> class Rave {
public:
    using State = typename G::State;

    Rave(RaveStatistics<G> &statistics, Kind kind)
        : kind_(kind), all_(statistics), tree_(statistics.tree_), ref_(statistics.ref_) {}

    void start_descent() { reference_ = Tree::root; }

    // To be called at every state on the way down, before anything else; says whether the state has RAVE
    // statistics.
    bool reach(Tree::Index node, const State &state) {
        RaveTables &tables = tree_.rave(node);
        if (tables.options.published() == 0) [[unlikely]]
            begin(tables, node, state);
        if (ref_ > 0 && tables.sums != 0 && tree_[node].visits > ref_) reference_ = node;
        return tables.options != RaveMemory::none;
    }

    // r' of every option of a node, by its place in the list of legal moves; not a number where nothing is
    // known.
    std::span<float> find_values(Tree::Index node) {
        const std::span<const std::uint16_t> options = all_.memory_.list(tree_.rave(node).options);
        values_.resize((options.size() + 7) / 8 * 8); // survey() looks at eight at a time
        std::fill(values_.begin() + static_cast<std::ptrdiff_t>(options.size()), values_.end(), nothing);
        const Tree::Index from = ref_ == 0 ? node : reference_;
        const auto alone = all_.locks_.hold(from, kind_.shared);
        if (ref_ == 0)
            find_own_values(all_.sums(tree_.rave(from)));
        else
            find_values_of(options, all_.sums(tree_.rave(from)));
        return {values_.data(), options.size()};
    }

    static constexpr float nothing = -std::numeric_limits<float>::infinity(); // never the best value

    struct Survey {
        float best;
        std::uint32_t unknown;
    };

    // The greatest of the values that find_values gave, and how many are not known. Eight at a time.
    static Survey survey(std::span<const float> values) {
        using Eight = float __attribute__((vector_size(8 * sizeof(float))));
        using Flags = std::int32_t __attribute__((vector_size(8 * sizeof(std::int32_t))));
        Eight best = Eight{} + nothing;
        Flags unknown{};
        for (std::size_t i = 0; i < values.size(); i += 8) {
            Eight eight;
            std::memcpy(&eight, &values[i], sizeof eight);
            best = eight > best ? eight : best;
            unknown -= eight != eight;
        }
        Survey all{best[0], 0};
        for (int i = 0; i < 8; ++i) {
            all.best = std::max(all.best, best[i]);
            all.unknown += static_cast<std::uint32_t>(unknown[i]);
        }
        return all;
    }

    // The k-th option of which nothing is known.
    static std::uint32_t unknown_slot(std::span<const float> values, std::uint32_t k) {
        std::uint32_t slot = 0;
        for (;; ++slot)
            if (values[slot] != values[slot] && k-- == 0) return slot;
    }

    // Counts a simulation at every state of its path, with what was played there or later.
    void update(std::span<const Choice> path, const Line<G> &line, const std::array<double, 2> &rewards) {
        const std::array<float, 2> reward{static_cast<float>(rewards[0]), static_cast<float>(rewards[1])};
        played_.clear();
        for (std::size_t ply = line.size(); ply-- > 0;) {
            const auto [code, turn] = line[ply];
            const std::uint16_t action = all_.number(code, turn);
            played_.add(action, all_.actions_.room());
            if (ply <= path.size()) count(ply == 0 ? Tree::root : path[ply - 1].node, turn, reward);
        }
    }

private:
    // The first to come begins; the others wait.
    void begin(RaveTables &tables, Tree::Index node, const State &state) {
        const auto alone = all_.locks_.hold(node, kind_.shared);
        if (tables.options == 0) all_.make_tables(node, state, scratch_);
    }

    void find_own_values(const RaveSums &sums) {
        const float *const n = sums.n.data(), *const total = sums.total.data();
        float *const values = values_.data();
        const std::size_t size = sums.n.size();
        for (std::size_t i = 0; i < size; ++i) values[i] = total[i] / n[i];
    }

    void find_values_of(std::span<const std::uint16_t> options, const RaveSums &all) {
        for (std::size_t i = 0; i < options.size(); ++i)
            values_[i] = options[i] < all.n.size() ? all.total[options[i]] / all.n[options[i]]
                                                   : std::numeric_limits<float>::quiet_NaN();
    }

    void count(Tree::Index node, Turn turn, const std::array<float, 2> &reward) {
        const auto alone = all_.locks_.hold(node, kind_.shared);
        RaveTables &tables = tree_.rave(node);
        const RaveSums sums = ref_ == 0 ? all_.sums(tables) : all_.grown_sums(tables);
        played_.make_room(all_.actions_.room()); // after it: others may have met more actions
        if (ref_ == 0)
            played_.count(all_.memory_.list(tables.options), sums, reward[static_cast<std::size_t>(turn)]);
        else
            played_.count_all(sums, reward);
    }

    [[no_unique_address]] const Kind kind_;
    RaveStatistics<G> &all_;
    Tree &tree_;
    std::uint32_t ref_;
    PlayedSoFar played_;
    Tree::Index reference_ = Tree::root; // the node whose sums GRAVE looks at
    typename RaveStatistics<G>::Scratch scratch_;
    std::vector<float> values_; // kept as well
};

} // namespace playout
