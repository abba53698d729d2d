#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/closing.hpp"
#include "bindings/functions.hpp"
#include "bindings/held.hpp"

namespace playout {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// Runs a search without the GIL, unless its game needs it.
template <class Work> auto run(const Position &position, Work work) {
    std::optional<Released> released;
    const Engine &engine = position.engine();
    if (position.game().python == nullptr) released.emplace();
    return work(engine, *position.state);
}

class PySearch : public Held<Search, PlayerOptions> {
public:
    PySearch(const Position &position, const PlayerOptions &player, std::uint64_t seed)
        : Held(position, player,
               [seed](const Engine &engine, const AnyState &state, const PlayerOptions &bound) {
                   return engine.start(state, bound, seed);
               }) {}
    PySearch(const Position &position, const PlayerOptions &player, const nb::bytes &saved)
        : Held(position, player,
               [&](const Engine &engine, const AnyState &state, const PlayerOptions &bound) {
                   return engine.load_search(state, bound, view(saved));
               }) {}

    void begin(const Position &position, std::uint64_t seed) {
        use([&](Search &search) {
            if (!position.owner.is(owner_)) throw std::invalid_argument("this state is of another game");
            search.begin(*position.state, seed);
        });
    }
};

GameRecord run_game(const Position &position, const PlayerOptions &max, const PlayerOptions &min,
                    const Budget &max_budget, const Budget &min_budget, std::uint64_t seed,
                    const Stop &stop) {
    const Side one{bound(max, position), max_budget}, other{bound(min, position), min_budget};
    return run(position, [&](const Engine &engine, const AnyState &state) {
        return engine.play_game(state, one, other, seed, stop);
    });
}

SearchResult run_playouts(const Position &position, const PlayoutChoice &playout, const Budget &budget,
                          std::uint64_t seed, const Stop &stop) {
    const PlayoutOptions options = bound({playout}, position);
    return run(position, [&](const Engine &engine, const AnyState &state) {
        return engine.run_playouts(state, options, budget, seed, stop);
    });
}

std::uint64_t perft(const Position &position, int depth, const Stop &stop) {
    return run(position,
               [&](const Engine &engine, const AnyState &state) { return engine.perft(state, depth, stop); });
}

void copy_state(const Position &position, std::uint64_t times) {
    run(position, [&](const Engine &engine, const AnyState &state) { engine.copy(state, times); });
}

// Options are made with their defaults and then filled, field by field.
void bind_playouts(nb::module_ &m) {
    nb::class_<UniformOptions>(m, "Uniform").def(nb::init<>());
    nb::class_<MinimaxOptions>(m, "Minimax").def(nb::init<>()).def_rw("depth", &MinimaxOptions::depth);
    nb::class_<CoinOptions>(m, "Coin").def(nb::init<>());
    nb::class_<AntiDecisiveOptions>(m, "AntiDecisive")
        .def(nb::init<>())
        .def_rw("decisive", &AntiDecisiveOptions::decisive);
    nb::class_<MobilityOptions>(m, "Mobility").def(nb::init<>()).def_rw("full", &MobilityOptions::full);
    nb::class_<GoPatternsOptions>(m, "GoPatterns").def(nb::init<>());
    nb::class_<MastOptions>(m, "Mast").def(nb::init<>()).def_rw("epsilon", &MastOptions::epsilon);
    nb::class_<NstOptions>(m, "Nst")
        .def(nb::init<>())
        .def_rw("epsilon", &NstOptions::epsilon)
        .def_rw("k", &NstOptions::k);
    nb::class_<PpaOptions>(m, "Ppa")
        .def(nb::init<>())
        .def_rw("alpha", &PpaOptions::alpha)
        .def_rw("features", &PpaOptions::features);
    nb::class_<BatchOptions>(m, "Batch").def(nb::init<>()).def_rw("games", &BatchOptions::games);
    nb::class_<CustomOptions>(m, "Custom", "A playout written in Python.")
        .def(nb::new_(&custom_playout), "playout"_a, "play"_a,
             "An object, and its method that gives the score for a position and a seed.");
    nb::class_<NestedOptions>(m, "Nested")
        .def(nb::init<>())
        .def_rw("level", &NestedOptions::level)
        .def_rw("discount", &NestedOptions::discount)
        .def_rw("cut_on_win", &NestedOptions::cut_on_win)
        .def_rw("prune_on_depth", &NestedOptions::prune_on_depth)
        .def_rw("shuffle", &NestedOptions::shuffle)
        .def_prop_rw(
            "base", [](const NestedOptions &o) { return o.base ? o.base->chosen : PlayoutChoice{}; },
            [](NestedOptions &o, const PlayoutChoice &base) {
                o.base = std::make_shared<const PlayoutOptions>(base);
            });
}

void bind_players(nb::module_ &m) {
    nb::class_<RandomOptions>(m, "Random").def(nb::init<>());
    nb::class_<FlatOptions>(m, "Flat").def(nb::init<>()).def_rw("bulk", &FlatOptions::bulk);
    nb::enum_<BoundsMode>(m, "BoundsMode", "What a tree search proves.")
        .value("none", BoundsMode::none)
        .value("solver", BoundsMode::solver)
        .value("cuts", BoundsMode::cuts);
    nb::enum_<Formula>(m, "Formula", "What the plain bandit of a tree search maximises.")
        .value("mean", Formula::mean)
        .value("nogo", Formula::nogo);
    nb::enum_<Parallel>(m, "Parallel", "What the threads of a tree search share.")
        .value("tree", Parallel::tree)
        .value("root", Parallel::root);
    nb::class_<UctOptions>(m, "Uct")
        .def(nb::init<>())
        .def_rw("formula", &UctOptions::formula)
        .def_rw("exploration", &UctOptions::exploration)
        .def_rw("first_play", &UctOptions::first_play)
        .def_rw("max_nodes", &UctOptions::max_nodes)
        .def_rw("rave", &UctOptions::rave)
        .def_rw("grave", &UctOptions::grave)
        .def_rw("creation", &UctOptions::creation)
        .def_rw("bounds", &UctOptions::bounds)
        .def_rw("pess_bias", &UctOptions::pess_bias)
        .def_rw("opti_bias", &UctOptions::opti_bias)
        .def_rw("proof_bias", &UctOptions::proof_bias)
        .def_rw("halving", &UctOptions::halving)
        .def_rw("decisive", &UctOptions::decisive)
        .def_rw("score_share", &UctOptions::score_share)
        .def_rw("seen", &UctOptions::seen)
        .def_rw("transpositions", &UctOptions::transpositions)
        .def_rw("reuse", &UctOptions::reuse)
        .def_rw("threads", &UctOptions::threads)
        .def_rw("parallel", &UctOptions::parallel)
        .def(
            "set_prior",
            [](UctOptions &o, std::string name, nb::object ask) {
                o.prior = custom_prior(std::move(name), std::move(ask));
            },
            "name"_a, "ask"_a, "A function of a position that gives a number for each legal move.")
        .def_prop_rw(
            "playout", [](const UctOptions &o) { return o.playout.chosen; },
            [](UctOptions &o, const PlayoutChoice &playout) { o.playout = {playout}; });
    nb::class_<NestedPlayerOptions>(m, "NestedPlayer").def(nb::init<NestedOptions>(), "playout"_a);
    nb::class_<MinimaxPlayerOptions>(m, "MinimaxPlayer").def(nb::init<MinimaxOptions>(), "search"_a);
}

template <auto member> constexpr auto &ask = answer<PySearch, member>;

void bind_search_object(nb::module_ &m) {
    nb::class_<PySearch>(m, "Search", nb::type_slots(searcher_slots<PySearch>),
                         "A search that runs in slices.")
        .def(nb::init<const Position &, const PlayerOptions &, std::uint64_t>(), "position"_a, "player"_a,
             "seed"_a, counted)
        .def_static(
            "load",
            [](const Position &position, const PlayerOptions &player, nb::bytes saved) {
                return new PySearch(position, player, saved);
            },
            "position"_a, "player"_a, "saved"_a, nb::rv_policy::take_ownership,
            "Goes on where save() was called, of the same player at the same position.", counted)
        .def("begin", &PySearch::begin, "position"_a, "seed"_a,
             "Begins anew at another state; a player that keeps its memory uses what it knows.", counted)
        .def("run", &PySearch::run<>, "budget"_a, "stop"_a,
             "Goes on until the budget of this call is spent, or a stop is requested.", counted)
        .def("save", &PySearch::save, "All that decides how the search goes on.", counted)
        .def(
            "play", [](PySearch &s, Move move) { s.use([&](Search &search) { search.play(move); }); },
            "move"_a, "Goes on from the state after a move.", counted)
        .def_prop_ro("simulations", ask<&Search::simulations>, counted)
        .def_prop_ro("states", ask<&Search::states>, counted)
        .def_prop_ro("finished", ask<&Search::finished>, counted)
        .def_prop_ro("result", ask<&Search::result>, counted)
        .def_prop_ro("line", ask<&Search::line>, counted)
        .def(
            "children",
            [](PySearch &s, const std::vector<Move> &path, std::uint32_t depth, std::uint32_t most) {
                return s.use([&](const Search &search) { return search.children(path, depth, most); });
            },
            "path"_a, "depth"_a, "most"_a, counted);
}

} // namespace

