"""Exhaustive search: what perfect players do, for games small enough to be searched to the end."""

import random
from collections.abc import Hashable

import playout as po


class Solver:
    """Knows the value of every state of a game, from Max's side."""

    def __init__(self) -> None:
        self._values: dict[Hashable, float] = {}

    def key(self, state: po.State) -> Hashable:
        """What tells a state from others."""
        return state.board, state.turn

    def value(self, state: po.State) -> float:
        """The score that perfect players reach."""
        key = self.key(state)
        if key not in self._values:
            self._values[key] = state.score if state.is_terminal else max(self.options(state).values())
            if not state.is_terminal and state.turn is po.MIN:
                self._values[key] *= -1
        return self._values[key]

    def options(self, state: po.State) -> dict[int, float]:
        """What each legal move is worth to the player who makes it."""
        sign = 1 if state.turn is po.MAX else -1
        return {move: sign * self.value(state.play(move)) for move in state.legal_moves}

    def choose(self, state: po.State, rng: random.Random) -> int:
        """A perfect player's move: any of the best."""
        options = self.options(state)
        best = max(options.values())
        return rng.choice([move for move, value in options.items() if value == best])
