// Functions written in Python that a search calls: playouts, of a position and a seed, and priors, of a
// position.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/bindings.hpp"

namespace playout {

// A playout of the user's: an object, and its method that plays. It is made without a game; `bound` gives it
// one.
CustomOptions custom_playout(nanobind::object playout, nanobind::object play);

// So is a prior: its name, and what is to be called.
PriorFunction custom_prior(std::string name, nanobind::object ask);

// The same options, in which every function written in Python knows the game that it is for.
PlayoutOptions bound(PlayoutOptions, const Position &);
PlayerOptions bound(PlayerOptions, const Position &);
SolverOptions bound(SolverOptions, const Position &);

// Shows the garbage collector what the functions hold, as tp_traverse wants it, on behalf of the one object
// that the options were bound for.
int traverse(const PlayerOptions &, visitproc visit, void *arg);
int traverse(const SolverOptions &, visitproc visit, void *arg);

} // namespace playout
