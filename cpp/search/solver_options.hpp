// The options of all solvers, apart from the solvers: only puzzles compile those.
#pragma once

#include <cstdint>
#include <variant>

#include "core/bytes.hpp"
#include "search/random.hpp"
#include "search/uct.hpp"

namespace playout {

struct NmcsOptions {
    static constexpr const char *name = "nmcs";
    static constexpr int max_level = 20;
    int level = 3;
    int sample = 0;     // k of Sample-k NMCS; 0: every child is tried
    bool tuned = false; // playouts by the rules of Figure 6, for Morpion Solitaire only
};

struct NrpaOptions {
    static constexpr const char *name = "nrpa";
    static constexpr int max_level = 20;
    int level = 3;
    int iterations = 100; // N
    double alpha = 1.0;
    double tau = 1.0;
    bool bias = false;   // that of the game; else there is none
    int repetitions = 0; // after which a level ends; 0: never
};

// What LNS forgets of a solution; `mixed`: one of the others, drawn for each step.
enum class Forget { mixed, near, branch, after, share };

struct LnsOptions {
    static constexpr const char *name = "lns";
    static constexpr int max_members = 10'000; // of all islands
    static constexpr int max_keep = 300;
    NrpaOptions repair{.level = 2, .iterations = 60};
    NrpaOptions first{.level = 2, .iterations = 60};
    Forget forget = Forget::mixed;
    double share = 0.3; // of the moves, that is forgotten at most
    double keep = 9;    // the weight of what is kept
    double hard = 0.5;  // the probability to play at once what is kept
    int steps = 10000;  // of a member, in the first round
    double slack = 0;   // by how much what is taken may be worse than the best of the round
    double accept = 0;  // the probability to take what is worse still
    int islands = 1;
    int members = 4;         // of an island
    double exchange = 0.005; // the probability to go on from a better member
};

using SolverOptions = std::variant<NmcsOptions, NrpaOptions, LnsOptions, UctOptions, RandomOptions>;

// What tells options from others, in a saved search.
inline void describe(Writer &writer, const NmcsOptions &options) {
    writer.integer(static_cast<std::uint64_t>(options.level));
    writer.integer(static_cast<std::uint64_t>(options.sample));
    writer.integer(options.tuned ? 1 : 0);
}

inline void describe(Writer &writer, const NrpaOptions &options) {
    writer.integer(static_cast<std::uint64_t>(options.level));
    writer.integer(static_cast<std::uint64_t>(options.iterations));
    writer.number(options.alpha);
    writer.number(options.tau);
    writer.integer(options.bias ? 1 : 0);
    writer.integer(static_cast<std::uint64_t>(options.repetitions));
}

inline void describe(Writer &writer, const LnsOptions &options) {
    describe(writer, options.repair);
    describe(writer, options.first);
    writer.integer(static_cast<std::uint64_t>(options.forget));
    writer.number(options.share);
    writer.number(options.keep);
    writer.number(options.hard);
    writer.integer(static_cast<std::uint64_t>(options.steps));
    writer.number(options.slack);
    writer.number(options.accept);
    writer.integer(static_cast<std::uint64_t>(options.islands));
    writer.integer(static_cast<std::uint64_t>(options.members));
    writer.number(options.exchange);
}

// But the playout and the threads, of which a solver takes one kind and one.
inline void describe(Writer &writer, const UctOptions &options) {
    writer.integer(static_cast<std::uint64_t>(options.formula));
    writer.number(options.exploration);
    writer.number(options.first_play);
    writer.integer(options.max_nodes);
    writer.number(options.rave);
    writer.integer(options.grave);
    writer.integer(options.creation);
    writer.integer(static_cast<std::uint64_t>(options.bounds));
    writer.number(options.pess_bias);
    writer.number(options.opti_bias);
    writer.integer(options.seen ? 1 : 0);
    writer.integer(options.transpositions ? 1 : 0);
}

inline void describe(Writer &, const RandomOptions &) {}

} // namespace playout
