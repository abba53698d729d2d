// Solvers: the hooks of a game change nothing, nor does where a run is cut, saved and loaded; policies stay
// within their bounds.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "games/crossword.hpp"
#include "games/morpion.hpp"
#include "search/solvers.hpp"
#include "tests/support.hpp"

using namespace playout;

static_assert(NewMovesLast<Morpion> && Tunable<Morpion>);
static_assert(ListedCodes<Crossword<1>> && !NewMovesLast<Crossword<1>>);
static_assert(!ListedCodes<Plain<Morpion>> && !Indexed<Plain<Morpion>>);

namespace {

const std::vector<std::string> few_words{"ARC", "CAT", "COT", "OAT", "TAR", "ROT", "TRACTOR", "CORAL"};

// Words enough for a second block.
std::vector<std::string> many_words() {
    std::vector<std::string> words;
    for (const char a : std::string("ABCDE"))
        for (const char b : std::string("AEIO"))
            for (const char c : std::string("BCDEF")) words.push_back({a, b, c});
    return words;
}

template <class Check> void for_every_puzzle(Check check) {
    for (const char *const variant : {"5T", "5D", "4D"}) {
        CAPTURE(variant);
        check(Morpion(variant));
    }
    check(Crossword<1>(few_words, 7));
    check(Crossword<8>(many_words(), 5));
}

// Without uct, which takes long to compile for a game.
using Options = std::variant<NmcsOptions, NrpaOptions, LnsOptions, RandomOptions>;

template <Game G> SolverOf<G, Nmcs, NmcsOptions> solver_of(const G &, const NmcsOptions &);
template <Game G> SolverOf<G, Nrpa, NrpaOptions> solver_of(const G &, const NrpaOptions &);
template <Game G> SolverOf<G, Lns, LnsOptions> solver_of(const G &, const LnsOptions &);
template <Game G> SolverOf<G, UctMachine, UctOptions> solver_of(const G &, const UctOptions &);
template <Game G> SolverOf<G, RandomMachine, RandomOptions> solver_of(const G &, const RandomOptions &);

const std::vector<Options> all_options{
    NmcsOptions{.level = 1},
    NmcsOptions{.level = 2, .sample = 2},
    NmcsOptions{.level = 3},
    NrpaOptions{.level = 1, .iterations = 30},
    NrpaOptions{.level = 2, .iterations = 6},
    NrpaOptions{.level = 3, .iterations = 3, .alpha = 2.5},
    NrpaOptions{.level = 2, .iterations = 20, .tau = 1.5, .repetitions = 2},
    LnsOptions{.repair = {.level = 1, .iterations = 4},
               .first = {.level = 1, .iterations = 5},
               .forget = Forget::branch,
               .steps = 4,
               .members = 1},
    LnsOptions{.repair = {.level = 2, .iterations = 2},
               .first = {.level = 2, .iterations = 3},
               .forget = Forget::share,
               .steps = 3,
               .slack = 1,
               .accept = 0.5,
               .islands = 2,
               .members = 2,
               .exchange = 0.5},
    RandomOptions{},
};

template <Game G, class... Kinds>
SolverPtr make(const G &game, const std::variant<Kinds...> &options, std::uint64_t seed,
               const std::vector<Move> &known = {}) {
    const auto made = [&](const auto &chosen) -> SolverPtr {
        return std::make_unique<decltype(solver_of(game, chosen))>(game, game.initial(), chosen, seed, known);
    };
    return std::visit(made, options);
}

template <Game G, class... Kinds>
SolverPtr load(const G &game, const std::variant<Kinds...> &options, std::string_view saved) {
    const auto loaded = [&](const auto &chosen) {
        return decltype(solver_of(game, chosen))::load(game, game.initial(), chosen, saved);
    };
    return std::visit(loaded, options);
}

void run(Solver &solver, std::uint64_t simulations) {
    const Stop stop;
    solver.run({.simulations = simulations}, stop, std::numeric_limits<double>::infinity());
}

void check_same_run(const Solver &a, const Solver &b) {
    CHECK(a.best().score == b.best().score);
    CHECK(a.best().moves == b.best().moves);
    CHECK(a.simulations() == b.simulations());
    CHECK(a.states() == b.states());
}

} // namespace

TEST_CASE("solvers: a game's hooks change the speed and nothing else") {
    for_every_puzzle([](const auto &game) {
        const Plain plain(game);
        for (const Options &options : all_options) {
            const auto fast = make(game, options, 3), slow = make(plain, options, 3);
            run(*fast, 90);
            run(*slow, 90);
            check_same_run(*fast, *slow);
        }
    });
}

