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
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <tuple>
#include <vector>

#include "core/actions.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/relaxed.hpp"
#include "playouts/line.hpp"
#include "search/uct/node_locks.hpp"
#include "search/uct/path.hpp"
#include "search/uct/tree.hpp"

namespace playout {

template <Game G, class Kind> class Rave;

// The statistics of some actions, side by side.
struct RaveSums {
    static constexpr float most = 1 << 24; // where a float can no longer count
    std::span<float> n, total; // simulations, and the sum of rewards of the player whose action it is
};

// The memory of the statistics of all states of a tree: lists of actions, and sums. Each is known by its
// place and stays there; at place 0 is an empty one. Threads may add to it one at a time, and read all the
// while.
class RaveMemory {
public:
    using Place = std::uint32_t; // counted in words
    static constexpr Place none = 0;

    explicit RaveMemory(std::uint64_t max_bytes)
        : max_words_(std::min<std::uint64_t>(max_bytes / word, std::numeric_limits<Place>::max())) {}

    // Another one with the same cap.
    [[nodiscard]] RaveMemory empty_one() const {
        RaveMemory other(max_words_ * word);
        other.clear();
        return other;
    }

    // To be called before anything is added.
    void clear() {
        chunks_.reserve(max_words_ / chunk + 1); // so that it stays where it is
        if (chunks_.empty()) add_chunk();
        *at<std::uint32_t>(none) = 0;
        used_ = 1;
    }
    [[nodiscard]] std::uint64_t bytes() const { return used_ * word; }

    // Both answer `none` where the memory cap forbids it.
    Place add_list(std::span<const std::uint16_t> actions) {
        const Place place = add(actions.size(), actions.size_bytes());
        if (place != none) std::ranges::copy(actions, list(place).begin());
        return place;
    }
    Place add_sums(std::size_t size) {
        const Place place = add(size, 2 * size * sizeof(float));
        if (place != none)
            std::ranges::fill_n(sums(place).n.data(), static_cast<std::ptrdiff_t>(2 * size), 0.0f);
        return place;
    }

    // More sums, of which the first are those of another place; that place itself where the cap forbids it.
    Place grow(Place old, std::size_t size) {
        const Place place = copy(sums(old), size);
        return place == none ? old : place;
    }
    // Sums that begin with others; `none` where the cap forbids it.
    Place copy(const RaveSums &from, std::size_t size) {
        const Place place = add_sums(size);
        if (place == none) return none;
        std::ranges::copy(from.n, sums(place).n.begin());
        std::ranges::copy(from.total, sums(place).total.begin());
        return place;
    }

    [[nodiscard, gnu::always_inline]] std::span<std::uint16_t> list(Place place) const {
        return {at<std::uint16_t>(place + 1), size(place)};
    }
    [[nodiscard, gnu::always_inline]] RaveSums sums(Place place) const {
        float *const first = at<float>(place + 1);
        return {{first, size(place)}, {first + size(place), size(place)}};
    }

private:
    static constexpr std::size_t word = sizeof(float), chunk = std::size_t{1} << 18; // a megabyte

    // Room for so many bytes, behind a word that says how many actions they are for.
    Place add(std::size_t actions, std::size_t bytes) {
        const std::size_t words = 1 + (bytes + word - 1) / word;
        std::uint64_t place = used_;
        if (place % chunk + words > chunk) place = (place / chunk + 1) * chunk;
        if (words > chunk || place + words > max_words_) return none;
        if (place / chunk == chunks_.size()) add_chunk();
        used_ = place + words;
        *at<std::uint32_t>(static_cast<Place>(place)) = static_cast<std::uint32_t>(actions);
        return static_cast<Place>(place);
    }
    void add_chunk() { chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(chunk * word)); }

    template <class T> [[nodiscard]] T *at(Place place) const {
        return reinterpret_cast<T *>(chunks_[place / chunk].get() + place % chunk * word);
    }
    [[nodiscard]] std::size_t size(Place place) const { return *at<std::uint32_t>(place); }

    std::uint64_t max_words_, used_ = 1;
    std::vector<std::unique_ptr<std::byte[]>> chunks_;
};

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

