"""Score bounds, with the names of the paper's Algorithms 1 and 2. Twin of `cpp/search/uct/bounds.hpp`.

The paper is Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search" (CG 2010). Every state that a
search has met has a pessimistic and an optimistic bound, seen from Max: the value of the state lies between
them. They are exact where the game ends and spread from there, to every state from which a move is known to
lead there.

- The children of a state are all its legal moves; one that was not met yet is the paper's dummy child.
- Algorithm 1 as printed goes on from a Min node if `old_pess > pess(n)`, which never holds, for bounds only
  narrow; it is read the other way round, as in Algorithm 2.
- `solver` is what the paper compares with (Winands, Björnsson and Saito, CG 2008): bounds spread all the
  same, but only solved states are pruned.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise

from playout.python_game import MAX
from playout.reference.keys import Key, by_history
from playout.reference.reward import Scale
from playout.state import State


class ScoreBounds:
    """The bounds of the states of one search, which are known by their keys.

    >>> import playout as po
    >>> root = po.game("tictactoe").initial()
    >>> for move in ["a1", "b1", "a2", "c1"]:
    ...     root = root.play(move)
    >>> bounds = ScoreBounds(root, "cuts")
    >>> bounds.settle([root, root.play("a3")], score=1.0)
    >>> bounds.pess[root.history], bounds.opti[root.history]
    (1.0, 1.0)
    """

    def __init__(
        self, root: State, mode: str = "none", gamma: float = 0, delta: float = 0, key: Key = by_history
    ) -> None:
        minscore, maxscore = root.game.bounds
        self.pess: defaultdict[Hashable, float] = defaultdict(lambda: minscore)
        self.opti: defaultdict[Hashable, float] = defaultdict(lambda: maxscore)
        self._children: dict[tuple[Hashable, int], Hashable] = {}
        self._parents: defaultdict[Hashable, dict[Hashable, State]] = defaultdict(dict)
        self._key = key
        self._root = root
        self._mode = mode
        self._gamma = gamma
        self._delta = delta

    @property
    def proves(self) -> bool:
        """Whether there are any bounds but those of the game."""
        return self._mode != "none"

    def settle(self, path: Sequence[State], score: float) -> None:
        """The score of the last state of the path, which begins at the root, is known."""
        if self.proves:
            for n, s in pairwise(path):
                self.meet(n, s)
            end = self._key(path[-1])
            self.pess[end] = self.opti[end] = score
            self.prop_pess(end)
            self.prop_opti(end)

    def meet(self, n: State, s: State) -> None:
        """A move has led from n to s, of which something may be known already."""
        option = self._key(n), s.history[-1]
        if self._mode != "none" and option not in self._children:
            child = self._children[option] = self._key(s)
            self._parents[child][self._key(n)] = n
            self.prop_pess(child)
            self.prop_opti(child)

    def prop_pess(self, s: Hashable) -> None:
        """Algorithm 1: the pessimistic bound of s has changed."""
        for n, state in list(self._parents[s].items()):
            old_pess = self.pess[n]
            if old_pess < self.pess[s]:
                if state.turn is MAX:
                    self.pess[n] = self.pess[s]
                    self.prop_pess(n)
                else:
                    self.pess[n] = min(self.pess[child] for child in self.children(state))
                    if old_pess < self.pess[n]:
                        self.prop_pess(n)

    def prop_opti(self, s: Hashable) -> None:
        """Algorithm 2: the optimistic bound of s has changed."""
        for n, state in list(self._parents[s].items()):
            old_opti = self.opti[n]
            if old_opti > self.opti[s]:
                if state.turn is MAX:
                    self.opti[n] = max(self.opti[child] for child in self.children(state))
                    if old_opti > self.opti[n]:
                        self.prop_opti(n)
                else:
                    self.opti[n] = self.opti[s]
                    self.prop_opti(n)

    def child(self, n: State, o: int) -> Hashable:
        """The state that an option leads to; nothing if it was not met yet."""
        return self._children.get((self._key(n), o))

    def children(self, n: State) -> list[Hashable]:
        """The children of a node, met or not."""
        return [self.child(n, o) for o in n.legal_moves]

    @property
    def of_root(self) -> tuple[float, float] | None:
        """The bounds of the state that is searched; none without bounds."""
        root = self._key(self._root)
        return (self.pess[root], self.opti[root]) if self.proves else None

    @property
    def solved(self) -> bool:
        """Whether the value of the root is known."""
        return self.knows(self._root)

    def knows(self, s: State) -> bool:
        """Whether the value of a state is known."""
        return self.pess[self._key(s)] == self.opti[self._key(s)]

    def value(self, s: State) -> float:
        """The value of a state, if it is known."""
        return self.pess[self._key(s)]

    def pruned(self, n: State, o: int) -> bool:
        """Whether the search leaves out an option of n."""
        s = self.child(n, o)
        return self.pess[s] == self.opti[s] if self._mode == "solver" else self.useless(n, o)

    def useless(self, n: State, o: int) -> bool:
        """Section 3.3: an option is not worth more than what is known of n already."""
        s = self.child(n, o)
        if n.turn is MAX:
            return self.opti[s] <= self.pess[self._key(n)]
        return self.pess[s] >= self.opti[self._key(n)]

    def bias(self, n: State, o: int) -> float:
        """Section 3.4: what the bounds of an option add to its score."""
        worst, best = self._worst_and_best(n, o)
        scale = Scale(n.game.bounds)
        return self._gamma * scale.reward(worst, n.turn) + self._delta * scale.reward(best, n.turn)

    def within(self, n: State, o: int, value: float) -> float:
        """The estimated value of an option, as far as its bounds allow it."""
        s = self.child(n, o)
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
        s = self.child(n, o)
        return (self.pess[s], self.opti[s]) if n.turn is MAX else (self.opti[s], self.pess[s])
