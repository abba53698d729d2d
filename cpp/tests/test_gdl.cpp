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

Tally one_by_one(const Machine &machine, std::uint64_t games, std::uint64_t seed, std::uint64_t length) {
    const Network &network = machine.network();
    const std::vector<Bits> facts = initial(network);
    Tally tally{.totals = std::vector<std::uint64_t>(network.roles.size())};
    Rng seeds(seed);
    for (std::uint64_t game = 0; game < games; ++game) {
        Rng rng(seeds.next());
        Evaluator &state = machine.at(facts.data());
        for (std::uint64_t age = 0; !state.is_terminal() && age < length; ++age, ++tally.moves) {
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

// The same with at most two roles, of which the second has no choice.
Arrays game_in_turn(Rng &rng) {
    Arrays game = random_game(rng);
    while (game.roles.size() > 2) game = random_game(rng);
    for (std::size_t i = 0; i < game.movers.size(); ++i)
        if (game.movers[i] == 1 && i != 1) game.legal[i] = never;
    return game;
}

// What the C interface is asked for and answers.
struct Asking {
    explicit Asking(std::size_t n) : firsts(n), lengths(n), rngs(n), scores(n) {}

    playout_batch batch(bool with_firsts) {
        return {.n = static_cast<std::int32_t>(rngs.size()),
                .limit = 12,
                .firsts = with_firsts ? firsts.data() : nullptr,
                .rngs = rngs.data(),
                .scores = scores.data(),
                .lengths = lengths.data(),
                .spent = [](void *) { return std::int32_t{0}; },
                .asker = nullptr};
    }

    std::vector<std::int32_t> firsts, lengths;
    std::vector<std::uint64_t> rngs;
    std::vector<double> scores;
};

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
        const std::uint64_t count = 1 + rng.below(700), seed = rng.next(), length = 1 + rng.below(12);
        Tallied games(std::vector<std::int64_t>(machine.network().roles.size(), -1), count, seed);
        Bulk bulk(machine.network(), machine.gates(), initial(machine.network()).data(), length, games);
        while (bulk.step()) {
        }
        const Tally expected = one_by_one(machine, count, seed, length);
        CHECK(games.tally().finished == expected.finished);
        CHECK(games.tally().moves == expected.moves);
        CHECK(games.tally().totals == expected.totals);
    }
}

TEST_CASE("gdl: the playouts of the C interface are its playout, many times") {
    Rng rng(5);
    int finished = 0;
    for (int i = 0; i < 100; ++i) {
        const Machine machine(game_in_turn(rng));
        const playout_game rules = machine.rules(-100, 100, 20);
        std::vector<Bits> state = initial(machine.network());
        std::vector<std::int32_t> moves(rules.max_moves);
        const auto n = static_cast<std::uint32_t>(rules.legal(rules.self, state.data(), moves.data()));
        if (n == 0) continue;
        Asking asking(1 + rng.below(700));
        for (std::uint64_t &seed : asking.rngs) seed = rng.next();
        const bool is_given = rng.below(2) == 0;
        for (std::int32_t &first : asking.firsts) first = moves[rng.below(n)];
        const playout_batch batch = asking.batch(is_given);
        REQUIRE(rules.playouts(rules.self, state.data(), &batch) == 0);
        for (std::size_t k = 0; k < asking.rngs.size(); ++k) {
            std::vector<Bits> own = state;
            std::int32_t length = 0;
            if (is_given) length += 1 + rules.play(rules.self, own.data(), asking.firsts[k]);
            length += rules.playout(rules.self, own.data(), nullptr, &asking.rngs[k], batch.limit - length);
            const bool is_over = rules.legal(rules.self, own.data(), moves.data()) == 0;
            CHECK(asking.lengths[k] == (is_over ? length : -1));
            if (is_over) CHECK(asking.scores[k] == rules.score(rules.self, own.data()));
            finished += is_over;
        }
    }
    CHECK(finished > 1000);
}

TEST_CASE("gdl: playouts of the C interface give up when they are told to") {
    Rng rng(6);
    Arrays endless = game_in_turn(rng);
    endless.terminal = never;
    const Machine machine(endless);
    const playout_game rules = machine.rules(-100, 100, 1000000);
    Asking asking(5);
    playout_batch batch = asking.batch(false);
    batch.limit = 1000000;
    int left = 50;
    batch.asker = &left;
    batch.spent = [](void *asker) { return static_cast<std::int32_t>(--*static_cast<int *>(asker) == 0); };
    CHECK(rules.playouts(rules.self, initial(machine.network()).data(), &batch) == -1);
    CHECK(left == 0);
}

TEST_CASE("gdl: playouts of the C interface complain where both roles have a choice") {
    Arrays game; // the second role has one from the second move on
    game.title = "late";
    game.roles = {"first", "second"};
    game.facts = {"late"};
    game.initial = {0};
    game.next = {always};
    game.movers = {0, 0, 1, 1};
    game.legal = {always, always, always, 2};
    game.guarded = game.idle = {0, 0, 0, 0};
    game.terms = {0, 1, 2, 3};
    game.guards = {always, always};
    game.starts = {0};
    const Machine machine(game);
    const playout_game rules = machine.rules(-1, 1, 20);
    Asking asking(5);
    const playout_batch batch = asking.batch(false);
    const std::vector<Bits> state = initial(machine.network());
    CHECK_THROWS_WITH_AS(rules.playouts(rules.self, state.data(), &batch),
                         "late: both roles have a choice of moves, so they move at once, in late",
                         ContractError);
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
