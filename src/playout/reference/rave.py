"""RAVE (section 3.1 of the NoGo paper) and GRAVE (Cazenave, IJCAI 2015). Twin of `cpp/search/uct/rave.hpp`.

The reward r' of an option of state s is the mean over the simulations in which the same action was played by
the same player at s or later. GRAVE takes it from the nearest state on the way that was visited more than
`ref` times, the root if there is none.

- An action is known by its code. It counts once a simulation.
- The statistics of a state begin when its bandit is first asked.
- Sums are kept in single precision, as in the core. (There they also end at 2^24 simulations, or with the
  memory.)
"""
# ruff: noqa: N803 (the names are the paper's)

import struct
from collections.abc import Hashable
from dataclasses import dataclass

from playout._core import Turn
from playout.reference.keys import Key, by_history
from playout.reference.playout import Line
from playout.reference.reward import Scale
from playout.state import State

Action = tuple[int, Turn]


@dataclass
class Sum:
    """What is known of an action at a state and later."""

    n: int = 0
    total: float = 0.0


class Rave:
    """The statistics of the states of one search, which are known by their keys. K = 0: no RAVE."""

    def __init__(self, root: State, K: float = 0, ref: int = 0, key: Key = by_history) -> None:
        self.K = K
        self._key = key
        self._root = key(root)
        self._ref = ref
        self._sums: dict[Hashable, dict[Action, Sum]] = {}
        self._reference: dict[Action, Sum] = {}

    def values(self, s: State, visits: int) -> dict[int, float]:
        """The r' of each option that has one. To be asked at every state with a bandit, on the way down."""
        if not self.K:
            return {}
        sums = self._sums.setdefault(self._key(s), {})
        if self._ref == 0 or self._key(s) == self._root or visits > self._ref:
            self._reference = sums
        known = {o: self._reference.get((s.code(o), s.turn)) for o in s.legal_moves}
        return {o: single(sum_.total / sum_.n) for o, sum_ in known.items() if sum_}

    def mean(self, total: float, nb: int, r_rave: float | None) -> float:
        """α r + (1 - α) r' with α = nb / (K + nb): (total + K r') / (K + nb)."""
        return total / nb if r_rave is None else (total + self.K * r_rave) / (nb + self.K)

    def update(self, line: Line, final_score: float, scale: Scale) -> None:
        """Counts a simulation, all moves of which are in a line, at every state that has statistics."""
        played = [(s.position.code(o), s.turn) for s, o in line]
        for ply, (s, _) in enumerate(line):
            sums = self._sums.get(self._key(s))
            if sums is None and ply == 0:
                continue  # the root, where a plan decides (halving.py)
            if sums is None:
                return
            for action in set(played[ply:]):
                sum_ = sums.setdefault(action, Sum())
                sum_.n += 1
                gained = single(scale.reward(final_score, action[1]))
                sum_.total = single(sum_.total + gained)


def single(x: float) -> float:
    """The nearest single-precision number.

    >>> single(0.1)
    0.10000000149011612
    """
    rounded: float = struct.unpack("f", struct.pack("f", x))[0]
    return rounded
