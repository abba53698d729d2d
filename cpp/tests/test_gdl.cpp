// Networks of rules in GDL: games side by side are those played one by one, and both are what the gates say.
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include "gdl/bulk.hpp"
#include "gdl/machine.hpp"
#include "tests/support.hpp"

using namespace playout;
using namespace playout::gdl;

namespace {

// A random game: every role has a move that is always legal, and one goal of two always holds.
Arrays random_game(Rng &rng) {
    const Index roles = 1 + rng.below(3), facts = 1 + rng.below(80), moves = roles + rng.below(90);
    Arrays game;
    game.title = "random";
    game.state_gates = rng.below(40);
    game.goal_gates = rng.below(10);
    const Index gates = game.state_gates + rng.below(40) + game.goal_gates, first = 1 + facts + moves;
    const auto literal = [&](Index end) { return rng.below(2 * end); };
    const auto of_state = [&](Index end) {
        const Index node = rng.below(1 + facts + end);
        return 2 * (node <= facts ? node : node + moves) + rng.below(2);
    };
    game.starts = {0};
    for (Index i = 0; i < gates; ++i) {
        const bool is_late = i >= gates - game.goal_gates, is_early = i < game.state_gates;
        for (Index n = rng.below(5); n > 0; --n)
            game.literals.push_back(is_early  ? of_state(i)
                                    : is_late ? of_state(game.state_gates)
                                              : literal(first + i));
        game.starts.push_back(static_cast<Index>(game.literals.size()));
    }
    for (Index i = 0; i < facts; ++i) {
        game.facts.push_back("f");
        game.initial.push_back(static_cast<std::uint8_t>(rng.below(2)));
        game.next.push_back(literal(first + gates - game.goal_gates));
    }
    for (Index i = 0; i < moves; ++i) {
        game.movers.push_back(i < roles ? i : rng.below(roles));
        game.legal.push_back(i < roles ? always : of_state(game.state_gates));
        game.guarded.push_back(i < roles ? 0 : rng.below(2));
        game.terms.push_back(i);
        game.idle.push_back(0);
    }
    for (Index role = 0; role < roles; ++role) {
        game.roles.push_back("r");
        game.guards.push_back(literal(1 + facts));
        const Index goal = game.goal_gates > 0 ? 2 * (first + gates - 1) : of_state(game.state_gates);
        game.goals.push_back({role, 100, goal});
        game.goals.push_back({role, 0, goal ^ 1});
    }
    game.terminal = of_state(game.state_gates);
    return game;
}

std::vector<Bits> initial(const Network &network) {
    std::vector<Bits> facts(network.fact_words());
    for (Index i = 0; i < network.facts.size(); ++i) facts[i / 64] |= Bits{network.initial[i]} << (i % 64);
    return facts;
}

Tally one_by_one(const Machine &machine, const BulkOptions &options) {
    const Network &network = machine.network();
    Tally tally{.totals = std::vector<std::uint64_t>(network.roles.size())};
    Rng seeds(options.seed);
    for (std::uint64_t game = 0; game < options.games; ++game) {
        Rng rng(seeds.next());
        Evaluator &state = machine.at(options.facts.data());
        for (std::uint64_t age = 0; !state.is_terminal() && age < options.length; ++age, ++tally.moves) {
            std::vector<Index> moves;
            for (Index role = 0; role < network.role_count(); ++role)
                moves.push_back(state.nth(role, rng.below(state.count(role))));
            state.play(moves);
        }
        if (!state.is_terminal()) continue;
        ++tally.finished;
        for (Index role = 0; role < network.role_count(); ++role) tally.totals[role] += state.goal(role);
    }
    return tally;
}

// What a state says, from the gates themselves.
std::vector<bool> evaluated(const Network &network, std::span<const Bits> facts) {
    std::vector<bool> nodes(network.gate_node(network.gate_count()));
    for (Index i = 0; i < network.facts.size(); ++i)
        nodes[network.fact_node(i)] = contains(facts[i / 64], static_cast<int>(i % 64));
    for (Index i = 0; i < network.gate_count(); ++i) {
        const auto gate = network.gate(i);
        nodes[network.gate_node(i)] = std::all_of(gate.begin(), gate.end(), [&](Index literal) {
            return nodes[node_of(literal)] != is_negated(literal);
        });
    }
    return nodes;
}

} // namespace

