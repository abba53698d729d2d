// The list of all solvers stands here and nowhere else.
#pragma once

#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "search/nmcs.hpp"
#include "search/nrpa.hpp"
#include "search/solver.hpp"
#include "search/solver_options.hpp"

namespace playout {

template <Game G> class Solvers {
public:
    using State = typename G::State;

    static SolverPtr make(const G &game, const State &start, const SolverOptions &options, std::uint64_t seed,
                          const std::vector<Move> &known) {
        return visit(options, [&]<class S>(S *, const auto &chosen) -> SolverPtr {
            return std::make_unique<S>(game, start, chosen, seed, known);
        });
    }

    static SolverPtr load(const G &game, const State &start, const SolverOptions &options,
                          std::string_view bytes) {
        return visit(options, [&]<class S>(S *, const auto &chosen) -> SolverPtr {
            return S::load(game, start, chosen, bytes);
        });
    }

private:
    using OfNmcs = SolverOf<G, Nmcs, NmcsOptions>;
    using OfNrpa = SolverOf<G, Nrpa, NrpaOptions>;

    // Calls f with the type of the solver, as a null pointer to it, and its options.
    template <class F> static SolverPtr visit(const SolverOptions &options, F f) {
        if (const auto *const nmcs = std::get_if<NmcsOptions>(&options))
            return f(static_cast<OfNmcs *>(nullptr), *nmcs);
        return f(static_cast<OfNrpa *>(nullptr), std::get<NrpaOptions>(options));
    }
};

} // namespace playout
