// Random games side by side: a bit of every word is one game. The whole network is evaluated for all at once; only
// to choose the moves, each lane is looked at by itself.
//
// Every game has a generator of its own, and every role draws once a move, in the order of the roles: the game that
// src/playout/gdl/random_play.py plays from the same seed. A lane whose game is over begins the next one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "gdl/evaluator.hpp"
#include "gdl/lanes.hpp"
#include "gdl/network.hpp"

namespace playout::gdl {

// What came of some games.
struct Tally {
    std::uint64_t finished = 0;        // within their length
    std::uint64_t moves = 0;           // made in all games
    std::vector<std::uint64_t> totals; // for each role, the sum of its goals
};

struct BulkOptions {
    std::vector<Bits> facts;         // of the state in which the games start
    std::vector<std::int64_t> first; // for each role, the move that it makes first, or -1 for any
    std::uint64_t games = 0;
    std::uint64_t seed = 0; // of the generator that draws a seed for each game
    std::uint32_t length = 0;
};

class Bulk {
public:
    Bulk(const Network &network, const BulkOptions &options)
        : network_(network), options_(options), seeds_(options.seed), left_(options.games),
          nodes_(network.gate_node(network.gate_count())), next_(network.facts.size()), squares_(network.slot_words.back()) {
        tally_.totals.resize(network.roles.size());
        sort_literals();
        Lanes lanes{};
        for (int lane = 0; lane < lane_count && left_ > 0; ++lane) {
            lanes[lane / 64] |= bit(lane % 64);
            begin(lane);
        }
        active_ = lanes;
        restart(lanes);
        for (Index i = 0; i < network_.facts.size(); ++i) nodes_[network_.fact_node(i)] = next_[i];
    }

    // Makes a move in every game, some thousand nanoseconds; false if all are over.
    bool step() {
        if (!any(active_)) return false;
        evaluate(0, network_.state_gates);
        const Lanes over = value(network_.terminal) & active_;
        Lanes done = over;
        if (any(over)) count_goals(over);
        choose(active_ & ~over, done);
        evaluate(network_.state_gates, network_.gate_count());
        for (Index i = 0; i < network_.facts.size(); ++i) next_[i] = value(network_.next[i]);
        if (any(done)) renew(done);
        for (Index i = 0; i < network_.facts.size(); ++i) nodes_[network_.fact_node(i)] = next_[i];
        return true;
    }

    [[nodiscard]] const Tally &tally() const { return tally_; }

private:
    // The literals of a gate: first those that are plain, then those that are negated.
    struct Gate {
        Index plain, negated, end;
    };

    void sort_literals() {
        for (Index i = 0; i < network_.gate_count(); ++i) {
            Gate gate{static_cast<Index>(inputs_.size()), 0, 0};
            for (const bool negated : {false, true}) {
                (negated ? gate.negated : gate.plain) = static_cast<Index>(inputs_.size());
                for (const Index literal : network_.gate(i))
                    if (is_negated(literal) == negated) inputs_.push_back(node_of(literal));
            }
            gate.end = static_cast<Index>(inputs_.size());
            gates_.push_back(gate);
        }
    }

    void evaluate(Index from, Index to) {
        const Lanes *nodes = nodes_.data();
        for (Index i = from; i < to; ++i) {
            const auto [plain, negated, end] = gates_[i];
            Lanes all = all_lanes();
            for (Index k = plain; k < negated; ++k) all &= nodes[inputs_[k]];
            for (Index k = negated; k < end; ++k) all &= ~nodes[inputs_[k]];
            nodes_[network_.gate_node(i)] = all;
        }
    }

    [[nodiscard]] Lanes value(Index literal) const {
        return is_negated(literal) ? ~nodes_[node_of(literal)] : nodes_[node_of(literal)];
    }

    // The next game of a lane.
    void begin(int lane) {
        generators_[static_cast<std::size_t>(lane)] = Rng(seeds_.next());
        ages_[static_cast<std::size_t>(lane)] = 0;
        --left_;
    }

    void restart(const Lanes &lanes) {
        for (Index i = 0; i < next_.size(); ++i) {
            const bool is_on = contains(options_.facts[i / 64], static_cast<int>(i % 64));
            next_[i] = is_on ? next_[i] | lanes : next_[i] & ~lanes;
        }
    }

    void renew(const Lanes &done) {
        each_lane(done, [this](int lane) {
            if (left_ > 0)
                begin(lane);
            else
                active_[lane / 64] &= ~bit(lane % 64);
        });
        restart(done);
    }

    void count_goals(const Lanes &over) {
        for (Index role = 0; role < network_.role_count(); ++role) {
            Lanes one{}, several{};
            for (const Goal &goal : network_.goals)
                if (goal.role == role) {
                    const Lanes holds = value(goal.literal) & over;
                    several |= one & holds;
                    one |= holds;
                    tally_.totals[role] += goal.value * static_cast<std::uint64_t>(count_lanes(holds));
                }
            const Lanes wrong = several | (over & ~one);
            each_lane(wrong, [&](int lane) { complain_of_lane(lane, role); });
        }
        tally_.finished += static_cast<std::uint64_t>(count_lanes(over));
    }

    // A random move for each role; a lane whose game is too long is done instead.
    void choose(const Lanes &playing, Lanes &done) {
        std::fill_n(nodes_.begin() + network_.move_node(0), network_.movers.size(), Lanes{});
        for (Index role = 0; role < network_.role_count(); ++role) list_legal(role);
        each_lane(playing, [&](int lane) {
            auto &age = ages_[static_cast<std::size_t>(lane)];
            if (age == options_.length) {
                done[lane / 64] |= bit(lane % 64);
                return;
            }
            for (Index role = 0; role < network_.role_count(); ++role) make(draw(lane, role, age), lane);
            ++age;
            ++tally_.moves;
        });
    }

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

    void make(Index move, int lane) {
        nodes_[network_.move_node(move)][lane / 64] |= bit(lane % 64);
    }

    [[nodiscard]] Index draw(int lane, Index role, std::uint32_t age) {
        const Index from = network_.slot_words[role], to = network_.slot_words[role + 1];
        const auto legal = [&](Index w) { return squares_[w][static_cast<std::size_t>(lane % 64)][lane / 64]; };
        Index n = 0;
        for (Index w = from; w < to; ++w) n += static_cast<Index>(count_bits(legal(w)));
        if (n == 0) [[unlikely]] complain_of_moves(network_, role, facts_of(lane));
        if (age == 0 && options_.first[role] >= 0) return static_cast<Index>(options_.first[role]);
        Index k = generators_[static_cast<std::size_t>(lane)].below(n);
        for (Index w = from;; ++w) {
            const Bits word = legal(w);
            const auto here = static_cast<Index>(count_bits(word));
            if (k < here) return network_.slot_moves[64 * w + static_cast<Index>(lowest_cell(nth_bit(word, k)))];
            k -= here;
        }
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
    const BulkOptions &options_;
    Rng seeds_;
    std::uint64_t left_; // games that have not begun
    std::vector<Lanes> nodes_, next_;
    std::vector<Square> squares_; // of the slots of moves, which are legal in each lane
    std::vector<Gate> gates_;
    std::vector<Index> inputs_;
    Lanes active_{};
    std::vector<Rng> generators_ = std::vector<Rng>(lane_count, Rng(0));
    std::array<std::uint32_t, lane_count> ages_{};
    Tally tally_;
};

} // namespace playout::gdl
