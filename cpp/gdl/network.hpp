// The rules of a game in GDL as a network of gates over bits (src/playout/gdl/network.py), as flat arrays.
//
// A node is a number. Node 0 is never true; then come the facts of a state, then the moves, then the gates,
// each after what it needs. A literal is 2 * node, plus 1 for its negation. A gate is the conjunction of its
// literals.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/bits.hpp"
#include "core/error.hpp"

namespace playout::gdl {

using Index = std::uint32_t;

constexpr Index node_of(Index literal) { return literal >> 1; }
constexpr bool is_negated(Index literal) { return (literal & 1) != 0; }

constexpr Index never = 0, always = 1; // two literals

constexpr Index words_for(std::size_t bits) { return static_cast<Index>((bits + 63) / 64); }

struct Goal {
    Index role, value, literal;
};

// As the Python side makes them (src/playout/gdl/arrays.py).
struct Arrays {
    std::string title;
    std::vector<std::string> roles, facts; // as messages name them
    std::vector<std::uint8_t> initial;     // for each fact, whether it is true at first
    std::vector<Index> next;               // for each fact, a literal
    std::vector<Index> movers;             // for each move, its role
    std::vector<Index> legal;              // for each move, a literal
    std::vector<Index> guarded;            // for each move, whether its role's guard must be true too
    std::vector<Index> guards;             // for each role, a literal of a fact
    std::vector<Index> terms;              // for each move, a number that is the same for the same term
    std::vector<Index> idle;               // for each move, whether it looks like doing nothing
    std::vector<Goal> goals;
    Index terminal = never;
    std::vector<Index> starts;   // where the literals of each gate begin, and where the last one's end
    std::vector<Index> literals; // of all gates
    Index state_gates = 0;       // the first so many gates depend on the state alone
    Index goal_gates = 0;        // the last so many as well, and only goals need them
};

// Arrays that make sense, whoever made them, and what follows from them. It never changes, and threads share
// it.
class Network : public Arrays {
public:
    static constexpr std::size_t most = std::size_t{1} << 26; // of anything

    explicit Network(Arrays arrays) : Arrays(std::move(arrays)) {
        check();
        give_slots();
        give_terms();
    }

    [[nodiscard]] Index fact_node(Index fact) const { return 1 + fact; }
    [[nodiscard]] Index move_node(Index move) const { return 1 + count(facts) + move; }
    [[nodiscard]] Index gate_node(Index gate) const { return first_gate() + gate; }
    [[nodiscard]] Index first_gate() const { return 1 + count(facts) + count(movers); }
    [[nodiscard]] Index gate_count() const { return count(starts) - 1; }
    [[nodiscard]] Index first_goal_gate() const { return gate_count() - goal_gates; }
    [[nodiscard]] Index fact_words() const { return words_for(facts.size()); }
    [[nodiscard]] Index role_count() const { return count(roles); }
    [[nodiscard]] std::span<const Index> gate(Index i) const {
        return std::span(literals).subspan(starts[i], starts[i + 1] - starts[i]);
    }

    // The move of a role that is this term; -1 if there is none.
    [[nodiscard]] std::int32_t move_of(Index role, std::int32_t term) const {
        if (term < 0 || static_cast<Index>(term) >= term_count) return -1;
        return term_moves[std::size_t{role} * term_count + static_cast<Index>(term)];
    }

    // The legal moves of a state are bits, those of a role in words of its own, from slot_words[role] to
    // slot_words[role + 1]. A slot is the place of a move there.
    std::vector<Index> slot_words;
    std::vector<Index> slots;      // of each move
    std::vector<Index> slot_moves; // the move of each slot
    std::vector<Index> slot_legal; // its literal, `never` where there is no move
    std::vector<Bits> free_slots;  // the moves for which their role's guard does not matter
    Index term_count = 0;
    std::vector<std::int32_t> term_moves; // the move of a role and a term, at role * term_count + term; or -1

private:
    template <class T> static Index count(const std::vector<T> &list) {
        return static_cast<Index>(list.size());
    }

    static void require(bool fine, const char *what) {
        if (!fine) throw std::invalid_argument(std::string("not a network: ") + what);
    }

    // Whether a node is a fact, or a gate of the state.
    [[nodiscard]] bool is_of_state(Index node) const {
        return node <= count(facts) || (node >= first_gate() && node < gate_node(state_gates));
    }
    [[nodiscard]] bool is_of_goals(Index node) const {
        return is_of_state(node) || node >= gate_node(first_goal_gate());
    }

