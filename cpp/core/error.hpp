// What can be wrong with the input of a caller. Everything else that throws is a bug.
#pragma once

#include <stdexcept>

namespace playout {

struct IllegalMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// A game written by the user that breaks the contract of core/game.hpp.
struct ContractError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// A game written by the user may answer otherwise when it is asked again; then nothing can be searched.
struct FickleGame : ContractError {
    FickleGame() : ContractError("legal() gives two different answers for the same state") {}
};

} // namespace playout
