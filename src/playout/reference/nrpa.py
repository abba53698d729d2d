"""Nested rollout policy adaptation, with the names and in the order of Figure 2.

Twin of `cpp/search/nrpa.hpp`. The figure is one of Rosin, "Nested Rollout Policy Adaptation for Monte Carlo
Tree Search" (IJCAI 2011). What differs from it:

- A policy is kept as the exponentials of its entries: `pol[code]` stands for exp(pol[code]). So Adapt
  multiplies by exp(Alpha) where the figure adds Alpha, and by one exponential a code where the figure
  subtracts at each ply: `z` depends on the ply, exp(pol[code]) does not.
- A policy whose weights grow too large is multiplied by a power of two, which changes no probability.
- When the search is over it begins again, until the budget is spent.
- A sequence known beforehand is the first best one of the top level, each time.

Off by default are generalized NRPA (a temperature `tau`; a `bias`, which is added to the logarithm of a
move's weight) and limited repetitions (a level ends when its best sequence was found again so often).
"""
# ruff: noqa: N803 (the names are the paper's)

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import inf

from playout.budget import Budget
from playout.reference.exp import MIN_EXPONENT, exp
from playout.reference.nmcs import Answer, score_of
from playout.reference.sequence import Run, Solution
from playout.reference.weights import add_up, draw
from playout.state import State

LOWEST, HIGHEST, TOO_HIGH = 2.0**-900, 2.0**500, 2.0**900
MAX_STEP = 300.0

Bias = Callable[[State, int], float]


class Policy:
    """exp(pol[code]) for each code; that of a code never seen is `fresh`."""

    def __init__(self, fresh: float = 1.0, weights: dict[Hashable, float] | None = None) -> None:
        self.fresh = fresh
        self.weights = weights or {}

    def __getitem__(self, code: Hashable) -> float:
        return self.weights.get(code, self.fresh)

    def __setitem__(self, code: Hashable, weight: float) -> None:
        self.weights[code] = weight

    def copy(self) -> "Policy":
        """Another one with the same weights."""
        return Policy(self.fresh, dict(self.weights))

    def rescale(self) -> None:
        """Multiplies all weights by a power of two, if the largest is too large."""
        if max(self.weights.values(), default=0.0) > HIGHEST:
            self.fresh = max(self.fresh / HIGHEST, LOWEST)
            self.weights = {code: max(weight / HIGHEST, LOWEST) for code, weight in self.weights.items()}


@dataclass
class Search:
    """What the calls share."""

    root: State
    run: Run
    N: int = 100
    Alpha: float = 1.0
    bias: Bias | None = None
    repetitions: int = 0
    prefix: tuple[int, ...] = ()
    """The moves that led to the root, for a search that is a part of another one."""

    def children(self, node: State, pol: Policy) -> list[float]:
        """The weights of a node's children."""
        if self.bias is None:
            return [pol[node.code(i)] for i in node.legal_moves]
        return [pol[node.code(i)] * exp(self.bias(node, i)) for i in node.legal_moves]

    def rollout(self, pol: Policy) -> Answer:
        """Level 0: the weighted policy."""
        node, seq = self.root, []
        while node.legal_moves:
            i = node.legal_moves[draw(self.children(node, pol), self.run.rng)]
            seq.append(i)
            node = node.play(i)
        self.run.meter.states += len(seq)
        self.run.finish_playout(node.score, (*self.prefix, *seq))
        return node.score, seq

    def nrpa(self, level: int, pol: Policy, known: Answer = (-inf, [])) -> Answer:
        """NRPA(level, pol)."""
        if level == 0:
            return self.rollout(pol)
        best_score, seq = known
        found_again = 0
        for _ in range(self.N):
            result, new = self.nrpa(level - 1, pol)
            found_again = found_again + 1 if new == seq else found_again if result < best_score else 0
            if result >= best_score:
                best_score = result
                seq = new
            if self.repetitions and found_again >= self.repetitions:
                break
            pol = self.adapt(pol, seq)
        return best_score, seq

    def adapt(self, pol: Policy, seq: list[int]) -> Policy:
        """Adapt(pol, seq): a gradient ascent step towards seq."""
        node, new_pol = self.root, pol.copy()
        shares: defaultdict[int, float] = defaultdict(float)
        for move in seq:
            z = add_up(self.children(node, pol))
            for i in node.legal_moves:
                shares[node.code(i)] += 1 / z if self.bias is None else exp(self.bias(node, i)) * (1 / z)
            node = node.play(move)
        for code, share in shares.items():
            step = max(-self.Alpha * (pol[code] * share), MIN_EXPONENT)
            new_pol[code] = max(pol[code] * exp(step), LOWEST)
        node = self.root
        for move in seq:
            new_pol[node.code(move)] = min(new_pol[node.code(move)] * exp(self.Alpha), TOO_HIGH)
            node = node.play(move)
        new_pol.rescale()
        return new_pol


def nrpa(
    root: State,
    budget: Budget | str,
    seed: int,
    level: int = 3,
    N: int = 100,
    Alpha: float = 1.0,
    tau: float = 1.0,
    bias: Bias | None = None,
    repetitions: int = 0,
    known: tuple[int, ...] = (),
) -> Solution:
    """The best sequence found by NRPA(level, pol) within a budget; pol is all zero.

    >>> import playout as po
    >>> root = po.game("morpion(4D)").initial()
    >>> nrpa(root, "100 sims", seed=1, level=1).score
    29.0
    """
    run = Run(budget, seed)
    start: Answer = (-inf, [])
    if known:
        run.score, run.moves = score_of(root, known), known
        start = run.score, list(known)
    search = Search(root, run, N, min(Alpha / (tau * tau), MAX_STEP), bias, repetitions)
    return run.repeat(lambda: search.nrpa(level, Policy(), start))
