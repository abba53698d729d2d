"""A finished trial on the board: its moves, or how it was played, from its seed."""

from collections.abc import Callable

from playout.errors import ContractError, SpecError
from playout.lab.kinds import Result, played_match_game, start_of
from playout.lab.plan import Trial
from playout.state import State

__all__ = ["replay"]


def replay(trial: Trial, result: Result) -> State:
    """What a trial was about, as a state with its history: a game, a solution, a position, a move.

    A game of a match is played again, from its seed. That takes as long as it took, and if it goes otherwise,
    as it may with a budget in seconds, it is refused.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("nrpa.figure5"), "smoke")
    >>> with lab.Store(":memory:") as store:
    ...     _ = lab.run([plan], store, lab.engine("serial", 1), cells=plan.cells[0].name)
    ...     row = store.rows(plan, plan.cells[0])[0]
    >>> lab.replay(plan.trial(plan.cells[0], 0), row.result).score == row.result["scores"][-1]
    True
    """
    if trial.kind not in _REPLAYS:
        raise SpecError(f"a trial of the kind {trial.kind} has nothing to show on a board")
    return _REPLAYS[trial.kind](trial, result)


def _match(trial: Trial, result: Result) -> State:
    start, played = played_match_game(trial.settings, trial.seed, trial.index)
    if (played.score, len(played.moves)) != (result["score"], result["length"]):
        raise ContractError("played again, the game went otherwise, as it may with a budget in seconds")
    return _after(start.start, played.moves)


def _solve(trial: Trial, result: Result) -> State:
    return _after(start_of(trial.settings), result["moves"])


def _search(trial: Trial, result: Result) -> State:
    return start_of(trial.settings).play(str(result["move"]))


_REPLAYS: dict[str, Callable[[Trial, Result], State]] = {
    "match": _match,
    "solve": _solve,
    "search": _search,
    "prove": _search,
    "exact": lambda trial, _result: start_of(trial.settings),
    "playouts": lambda trial, _result: start_of(trial.settings),
}


def _after(state: State, moves: "tuple[int, ...] | list[int]") -> State:
    for move in moves:
        state = state.play(move)
    return state
