#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/busy.hpp"
#include "bindings/closing.hpp"
#include "bindings/functions.hpp"

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

// A search as Python holds it.
class PySearch {
public:
    PySearch(const Position &position, const PlayerOptions &player, std::uint64_t seed)
        : owner_(position.owner), player_(bound(player, position)),
          search_(position.engine().start(*position.state, player_, seed)) {}
    PySearch(const Position &position, const PlayerOptions &player, std::string_view saved)
        : owner_(position.owner), player_(bound(player, position)),
          search_(position.engine().load_search(*position.state, player_, saved)) {}

    void begin(const Position &position, std::uint64_t seed) {
        const Busy busy(is_busy_);
        if (!position.owner.is(owner_)) throw std::invalid_argument("this state is of another game");
        search_->begin(*position.state, seed);
    }

    // Without the GIL, unless the game needs it.
    void run(const Budget &budget, const Stop &stop) {
        const Busy busy(is_busy_);
        std::optional<Released> released;
        if (nb::inst_ptr<PyEngine>(owner_)->python == nullptr) released.emplace();
        search_->run(budget, stop);
    }

    nb::bytes save() {
        const Busy busy(is_busy_);
        const std::string bytes = search_->save();
        return nb::bytes(bytes.data(), bytes.size());
    }

    // Asks it something, or tells it.
    template <class Do> auto use(Do act) {
        const Busy busy(is_busy_);
        return act(*search_);
    }

    int traverse(visitproc visit, void *arg) const {
        Py_VISIT(owner_.ptr());
        return playout::traverse(player_, visit, arg);
    }

private:
    nb::object owner_;     // the game, which the search refers to
    PlayerOptions player_; // with the functions written in Python that the search calls
    SearchPtr search_;
    bool is_busy_ = false;
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
    nb::class_<FlatOptions>(m, "Flat").def(nb::init<>());
    nb::enum_<BoundsMode>(m, "BoundsMode", "What a tree search proves.")
        .value("none", BoundsMode::none)
        .value("solver", BoundsMode::solver)
        .value("cuts", BoundsMode::cuts);
    nb::class_<UctOptions>(m, "Uct")
        .def(nb::init<>())
        .def_rw("exploration", &UctOptions::exploration)
        .def_rw("first_play", &UctOptions::first_play)
        .def_rw("max_nodes", &UctOptions::max_nodes)
        .def_rw("rave", &UctOptions::rave)
        .def_rw("grave", &UctOptions::grave)
        .def_rw("creation", &UctOptions::creation)
        .def_rw("bounds", &UctOptions::bounds)
        .def_rw("pess_bias", &UctOptions::pess_bias)
        .def_rw("opti_bias", &UctOptions::opti_bias)
        .def_rw("seen", &UctOptions::seen)
        .def_rw("reuse", &UctOptions::reuse)
        .def_rw("threads", &UctOptions::threads)
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

// What a search says of itself.
template <auto member> auto answer(PySearch &one) {
    return one.use([](const Search &search) { return (search.*member)(); });
}

void bind_search_object(nb::module_ &m) {
    nb::class_<PySearch>(m, "Search", nb::type_slots(searcher_slots<PySearch>),
                         "A search that runs in slices.")
        .def(nb::init<const Position &, const PlayerOptions &, std::uint64_t>(), "position"_a, "player"_a,
             "seed"_a, counted)
        .def_static(
            "load",
            [](const Position &position, const PlayerOptions &player, nb::bytes saved) {
                return new PySearch(position, player, std::string_view(saved.c_str(), saved.size()));
            },
            "position"_a, "player"_a, "saved"_a, nb::rv_policy::take_ownership,
            "Goes on where save() was called, of the same player at the same position.", counted)
        .def("begin", &PySearch::begin, "position"_a, "seed"_a,
             "Begins anew at another state; a player that keeps its memory uses what it knows.", counted)
        .def("run", &PySearch::run, "budget"_a, "stop"_a,
             "Goes on until the budget of this call is spent, or a stop is requested.", counted)
        .def("save", &PySearch::save, "All that decides how the search goes on.", counted)
        .def(
            "play", [](PySearch &s, Move move) { s.use([&](Search &search) { search.play(move); }); },
            "move"_a, "Goes on from the state after a move.", counted)
        .def_prop_ro("simulations", answer<&Search::simulations>, counted)
        .def_prop_ro("states", answer<&Search::states>, counted)
        .def_prop_ro("finished", answer<&Search::finished>, counted)
        .def_prop_ro("result", answer<&Search::result>, counted)
        .def_prop_ro("line", answer<&Search::line>, counted)
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