TEST_CASE("solvers: the best sequence leads to the best score") {
    for_every_puzzle([](const auto &game) {
        for (const Options &options : all_options) {
            const auto solver = make(game, options, 8);
            run(*solver, 40);
            CHECK(solution(game, game.initial(), solver->best().moves).score == solver->best().score);
        }
    });
}

TEST_CASE("solvers: how a run is cut, saved and loaded changes nothing") {
    Rng rng(11);
    for_every_puzzle([&](const auto &game) {
        for (const Options &options : all_options) {
            const auto whole = make(game, options, 4);
            auto cut = make(game, options, 4);
            run(*whole, 120);
            while (cut->simulations() < 120) {
                run(*cut, std::min<std::uint64_t>(1 + rng.below(30), 120 - cut->simulations()));
                if (rng.below(2) == 0) cut = load(game, options, cut->save());
            }
            check_same_run(*cut, *whole);
            CHECK(cut->save() == whole->save());
        }
    });
}

TEST_CASE("solvers: a known sequence is the first best one, and stays so in a saved search") {
    const Morpion game("5D");
    const auto first = make(game, Options(NrpaOptions{.level = 2, .iterations = 30}), 1);
    run(*first, 900);
    for (const Options &options : all_options) {
        const auto solver = make(game, options, 2, first->best().moves);
        CHECK(solver->best().moves == first->best().moves);
        const auto loaded = load(game, options, solver->save());
        run(*solver, 50);
        run(*loaded, 50);
        CHECK(solver->best().score >= first->best().score);
        check_same_run(*solver, *loaded);
    }
}

TEST_CASE("solvers: the target ends a run at once") {
    const Morpion game("5D");
    const Stop stop;
    for (const Options &options : all_options) {
        const auto solver = make(game, options, 2), again = make(game, options, 2);
        solver->run({}, stop, 50);
        REQUIRE(solver->best().score >= 50);
        run(*again, solver->simulations() - 1);
        CHECK(again->best().score < 50);
        run(*again, 1);
        check_same_run(*solver, *again);
    }
}

TEST_CASE("uct as a solver: cut, saved and loaded at random, and the best game is one") {
    Rng rng(12);
    const Morpion game("4D");
    using UctOnly = std::variant<UctOptions>;
    for (const UctOnly &options :
         {UctOnly(UctOptions{}), UctOnly(UctOptions{.exploration = 0.1, .rave = 100}),
          UctOnly(UctOptions{.creation = 2, .seen = true})}) {
        const auto whole = make(game, options, 4);
        auto cut = make(game, options, 4);
        run(*whole, 300);
        while (cut->simulations() < 300) {
            run(*cut, std::min<std::uint64_t>(1 + rng.below(100), 300 - cut->simulations()));
            cut = load(game, options, cut->save());
        }
        check_same_run(*cut, *whole);
        CHECK(solution(game, game.initial(), cut->best().moves).score == cut->best().score);
    }
}

TEST_CASE("uct as a solver: a tree that is made again goes on from where a stop has left it") {
    const Morpion game("4D");
    const std::variant<UctOptions> options;
    const auto whole = make(game, options, 4);
    run(*whole, 500);
    const std::string saved = whole->save();
    const auto loaded = load(game, options, saved);
    int slices = 0;
    for (; loaded->simulations() == 500; ++slices) {
        REQUIRE(slices < 500);
        CHECK(loaded->save() == saved);
        int polls = 0;
        Stop stop([&] {
            if (++polls == 5) stop.request();
        });
        loaded->run({.simulations = 1}, stop, std::numeric_limits<double>::infinity());
    }
    CHECK(slices > 1);
    run(*whole, 101);
    run(*loaded, 100);
    check_same_run(*loaded, *whole);
    CHECK(loaded->save() == whole->save());
}

TEST_CASE("uct as a solver: when the counters of a tree are full another one is begun") {
    const Morpion game("4D");
    const std::uint64_t full = Node::max_visits;
    // The search after so many simulations, the last of them in a tree of this seed, and a hundred more.
    const auto run_on = [&](std::uint64_t seed, std::uint64_t simulations) {
        UctMachine<Morpion> machine(game, game.initial(), {}, {});
        Writer writer;
        writer.integer(seed);
        writer.integer(simulations);
        Reader reader(writer.bytes());
        machine.load(reader);
        const Stop stop;
        Meter meter({.seconds = 20}, stop);
        machine.prepare(meter);
        Rng rng(77);
        Solution best;
        for (int i = 0; i < 100; ++i) machine.simulate(rng, meter, best);
        CHECK(machine.simulations() == simulations + 100);
        return std::tuple(rng.state(), meter.states, best.moves);
    };
    CHECK(run_on(5, 7 * full) == run_on(6, 0));
    CHECK(run_on(5, 7 * full + 500) == run_on(5, 500));
    CHECK(run_on(5, 500) != run_on(6, 500));
}

