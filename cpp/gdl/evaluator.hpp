// A network at one state, which goes from state to state: only what changes is evaluated.
//
// Each gate knows how many of its literals are false. Where a node flips, the counts of the gates that it leads to
// go up or down, and a gate whose count leaves or comes to 0 flips in turn. Gates flip in their order, so that each
// does at most once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gdl/network.hpp"

namespace playout::gdl {

// Where each node leads to: gates, and bits of what the network says. Threads share it.
class Wiring {
public:
    explicit Wiring(const Network &network) : network_(network) {
        const Index nodes = network.gate_node(network.gate_count());
        std::vector<std::vector<Index>> plain(nodes), negated(nodes), shown(nodes);
        for (Index i = 0; i < network.gate_count(); ++i)
            for (const Index literal : network.gate(i))
                (is_negated(literal) ? negated : plain)[node_of(literal)].push_back(i);
        list_outputs();
        for (Index i = 0; i < outputs_.size(); ++i) shown[node_of(outputs_[i])].push_back(i);
        starts_.push_back(0);
        for (Index node = 0; node < nodes; ++node)
            for (const auto *list : {&plain[node], &negated[node], &shown[node]}) {
                ends_.insert(ends_.end(), list->begin(), list->end());
                starts_.push_back(static_cast<Index>(ends_.size()));
            }
    }

    // The gates that have the node as a literal, those that have its negation, and the bits that show it.
    [[nodiscard]] std::span<const Index> plain(Index node) const { return part(3 * std::size_t{node}); }
    [[nodiscard]] std::span<const Index> negated(Index node) const { return part(3 * std::size_t{node} + 1); }
    [[nodiscard]] std::span<const Index> shown(Index node) const { return part(3 * std::size_t{node} + 2); }

    // The literals of what the network says, bit by bit: the next facts, the legal moves by their slots, the end
    // and the goals. Each of the three begins with a word of its own.
    [[nodiscard]] const std::vector<Index> &outputs() const { return outputs_; }
    [[nodiscard]] Index legal_word() const { return network_.fact_words(); }
    [[nodiscard]] Index end_word() const { return legal_word() + network_.slot_words.back(); }

    [[nodiscard]] const Network &network() const { return network_; }

private:
    [[nodiscard]] std::span<const Index> part(std::size_t i) const {
        return {ends_.data() + starts_[i], ends_.data() + starts_[i + 1]};
    }

    void list_outputs() {
        outputs_ = network_.next;
        outputs_.resize(64 * std::size_t{legal_word()}, never);
        outputs_.insert(outputs_.end(), network_.slot_legal.begin(), network_.slot_legal.end());
        outputs_.push_back(network_.terminal);
        for (const Goal &goal : network_.goals) outputs_.push_back(goal.literal);
    }

    const Network &network_;
    std::vector<Index> starts_, ends_, outputs_;
};

class Evaluator {
public:
    explicit Evaluator(const Wiring &wiring)
        : wiring_(wiring), network_(wiring.network()), facts_(network_.fact_words()),
          legal_(network_.slot_words.back()), false_(network_.gate_count()),
          flipped_(words_for(network_.gate_count())), says_(words_for(wiring.outputs().size())) {
        std::vector<bool> nodes(network_.gate_node(network_.gate_count()));
        const auto holds = [&](Index literal) { return nodes[node_of(literal)] != is_negated(literal); };
        for (Index i = 0; i < network_.gate_count(); ++i) {
            for (const Index literal : network_.gate(i)) false_[i] += holds(literal) ? 0 : 1;
            nodes[network_.gate_node(i)] = false_[i] == 0;
        }
        for (Index i = 0; i < wiring.outputs().size(); ++i)
            if (holds(wiring.outputs()[i])) says_[i / 64] |= bit(static_cast<int>(i % 64));
        read_legal();
    }

    [[nodiscard]] std::span<const Bits> facts() const { return facts_; }

    void go_to(const Bits *facts) {
        Bits change = 0;
        for (Index w = 0; w < facts_.size(); ++w) change |= flip_facts(w, facts[w] ^ facts_[w]);
        if (change != 0) settle();
    }