void bind_search(nb::module_ &m) {
    nb::class_<Child>(m, "Child", "A move at the root, with what the search found about it.")
        .def_ro("move", &Child::move)
        .def_ro("visits", &Child::visits)
        .def_ro("value", &Child::value)
        .def_prop_ro("bounds", [](const Child &c) { return std::pair(c.bounds.low, c.bounds.high); })
        .def_ro("length", &Child::length)
        .def_ro("children", &Child::children);

    nb::class_<SearchResult>(m, "SearchResult")
        .def_ro("move", &SearchResult::move)
        .def_ro("value", &SearchResult::value)
        .def_prop_ro("bounds", [](const SearchResult &r) { return std::pair(r.bounds.low, r.bounds.high); })
        .def_ro("children", &SearchResult::children)
        .def_ro("simulations", &SearchResult::simulations)
        .def_ro("states", &SearchResult::states)
        .def_ro("tree_nodes", &SearchResult::tree_nodes)
        .def_ro("tree_bytes", &SearchResult::tree_bytes)
        .def_ro("seconds", &SearchResult::seconds)
        .def_ro("recycled", &SearchResult::recycled)
        .def_ro("depth", &SearchResult::depth)
        .def_ro("interrupted", &SearchResult::interrupted)
        .def_ro("finished", &SearchResult::finished);

    nb::class_<GameRecord>(m, "GameRecord")
        .def_ro("moves", &GameRecord::moves)
        .def_ro("score", &GameRecord::score)
        .def_ro("interrupted", &GameRecord::interrupted);

    bind_playouts(m);
    bind_players(m);
    bind_search_object(m);
    m.def("play_game", &run_game, "position"_a, "max"_a, "min"_a, "max_budget"_a, "min_budget"_a, "seed"_a,
          "stop"_a, counted);
    m.def("run_playouts", &run_playouts, "position"_a, "playout"_a, "budget"_a, "seed"_a, "stop"_a, counted);
    m.def("perft", &perft, "position"_a, "depth"_a, "stop"_a, counted);
    m.def("copy_state", &copy_state, "position"_a, "times"_a, counted);
}

} // namespace playout
