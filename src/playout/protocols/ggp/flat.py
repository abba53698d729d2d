"""Games that no search here takes, of roles that move at once, many roles or chance: flat Monte Carlo.

After each move of one's own, all roles play at random to the end; the best mean of one's own goal wins.
"""

import time
from dataclasses import dataclass

from playout import gdl, seeds
from playout.budget import MAX_COUNT, Budget
from playout.gdl.rules import Term
from playout.protocols.ggp.board import Moves, NetworkBoard
from playout.protocols.ggp.chooser import SLICE_SECONDS, Watch

BATCH = 512
"""Playouts of a move before the next one has its turn, if the budget allows as many for each."""


@dataclass
class Tally:
    """The playouts of a move that came to an end, and the sum of the goals."""

    playouts: int = 0
    finished: int = 0
    total: int = 0

    @property
    def mean(self) -> float:
        """Of the goals; that of a move that was never finished is the least."""
        return self.total / self.finished if self.finished else -1.0


class Flat:
    """Counts for each legal move of a role."""

    ponders = False

    def __init__(self, board: NetworkBoard, role: str, state: gdl.Position, seed: int) -> None:
        self._board, self._role, self._seed = board, board.roles.index(role), seed
        self._machine = gdl.Machine(board.network)
        self._drawn = 0
        self._begin(state)

    def _begin(self, state: gdl.Position) -> None:
        self._state = state
        moves = [] if state.is_terminal else state.legal[self._role]
        self._tallies = {move: Tally() for move in moves}

    def think(self, limit: Budget, watch: Watch) -> None:
        """The move with the fewest playouts gets the next ones."""
        end = time.monotonic() + (limit.seconds or float("inf"))
        left = limit.simulations or limit.states or MAX_COUNT
        batch = max(1, min(BATCH, left // max(1, len(self._tallies))))
        look = time.monotonic()
        while self._tallies and left > 0 and time.monotonic() < end:
            move = min(self._tallies, key=lambda one: self._tallies[one].playouts)
            self._sample(move, batch)
            left -= batch
            if time.monotonic() > look:
                look = time.monotonic() + SLICE_SECONDS
                if not watch():
                    return
        watch()

    def _sample(self, move: int, count: int) -> None:
        self._drawn += 1
        seed = seeds.derive("ggp flat", self._seed, self._drawn)
        tally = self._tallies[move]
        found = self._machine.playouts(self._state.facts, count, seed=seed, moves=[move])
        tally.playouts += count
        tally.finished += found.finished
        tally.total += found.totals[self._role]

    def move(self) -> Term | None:
        """The move with the best mean; the first of those that are equal."""
        if not any(tally.playouts for tally in self._tallies.values()):
            return None
        best = max(self._tallies, key=lambda one: self._tallies[one].mean)
        return self._board.network.moves[best][1]

    def play(self, moves: Moves) -> None:
        """Begins anew after the moves."""
        self._begin(self._board.play(self._state, moves))