// The RAVE statistics of a tree, which all threads share: those of a node are worked with under its lock.
template <Game G> class RaveStatistics {
public:
    using State = typename G::State;
    static constexpr std::uint32_t max_codes = 32000; // two actions for each fit 16 bits

    RaveStatistics(const G &game, Tree &tree, NodeLocks &locks, std::uint32_t ref, std::uint64_t max_bytes)
        : game_(game), tree_(tree), locks_(locks), ref_(ref), actions_(dense_codes(game), max_codes),
          memory_(max_bytes) {}

    void clear() { memory_.clear(); }
    [[nodiscard]] std::uint64_t bytes() const { return memory_.bytes(); }

    // Gives back the memory of nodes that the tree has forgotten.
    void tidy() {
        RaveMemory kept = memory_.empty_one();
        for (Tree::Index node = 0; node < tree_.size(); ++node) {
            RaveTables &tables = tree_.rave(node);
            if (tables.options != 0) tables.options = kept.add_list(memory_.list(tables.options));
            if (tables.sums != 0) tables.sums = kept.copy(sums(tables), sums(tables).n.size());
        }
        memory_ = std::move(kept);
    }

    // For a saved search: the codes that were met, and the statistics of a node.
    void save(Writer &writer) const { actions_.save(writer); }
    void load(Reader &reader) { actions_.load(reader); }
    void save(Tree::Index node, Writer &writer) const {
        const RaveTables tables = tree_.rave(node);
        const auto [n, total] = sums(tables);
        writer.integer(tables.options != 0);
        writer.integer(n.size());
        for (std::size_t i = 0; i < n.size(); ++i) writer.pair(n[i], total[i]);
    }
    void load(Tree::Index node, const State &state, Reader &reader) {
        const bool has_tables = reader.integer(1) == 1;
        const std::uint64_t size = reader.integer(reader.size() / 8);
        Reader::require(has_tables || size == 0);
        if (has_tables) make_tables(node, state, scratch_);
        const auto [n, total] = sums(tree_.rave(node));
        const bool has_room = !n.empty(); // if not, they are forgotten: memory fills in another order now
        Reader::require(!has_room || (size <= n.size() && (ref_ > 0 || size == n.size())));
        for (std::size_t i = 0; i < size; ++i) {
            const auto pair = reader.pair();
            if (has_room) std::tie(n[i], total[i]) = pair;
        }
    }

private:
    template <Game, class> friend class Rave;

    struct Scratch { // kept, so that a simulation allocates nothing
        typename G::Moves moves;
        std::vector<std::uint16_t> numbers;
    };

    [[nodiscard, gnu::always_inline]] RaveSums sums(const RaveTables &tables) const {
        return memory_.sums(tables.sums);
    }

    std::uint16_t number(std::int64_t code, Turn turn) {
        if (actions_.are_dense()) return static_cast<std::uint16_t>(Actions::of_dense(code, turn));
        const auto alone = locks_.hold(naming_);
        return static_cast<std::uint16_t>(actions_.number(code, turn));
    }

    // Begins the statistics of a node, unless it is the end of the game, or memory is full.
    void make_tables(Tree::Index node, const State &state, Scratch &scratch) {
        const auto [children, complete] = tree_[node].offspring();
        if (complete && children == 0) return; // the end of the game
        auto &[moves, numbers] = scratch;
        game_.legal(state, moves);
        const Turn turn = game_.turn(state);
        numbers.clear();
        for (const Move move : moves) numbers.push_back(number(game_.code(state, move), turn));
        tree_.for_children(node, [&, options = numbers.size()](Tree::Index child) {
            if (tree_[child].slot >= options) throw FickleGame();
        });
        if (!numbers.empty()) add_tables(tree_.rave(node), numbers);
    }

    void add_tables(RaveTables &tables, const std::vector<std::uint16_t> &numbers) {
        const auto alone = locks_.hold(adding_);
        const RaveMemory::Place list = memory_.add_list(numbers),
                                sums = memory_.add_sums(ref_ > 0 ? actions_.room() : numbers.size());
        if (sums == RaveMemory::none && ref_ == 0) return;
        tables.sums = sums;
        tables.options.publish(list);
    }

    // Statistics of all actions, also of those that were not known when they were made.
    RaveSums grown_sums(RaveTables &tables) {
        const std::size_t size = sums(tables).n.size();
        if (size != 0 && size < actions_.count()) {
            const auto alone = locks_.hold(adding_);
            tables.sums = memory_.grow(tables.sums, actions_.room());
        }
        return sums(tables);
    }

    const G &game_;
    Tree &tree_;
    NodeLocks &locks_;
    std::uint32_t ref_;
    Actions actions_;
    RaveMemory memory_;
    std::mutex naming_, adding_; // for whoever numbers an action, or adds to the memory
    Scratch scratch_;
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
        played_.make_room(all_.actions_.room()); // others may have met more actions
        if (ref_ == 0)
            played_.count(all_.memory_.list(tables.options), all_.sums(tables),
                          reward[static_cast<std::size_t>(turn)]);
        else
            played_.count_all(all_.grown_sums(tables), reward);
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
