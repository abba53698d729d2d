// Random games side by side: a bit of every word is one game. The whole network is evaluated for all at once;
// only the moves are chosen lane by lane.
//
// Every game has a generator of its own. A lane whose game is over begins the next one. Where games come from
// and go to is a type of its own (games.hpp), with
//
//     once             whether a game draws one number a move for all roles, or one a role, in their order
//     count()          how many there are
//     seed(i)          of game i's generator; asked once of each, in their order
//     has_firsts()     whether some roles' first moves are given, and then
//     first(i, role)   that move of game i, or -1
//     end(i, length, goals)   game i is over, with these goals of the roles
//     leave(i, length)        it was left unfinished, for its length
//
// Where at most one role has a choice, one number a move makes the game that Machine::playout makes from the
// same seed. One a role makes that of src/playout/gdl/random_play.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gdl/gates.hpp"
#include "gdl/lanes.hpp"
#include "gdl/network.hpp"

namespace playout::gdl {

template <class Games> class Bulk {
public:
    // From a state, each game until it is over or has made so many moves.
    Bulk(const Network &network, const Gates &gates, const Bits *facts, std::uint64_t length, Games &games)
        : network_(network), gates_(gates), length_(length), games_(games),
          facts_(facts, facts + network.fact_words()), nodes_(network.gate_node(network.gate_count())),
          next_(network.facts.size()), squares_(network.slot_words.back()), given_(network.role_count()),
          goals_(network.role_count()), values_(network.role_count()) {
        renew_by_rows();
        go_on();
    }

    // Makes a move in every game; false if all are over.
    bool step() {
        if (!any(active_)) return false;
        evaluate(0, network_.state_gates);
        const Lanes over = value(network_.terminal) & active_, late = too_long() & active_ & ~over;
        if (any(over)) end(over);
        each_lane(late, [this](int lane) { games_.leave(game_[at(lane)], age(lane)); });
        choose(active_ & ~over & ~late);
        evaluate(network_.state_gates, network_.first_goal_gate());
        for (Index i = 0; i < next_.size(); ++i) next_[i] = value(network_.next[i]);
        ++time_;
        if (any(over | late)) renew(over | late);
        go_on();
        return true;
    }

private:
    static std::size_t at(int lane) { return static_cast<std::size_t>(lane); }
    [[nodiscard]] std::uint64_t age(int lane) const { return time_ - births_[at(lane)]; }

    void evaluate(Index from, Index to) { gates_.evaluate(from, to, nodes_.data()); }

    [[nodiscard]] Lanes value(Index literal) const {
        const Lanes &node = nodes_[node_of(literal)];
        return is_negated(literal) ? ~node : node;
    }

    // A few games are in a few rows: those of no game take no time.
    void renew_by_rows() {
        for (int i = 0; i < 64; ++i)
            for (int w = 0; w < lane_words; ++w) begin_game(64 * w + i);
        fill(all_lanes());
    }

    // New games in these lanes, as long as there are any to begin.
    void renew(const Lanes &lanes) {
        each_lane(lanes, [this](int lane) { begin_game(lane); });
        fill(lanes);
    }

    void begin_game(int lane) {
        const bool is_one = begun_ < games_.count();
        set(active_, lane, is_one);
        if (!is_one) return;
        generators_[at(lane % 64)][lane / 64] = games_.seed(begun_);
        births_[at(lane)] = time_;
        game_[at(lane)] = begun_++;
    }

    void fill(const Lanes &lanes) {
        fresh_ = lanes & active_;
        for (Index i = 0; i < next_.size(); ++i) {
            const bool is_on = contains(facts_[i / 64], static_cast<int>(i % 64));
            next_[i] = is_on ? next_[i] | lanes : next_[i] & ~lanes;
        }
    }

    void go_on() { std::copy(next_.begin(), next_.end(), nodes_.begin() + network_.fact_node(0)); }

    static void set(Lanes &lanes, int lane, bool on) {
        lanes[lane / 64] = (lanes[lane / 64] & ~bit(lane % 64)) | Bits{on} << (lane % 64);
    }

    [[nodiscard]] Lanes too_long() const {
        Lanes found{};
        if (time_ >= length_)
            for (int lane = 0; lane < lane_count; ++lane) set(found, lane, age(lane) >= length_);
        return found;
    }

    // Games that are over.
    void end(const Lanes &over) {
        evaluate(network_.first_goal_gate(), network_.gate_count());
        for (Index role = 0; role < network_.role_count(); ++role) find_goals(role, over);
        each_lane(over, [this](int lane) {
            for (Index role = 0; role < network_.role_count(); ++role) values_[role] = goals_[role][at(lane)];
            games_.end(game_[at(lane)], age(lane), std::span<const Index>(values_));
        });
    }

    void find_goals(Index role, const Lanes &over) {
        Lanes one{}, several{};
        for (const Goal &goal : network_.goals)
            if (goal.role == role) {
                const Lanes holds = value(goal.literal) & over;
                several |= one & holds;
                one |= holds;
                each_lane(holds, [&](int lane) { goals_[role][at(lane)] = goal.value; });
            }
        each_lane(several | (over & ~one), [&](int lane) { complain_of_lane(lane, role); });
    }

    // The moves of all roles in these lanes.
    void choose(const Lanes &playing) {
        std::fill_n(nodes_.begin() + network_.move_node(0), network_.movers.size(), Lanes{});
        const Lanes given = games_.has_firsts() ? place_firsts() : Lanes{};
        const Index last = network_.role_count() - 1;
        choosing_ = Lanes{};
        for (Index role = 0; role <= last; ++role) {
            const Lanes own = playing & ~given_[role];
            const Lanes drawn = !Games::once ? own : role == last ? playing & ~given : Lanes{};
            draw(role, own, drawn);
        }
    }

    // Those with which games begin; says in which lanes.
    Lanes place_firsts() {
        Lanes given{};
        for (Index role = 0; role < network_.role_count(); ++role) {
            given_[role] = Lanes{};
            each_lane(fresh_, [&](int lane) {
                const std::int64_t move = games_.first(game_[at(lane)], role);
                if (move < 0) return;
                set(nodes_[network_.move_node(static_cast<Index>(move))], lane, true);
                set(given_[role], lane, true);
            });
            given |= given_[role];
        }
        fresh_ = Lanes{};
        return given;
    }

    // A move for these lanes, by a number that is then drawn in some. The other lanes of a row choose one too
    // and do not make it: that takes less time than to ask.
    void draw(Index role, const Lanes &lanes, const Lanes &drawn) {
        list_legal(role);
        Lanes stuck{}, several{};
        for (Bits rows = join(lanes); rows != 0; rows &= rows - 1) {
            const int i = lowest_cell(rows);
            const Lanes here = lanes >> i & 1;
            Lanes n{};
            for (Index w = network_.slot_words[role]; w < network_.slot_words[role + 1]; ++w)
                n += count_each(squares_[w][at(i)]);
            stuck |= (reinterpret_cast<Lanes>(n == 0) & here) << i;
            if (Games::once) several |= (reinterpret_cast<Lanes>(n > 1) & here) << i;
            const Lanes chosen = below(generators_[at(i)], n, -(drawn >> i & 1));
            if (network_.slot_words[role] < network_.slot_words[role + 1])
                for (int w = 0; w < lane_words; ++w) {
                    const Index move = nth(role, i, w, static_cast<Index>(chosen[w]));
                    nodes_[network_.move_node(move)][w] |= here[w] << i;
                }
        }
        each_lane(stuck, [&](int lane) { complain_of_moves(network_, role, facts_of(lane)); });
        each_lane(several & choosing_, [&](int lane) { complain_of_choice(network_, facts_of(lane)); });
        choosing_ |= several;
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
            const Bits legal = squares_[w][at(i)][word];
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
    const Gates &gates_;
    const std::uint64_t length_;
    Games &games_;
    const std::vector<Bits> facts_; // in which games begin
    std::uint64_t begun_ = 0;       // games
    std::uint64_t time_ = 0;        // moves made since the beginning
    std::vector<Lanes> nodes_, next_;
    std::vector<Square> squares_; // of slots
    Lanes active_{}, fresh_{};    // lanes with a game, and those in which it has just begun
    std::vector<Lanes> given_;    // for each role, where its move is given
    Lanes choosing_{};            // where a role has had a choice of moves
    Square generators_{};         // of lane 64 * w + i, element w of row i
    std::array<std::uint64_t, lane_count> births_{}, game_{};
    std::vector<std::array<Index, lane_count>> goals_; // for each role
    std::vector<Index> values_;                        // of one lane
};

} // namespace playout::gdl
