// What somebody expects of the options of a state, before any of them is tried.
#pragma once

#include <functional>
#include <span>

#include "core/any_state.hpp"

namespace playout {

// Fills in H of every option of a state, in the order of its legal moves: numbers from -max_prior to
// max_prior, as rewards of the player to move.
using PriorFunction = std::function<void(StatePtr, std::span<double>)>;
constexpr double max_prior = 1e6;

} // namespace playout
