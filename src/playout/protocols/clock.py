"""How long a player may think, when the time for the whole game is limited."""

from dataclasses import dataclass

from playout._core import Turn

LAG = 0.02
"""Seconds of a move that get lost on the way."""
LEAST = 0.01
"""Seconds for a move when there are none left."""
LEAST_MOVES = 10
"""A game may go on longer than one thinks."""


def share(left: float, moves: int, extra: float = 0.0) -> float:
    """Seconds for one move, of those left; a third of the moves that are legal are thought to come.

    The seconds in `extra` come back with every move.

    >>> share(60, 81), share(60, 3), share(0.1, 81), share(1, 9, extra=5)
    (2.20..., 5.98, 0.01, 0.98)
    """
    wanted = left / max(LEAST_MOVES, moves // 3) + extra
    return max(LEAST, min(wanted, left) - LAG)


@dataclass
class Side:
    """What a player has left: seconds, and in overtime the stones to play in them."""

    seconds: float
    stones: int = 0


class Clock:
    """The clocks of both sides, as GTP sets them.

    >>> from playout import MAX
    >>> clock = Clock()
    >>> clock.seconds(MAX, 81) is None
    True
    >>> clock.set(main=0, overtime=30, stones=10)
    >>> clock.seconds(MAX, 81)
    2.98
    """

    def __init__(self) -> None:
        self.set(0, 1, 0)

    def set(self, main: float, overtime: float, stones: int) -> None:
        """Main time, then so many stones in each period of overtime; overtime without stones is no limit."""
        self._main, self._overtime, self._stones = main, overtime, stones
        self.restart()

    def restart(self) -> None:
        """Full time for a new game."""
        self._limited = self._stones > 0 or self._overtime == 0
        self._sides = {turn: self._period(self._main) for turn in (Turn.MAX, Turn.MIN)}

    def tell(self, turn: Turn, seconds: float, stones: int) -> None:
        """What the other program's clock says."""
        self._limited = True
        self._sides[turn] = Side(seconds, stones)

    def seconds(self, turn: Turn, moves: int) -> float | None:
        """For the next move, of which so many are legal; None without a limit."""
        if not self._limited:
            return None
        side = self._sides[turn]
        if side.stones:
            return max(LEAST, side.seconds / side.stones - LAG)
        return share(side.seconds, moves, self._overtime / self._stones if self._stones else 0.0)

    def spend(self, turn: Turn, seconds: float) -> None:
        """A move was made: the other program need not tell what is left."""
        side = self._sides[turn]
        if side.stones == 1:
            self._sides[turn] = Side(self._overtime, self._stones)
        elif side.stones:
            self._sides[turn] = Side(side.seconds - seconds, side.stones - 1)
        else:
            self._sides[turn] = self._period(side.seconds - seconds)

    def _period(self, main: float) -> Side:
        """Main time as long as there is any, then overtime."""
        return Side(main) if main > 0 or not self._stones else Side(self._overtime, self._stones)