TEST_CASE("uct as a solver: what does not work is refused") {
    const Morpion game("4D");
    const auto refused = [&](const UctOptions &options) {
        CHECK_THROWS_AS(make(game, std::variant<UctOptions>(options), 1), std::invalid_argument);
    };
    refused({.playout = {MinimaxOptions{}}});
    refused({.threads = 2});
    refused({.rave = 1, .seen = true});
    refused({.bounds = BoundsMode::cuts, .seen = true});
}

TEST_CASE("rewards by the scores seen: those added up change as each of them would") {
    RewardScale scale = RewardScale::of_seen();
    std::vector<double> scores;
    double total = 0;
    Rng rng(3);
    for (int i = 0; i < 100; ++i) {
        scores.push_back(100 * rng.fraction() * rng.fraction() - 20);
        if (!scale.covers(scores.back())) {
            const auto [factor, shift] = scale.stretch(scores.back());
            total = total * factor + i * shift;
        }
        total += scale.reward(scores.back(), Turn::Max);
        double expected = 0;
        const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
        for (const double score : scores) expected += i == 0 ? 0 : (score - *low) / (*high - *low);
        CHECK(total == doctest::Approx(expected));
    }
}

TEST_CASE("lns: what is near is what the game says, and what is not forgotten is kept") {
    const Morpion game("5D");
    static_assert(Measured<Morpion> && Measured<Crossword<1>> && !Measured<Plain<Morpion>>);
    Nrpa<Morpion> machine(game, game.initial(), {}, {});
    const auto first = make(game, Options(RandomOptions{}), 1);
    run(*first, 1);
    const softmax::Sequence seq = machine.read_sequence(game.initial(), first->best().moves);
    const auto n = static_cast<std::ptrdiff_t>(seq.plies.size());
    lns::Forgetting<Morpion> forget(game, game.initial(), LnsOptions{.forget = Forget::near, .share = 0.5});
    Rng rng(5);
    for (int i = 0; i < 50; ++i) {
        const std::vector<std::int32_t> kept = forget(seq, rng);
        CHECK(std::ssize(kept) < n);
        CHECK(std::ssize(kept) >= n - n / 2);
        // Around some move that is forgotten, all that is nearer than anything kept is forgotten.
        const auto is_kept = [&](const softmax::Sequence::Ply &ply) {
            return std::find(kept.begin(), kept.end(), ply.chosen) != kept.end();
        };
        const auto is_centre = [&](const softmax::Sequence::Ply &centre) {
            int furthest = 0, nearest = 64;
            for (const auto &ply : seq.plies) {
                const int distance = game.distance({}, centre.move, {}, ply.move);
                if (is_kept(ply))
                    nearest = std::min(nearest, distance);
                else
                    furthest = std::max(furthest, distance);
            }
            return furthest <= nearest;
        };
        CHECK(std::any_of(seq.plies.begin(), seq.plies.end(), is_centre));
    }
}

TEST_CASE("nrpa: weights stay within their bounds however long and large the steps are") {
    // Loading a saved search checks the bounds.
    const Morpion game("4D");
    const Crossword<1> crossword(few_words, 7);
    for (const double alpha : {1.0, 40.0, 1e6}) {
        CAPTURE(alpha);
        const Options options = NrpaOptions{.level = 2, .iterations = 200, .alpha = alpha};
        auto solver = make(game, options, 1);
        auto other = make(crossword, options, 1);
        for (int slices = 0; slices < 10; ++slices) {
            run(*solver, 777);
            solver = load(game, options, solver->save());
            run(*other, 777);
            other = load(crossword, options, other->save());
        }
        CHECK(solution(game, game.initial(), solver->best().moves).score == solver->best().score);
    }
}

