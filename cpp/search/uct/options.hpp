// What a tree search is told.
#pragma once

#include <cstdint>
#include <limits>

#include "playouts/playout.hpp"
#include "search/uct/bounds.hpp"
#include "search/uct/prior_function.hpp"

namespace playout {

enum class Formula : std::uint8_t { mean, nogo };  // of the plain bandit (ucb.hpp)
enum class Parallel : std::uint8_t { tree, root }; // one tree for all threads, or one for each (team.hpp)

constexpr int max_threads = 1024;

struct UctOptions {
    static constexpr const char *name = "uct";
    Formula formula = Formula::mean;
    double exploration = 0.4;                                    // C
    double first_play = std::numeric_limits<double>::infinity(); // the score of an option not yet tried
    std::uint32_t max_nodes = 10'000'000;
    PlayoutOptions playout{};
    double rave = 0;            // K; 0: no RAVE
    std::uint32_t grave = 0;    // ref; 0: plain RAVE
    std::uint32_t creation = 1; // z
    BoundsMode bounds = BoundsMode::none;
    double pess_bias = 0, opti_bias = 0; // γ and δ
    double proof_bias = 0;               // C_pn; 0: no proof numbers
    double score_share = 1;              // how much of a reward is the score, and not who has won
    bool seen = false;                   // rewards by the scores seen, not by the game's bounds
    bool transpositions = false;         // one node for a position, whatever the way to it
    bool reuse = false;                  // keep the tree from move to move of a game
    int threads = 1;
    Parallel parallel = Parallel::tree;
    PriorFunction prior{};     // H; nothing: no prior
    std::uint64_t halving = 0; // T, the simulations of a plan for the root; 0: none
    bool decisive = false;     // a win now is the only option

    [[nodiscard]] bool proves() const { return bounds != BoundsMode::none; }
    // Of one tree.
    [[nodiscard]] bool shared() const { return threads > 1; }
};

} // namespace playout
