"""Puzzles: a solver looks for the best sequence, which is followed, and made better while there is time."""

import math
import time

from playout import _core, seeds
from playout.budget import Budget
from playout.games import Game
from playout.gdl.rules import Term
from playout.players import Player
from playout.protocols.ggp.board import Moves
from playout.protocols.ggp.chooser import SLICE_SECONDS, Watch
from playout.protocols.ggp.tree import Terms
from playout.run.runners import Job
from playout.state import State


class Sequence:
    """The best sequence so far from the state that is on the board."""

    ponders = False

    def __init__(self, player: Player, game: Game, terms: Terms, seed: int) -> None:
        self._player, self._terms, self._seed = player, terms, seed
        self._most = game.bounds[1]
        self._begin(game.initial(), ())

    def _begin(self, state: State, known: tuple[int, ...]) -> None:
        """A new solver for a state, with what is left of the best sequence."""
        self._state = state
        self._job = Job(state, self._player, self._most)
        if not state.is_terminal:
            seed = seeds.derive("ggp", self._seed, len(state.history))
            self._solver: _core.Solver = self._job.begin(seed, known)

    def think(self, limit: Budget, watch: Watch) -> None:
        """Lets the solver go on; a sequence that cannot be better is followed at once."""
        end = time.monotonic() + (limit.seconds or math.inf)
        simulations = self._solver.simulations + (limit.simulations or math.inf)
        states = self._solver.states + (limit.states or math.inf)
        while not self._is_solved and watch() and time.monotonic() < end:
            left = simulations - self._solver.simulations, states - self._solver.states
            if min(left) <= 0:
                return
            seconds = max(1e-3, min(SLICE_SECONDS, end - time.monotonic()))
            counts = [None if math.isinf(count) else int(count) for count in left]
            self._job.run(self._solver, Budget(seconds, *counts), _core.Stop())
        watch()

    @property
    def _is_solved(self) -> bool:
        return self._state.is_terminal or self._best.score >= self._most

    @property
    def _best(self) -> _core.Solution:
        return self._solver.best

    def move(self) -> Term | None:
        """The first of the sequence."""
        if self._state.is_terminal or not self._best.moves:
            return None
        return self._terms.term(self._best.moves[0])

    def play(self, moves: Moves) -> None:
        """Goes on behind the move, with the rest of the sequence if it was the first of it."""
        move = self._terms.move(self._state, moves)
        known = tuple(self._best.moves)
        self._begin(self._state.play(move), known[1:] if known[:1] == (move,) else ())
