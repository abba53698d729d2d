"""Players that solve puzzles: they look for the best sequence of moves, not only for the next one."""

from dataclasses import dataclass
from typing import Annotated

from playout import _core, spec
from playout.budget import Budget
from playout.errors import SpecError
from playout.players import Player
from playout.search import Search
from playout.search_result import SearchResult
from playout.spec import OneOf, Range
from playout.state import State

__all__ = ["LNS", "NMCS", "NRPA", "PuzzlePlayer", "check_opponent"]


@dataclass(frozen=True, repr=False)
class PuzzlePlayer(Player):
    """A player of puzzles only. Its `search` answers the first move of the best sequence it has found."""

    def native(self) -> _core.Random:
        """There are no options for a two-player game."""
        raise SpecError(f"{self} is for puzzles: it cannot play against somebody")

    def start(self, state: State, seed: int | None = None) -> Search:
        """There is no search for one move that could be watched."""
        raise SpecError(f"{self} looks for a whole solution: watch it with solve(…, progress=…)")

    def search(self, state: State, budget: Budget | str = "1s", seed: int | None = None) -> SearchResult:
        """Looks for the best sequence from a state of a puzzle.

        >>> import playout as po
        >>> po.NMCS(level=2).search(po.game("morpion(4D)").initial(), "2000 sims", seed=1).value
        33.0
        """
        if state.game.players == 2:
            check_opponent(self)
        found = self.solve(state, budget, seed)
        low, high = state.game.bounds
        return SearchResult(
            move=found.moves[0],
            name=found.names[0],
            value=found.score,
            bounds=(max(low, found.score), high),
            simulations=found.simulations,
            states=found.states,
            seconds=found.seconds,
            seed=found.seed,
            finished=found.score >= high,
            interrupted=found.interrupted,
            state=state,
        )


def check_opponent(player: object) -> None:
    """Refuses a player of puzzles only, where there is somebody to play against."""
    if isinstance(player, PuzzlePlayer):
        player.native()  # which says so


@spec.register
@dataclass(frozen=True, repr=False)
class NMCS(PuzzlePlayer):
    """Nested Monte Carlo search: Figure 1 of the NRPA paper.

    >>> NMCS(level=4, sample=5)
    nmcs(level=4, sample=5)
    """

    spec_name = "nmcs"

    level: Annotated[int, Range(1, 20)] = 3
    """The nesting level."""
    sample: Annotated[int, Range(0, 1_000_000)] = 0
    """The paper's k of Sample-k NMCS, children tried at each node; 0: all of them."""
    playout: Annotated[str, OneOf(("uniform", "tuned"))] = "uniform"
    """`uniform`, or `tuned`: the paper's Figure 6, for Morpion Solitaire only."""

    def solver(self) -> _core.Nmcs:
        """The options as the core takes them."""
        options = _core.Nmcs()
        options.level, options.sample = self.level, self.sample
        options.tuned = self.playout == "tuned"
        return options


@spec.register
@dataclass(frozen=True, repr=False)
class NRPA(PuzzlePlayer):
    """Nested rollout policy adaptation: Figure 2 of its paper.

    >>> NRPA(level=4)
    nrpa(level=4)
    """

    spec_name = "nrpa"

    level: Annotated[int, Range(1, 20)] = 3
    """The nesting level."""
    iterations: Annotated[int, Range(1, 2**31 - 1)] = 100
    """The paper's N: iterations a level."""
    alpha: Annotated[float, Range(0, 1e6)] = 1.0
    """The paper's Alpha: the size of a step towards the best sequence."""
    tau: Annotated[float, Range(1e-3, 1e6)] = 1.0
    """The temperature of generalized NRPA."""
    bias: bool = False
    """Generalized NRPA: whether the game's own `bias(state, move)` is added to a move's weight."""
    repetitions: Annotated[int, Range(0, 2**31 - 1)] = 0
    """A level ends when it has found its best sequence again so many times; 0: it goes on."""

    def solver(self) -> _core.Nrpa:
        """The options as the core takes them."""
        options = _core.Nrpa()
        for name in spec.parameters(NRPA):
            setattr(options, name, getattr(self, name))
        return options


@spec.register
@dataclass(frozen=True, repr=False)
class LNS(PuzzlePlayer):
    """Large neighbourhood search: forgets a part, and repairs it by NRPA.

    >>> LNS(members=8, repair="nrpa(level=2, iterations=12)")
    lns(repair=nrpa(level=2, iterations=12), members=8)
    """

    spec_name = "lns"

    repair: NRPA = NRPA(level=2, iterations=60)
    """The search that completes what is kept of a solution."""
    first: NRPA = NRPA(level=2, iterations=60)
    """The search that finds the first solution of a member."""
    forget: Annotated[str, OneOf(("mixed", "near", "branch", "after", "share"))] = "mixed"
    """The moves that are forgotten: those near one of them; one and all that it led to; those after a moment;
    any; or `mixed`, one of these ways, drawn for each step."""
    share: Annotated[float, Range(0, 1)] = 0.3
    """The share of the moves up to which the ways without a size of their own draw how many to forget."""
    keep: Annotated[float, Range(0, 300)] = 9.0
    """The weight of what is kept, in the policy that a repair begins with."""
    hard: Annotated[float, Range(0, 1)] = 0.5
    """The probability that a step is hard: what is kept is played at once, as far as that is possible without
    what was forgotten, and the repair begins there."""
    steps: Annotated[int, Range(1, 2**31 - 1)] = 10_000
    """The steps of each member in the first round; each round begins anew, with twice as many."""
    slack: Annotated[float, Range(0, 1e15)] = 0.0
    """By how much what is taken may be worse than the best that the member has held in this round."""
    accept: Annotated[float, Range(0, 1)] = 0.0
    """The probability that what is worse still is taken, if no worse than the worst of the island."""
    islands: Annotated[int, Range(1, 10_000)] = 1
    """Groups of members that know nothing of each other."""
    members: Annotated[int, Range(1, 10_000)] = 4
    """The solutions of an island."""
    exchange: Annotated[float, Range(0, 1)] = 0.005
    """The probability, after a step of a member, that it goes on from a better one of its island."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.islands * self.members > 10_000:
            raise SpecError(f"lns: at most 10000 members in all islands, got {self.islands * self.members}")

    def solver(self) -> _core.Lns:
        """The options as the core takes them."""
        options = _core.Lns()
        for name in ("share", "keep", "hard", "steps", "slack", "accept", "islands", "members", "exchange"):
            setattr(options, name, getattr(self, name))
        options.repair, options.first = self.repair.solver(), self.first.solver()
        options.forget = _core.Forget[self.forget]
        return options
