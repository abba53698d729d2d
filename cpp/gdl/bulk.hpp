// Random games side by side: a bit of every word is one game. The whole network is evaluated for all at once;
// only the moves are chosen lane by lane.
//
// Every game has a generator of its own, and every role draws once a move, in the order of the roles: it is
// the game that src/playout/gdl/random_play.py plays from the same seed. A lane whose game is over begins the
// next one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.hpp"
#include "gdl/lanes.hpp"
#include "gdl/network.hpp"

namespace playout::gdl {

// What came of some games.
struct Tally {
    std::uint64_t finished = 0;        // within their length
    std::uint64_t moves = 0;           // in all games
    std::vector<std::uint64_t> totals; // for each role, the sum of its goals
};

struct BulkOptions {
    std::vector<Bits> facts;         // of the state in which the games start
    std::vector<std::int64_t> first; // for each role, the move that it makes first, or -1 for any
    std::uint64_t games = 0;
    std::uint64_t seed = 0; // of the generator that draws a seed for each game
    std::uint64_t length = 0;
};

class Bulk {
public:
    Bulk(const Network &network, BulkOptions options)
        : network_(network), options_(std::move(options)), seeds_(options_.seed), left_(options_.games),
          nodes_(network.gate_node(network.gate_count())), next_(network.facts.size()),
          squares_(network.slot_words.back()) {
        tally_.totals.resize(network.roles.size());
        sort_inputs();
        active_ = all_lanes();
        renew(active_);
        go_on();
    }

    // Makes a move in every game; false if all are over.
    bool step() {
        if (!any(active_)) return false;
        evaluate(0, network_.state_gates);
        const Lanes over = value(network_.terminal) & active_, late = too_long() & active_ & ~over;
        count_goals(over);
        choose(active_ & ~over & ~late);
        evaluate(network_.state_gates, network_.first_goal_gate());
        for (Index i = 0; i < next_.size(); ++i) next_[i] = value(network_.next[i]);
        ++time_;
        renew(over | late);
        go_on();
        return true;
    }

    [[nodiscard]] const Tally &tally() const { return tally_; }

private:
    // Where the inputs of a gate begin that are plain, where those that are negated, and where they end.
    struct Gate {
        Index plain, negated, end;
    };

    void sort_inputs() {
        for (Index i = 0; i < network_.gate_count(); ++i) {
            Gate &gate = gates_.emplace_back();
            gate.plain = add_inputs(i, false);
            gate.negated = add_inputs(i, true);
            gate.end = static_cast<Index>(inputs_.size());
        }
    }
    Index add_inputs(Index i, bool negated) {
        const auto begin = static_cast<Index>(inputs_.size());
        for (const Index literal : network_.gate(i))
            if (is_negated(literal) == negated) inputs_.push_back(node_of(literal));
        return begin;
    }

    void evaluate(Index from, Index to) {
        Lanes *nodes = nodes_.data();
        const Index *inputs = inputs_.data();
        for (Index i = from; i < to; ++i) {
            const auto [plain, negated, end] = gates_[i];
            Lanes all = all_lanes();
            for (Index k = plain; k < negated; ++k) all &= nodes[inputs[k]];
            for (Index k = negated; k < end; ++k) all &= ~nodes[inputs[k]];
            nodes[network_.gate_node(i)] = all;
        }
    }

    [[nodiscard]] Lanes value(Index literal) const {
        const Lanes &node = nodes_[node_of(literal)];
        return is_negated(literal) ? ~node : node;
    }

    // New games in these lanes, as long as there are any to begin.
    void renew(const Lanes &lanes) {
        if (!any(lanes)) return;
        each_lane(lanes, [this](int lane) {
            if (left_ == 0) return set(active_, lane, false);
            generators_[static_cast<std::size_t>(lane % 64)][lane / 64] = seeds_.next();
            births_[static_cast<std::size_t>(lane)] = time_;
            --left_;
        });
        fresh_ = lanes;
        for (Index i = 0; i < next_.size(); ++i) {
            const bool is_on = contains(options_.facts[i / 64], static_cast<int>(i % 64));
            next_[i] = is_on ? next_[i] | lanes : next_[i] & ~lanes;
        }
    }

    void go_on() { std::copy(next_.begin(), next_.end(), nodes_.begin() + network_.fact_node(0)); }

    static void set(Lanes &lanes, int lane, bool on) {
        lanes[lane / 64] = (lanes[lane / 64] & ~bit(lane % 64)) | Bits{on} << (lane % 64);
    }

    [[nodiscard]] Lanes too_long() const {
        Lanes found{};
        if (time_ >= options_.length)
            for (int lane = 0; lane < lane_count; ++lane)
                set(found, lane, time_ - births_[static_cast<std::size_t>(lane)] >= options_.length);
        return found;
    }