    // Literals of nodes before this one.
    static void require_before(std::span<const Index> list, Index end) {
        for (const Index literal : list) require(node_of(literal) < end, "something needs what comes later");
    }
    void require_of_state(std::span<const Index> list) const {
        for (const Index literal : list)
            require(is_of_state(node_of(literal)), "what the state says depends on something else");
    }
    void require_of_goals(std::span<const Index> list) const {
        for (const Index literal : list)
            require(is_of_goals(node_of(literal)), "a goal depends on more than the state");
    }

    void check() const {
        for (const std::size_t size :
             {facts.size(), movers.size(), starts.size(), literals.size(), roles.size()})
            require(size < most, "it is too large");
        require(!roles.empty() && guards.size() == roles.size(), "it has no roles");
        require(initial.size() == facts.size() && next.size() == facts.size(), "not one value a fact");
        for (const auto *list : {&legal, &guarded, &terms, &idle})
            require(list->size() == movers.size(), "not one value a move");
        for (const Index role : movers) require(role < roles.size(), "no such role");
        for (const Index term : terms) require(term < movers.size(), "no such term");
        check_gates();
        check_outputs();
    }

    void check_gates() const {
        require(!starts.empty() && starts.front() == 0 && starts.back() == literals.size() &&
                    std::is_sorted(starts.begin(), starts.end()),
                "the gates are not one after another");
        require(std::size_t{state_gates} + goal_gates <= gate_count(), "it has fewer gates");
        for (Index i = 0; i < gate_count(); ++i) {
            require_before(gate(i), gate_node(i));
            if (i < state_gates) require_of_state(gate(i));
            if (i >= first_goal_gate()) require_of_goals(gate(i));
        }
    }

    void check_outputs() const {
        require_before(next, gate_node(first_goal_gate()));
        require_of_state(legal);
        require_of_state(std::span(&terminal, 1));
        require_before(guards, fact_node(count(facts)));
        for (const Goal &goal : goals) {
            require(goal.role < roles.size() && goal.value <= 100, "no such goal");
            require_before(std::span(&goal.literal, 1), gate_node(gate_count()));
            require_of_goals(std::span(&goal.literal, 1));
        }
    }

    void give_slots() {
        slots.resize(movers.size());
        for (Index role = 0; role < role_count(); ++role) {
            slot_words.push_back(words_for(slot_moves.size()));
            for (Index move = 0; move < count(movers); ++move)
                if (movers[move] == role) {
                    slots[move] = count(slot_moves);
                    slot_moves.push_back(move);
                }
            slot_moves.resize(64 * std::size_t{words_for(slot_moves.size())});
        }
        slot_words.push_back(words_for(slot_moves.size()));
        slot_legal.resize(slot_moves.size(), never);
        free_slots.resize(slot_words.back());
        for (Index move = 0; move < count(movers); ++move) {
            slot_legal[slots[move]] = legal[move];
            if (guarded[move] == 0) free_slots[slots[move] / 64] |= bit(static_cast<int>(slots[move] % 64));
        }
    }

    void give_terms() {
        for (const Index term : terms) term_count = std::max(term_count, term + 1);
        require(std::size_t{term_count} * roles.size() < most, "it is too large");
        term_moves.assign(std::size_t{term_count} * roles.size(), -1);
        for (Index move = 0; move < count(movers); ++move)
            term_moves[std::size_t{movers[move]} * term_count + terms[move]] =
                static_cast<std::int32_t>(move);
    }
};

// The error for rules that do not describe a game, with the facts that are true.
[[noreturn]] inline void complain(const Network &network, const std::string &what,
                                  std::span<const Bits> facts) {
    std::string list;
    for (Index i = 0; i < network.facts.size(); ++i)
        if (contains(facts[i / 64], static_cast<int>(i % 64)))
            list += (list.empty() ? "" : " ") + network.facts[i];
    if (list.size() >= 200) list = list.substr(0, 197) + "...";
    throw ContractError(network.title + ": " + what + ", in " + list);
}

[[noreturn]] inline void complain_of_moves(const Network &network, Index role, std::span<const Bits> facts) {
    complain(network, "the role " + network.roles[role] + " has no legal move, and the game is not over",
             facts);
}

[[noreturn]] inline void complain_of_choice(const Network &network, std::span<const Bits> facts) {
    complain(network, "both roles have a choice of moves, so they move at once", facts);
}

[[noreturn]] inline void complain_of_goals(const Network &network, Index role, Index found,
                                           std::span<const Bits> facts) {
    const std::string goals = found == 0 ? "no goal" : std::to_string(found) + " goals";
    complain(network, "the role " + network.roles[role] + " has " + goals + " at the end", facts);
}

} // namespace playout::gdl