TEST_CASE("gdl: rows of lanes are turned about") {
    Rng rng(1);
    Square square;
    for (Lanes &row : square)
        for (int w = 0; w < lane_words; ++w) row[w] = rng.next();
    Square turned = square;
    transpose(turned);
    for (std::size_t i = 0; i < 64; ++i)
        for (int w = 0; w < lane_words; ++w)
            for (std::size_t k = 0; k < 64; ++k)
                REQUIRE(contains(turned[i][w], static_cast<int>(k)) ==
                        contains(square[k][w], static_cast<int>(i)));
    const Lanes counts = count_each(square[0]);
    for (int w = 0; w < lane_words; ++w) CHECK(counts[w] == static_cast<Bits>(count_bits(square[0][w])));
}

TEST_CASE("gdl: games side by side are those played one by one") {
    Rng rng(2);
    for (int i = 0; i < 60; ++i) {
        const Machine machine(random_game(rng));
        const BulkOptions options{initial(machine.network()),
                                  std::vector<std::int64_t>(machine.network().roles.size(), -1),
                                  1 + rng.below(700), rng.next(), 1 + rng.below(12)};
        Bulk bulk(machine.network(), options);
        while (bulk.step()) {
        }
        const Tally expected = one_by_one(machine, options);
        CHECK(bulk.tally().finished == expected.finished);
        CHECK(bulk.tally().moves == expected.moves);
        CHECK(bulk.tally().totals == expected.totals);
    }
}

TEST_CASE("gdl: a state is what its gates say, wherever one comes from") {
    Rng rng(3);
    for (int i = 0; i < 60; ++i) {
        const Machine machine(random_game(rng));
        const Network &network = machine.network();
        for (int k = 0; k < 20; ++k) {
            std::vector<Bits> facts = initial(network);
            if (k % 3 != 0)
                for (Index fact = 0; fact < network.facts.size(); ++fact)
                    facts[fact / 64] ^= Bits{rng.below(k % 3 == 1 ? 2 : 20) == 0} << (fact % 64);
            const auto nodes = evaluated(network, facts);
            const auto holds = [&](Index literal) { return nodes[node_of(literal)] != is_negated(literal); };
            Evaluator &state = machine.at(facts.data());
            CHECK(state.is_terminal() == holds(network.terminal));
            for (Index move = 0; move < network.movers.size(); ++move)
                CHECK(state.is_legal(move) ==
                      (holds(network.legal[move]) &&
                       (network.guarded[move] == 0 || holds(network.guards[network.movers[move]]))));
            for (const Goal &goal : network.goals)
                if (holds(goal.literal)) CHECK(state.goal(goal.role) == goal.value);
        }
    }
}

TEST_CASE("gdl: arrays that make no sense are refused") {
    Rng rng(4);
    for (int i = 0; i < 2000; ++i) {
        Arrays game = random_game(rng);
        std::vector<Index> *lists[] = {&game.next,  &game.movers, &game.legal,  &game.guarded, &game.guards,
                                       &game.terms, &game.idle,   &game.starts, &game.literals};
        std::vector<Index> &list = *lists[rng.below(9)];
        if (list.empty() || rng.below(3) == 0)
            list.push_back(rng.below(300));
        else
            list[rng.below(static_cast<std::uint32_t>(list.size()))] =
                rng.below(2) == 0 ? rng.below(300) : std::numeric_limits<Index>::max();
        try {
            const Machine machine(game);
            CHECK(machine.at(initial(machine.network()).data()).facts().size() > 0);
        } catch (const std::invalid_argument &) {
        }
    }
    Arrays game = random_game(rng);
    game.state_gates = std::numeric_limits<Index>::max();
    CHECK_THROWS_AS(Machine{game}, std::invalid_argument);
}