    void count_goals(const Lanes &over) {
        if (!any(over)) return;
        evaluate(network_.first_goal_gate(), network_.gate_count());
        tally_.finished += count_lanes(over);
        for (Index role = 0; role < network_.role_count(); ++role) {
            Lanes one{}, several{};
            for (const Goal &goal : network_.goals)
                if (goal.role == role) {
                    const Lanes holds = value(goal.literal) & over;
                    several |= one & holds;
                    one |= holds;
                    tally_.totals[role] += goal.value * count_lanes(holds);
                }
            each_lane(several | (over & ~one), [&](int lane) { complain_of_lane(lane, role); });
        }
    }

    // The moves of all roles in these lanes.
    void choose(const Lanes &playing) {
        tally_.moves += count_lanes(playing);
        std::fill_n(nodes_.begin() + network_.move_node(0), network_.movers.size(), Lanes{});
        for (Index role = 0; role < network_.role_count(); ++role) {
            const std::int64_t first = options_.first[role];
            const Lanes given = first >= 0 ? playing & fresh_ : Lanes{};
            draw(role, playing & ~given);
            if (first >= 0) nodes_[network_.move_node(static_cast<Index>(first))] |= given;
        }
        fresh_ = Lanes{};
    }

    // A move for these lanes. The others choose one too and do not make it: that takes less time than to ask.
    void draw(Index role, const Lanes &lanes) {
        list_legal(role);
        Lanes stuck{};
        for (int i = 0; i < 64; ++i) {
            const Lanes here = lanes >> i & 1;
            Lanes n{};
            for (Index w = network_.slot_words[role]; w < network_.slot_words[role + 1]; ++w)
                n += count_each(squares_[w][static_cast<std::size_t>(i)]);
            stuck |= (reinterpret_cast<Lanes>(n == 0) & here) << i;
            const Lanes chosen = below(generators_[static_cast<std::size_t>(i)], n, -here);
            if (network_.slot_words[role] < network_.slot_words[role + 1])
                for (int w = 0; w < lane_words; ++w) {
                    const Index move = nth(role, i, w, static_cast<Index>(chosen[w]));
                    nodes_[network_.move_node(move)][w] |= here[w] << i;
                }
        }
        each_lane(stuck, [&](int lane) { complain_of_moves(network_, role, facts_of(lane)); });
    }

    // Which moves are legal, lane by lane.
    void list_legal(Index role) {
        const Lanes guard = value(network_.guards[role]);
        for (Index w = network_.slot_words[role]; w < network_.slot_words[role + 1]; ++w) {
            Square &square = squares_[w];
            for (Index i = 0; i < 64; ++i) {
                const Lanes legal = value(network_.slot_legal[64 * w + i]);
                square[i] = contains(network_.free_slots[w], static_cast<int>(i)) ? legal : legal & guard;
            }
            transpose(square);
        }
    }

    // Rng::below of eight generators, of which those outside the mask draw nothing.
    static Lanes below(Lanes &generators, const Lanes &n, const Lanes &mask) {
        Lanes z = generators + 0x9E3779B97F4A7C15u;
        generators += 0x9E3779B97F4A7C15u & mask;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return ((z ^ (z >> 31)) >> 32) * n >> 32;
    }

    // The k-th legal move of a role in lane 64 * word + i. Behind its word, k is below 0, which is a large
    // number: no branch that cannot be foreseen.
    [[nodiscard]] Index nth(Index role, int i, int word, Index k) const {
        Index slot = 64 * network_.slot_words[role];
        for (Index w = network_.slot_words[role]; w < network_.slot_words[role + 1]; ++w) {
            const Bits legal = squares_[w][static_cast<std::size_t>(i)][word];
            const auto here = static_cast<Index>(count_bits(legal));
            const auto place = 64 * w + static_cast<Index>(lowest_cell(nth_bit(legal, k % 64)));
            slot = k < here ? place : slot;
            k -= here;
        }
        return network_.slot_moves[slot];
    }

    [[nodiscard]] std::vector<Bits> facts_of(int lane) const {
        std::vector<Bits> facts(network_.fact_words());
        for (Index i = 0; i < network_.facts.size(); ++i)
            if (contains(nodes_[network_.fact_node(i)][lane / 64], lane % 64))
                facts[i / 64] |= bit(static_cast<int>(i % 64));
        return facts;
    }

    [[noreturn, gnu::noinline]] void complain_of_lane(int lane, Index role) const {
        Index found = 0;
        for (const Goal &goal : network_.goals)
            if (goal.role == role && contains(value(goal.literal)[lane / 64], lane % 64)) ++found;
        complain_of_goals(network_, role, found, facts_of(lane));
    }

    const Network &network_;
    const BulkOptions options_;
    Rng seeds_;
    std::uint64_t left_;     // games that have not begun
    std::uint64_t time_ = 0; // moves made since the beginning
    std::vector<Lanes> nodes_, next_;
    std::vector<Square> squares_; // of slots
    std::vector<Gate> gates_;
    std::vector<Index> inputs_;
    Lanes active_{}, fresh_{};
    Square generators_; // of lane 64 * w + i, element w of row i
    std::array<std::uint64_t, lane_count> births_{};
    Tally tally_;
};

} // namespace playout::gdl
