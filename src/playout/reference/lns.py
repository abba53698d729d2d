"""Large neighbourhood search with NRPA as the repair: twin of `cpp/search/lns.hpp`.

Each member of an island holds a solution, and the members take turns. The first step of one is a search of
NRPA. Another step is to forget a part of its solution, to give the codes of what is kept the weight `keep` in
a policy of zeros, and to search from that policy by NRPA; with probability `hard` what is kept is played
first, as far as it is legal. What is found is taken if it is no worse, or worse than the best that the member
has held in this round by no more than `slack`; or, with probability `accept`, if it is no worse than what the
worst of the island holds. With probability `exchange` the member goes on from the better one of two of its
island, if that is better than its own. After so many steps of each all begin anew, with twice as many steps.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf

from playout.budget import Budget
from playout.reference.exp import exp
from playout.reference.nmcs import Answer, score_of
from playout.reference.nrpa import Policy, Search
from playout.reference.rng import Rng
from playout.reference.sequence import Run, Solution
from playout.state import State

Distance = Callable[[State, int, State, int], float]
"""How far a move in one state is from a move in another."""

KINDS = ("near", "branch", "after", "share")


@dataclass
class Forgetting:
    """Which plies of a solution are forgotten."""

    root: State
    rng: Rng
    kind: str = "mixed"
    share: float = 0.3
    distance: Distance | None = None

    def kept(self, seq: Sequence[int]) -> list[int]:
        """The plies of a solution that are not forgotten."""
        forgotten = self.forgotten(seq) if seq else set()
        return [ply for ply in range(len(seq)) if ply not in forgotten]

    def forgotten(self, seq: Sequence[int]) -> set[int]:
        """The plies that are forgotten, by one of the four ways."""
        kind = KINDS[self.rng.below(len(KINDS))] if self.kind == "mixed" else self.kind
        if kind == "share":
            number = self.draw_number(seq)
            return {ply for ply in range(len(seq)) if self.rng.below(len(seq)) < number}
        start = self.rng.below(len(seq))
        if kind == "after":
            return set(range(start, len(seq)))
        if kind == "branch":
            return self.branch(seq, start)
        return set(self.by_distance(seq, start)[: self.draw_number(seq)])

    def draw_number(self, seq: Sequence[int]) -> int:
        """How many are forgotten."""
        return 1 + self.rng.below(max(int(self.share * len(seq)), 1))

    def by_distance(self, seq: Sequence[int], start: int) -> list[int]:
        """All plies, the nearest first: by the measure of the game, or else in order."""
        measure = self.distance
        if measure is None:
            return sorted(range(len(seq)), key=lambda ply: abs(ply - start))
        nodes = list(accumulate(seq, State.play, initial=self.root))
        return sorted(
            range(len(seq)), key=lambda ply: measure(nodes[start], seq[start], nodes[ply], seq[ply])
        )

    def branch(self, seq: Sequence[int], start: int) -> set[int]:
        """A ply and all that it led to: a move belongs to the one after which it was legal at last."""
        found = {start}
        for ply, since in enumerate(self.legal_since(seq)):
            if since - 1 in found:
                found.add(ply)
        return found

    def legal_since(self, seq: Sequence[int]) -> Iterator[int]:
        """For each ply, since which one its code has been legal without a break."""
        node, since = self.root, dict[int, int]()
        for ply, move in enumerate(seq):
            codes = [node.code(i) for i in node.legal_moves]
            since = {code: since.get(code, ply) for code in codes}
            yield since[node.code(move)]
            node = node.play(move)


@dataclass
class Islands:
    """The members of all islands, and what a step of one is."""

    repair: Search
    repair_level: int
    first: Search
    first_level: int
    forgetting: Forgetting
    keep: float
    hard: float
    steps: int
    """Of the next round."""
    slack: float
    accept: float
    exchange: float
    known: Answer
    """What is known beforehand."""
    count: int
    """Of all members."""
    size: int
    """Of an island."""

    def round(self) -> None:
        """Steps of all members in turn, from nothing, or from what is known."""
        self.members = [self.known] * self.count
        self.records = [self.known[0]] * self.count
        for _ in range(self.steps):
            for turn in range(self.count):
                found = self.found(self.members[turn][1])
                self.members[turn] = self.accepted(turn, found)
                self.members[turn] = self.exchanged(turn)
                self.records[turn] = max(self.records[turn], self.members[turn][0])
        self.steps *= 2

    def found(self, seq: Sequence[int]) -> Answer:
        """What a search finds: the first one, or one that begins with a part of a solution."""
        kept = self.codes(seq, self.forgetting.kept(seq))
        is_hard = self.repair.run.rng.fraction() < self.hard
        if not seq:
            return self.first.nrpa(self.first_level, Policy())
        prefix, start = self.played(kept if is_hard else [])
        self.repair.run.meter.states += len(seq) + len(prefix)
        repair = replace(self.repair, root=start, prefix=tuple(prefix))
        score, rest = repair.nrpa(self.repair_level, Policy(weights=dict.fromkeys(kept, exp(self.keep))))
        return score, [*prefix, *rest]

    def codes(self, seq: Sequence[int], plies: Sequence[int]) -> list[int]:
        """The codes of some plies of a solution."""
        node, codes = self.repair.root, []
        for move in seq:
            codes.append(node.code(move))
            node = node.play(move)
        return [codes[ply] for ply in plies]

    def played(self, kept: list[int]) -> tuple[list[int], State]:
        """The first of these codes that is legal is played, and so on until none is, and where that leads.

        Nothing is, if that ends the game.
        """
        node, moves, left = self.repair.root, list[int](), list(kept)
        while node.legal_moves:
            legal = {node.code(move): move for move in reversed(node.legal_moves)}
            code = next((code for code in left if code in legal), None)
            if code is None:
                return moves, node
            left.remove(code)
            moves.append(legal[code])
            node = node.play(legal[code])
        return [], self.repair.root

    def accepted(self, turn: int, found: Answer) -> Answer:
        """What a member holds when its search is over."""
        own = self.members[turn]
        is_good = found[0] >= min(own[0], self.records[turn] - self.slack)
        if not is_good and self.repair.run.rng.fraction() < self.accept:
            is_good = found[0] >= min(score for score, _ in self.island(turn))
        return found if is_good else own

    def exchanged(self, turn: int) -> Answer:
        """What a member goes on from."""
        own, rng = self.members[turn], self.repair.run.rng
        if rng.fraction() >= self.exchange:
            return own
        one, other = (self.island(turn)[rng.below(self.size)] for _ in range(2))
        better = other if other[0] > one[0] else one
        return better if better[0] > own[0] else own

    def island(self, turn: int) -> list[Answer]:
        """The members of the same island."""
        first = turn // self.size * self.size
        return self.members[first : first + self.size]


def lns(
    root: State,
    budget: Budget | str,
    seed: int,
    repair: tuple[int, int] = (2, 60),
    first: tuple[int, int] = (2, 60),
    forget: str = "mixed",
    share: float = 0.3,
    keep: float = 9.0,
    hard: float = 0.5,
    steps: int = 10_000,
    slack: float = 0.0,
    accept: float = 0.0,
    islands: int = 1,
    members: int = 4,
    exchange: float = 0.005,
    distance: Distance | None = None,
    known: tuple[int, ...] = (),
) -> Solution:
    """The best sequence found within a budget; `repair` and `first` are levels and iterations of NRPA.

    >>> import playout as po
    >>> root = po.game("morpion(4D)").initial()
    >>> lns(root, "200 sims", seed=1, repair=(2, 3), first=(2, 5)).score
    30.0
    """
    run = Run(budget, seed)
    begin: Answer = (-inf, [])
    if known:
        run.score, run.moves = score_of(root, known), known
        begin = run.score, list(known)
    search = Islands(
        repair=Search(root, run, repair[1]),
        repair_level=repair[0],
        first=Search(root, run, first[1]),
        first_level=first[0],
        forgetting=Forgetting(root, run.rng, forget, share, distance),
        keep=keep,
        hard=hard,
        steps=steps,
        slack=slack,
        accept=accept,
        exchange=exchange,
        known=begin,
        count=islands * members,
        size=members,
    )
    return run.repeat(search.round)
