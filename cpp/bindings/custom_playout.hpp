// Playouts written in Python: a function of a position and a seed, which answers a score.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/bindings.hpp"

namespace playout {

// A playout of the user's: an object, and its method that plays. It is made without a game; `bound` gives it
// one.
CustomOptions custom_playout(nanobind::object playout, nanobind::object play);

// The same options, in which every playout written in Python knows the game that it is for.
PlayoutOptions bound(PlayoutOptions, const Position &);
PlayerOptions bound(PlayerOptions, const Position &);

// Shows the garbage collector what the playouts written in Python hold, as tp_traverse wants it, on behalf of
// the one object that the options were bound for.
int traverse_playouts(const PlayerOptions &, visitproc visit, void *arg);

} // namespace playout
