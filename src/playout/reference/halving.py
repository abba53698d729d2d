"""Sequential halving at the root: twin of `cpp/search/uct/halving.hpp`.

Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits" (ICML 2013), Algorithm 3, with
UCT below the root, as in Pepels, Cazenave, Winands and Lanctot, "Minimizing Simple and Cumulative Regret in
Monte-Carlo Tree Search" (Computer Games Workshop at ECAI 2014).

- An option has at least one simulation a round; what is left of the plan goes to the one that has won.
- Within a round, the options come one after the other, again and again.
- An option that bounds have pruned is out, and its simulations are for those that stay in.
"""
# ruff: noqa: N803 (the names are the paper's)

from collections.abc import Callable


class Halving:
    """A plan of T simulations for options that are known by their places; T = 0: no plan.

    >>> plan = Halving(T=12)
    >>> [plan.next(4, is_out=lambda _: False, mean=float) for _ in range(12)]
    [0, 1, 2, 3, 2, 3, 2, 3, 2, 3, 3, 3]
    >>> plan.done
    True
    """

    def __init__(self, T: int = 0) -> None:
        self.T = T
        self.S: list[int] = []
        """The options that are still in it."""
        self._made = self._turn = self._rounds = self._passes = 0

    @property
    def done(self) -> bool:
        """Whether the plan is carried out."""
        return 0 < self.T <= self._made

    def next(self, n: int, is_out: Callable[[int], bool], mean: Callable[[int], float]) -> int | None:
        """The option to be simulated next, of n; none if all that are in it are out of the question."""
        if not self.S:
            self.S = list(range(n))
            self._rounds = max(1, (n - 1).bit_length())  # ⌈log₂ n⌉
            self._begin_round()
        self._made += 1
        for _ in range(len(self.S) + 1):
            if self._turn == len(self.S):
                self._end_pass(is_out, mean)
            self._turn += 1
            if not is_out(place := self.S[self._turn - 1]):
                return place
        return None

    def _begin_round(self) -> None:
        self._turn = 0
        self._passes = max(1, self.T // (len(self.S) * self._rounds))

    def _end_pass(self, is_out: Callable[[int], bool], mean: Callable[[int], float]) -> None:
        self._turn = 0
        if len(self.S) > 1:
            self._passes -= 1
            if not self._passes:
                best = sorted(self.S, key=lambda place: (is_out(place), -mean(place)))
                self.S = sorted(best[: (len(self.S) + 1) // 2])
                self._begin_round()
