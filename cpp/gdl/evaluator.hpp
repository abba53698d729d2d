// A network at one state, which goes from state to state: only what changes is evaluated.
//
// Each gate knows how many of its literals are false. Where a node flips, the counts of the gates that it
// leads to go up or down, and a gate whose count leaves or comes to 0 flips in turn. Gates flip in their
// order, so that each does at most once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gdl/network.hpp"

namespace playout::gdl {

// Where each node leads to. What the network says are gates as well, of one literal each, behind the others:
// the next facts, the legal moves by their slots, the end. Each of the three begins with a word of its own.
// The gates of the goals are not among them: they are of use once a game.
class Wiring {
public:
    explicit Wiring(const Network &network)
        : network_(network), next_word_(words_for(network.first_goal_gate())),
          legal_word_(next_word_ + network.fact_words()), end_word_(legal_word_ + network.slot_words.back()) {
        list_gates();
        std::vector<std::vector<Index>> wires(network.gate_node(network.first_goal_gate()));
        for (Index i = 0; i < gates_.size(); ++i)
            for (const Index literal : gates_[i]) wires[node_of(literal)].push_back(2 * i + (literal & 1));
        starts_.push_back(0);
        for (const auto &list : wires) {
            ends_.insert(ends_.end(), list.begin(), list.end());
            starts_.push_back(static_cast<Index>(ends_.size()));
        }
    }

    // The gates that need a node, each doubled, plus 1 for those that need its negation.
    [[nodiscard]] std::span<const Index> from(Index node) const {
        return {ends_.data() + starts_[node], ends_.data() + starts_[node + 1]};
    }

    [[nodiscard]] std::span<const std::span<const Index>> gates() const { return gates_; }
    [[nodiscard]] Index next_word() const { return next_word_; }
    [[nodiscard]] Index legal_word() const { return legal_word_; }
    [[nodiscard]] Index end_word() const { return end_word_; }
    [[nodiscard]] const Network &network() const { return network_; }

private:
    void list_gates() {
        for (Index i = 0; i < network_.first_goal_gate(); ++i) gates_.push_back(network_.gate(i));
        fill(next_word_);
        for (const Index &literal : network_.next) gates_.emplace_back(&literal, 1);
        fill(legal_word_);
        for (const Index &literal : network_.slot_legal) gates_.emplace_back(&literal, 1);
        gates_.emplace_back(&network_.terminal, 1);
    }

    void fill(Index words) {
        static constexpr Index nothing = never;
        gates_.resize(64 * std::size_t{words}, std::span(&nothing, 1));
    }

    const Network &network_;
    const Index next_word_, legal_word_, end_word_;
    std::vector<std::span<const Index>> gates_;
    std::vector<Index> starts_, ends_;
};

class Evaluator {
public:
    explicit Evaluator(const Wiring &wiring)
        : wiring_(wiring), network_(wiring.network()), changes_(network_.fact_words()),
          values_(network_.gate_node(network_.gate_count())) {
        now_.facts.resize(network_.fact_words());
        now_.legal.resize(network_.slot_words.back());
        now_.wrong.resize(wiring.gates().size());
        now_.bits.resize(words_for(wiring.gates().size()));
        std::vector<bool> nodes(network_.gate_node(network_.first_goal_gate()));
        for (Index i = 0; i < wiring.gates().size(); ++i) {
            for (const Index literal : wiring.gates()[i])
                if (nodes[node_of(literal)] == is_negated(literal)) ++now_.wrong[i];
            if (i < network_.first_goal_gate())
                nodes[network_.gate_node(i)] = now_.wrong[i] == 0;
            else
                note(i, now_.wrong[i] == 0);
        }
        read_legal();
    }

    [[nodiscard]] std::span<const Bits> facts() const { return now_.facts; }

    // A search comes back to the same state again and again, from far away: that is kept, and copied.
    void go_to(const Bits *facts) {
        int distance = 0;
        for (Index w = 0; w < now_.facts.size(); ++w) {
            changes_[w] = facts[w] ^ now_.facts[w];
            distance += count_bits(changes_[w]);
        }
        if (distance == 0) return;
        const bool is_far = distance > near_;
        if (is_far && !home_.facts.empty() && std::equal(home_.facts.begin(), home_.facts.end(), facts)) {
            now_ = home_;
            knows_goals_ = false;
        } else {
            change();
            if (is_far) home_ = now_;
        }
    }

    // Makes moves, one a role: first what they bring about, then, without them, what is so changed.
    void play(std::span<const Index> moves) {
        for (const Index move : moves) flip(network_.move_node(move), true);
        sweep(network_.state_gates / 64);
        for (Index w = 0; w < now_.facts.size(); ++w)
            changes_[w] = now_.bits[wiring_.next_word() + w] ^ now_.facts[w];
        for (const Index move : moves) flip(network_.move_node(move), false);
        change();
    }