    // The bits of a role's legal moves, by their slots.
    [[nodiscard]] std::span<const Bits> legal(Index role) const {
        return std::span(legal_).subspan(network_.slot_words[role],
                                         network_.slot_words[role + 1] - network_.slot_words[role]);
    }
    [[nodiscard]] Index count(Index role) const {
        int n = 0;
        for (const Bits word : legal(role)) n += count_bits(word);
        return static_cast<Index>(n);
    }
    // The k-th legal move of a role; k is less than their count.
    [[nodiscard]] Index nth(Index role, Index k) const {
        for (Index w = network_.slot_words[role];; ++w) {
            const auto n = static_cast<Index>(count_bits(legal_[w]));
            if (k < n) return network_.slot_moves[64 * w + static_cast<Index>(lowest_cell(nth_bit(legal_[w], k)))];
            k -= n;
        }
    }
    [[nodiscard]] bool is_legal(Index move) const {
        const Index slot = network_.slots[move];
        return contains(legal_[slot / 64], static_cast<int>(slot % 64));
    }

    [[nodiscard]] bool is_terminal() const { return (says_[wiring_.end_word()] & 1) != 0; }

    // The goal of a role; there is exactly one at the end of a game.
    [[nodiscard]] Index goal(Index role) const {
        Index found = 0, value = 0;
        for (std::size_t i = 0; i < network_.goals.size(); ++i)
            if (network_.goals[i].role == role && says(64 * std::size_t{wiring_.end_word()} + 1 + i)) {
                ++found;
                value = network_.goals[i].value;
            }
        if (found != 1) complain_of_goals(network_, role, found, facts_);
        return value;
    }

    // Makes moves, one a role: first what they bring about, then, without them, what is so changed.
    void play(std::span<const Index> moves) {
        for (const Index move : moves) flip(network_.move_node(move), true);
        sweep(network_.state_gates / 64);
        for (Index w = 0; w < facts_.size(); ++w) change_[w] = says_[w] ^ facts_[w];
        for (const Index move : moves) flip(network_.move_node(move), false);
        for (Index w = 0; w < facts_.size(); ++w) flip_facts(w, change_[w]);
        settle();
    }

private:
    [[nodiscard]] bool says(std::size_t i) const { return contains(says_[i / 64], static_cast<int>(i % 64)); }

    Bits flip_facts(Index w, Bits change) {
        facts_[w] ^= change;
        for (Bits left = change; left != 0; left &= left - 1) {
            const int i = lowest_cell(left);
            flip(network_.fact_node(64 * w + static_cast<Index>(i)), contains(facts_[w], i));
        }
        return change;
    }

    void settle() {
        sweep(0);
        read_legal();
    }

    void sweep(Index word) {
        for (; word < flipped_.size(); ++word)
            while (flipped_[word] != 0) {
                const Index gate = 64 * word + static_cast<Index>(lowest_cell(flipped_[word]));
                flipped_[word] &= flipped_[word] - 1;
                flip(network_.gate_node(gate), false_[gate] == 0);
            }
    }

    void flip(Index node, bool on) {
        for (const Index gate : on ? wiring_.plain(node) : wiring_.negated(node))
            note(gate, --false_[gate] == 0);
        for (const Index gate : on ? wiring_.negated(node) : wiring_.plain(node))
            note(gate, false_[gate]++ == 0);
        for (const Index i : wiring_.shown(node)) says_[i / 64] ^= bit(static_cast<int>(i % 64));
    }

    // A gate that flips twice before its turn comes does not.
    void note(Index gate, bool flips) { flipped_[gate / 64] ^= Bits{flips} << (gate % 64); }

    void read_legal() {
        for (Index role = 0; role < network_.role_count(); ++role) {
            const Index guard = network_.guards[role], node = node_of(guard);
            const bool is_on = node != 0 && contains(facts_[(node - 1) / 64], static_cast<int>((node - 1) % 64));
            const Bits open = is_on != is_negated(guard) ? ~Bits{0} : 0;
            for (Index w = network_.slot_words[role]; w < network_.slot_words[role + 1]; ++w)
                legal_[w] = says_[wiring_.legal_word() + w] & (network_.free_slots[w] | open);
        }
    }

    const Wiring &wiring_;
    const Network &network_;
    std::vector<Bits> facts_, legal_;
    std::vector<Bits> change_ = std::vector<Bits>(facts_.size());
    std::vector<Index> false_; // how many literals of each gate are
    std::vector<Bits> flipped_;
    std::vector<Bits> says_;
};

} // namespace playout::gdl
