"""Score bounds, with the names of the paper's Algorithms 1 and 2. Twin of `cpp/search/uct/bounds.hpp`.

The paper is Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search" (CG 2010). Every state that a
search has met has a pessimistic and an optimistic bound, seen from Max: the value of the state lies between
them. They are exact where the game ends and spread from there.

- The children of a state are all its legal moves; one that was not met yet is the paper's dummy child.
- Algorithm 1 as printed goes on from a Min node if `old_pess > pess(n)`, which never holds, for bounds only
  narrow; it is read the other way round, as in Algorithm 2.
- `solver` is what the paper compares with (Winands, Björnsson and Saito, CG 2008): bounds spread all the
  same, but only solved states are pruned.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence

from playout.python_game import MAX
from playout.reference.reward import Scale
from playout.state import State

History = tuple[int, ...]


class ScoreBounds:
    """The bounds of the states of one search, which are known by their histories.

    >>> import playout as po
    >>> root = po.game("tictactoe").initial()
    >>> for move in ["a1", "b1", "a2", "c1"]:
    ...     root = root.play(move)
    >>> bounds = ScoreBounds(root, "cuts")
    >>> bounds.settle([root, root.play("a3")])
    >>> bounds.pess[root.history], bounds.opti[root.history]
    (1.0, 1.0)
    """

    def __init__(self, root: State, mode: str = "none", gamma: float = 0, delta: float = 0) -> None:
        minscore, maxscore = root.game.bounds
        self.pess: defaultdict[History, float] = defaultdict(lambda: minscore)
        self.opti: defaultdict[History, float] = defaultdict(lambda: maxscore)
        self._root = root
        self._mode = mode
        self._gamma = gamma
        self._delta = delta

    def settle(self, path: Sequence[State]) -> None:
        """The game is over at the last state of the path, which begins at the root."""
        if self._mode != "none":
            end = path[-1]
            self.pess[end.history] = self.opti[end.history] = end.score
            self.prop_pess(path)
            self.prop_opti(path)

    def prop_pess(self, path: Sequence[State]) -> None:
        """Algorithm 1: the pessimistic bound of s, the last state of the path, has changed."""
        *to_parent, s = path
        if to_parent:  # s is not the root node
            n = to_parent[-1]
            old_pess = self.pess[n.history]
            if old_pess < self.pess[s.history]:
                if n.turn is MAX:
                    self.pess[n.history] = self.pess[s.history]
                    self.prop_pess(to_parent)
                else:
                    self.pess[n.history] = min(self.pess[child] for child in children(n))
                    if old_pess < self.pess[n.history]:
                        self.prop_pess(to_parent)

    def prop_opti(self, path: Sequence[State]) -> None:
        """Algorithm 2: the optimistic bound of s, the last state of the path, has changed."""
        *to_parent, s = path
        if to_parent:
            n = to_parent[-1]
            old_opti = self.opti[n.history]
            if old_opti > self.opti[s.history]:
                if n.turn is MAX:
                    self.opti[n.history] = max(self.opti[child] for child in children(n))
                    if old_opti > self.opti[n.history]:
                        self.prop_opti(to_parent)
                else:
                    self.opti[n.history] = self.opti[s.history]
                    self.prop_opti(to_parent)

    @property
    def of_root(self) -> tuple[float, float] | None:
        """The bounds of the state that is searched; none without bounds."""
        root = self._root.history
        return None if self._mode == "none" else (self.pess[root], self.opti[root])

    @property
    def solved(self) -> bool:
        """Whether the value of the root is known."""
        return self.pess[self._root.history] == self.opti[self._root.history]

    def pruned(self, n: State, o: int) -> bool:
        """Whether the search leaves out an option of n."""
        s = (*n.history, o)
        return self.pess[s] == self.opti[s] if self._mode == "solver" else self.useless(n, o)

    def useless(self, n: State, o: int) -> bool:
        """Section 3.3: an option is not worth more than what is known of n already."""
        s = (*n.history, o)
        if n.turn is MAX:
            return self.opti[s] <= self.pess[n.history]
        return self.pess[s] >= self.opti[n.history]

    def bias(self, n: State, o: int) -> float:
        """Section 3.4: what the bounds of an option add to its score."""
        worst, best = self._worst_and_best(n, o)
        scale = Scale(n.game.bounds)
        return self._gamma * scale.reward(worst, n.turn) + self._delta * scale.reward(best, n.turn)

    def within(self, n: State, o: int, value: float) -> float:
        """The estimated value of an option, as far as its bounds allow it."""
        s = (*n.history, o)
        return min(max(value, self.pess[s]), self.opti[s])

    def choose(self, options: Sequence[int], mean: Callable[[int], float], scale: Scale) -> int:
        """The first option of the root, unless it is useless or another surely gives more than its mean."""
        n = self._root
        rewards = {o: [scale.reward(b, n.turn) for b in self._worst_and_best(n, o)] for o in options}
        sure = {o: worst for o, (worst, _) in rewards.items()}
        safest = max(options, key=sure.__getitem__)
        first = next((o for o in options if not self.useless(n, o)), None)
        if first is None or min(max(mean(first), sure[first]), rewards[first][1]) < sure[safest]:
            return safest
        return first

    def _worst_and_best(self, n: State, o: int) -> tuple[float, float]:
        """The bounds of an option, as the player who has it sees them."""
        s = (*n.history, o)
        return (self.pess[s], self.opti[s]) if n.turn is MAX else (self.opti[s], self.pess[s])


def children(n: State) -> list[History]:
    """The children of a node, made or not."""
    return [(*n.history, o) for o in n.legal_moves]