TEST_CASE("nrpa: weights come to differ by more than the digits of a number") {
    // So a sum of 1/z over some plies must not be the difference of two sums over more of them.
    const Morpion game("5T");
    Nrpa<Morpion> machine(game, game.initial(), NrpaOptions{.level = 2}, {});
    Rng rng(1);
    Solution best;
    const Stop stop;
    Meter meter({}, stop);
    while (meter.simulations < 3'999) machine.simulate(rng, meter, best);
    Writer writer;
    machine.save(writer);
    Reader reader(writer.bytes());
    softmax::Policy policy;
    policy.load(reader, static_cast<std::size_t>(game.code_count()));
    const double *const weights = policy.weights();
    const auto [least, most] = std::minmax_element(weights, weights + game.code_count());
    CHECK(*most / *least > 0x1p+53);
}

TEST_CASE("nrpa: a policy that is rescaled keeps its probabilities") {
    softmax::Policy policy;
    policy.reset();
    policy.grow(3);
    policy.weights()[0] = 0x1p+520;
    policy.weights()[1] = 0x1p+510;
    policy.weights()[2] = 0x1p-880;
    policy.rescale();
    CHECK(policy.weights()[0] / policy.weights()[1] == 1024);
    CHECK(policy.weights()[2] == softmax::Policy::lowest);
    CHECK(policy.weights()[softmax::no_slot] == 0);
    policy.grow(4);
    CHECK(policy.weights()[3] == 1 / softmax::Policy::highest); // a new code's weight was 1
}

TEST_CASE("solvers: options and sequences that do not work are refused") {
    const Morpion game("4D");
    const auto refused = [&](const Options &options, const std::vector<Move> &known = {}) {
        CHECK_THROWS_AS(make(game, options, 1, known), std::invalid_argument);
    };
    refused(NmcsOptions{.level = 0});
    refused(NmcsOptions{.sample = -1});
    refused(NrpaOptions{.level = 21});
    refused(NrpaOptions{.iterations = 0});
    refused(NrpaOptions{.alpha = -1});
    refused(NrpaOptions{.alpha = std::numeric_limits<double>::quiet_NaN()});
    refused(NrpaOptions{.tau = 0});
    refused(NrpaOptions{.bias = true});
    refused(NrpaOptions{.repetitions = -1});
    refused(LnsOptions{.repair = {.iterations = 0}});
    refused(LnsOptions{.first = {.level = 0}});
    refused(LnsOptions{.share = 1.5});
    refused(LnsOptions{.hard = -0.5});
    refused(LnsOptions{.steps = 0});
    refused(LnsOptions{.keep = -1});
    refused(LnsOptions{.keep = 301});
    for (const double slack : {-1.0, std::numeric_limits<double>::infinity()})
        refused(LnsOptions{.slack = slack});
    refused(LnsOptions{.accept = std::numeric_limits<double>::quiet_NaN()});
    refused(LnsOptions{.islands = 0});
    refused(LnsOptions{.islands = 5'000, .members = 3});
    refused(LnsOptions{.exchange = -0.1});
    refused(NrpaOptions{}, {1});
    refused(NmcsOptions{}, {game.nth(game.initial(), 0)});
}

TEST_CASE("puzzles: moves listed by eights are the legal ones, and codes lie below their count") {
    for_every_puzzle([](const auto &game) {
        Rng rng(5);
        for (int games = 0; games < 20; ++games) {
            auto state = game.initial();
            for (auto moves = legal_moves(game, state); !moves.empty(); moves = legal_moves(game, state)) {
                const auto n = static_cast<std::size_t>(moves.size());
                std::vector<Move> listed((n + 7) / 8 * 8, -5);
                game.list_by_eights(state, listed.data());
                REQUIRE(std::equal(moves.begin(), moves.end(), listed.begin()));
                CHECK(std::all_of(listed.begin() + moves.size(), listed.end(),
                                  [](Move move) { return move == -1; }));
                for (const Move move : moves) {
                    CHECK(game.code(state, move) == move);
                    CHECK(move < game.code_count());
                }
                game.play_nth(state, rng.below(static_cast<std::uint32_t>(n)));
            }
        }
    });
}

TEST_CASE("morpion: a line is legal once, the new ones are the last, and behind them is none") {
    for (const char *const variant : {"5T", "5D", "4T", "4D"}) {
        const Morpion game(variant);
        Rng rng(6);
        for (int games = 0; games < 30; ++games) {
            auto state = game.initial();
            CHECK(game.added(state) == 0);
            std::set<Move> seen;
            for (std::uint32_t n; (n = game.count(state)) > 0;) {
                const std::uint32_t fresh = seen.empty() ? n : game.added(state);
                for (std::uint32_t k = 0; k < n; ++k)
                    REQUIRE((k < n - fresh) == (seen.count(game.nth(state, k)) == 1));
                for (std::uint32_t k = 0; k < n; ++k) seen.insert(game.nth(state, k));
                for (std::uint32_t k = n; k % 8 != 0; ++k) CHECK(game.nth(state, k) == -1);
                game.play_nth(state, rng.below(n));
            }
        }
    }
}
