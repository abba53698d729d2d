// A state whose type is known only to those who know its game, for what must not be a template.
#pragma once

#include <memory>
#include <utility>

namespace playout {

class AnyState {
public:
    virtual ~AnyState() = default;
};
using StatePtr = std::unique_ptr<const AnyState>;

template <class State> struct Box final : AnyState {
    explicit Box(State s) : state(std::move(s)) {}
    State state;
};

template <class State> StatePtr box(State state) { return std::make_unique<Box<State>>(std::move(state)); }

// The state must be of this type.
template <class State> const State &unbox(const AnyState &state) {
    return static_cast<const Box<State> &>(state).state;
}

} // namespace playout
