"""Solve: the best sequence of moves of a puzzle, within a budget, by streams that run side by side.

A stream is one native solver with a seed of its own. It runs in slices, and how its run is cut changes
nothing, so a budget in simulations or states gives the same answer whatever the timing.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playout import _core, seeds
from playout.budget import Budget, as_budget
from playout.errors import ContractError, IllegalMove, SpecError, check_count, show
from playout.games import Game, game
from playout.interrupt import stop_on_interrupt
from playout.players import Player
from playout.players import player as player_of
from playout.python_game import Rules
from playout.state import State

__all__ = ["Progress", "SolveResult", "solve"]

MAX_THREADS = 1024
SLICE_SECONDS = 0.1
"""Between two reports, and between two looks at what the other streams have found."""
SLICE_SIMULATIONS = 4096
"""The longest slice where the number of simulations must not depend on the clock."""


@dataclass(frozen=True)
class Progress:
    """How far a solve is."""

    score: float
    """The best so far."""
    moves: tuple[int, ...]
    simulations: int
    states: int
    seconds: float
    improved: bool
    """Whether the score is better than at the last report."""


@dataclass(frozen=True)
class SolveResult:
    """The best sequence that was found."""

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


def solve(
    puzzle: str | Game | Rules[Any] | State,
    player: str | Player = "nrpa",
    budget: Budget | str = "10s",
    seed: int | None = None,
    *,
    threads: int = 1,
    target: float | None = None,
    known: Sequence[int | str] = (),
    progress: Callable[[Progress], None] | None = None,
) -> SolveResult:
    """Looks for the best sequence of moves of a puzzle, until the budget is spent or a score is the target.

    Each thread runs a stream of its own, with its share of the simulations or states. `known` is a whole game
    to begin with, as numbers or names. `progress` is called about ten times a second. Ctrl-C ends the search
    early, with the best so far.

    >>> found = solve("morpion(4D)", "nrpa(level=2)", "4000 sims", seed=1)
    >>> found.score, found.state.score, found.simulations
    (34.0, 34.0, 4000)
    """
    start = puzzle if isinstance(puzzle, State) else game(puzzle).initial()
    check_count("threads", threads, MAX_THREADS)
    seed, budget = seeds.checked(seed), as_budget(budget)
    moves, _, _ = replay(start, known)
    streams = Streams(start, player_of(player), budget, seed, threads, _target(target), moves)
    with stop_on_interrupt() as stop:
        for report in streams.rounds(stop):
            if progress:
                progress(report)
        interrupted = stop.requested
    return _result(start, streams, seed, interrupted)


def _target(target: float | None) -> float:
    if target is None:
        return math.inf
    if isinstance(target, bool) or not isinstance(target, int | float) or math.isnan(target):
        raise SpecError(f"a target is a score, got {show(target)}")
    return float(target)


def replay(start: State, moves: Sequence[int | str]) -> tuple[list[int], list[str], State]:
    """The numbers of the moves, their names, and the state that they lead to."""
    state, numbers, names = start, [], []
    for move in moves:
        numbers.append(state.move(move))
        names.append(state.name(numbers[-1]))
        state = state.play(numbers[-1])
    return numbers, names, state


Slices = list[tuple[_core.Solver, _core.Budget]]
"""What is to be run next: solvers, and how far each."""


class Streams:
    """The streams of one solve: native solvers that share a budget and a target."""

    def __init__(
        self,
        start: State,
        player: Player,
        budget: Budget,
        seed: int,
        threads: int,
        target: float,
        known: Sequence[int],
    ) -> None:
        """Each stream has a seed of its own, derived from the seed of the solve."""
        options = player.solver()
        count = min(threads, budget.simulations or threads, budget.states or threads)
        self.solvers = [
            _core.Solver(start.position, options, seeds.derive("solve", seed, stream), known)
            for stream in range(count)
        ]
        self.budget = budget
        self.target = target
        self.started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.perf_counter() - self.started

    @property
    def simulations(self) -> int:
        """Of all streams."""
        return sum(solver.simulations for solver in self.solvers)

    @property
    def states(self) -> int:
        """Of all streams."""
        return sum(solver.states for solver in self.solvers)

    @property
    def best(self) -> _core.Solution:
        """The best of all streams; the target goes to the stream that took the fewest simulations.

        Ties go to the first stream, so that the answer does not depend on the timing.
        """
        done = [solver for solver in self.solvers if solver.best.score >= self.target]
        if done:
            return min(done, key=lambda solver: solver.simulations).best
        return max((solver.best for solver in self.solvers), key=lambda best: best.score)

    def rounds(self, stop: _core.Stop) -> Iterator[Progress]:
        """Runs slice after slice to the end, and reports after each."""
        score = -math.inf
        with self._runner(stop) as run:
            while not stop.requested and (slices := self._slices()):
                run(slices)
                best = self.best
                yield Progress(
                    best.score,
                    tuple(best.moves),
                    self.simulations,
                    self.states,
                    self.seconds,
                    best.score > score,
                )
                score = best.score
        if not self.best.moves:  # the time was too short
            self.solvers[0].run(_core.Budget(simulations=1), _core.Stop())

    def _slices(self) -> Slices:
        """What is to be run next; nothing if the end is reached."""
        budget, count = self.budget, len(self.solvers)
        seconds = math.inf if budget.seconds is None else budget.seconds - self.seconds
        if seconds <= 0 or self.best.score >= self.target:
            return []
        slices = []
        for stream, solver in enumerate(self.solvers):
            simulations = _left(budget.simulations, stream, count, solver.simulations)
            states = _left(budget.states, stream, count, solver.states)
            if simulations != 0 and states != 0:
                slices.append((solver, self._slice(seconds, simulations, states)))
        return slices

    def _slice(self, seconds: float, simulations: int | None, states: int | None) -> _core.Budget:
        """A slice ends by the clock, unless others must wait for it to know who was first at the target."""
        if len(self.solvers) == 1 or self.target == math.inf:
            return _core.Budget(min(seconds, SLICE_SECONDS), simulations, states)
        most = min(simulations or SLICE_SIMULATIONS, SLICE_SIMULATIONS)
        return _core.Budget(None if seconds == math.inf else seconds, most, states)

    @contextmanager
    def _runner(self, stop: _core.Stop) -> Iterator[Callable[[Slices], None]]:
        """Runs slices: one in this thread, several in threads of their own."""
        if len(self.solvers) == 1:
            yield lambda slices: slices[0][0].run(slices[0][1], stop, self.target)
            return
        # Only the main thread can deliver signals, and it waits here: the others listen to a flag alone.
        heard = _core.Stop()
        with ThreadPoolExecutor(len(self.solvers)) as executor:

            def run(slices: Slices) -> None:
                tasks = {executor.submit(solver.run, budget, heard, self.target) for solver, budget in slices}
                while wait(tasks, SLICE_SECONDS).not_done:
                    if stop.requested:
                        heard.request()
                for task in tasks:
                    task.result()

            try:
                yield run
            finally:
                heard.request()


def _left(limit: int | None, stream: int, count: int, done: int) -> int | None:
    """What is left of a stream's share of a limit."""
    if limit is None:
        return None
    share = limit // count + (stream < limit % count)
    return max(share - done, 0)


def _result(start: State, streams: Streams, seed: int, interrupted: bool) -> SolveResult:
    best = streams.best
    try:
        moves, names, state = replay(start, best.moves)
    except IllegalMove:
        raise ContractError(
            f"{start.game}: the legal moves of a state changed during a search; play() must return a new "
            "state and leave the given one alone (playout.check finds such faults)"
        ) from None
    return SolveResult(
        score=best.score,
        moves=tuple(moves),
        names=tuple(names),
        state=state,
        simulations=streams.simulations,
        states=streams.states,
        seconds=streams.seconds,
        seed=seed,
        threads=len(streams.solvers),
        interrupted=interrupted,
    )
