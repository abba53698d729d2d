"""The one random generator, SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): twin of `cpp/core/rng.hpp`."""

WORD = 2**64 - 1
"""Numbers are kept to 64 bits by a bitwise `and` with it."""


class Rng:
    """A seed is the whole state of the generator.

    >>> Rng(1234567).next()
    6457827717110365317
    """

    def __init__(self, seed: int) -> None:
        self._state = seed

    def next(self) -> int:
        """Sixty-four random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & WORD
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A uniform integer in [0, n), from the upper half of one draw.

        >>> rng = Rng(7)
        >>> [rng.below(6) for _ in range(8)]
        [2, 0, 5, 3, 2, 1, 2, 1]
        """
        return ((self.next() >> 32) * n) >> 32

    def fraction(self) -> float:
        """A uniform number in [0, 1), with 53 bits of one draw.

        >>> 0 <= Rng(7).fraction() < 1
        True
        """
        return (self.next() >> 11) * 2.0**-53
