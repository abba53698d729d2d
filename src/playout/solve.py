"""Solve: the best sequence of moves of a puzzle, within a budget."""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playout import seeds
from playout.budget import Budget, as_budget
from playout.checkpoint import AnyStreams, kept_in
from playout.errors import ContractError, IllegalMove, SpecError, changing_moves, check_count, show, unknown
from playout.games import game
from playout.games.make import GameLike
from playout.interrupt import stop_on_interrupt
from playout.players import Player
from playout.players import player as player_of
from playout.render import html
from playout.run.cluster import cluster
from playout.run.runners import Job
from playout.run.streams import DEVICES, Progress, Setting
from playout.state import State

__all__ = ["Progress", "SolveResult", "solve"]

MAX_THREADS = 1024


@dataclass(frozen=True, repr=False)
class SolveResult:
    """The best sequence that was found.

    >>> import playout as po
    >>> po.solve("morpion(4D)", "nrpa(level=2)", "4000 sims", seed=1)
    <SolveResult morpion(4D): 34 with 34 moves, 4,000 simulations>
    """

    score: float
    moves: tuple[int, ...]
    names: tuple[str, ...]
    """The names of the moves."""
    state: State
    """Where they lead, from the state that was solved."""
    simulations: int
    states: int
    """The moves that the search made on a board."""
    seconds: float
    seed: int
    """Solve again with it, as many threads and a budget in simulations or states, for the same result."""
    threads: int
    interrupted: bool
    """Whether Ctrl-C ended it early."""
    device: str = "cpu"
    """Where it ran: `cpu`, or the cards, and how full they were."""

    def __repr__(self) -> str:
        game, moves = self.state.game, len(self.moves)
        score = game.score_text(self.score)
        return f"<SolveResult {game}: {score} with {moves} moves, {self.simulations:,} simulations>"

    def _repr_html_(self) -> str:
        return html.solve_result(self)


def solve(
    puzzle: GameLike | State,
    player: str | Player = "nrpa",
    budget: Budget | str = "10s",
    seed: int | None = None,
    *,
    threads: int = 1,
    target: float | None = None,
    known: Sequence[int | str] = (),
    progress: Callable[[Progress], None] | None = None,
    checkpoint: str | Path | None = None,
    engine: str = "local",
    address: str | None = None,
    device: str = "cpu",
) -> SolveResult:
    """Looks for the best sequence of moves of a puzzle, until the budget is spent or a score is the target.

    Each thread (for a game written in Python, each process) runs a stream of its own, with its share of the
    simulations or states. `known` is a whole game to begin with, as numbers or names. `progress` is called
    about ten times a second. Ctrl-C ends the search early, with the best so far.

    `checkpoint` is a file that holds the whole search, written every few seconds and at the end. The same
    call goes on from it, and ends with the result of a run without a break. A larger budget or a higher
    target goes on as well; a file that is damaged, in use or of another solve is a CheckpointError.

    With the engine `ray` the streams run on a Ray cluster, the one at `address` or one that is started here,
    and the result is the same. A checkpoint goes on with either engine.

    With the device `cuda` it runs on all NVIDIA cards of the machine; docs/howto/gpu.md says what can.

    >>> found = solve("morpion(4D)", "nrpa(level=2)", "4000 sims", seed=1)
    >>> found.score, found.state.score, found.simulations
    (34.0, 34.0, 4000)
    """
    start = puzzle if isinstance(puzzle, State) else game(puzzle).initial()
    threads = check_count("threads", threads, MAX_THREADS)
    seed, budget = seeds.checked(seed), as_budget(budget)
    if device not in DEVICES:
        raise unknown("device", device, DEVICES)
    moves, _, _ = replay(start, known)
    job = Job(start, player_of(player), _target(target))
    setting = Setting(job, budget, seed, threads, tuple(moves), cluster(engine, threads, address), device)
    with (
        kept_in(setting, None if checkpoint is None else Path(checkpoint)) as kept,
        stop_on_interrupt() as stop,
    ):
        try:
            for report in kept.streams.rounds(stop):
                if progress:
                    progress(report)
                kept.now_and_then()
        finally:
            kept.write()
        interrupted = stop.requested
    return _result(start, kept.streams, seed, interrupted)


def _target(target: float | None) -> float:
    if target is None:
        return math.inf
    with suppress(OverflowError):  # an integer beyond all scores
        if isinstance(target, int | float) and not isinstance(target, bool) and not math.isnan(target):
            return float(target)
    raise SpecError(f"a target is a score, got {show(target)}")


def replay(start: State, moves: Sequence[int | str]) -> tuple[list[int], list[str], State]:
    """The numbers of the moves, their names, and the state that they lead to."""
    state, numbers, names = start, [], []
    for move in moves:
        numbers.append(state.move(move))
        names.append(state.name(numbers[-1]))
        state = state.play(numbers[-1])
    return numbers, names, state


def _result(start: State, streams: AnyStreams, seed: int, interrupted: bool) -> SolveResult:
    best = streams.best
    try:
        moves, names, state = replay(start, best.moves)
    except IllegalMove:
        raise changing_moves(start.game) from None
    if not state.is_terminal:
        raise changing_moves(start.game)
    if state.score != best.score:
        raise ContractError(f"{start.game}: score() gives two different answers for the same state")
    return SolveResult(
        score=best.score,
        moves=tuple(moves),
        names=tuple(names),
        state=state,
        simulations=streams.simulations,
        states=streams.states,
        seconds=streams.seconds,
        seed=seed,
        threads=streams.setting.threads,
        interrupted=interrupted,
        device=streams.device,
    )
