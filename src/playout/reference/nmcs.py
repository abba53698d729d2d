"""Nested Monte Carlo search, with the names and in the order of Figure 1. Twin of `cpp/search/nmcs.hpp`.

The figure is one of Rosin, "Nested Rollout Policy Adaptation for Monte Carlo Tree Search" (IJCAI 2011), as is
Sample-k NMCS (section 4.1). What they leave open is settled as follows.

- At a leaf of the tree every level answers the leaf's score, and it counts as a playout of no moves; the
  figure would answer −∞ at the levels above 0.
- When the search is over it begins again, until the budget is spent.
- A sequence known beforehand is the first best one of the top level, each time.
"""

from dataclasses import dataclass
from math import inf

from playout.budget import Budget
from playout.reference.sequence import Run, Solution
from playout.reference.tuned import tuned as tuned_playout
from playout.state import State

Answer = tuple[float, list[int]]
"""A score, and the moves that lead to it."""


@dataclass
class Search:
    """What the calls share: where the search began, the k of Sample-k NMCS (0: all children), the playout."""

    root: State
    k: int
    tuned: bool
    run: Run

    def child(self, node: State, i: int) -> State:
        """The state after a move."""
        self.run.meter.states += 1
        return node.play(i)

    def rollout(self, node: State) -> Answer:
        """Level 0: the uniform random policy, or the tuned one."""
        ply = len(node.history)
        if self.tuned:
            node = tuned_playout(node, self.run.rng, self.run.meter)
        while node.legal_moves:
            node = self.child(node, node.legal_moves[self.run.rng.below(len(node.legal_moves))])
        self.run.finish_playout(node.score, node.history[len(self.root.history) :])
        return node.score, list(node.history[ply:])

    def nmcs(self, level: int, node: State, known: Answer = (-inf, [])) -> Answer:
        """NMCS(level, node)."""
        if level == 0 or node.is_terminal:
            return self.rollout(node)
        ply = 0
        best_score, seq = known
        while node.legal_moves:
            for trial in range(self.k or len(node.legal_moves)):
                i = node.legal_moves[self.run.rng.below(len(node.legal_moves)) if self.k else trial]
                temp = self.child(node, i)
                result, new = self.nmcs(level - 1, temp)
                if result > best_score:
                    best_score = result
                    seq = [*seq[:ply], i, *new]
            node = self.child(node, seq[ply])
            ply += 1
        return best_score, seq


def nmcs(
    root: State,
    budget: Budget | str,
    seed: int,
    level: int = 3,
    sample: int = 0,
    tuned: bool = False,
    known: tuple[int, ...] = (),
) -> Solution:
    """The best sequence found by NMCS(level, root) within a budget.

    >>> import playout as po
    >>> root = po.game("morpion(4D)").initial()
    >>> nmcs(root, "200 sims", seed=1, level=2).score
    31.0
    """
    run = Run(budget, seed)
    start: Answer = (-inf, [])
    if known:
        run.score, run.moves = score_of(root, known), known
        start = run.score, list(known)
    search = Search(root, sample, tuned, run)
    return run.repeat(lambda: search.nmcs(level, root, start))


def score_of(node: State, moves: tuple[int, ...]) -> float:
    """The score of a whole game."""
    for move in moves:
        node = node.play(move)
    return node.score
