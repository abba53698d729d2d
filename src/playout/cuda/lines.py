"""The lines of Morpion Solitaire as a card numbers them, and as the native game does.

A card has a field of 24 by 20 cells; `playout/device/morpion.hpp` says how it numbers the lines of it. The
native game has a torus of 64 by 64.
"""

import struct
from dataclasses import dataclass
from functools import cached_property

from playout.errors import SpecError
from playout.state import State

__all__ = ["MOST_PLIES", "Field"]

WIDTH, HEIGHT, TORUS = 24, 20, 64
MOST_PLIES = 224
"""Of a game."""


@dataclass(frozen=True)
class Field:
    """The field of a variant."""

    variant: str

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

    def solution(self, moves: tuple[int, ...]) -> bytes:
        """A whole game as struct Solution of `playout/device/search.hpp` has it."""
        codes = self.codes(moves)
        return struct.pack(f"=I{MOST_PLIES}H", len(codes), *codes, *[0] * (MOST_PLIES - len(codes)))

    def codes(self, moves: tuple[int, ...]) -> list[int]:
        """The codes of native moves."""
        codes = {move: code for code, move in enumerate(self.moves)}
        if any(move not in codes for move in moves):
            raise SpecError(
                f"the known sequence leaves the field of {WIDTH} by {HEIGHT} cells that a card has"
            )
        return [codes[move] for move in moves]

    def game(self, start: State, codes: list[int]) -> State:
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
