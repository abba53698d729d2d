"""Proof numbers of a tree with score bounds: twin of `cpp/search/uct/proof_numbers.hpp`.

Kowalski, Soemers, Kosakowski and Winands, "Generalized Proof-Number Monte-Carlo Tree Search" (2025): the
proof number of a player at a state is the least number of leaves that must be won to prove that he gets the
best score of the game there. A bandit is drawn to options with small ones.

- It is 0 where that is proved and infinite where it is refuted, as the bounds say.
- A state that was not met yet counts as 1 for both players.
- The native numbers end at 2^32 - 2, which none reaches here.
"""
# ruff: noqa: N803 (the name is the paper's)

from collections.abc import Sequence
from math import inf

from playout._core import Turn
from playout.python_game import MAX, MIN
from playout.reference.bounds import ScoreBounds
from playout.state import State

History = tuple[int, ...]
Number = tuple[History, Turn]


class ProofNumbers:
    """The proof numbers of the states of one search, which are known by their histories. C_pn = 0: no bias.

    >>> import playout as po
    >>> root = po.game("tictactoe").initial()
    >>> numbers = ProofNumbers(ScoreBounds(root, "cuts"), C_pn=0.5)
    >>> numbers.reach([root, root.play(0)])
    >>> numbers.of(root.play(0), po.MAX), numbers.of(root.play(0), po.MIN)
    (8.0, 1.0)
    >>> numbers.bias(root, 0), numbers.bias(root, 1)
    (0.0625, 0.5)
    """

    def __init__(self, bounds: ScoreBounds, C_pn: float = 0) -> None:
        self._bounds = bounds
        self._weight = C_pn
        self._numbers: dict[Number, float] = {}

    def of(self, s: State, player: Turn) -> float:
        """The proof number of a player at a state."""
        return self._number(s.history, player)

    def reach(self, path: Sequence[State]) -> None:
        """The last state of the path, which begins at the root, was met for the first time."""
        if self._weight:
            for s in reversed(path):
                for player in (MAX, MIN):
                    self._numbers[s.history, player] = self._computed(s, player)

    def _computed(self, s: State, player: Turn) -> float:
        low, high = s.game.bounds
        pess, opti = self._bounds.pess[s.history], self._bounds.opti[s.history]
        if pess == high if player is MAX else opti == low:
            return 0
        if opti < high if player is MAX else pess > low:
            return inf
        numbers = [self._number(child, player) for child in children(s)]
        return min(numbers) if player is s.turn else sum(numbers)

    def _number(self, s: History, player: Turn) -> float:
        return self._numbers.get((s, player), 1.0)

    def bias(self, n: State, o: int) -> float:
        """What the proof numbers of the player to move add to the score of an option."""
        number = self._number((*n.history, o), n.turn)
        if not self._weight or number == inf:
            return 0
        finite = [pn for s in children(n) if (pn := self._number(s, n.turn)) < inf]
        low, high = min(finite), max(finite)
        return self._weight * (1 - (number - low) / (1 + (high - low)))


def children(n: State) -> list[History]:
    """The children of a node, met or not."""
    return [(*n.history, o) for o in n.legal_moves]
