// The list of all solvers stands here and nowhere else.
#pragma once

#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "search/lns.hpp"
#include "search/nmcs.hpp"
#include "search/nrpa.hpp"
#include "search/random_solver.hpp"
#include "search/solver.hpp"
#include "search/solver_options.hpp"
#include "search/uct_solver.hpp"

namespace playout {

template <Game G> class Solvers {
public:
    using State = typename G::State;

    static SolverPtr make(const G &game, const State &start, const SolverOptions &options, std::uint64_t seed,
                          const std::vector<Move> &known) {
        const auto made = [&](const auto &chosen) -> SolverPtr {
            return std::make_unique<decltype(of(chosen))>(game, start, chosen, seed, known);
        };
        return std::visit(made, options);
    }

    static SolverPtr load(const G &game, const State &start, const SolverOptions &options,
                          std::string_view bytes) {
        const auto loaded = [&](const auto &chosen) {
            return decltype(of(chosen))::load(game, start, chosen, bytes);
        };
        return std::visit(loaded, options);
    }

private:
    // Which solver belongs to which options.
    static SolverOf<G, Nmcs, NmcsOptions> of(const NmcsOptions &);
    static SolverOf<G, Nrpa, NrpaOptions> of(const NrpaOptions &);
    static SolverOf<G, Lns, LnsOptions> of(const LnsOptions &);
    static SolverOf<G, UctMachine, UctOptions> of(const UctOptions &);
    static SolverOf<G, RandomMachine, RandomOptions> of(const RandomOptions &);
};

} // namespace playout
