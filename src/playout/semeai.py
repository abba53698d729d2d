"""Semeai: two chains race for their liberties, played at random.

The dynamic programme behind Table 1 of Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search".
"""

from functools import cache

from playout.errors import SpecError, show

__all__ = ["semeai"]

MAX_LIBERTIES = 100


def semeai(own: int, opponent: int, elsewhere: float = 0.0) -> float:
    """The probability that the player to move wins, both playing at random.

    A move is elsewhere with the given probability. Otherwise the other chain is captured if it has one
    liberty left; if not, a liberty of either chain is filled, all equally likely, one's own last excepted.

    >>> round(semeai(2, 3), 2)
    0.3
    """
    for liberties in (own, opponent):
        if type(liberties) is not int or not 1 <= liberties <= MAX_LIBERTIES:
            raise SpecError(f"liberties must be an integer from 1 to {MAX_LIBERTIES}, got {show(liberties)}")
    if not isinstance(elsewhere, int | float) or not 0 <= elsewhere <= 1:
        raise SpecError(f"elsewhere must be a probability from 0 to 1, got {show(elsewhere)}")

    @cache
    def wins(x: int, y: int) -> float:
        # With s = here: v(x,y) = p (1 - v(y,x)) + (1-p) s(x,y), and the same for (y,x); solved for v(x,y).
        return (here(x, y) + elsewhere * (1 - here(y, x))) / (1 + elsewhere)

    @cache
    def here(x: int, y: int) -> float:
        if y == 1:
            return 1.0
        fill_theirs = y * (1 - wins(y - 1, x))
        fill_own = x * (1 - wins(y, x - 1)) if x > 1 else 0.0
        return (fill_theirs + fill_own) / (y + (x if x > 1 else 0))

    return wins(own, opponent)
