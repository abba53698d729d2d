"""The lines of Morpion Solitaire as a card numbers them, and as the native game does.

A card has a field of 24 by 20 cells; `playout/device/morpion.hpp` says how it numbers the lines of it. The
native game has a torus of 64 by 64.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from playout import _core
from playout.errors import IllegalMove, SpecError
from playout.games import game
from playout.state import State

__all__ = ["Field"]

WIDTH, HEIGHT, TORUS = 24, 20, 64
TEAM = 4
"""Lanes of a playout."""


@dataclass(frozen=True)
class Field:
    """The field of a variant."""

    variant: str

    block, blocks, plies = 8, 2, 1 << 21
    slack = True
    """A line less is a little worse."""
    text = b""
    """No header of the user's."""

    @property
    def source(self) -> str:
        """C++ that names the kind of playouts."""
        return (
            '#include "playout/device/intervals.hpp"\n#include "playout/device/morpion.hpp"\n'
            "namespace playout::device { "
            f"using Kind = Intervals<Morpion<{self.length}, {self.span}>, {TEAM}>; }}\n"
        )

    def emulation(self, count: int) -> _core.Emulation:
        """So many searches on the processor."""
        return _core.emulation(self.variant, count)

    @property
    def length(self) -> int:
        """Dots of a line."""
        return int(self.variant[0])

    @property
    def span(self) -> int:
        """Places that a line uses: its segments if lines may touch, else its dots."""
        return self.length - (self.variant[1] == "T")

    @cached_property
    def moves(self) -> list[int]:
        """The native move of each code."""
        across, upwards = WIDTH - self.length + 1, HEIGHT - self.length + 1
        east = [self._move(0, x, y) for y in range(HEIGHT) for x in range(across)]
        north = [self._move(1, x, y) for x in range(WIDTH) for y in range(upwards)]
        rising = [self._move(2, x, y) for y in range(upwards) for x in range(across)]
        falling = [self._move(3, x, y + self.length - 1) for y in range(upwards) for x in range(across)]
        return east + north + rising + falling

    def _move(self, direction: int, x: int, y: int) -> int:
        """The line that begins at a cell of the field, as morpion/grid.hpp numbers it."""
        left, bottom = (10, 5) if self.length == 5 else (8, 6)
        margin = (TORUS - (3 * self.length - 5)) // 2
        column, row = x - left + margin, y - bottom + margin
        lane = (row, column, row - column, row + column)[direction] % TORUS
        return (direction * TORUS + lane) * TORUS + (row if direction == 1 else column) % TORUS

    def numbers(self, moves: Iterable[int]) -> list[int]:
        """The codes of a game; refuses one that needs the replacement of dominated moves."""
        state = game(f"morpion({self.variant},replace_dominated=false)").initial()
        try:
            for move in moves:
                state = state.play(move)
        except IllegalMove:
            raise SpecError("the known sequence is no game of morpion(…,replace_dominated=false)") from None
        return self.codes(state.history)

    def codes(self, moves: Iterable[int]) -> list[int]:
        """The codes of native moves."""
        codes = {move: code for code, move in enumerate(self.moves)}
        moves = list(moves)
        if any(move not in codes for move in moves):
            raise SpecError(
                f"the known sequence leaves the field of {WIDTH} by {HEIGHT} cells that a card has"
            )
        return [codes[move] for move in moves]

    def game(self, start: State, codes: Iterable[int]) -> State:
        """The game with these lines, played to its end.

        A line may be drawn already where the native game has replaced a dominated one, and the end may have
        to be added: beyond the field there may be room.
        """
        state = start
        for move in [self.moves[code] for code in codes]:
            if move in state.legal_moves:
                state = state.play(move)
        while not state.is_terminal:
            state = state.play(state.legal_moves[0])
        return state