    // How many moves a role has.
    [[nodiscard]] Index count(Index role) const {
        int n = 0;
        for (Index w = network_.slot_words[role]; w < network_.slot_words[role + 1]; ++w)
            n += count_bits(now_.legal[w]);
        return static_cast<Index>(n);
    }
    // The k-th of them.
    [[nodiscard]] Index nth(Index role, Index k) const {
        for (Index w = network_.slot_words[role];; ++w) {
            const auto n = static_cast<Index>(count_bits(now_.legal[w]));
            if (k < n)
                return network_
                    .slot_moves[64 * w + static_cast<Index>(lowest_cell(nth_bit(now_.legal[w], k)))];
            k -= n;
        }
    }
    // Calls f(move) for each.
    template <class F> void each_legal(Index role, F f) const {
        for (Index w = network_.slot_words[role]; w < network_.slot_words[role + 1]; ++w)
            for (Bits left = now_.legal[w]; left != 0; left &= left - 1)
                f(network_.slot_moves[64 * w + static_cast<Index>(lowest_cell(left))]);
    }
    [[nodiscard]] bool is_legal(Index move) const {
        const Index slot = network_.slots[move];
        return contains(now_.legal[slot / 64], static_cast<int>(slot % 64));
    }

    [[nodiscard]] bool is_terminal() const { return (now_.bits[wiring_.end_word()] & 1) != 0; }

    // The goal of a role; there is exactly one at the end of a game.
    [[nodiscard]] Index goal(Index role) {
        if (!knows_goals_) find_goals();
        Index found = 0, value = 0;
        for (const Goal &goal : network_.goals)
            if (goal.role == role && holds(goal.literal)) {
                ++found;
                value = goal.value;
            }
        if (found != 1) complain_of_goals(network_, role, found, now_.facts);
        return value;
    }

private:
    void change() {
        for (Index w = 0; w < now_.facts.size(); ++w) {
            now_.facts[w] ^= changes_[w];
            for (Bits left = changes_[w]; left != 0; left &= left - 1) {
                const int i = lowest_cell(left);
                flip(network_.fact_node(64 * w + static_cast<Index>(i)), contains(now_.facts[w], i));
            }
        }
        sweep(0);
        read_legal();
        knows_goals_ = false;
    }

    void find_goals() {
        for (Index i = 0; i < network_.facts.size(); ++i)
            values_[network_.fact_node(i)] = is_on(network_.fact_node(i));
        std::uint8_t *const gates = values_.data() + network_.first_gate();
        for (Index i = 0, n = network_.state_gates; i < n; ++i) gates[i] = now_.wrong[i] == 0;
        const Index *const starts = network_.starts.data(), *const literals = network_.literals.data();
        for (Index i = network_.first_goal_gate(), n = network_.gate_count(); i < n; ++i) {
            bool all = true;
            for (Index k = starts[i]; k < starts[i + 1]; ++k) all &= holds(literals[k]);
            gates[i] = all;
        }
        knows_goals_ = true;
    }

    [[nodiscard]] bool holds(Index literal) const { return (values_[node_of(literal)] ^ (literal & 1)) != 0; }

    // Whether a fact is true; nothing is not.
    [[nodiscard]] bool is_on(Index node) const {
        return node != 0 && contains(now_.facts[(node - 1) / 64], static_cast<int>((node - 1) % 64));
    }

    void sweep(Index word) {
        const Index first = network_.first_gate(), end = wiring_.next_word();
        for (Bits *const bits = now_.bits.data(); word < end; ++word)
            while (bits[word] != 0) {
                const Index gate = 64 * word + static_cast<Index>(lowest_cell(bits[word]));
                bits[word] &= bits[word] - 1;
                flip(first + gate, now_.wrong[gate] == 0);
            }
    }

    // A count that goes from 0 to 1 or back is that of a gate that flips.
    void flip(Index node, bool on) {
        Index *const wrong = now_.wrong.data(); // what is written here is none of the pointers
        Bits *const bits = now_.bits.data();
        const Index off = on ? 0 : 1;
        for (const Index wire : wiring_.from(node)) {
            const Index gate = wire / 2, before = wrong[gate], after = before + 2 * ((wire ^ off) & 1) - 1;
            wrong[gate] = after;
            bits[gate / 64] ^= Bits{before + after == 1} << (gate % 64);
        }
    }

    // A gate that flips twice before its turn comes does not.
    void note(Index gate, bool flips) { now_.bits[gate / 64] ^= Bits{flips} << (gate % 64); }

    void read_legal() {
        for (Index role = 0; role < network_.role_count(); ++role) {
            const Index guard = network_.guards[role];
            const Bits open = is_on(node_of(guard)) != is_negated(guard) ? ~Bits{0} : 0;
            for (Index w = network_.slot_words[role]; w < network_.slot_words[role + 1]; ++w)
                now_.legal[w] = now_.bits[wiring_.legal_word() + w] & (network_.free_slots[w] | open);
        }
    }

    static constexpr int near_ = 4; // facts that change, so few that nothing is kept

    struct State {
        std::vector<Bits> facts, legal;
        std::vector<Index> wrong; // how many literals of each gate are false
        std::vector<Bits> bits;   // which gates have still to flip; behind them, what the network says
    };

    const Wiring &wiring_;
    const Network &network_;
    State now_, home_;
    std::vector<Bits> changes_;
    std::vector<std::uint8_t> values_; // of the nodes that goals depend on, if that is known
    bool knows_goals_ = false;
};

} // namespace playout::gdl
