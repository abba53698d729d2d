"""What a trial can be: a game of a match, a proof, a solve, a search, an exact value, a measured speed.

A kind reads the settings of a cell from an experiment file and runs one trial of it. Settings and results are
plain JSON, so that they can be sent to other machines, kept, and compared.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from time import perf_counter
from typing import Any

from playout import _core, named, seeds
from playout.budget import MAX_COUNT, Budget
from playout.errors import SpecError, check_count, show
from playout.lab.content import content, solutions
from playout.match import a_is_max, result_of_a
from playout.measure import playout_rate
from playout.openings import check_plies, opening
from playout.players import player
from playout.playouts import playout as playout_of
from playout.run.one_game import Played, Side, play_game
from playout.run.runners import Job
from playout.semeai import semeai
from playout.solvers import NRPA
from playout.spec import exact_text
from playout.state import State

__all__ = ["KINDS", "Kind", "Result", "Settings", "exact", "played_match_game", "start_of"]

Settings = dict[str, Any]
Result = dict[str, Any]
Reader = Callable[[Any], Any]

NO_LIMIT = str(Budget(simulations=MAX_COUNT))
MAX_CHILDREN = 20
"""A search with more moves to choose from does not record what each of them was worth."""


@dataclass(frozen=True)
class Kind:
    """One kind of trial."""

    run: Callable[[Settings, int, int], Result]
    """Runs a trial with these settings, this seed and this index."""
    measure: str
    """What is reported if the file does not say it."""
    required: Mapping[str, Reader]
    optional: Mapping[str, Reader] = field(default_factory=dict)
    budgets: tuple[str, ...] = ("budget",)
    """The settings that limit a trial."""
    check: Callable[[Settings], None] = lambda settings: None
    """Refuses settings that do not fit each other."""


def exact(settings: Settings) -> Settings:
    """The settings as they tell one trial from another: with numbers written in one way for good."""
    return settings | {
        key: _exact_player(settings[key])
        for key in ("a", "b", "player")
        if key in settings and not named.is_python(settings[key])
    }


@cache
def _exact_player(text: str) -> str:
    """Most players of a file stand in many of its cells."""
    return exact_text(player(text))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise SpecError(f"must be a text, got {show(value)}")
    return value


def _game(value: Any) -> str:
    return named.spec_of(_text(value), named.load_game(value))


def _two_player_game(value: Any) -> str:
    if named.load_game(_text(value)).players != 2:
        raise SpecError(f"{value} is a puzzle; this needs a game of two players")
    return _game(value)


def _player(value: Any) -> str:
    return named.spec_of(_text(value), named.load_player(value))


def _playout(value: Any) -> str:
    return str(playout_of(_text(value)))


def _budget(value: Any) -> str:
    return str(Budget.parse(_text(value)))


def _marks(value: Any) -> list[str]:
    if not isinstance(value, list) or not value:
        raise SpecError(f"must be a list of budgets, got {show(value)}")
    return [_budget(mark) for mark in value]


def _speed(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value <= 1e15:
        raise SpecError(f"must be a number of states a second, got {show(value)}")
    return float(value)


def _count(value: Any) -> int:
    check_count("it", value, 1000)
    return int(value)


def played_match_game(settings: Settings, seed: int, index: int) -> tuple[State, Played]:
    """One game, and where it began. A is Max if the index is even."""
    a = Side(named.load_player(settings["a"]), Budget.parse(settings["budget"]))
    b = Side(named.load_player(settings["b"]), Budget.parse(settings.get("budget_b") or settings["budget"]))
    start, sides = _opening(settings, index), (a, b) if a_is_max(index) else (b, a)
    done = play_game(start, *sides, seed, _core.Stop())
    assert done is not None  # nobody has raised the flag
    return start, done


def play_match_game(settings: Settings, seed: int, index: int) -> Result:
    """How one game ended."""
    first, (_, done) = a_is_max(index), played_match_game(settings, seed, index)
    result = result_of_a(done.score, first)
    return {"result": result, "a_is_max": first, "score": done.score, "length": len(done.moves)}


def _opening(settings: Settings, index: int) -> State:
    game = named.load_game(settings["game"])
    return opening(game, settings.get("opening", 0), settings.get("opening_seed", 0), index)


def start_of(settings: Settings) -> State:
    """Where a trial begins."""
    game = named.load_game(settings["game"])
    return game.state(settings["position"]) if "position" in settings else game.initial()


def search_once(settings: Settings, seed: int, _index: int) -> Result:
    """One search, from a position or from the start; a proof is a search that ends when it has one."""
    found = named.load_player(settings["player"]).search(start_of(settings), settings["budget"], seed)
    result: Result = {
        "move": found.name,
        "value": found.value,
        "proven": found.proven,
        "simulations": found.simulations,
        "states": found.states,
        "tree_nodes": found.tree_nodes,
        "tree_bytes": found.tree_bytes,
    }
    if len(found.children) <= MAX_CHILDREN:
        result["children"] = {child.name: [child.value, child.length] for child in found.children}
    return result


def solve_to_marks(settings: Settings, seed: int, _index: int) -> Result:
    """One solve, and its best score at each mark. How a run is cut into slices does not change it."""
    job = Job(start_of(settings), named.load_player(settings["player"]), float("inf"))
    solver = job.begin(seed, ())
    scores, start = [], perf_counter()
    for mark in map(Budget.parse, settings["marks"]):
        if left := _left(mark, solver, perf_counter() - start):
            job.run(solver, left, _core.Stop())
        scores.append(solver.best.score)
    return {
        "scores": scores,
        "moves": list(solver.best.moves),
        "simulations": solver.simulations,
        "states": solver.states,
    }


def _left(mark: Budget, solver: _core.Solver, spent: float) -> Budget | None:
    """What is left until a mark, which counts from the start of the solve; None if it is reached."""
    seconds = None if mark.seconds is None else mark.seconds - spent
    simulations = (mark.simulations or MAX_COUNT) - solver.simulations
    states = (mark.states or MAX_COUNT) - solver.states
    if simulations <= 0 or states <= 0 or (seconds is not None and seconds <= 0):
        return None
    return Budget(seconds, simulations, states)


def solution_content(settings: Settings, seed: int, _index: int) -> Result:
    """What the intermediate solutions of a run of NRPA are made of."""
    nrpa, budget = named.load_player(settings["player"]), Budget.parse(settings["budget"])
    assert isinstance(nrpa, NRPA)
    found = list(solutions(start_of(settings), nrpa, seed, budget.simulations or 0))
    return {"scores": [state.score for state in found], **content(found)}


def exact_value(settings: Settings, _seed: int, _index: int) -> Result:
    """The score of perfect play, by exhaustive search with a memory: for small games."""
    start = start_of(settings)
    low, high = start.game.bounds
    values: dict[State, float] = {}

    def value(state: State) -> float:
        if state not in values:
            values[state] = state.score if state.is_terminal else best(state)
        return values[state]

    def best(state: State) -> float:
        is_max = state.turn is _core.Turn.MAX
        found = low if is_max else high
        for move in state.legal_moves:
            found = (max if is_max else min)(found, value(state.play(move)))
            if found == (high if is_max else low):
                break
        return found

    return {"value": value(start), "states": len(values)}


def semeai_value(settings: Settings, _seed: int, _index: int) -> Result:
    """The chance to win a semeai at random."""
    return {"value": semeai(settings["own"], settings["opponent"])}


def run_playouts(settings: Settings, seed: int, _index: int) -> Result:
    """Playouts from a position, and how many states they visit."""
    done = playout_rate(start_of(settings), settings["budget"], seed, settings["playout"])
    return {"states": done.states, "playouts": done.playouts}


def measure_speed(settings: Settings, seed: int, _index: int) -> Result:
    """How fast playouts are here and now: the one result that depends on the machine."""
    rate = playout_rate(start_of(settings), settings["budget"], seed, settings["playout"])
    return {"states_per_s": rate.states_per_s, "playouts_per_s": rate.playouts_per_s}


def _check_puzzle(settings: Settings) -> None:
    if named.load_game(settings["game"]).players != 1:
        raise SpecError(f"{settings['game']} has two players; solve needs a puzzle")
    named.load_player(settings["player"]).solver()


def _check_nrpa(settings: Settings) -> None:
    _check_puzzle(settings)
    nrpa = named.load_player(settings["player"])
    if not isinstance(nrpa, NRPA) or nrpa.level < 2 or nrpa.repetitions:
        raise SpecError(f"content is about nrpa of level 2 or more without repetitions, not about {nrpa}")
    if Budget.parse(settings["budget"]).simulations is None:
        raise SpecError(f"the budget of content must be in sims, got {settings['budget']}")


def _check_position(settings: Settings) -> None:
    state = start_of(settings)
    if state.is_terminal:
        raise SpecError(f"the game is over in the position {show(settings.get('position'))}")


_PLAYOUTS = {"game": _game, "budget": _budget}
_SEARCH = {"game": _game, "player": _player}
_POSITION = {"position": _text}

KINDS: dict[str, Kind] = {
    "match": Kind(
        play_match_game,
        "score",
        {"game": _two_player_game, "a": _player, "b": _player},
        {
            "budget": _budget,
            "budget_b": _budget,
            "speed": _speed,
            "opening": check_plies,
            "opening_seed": seeds.checked,
        },
        ("budget", "budget_b"),
    ),
    "prove": Kind(
        search_once, "simulations", _SEARCH | {"budget": _budget}, _POSITION, check=_check_position
    ),
    "search": Kind(search_once, "value", _SEARCH, _POSITION | {"budget": _budget}, check=_check_position),
    "solve": Kind(
        solve_to_marks, "median", _SEARCH | {"marks": _marks}, {"speed": _speed}, ("marks",), _check_puzzle
    ),
    "content": Kind(solution_content, "content", _SEARCH | {"budget": _budget}, check=_check_nrpa),
    "exact": Kind(exact_value, "value", {"game": _game}, _POSITION, ()),
    "semeai": Kind(semeai_value, "value", {"own": _count, "opponent": _count}, {}, ()),
    "playouts": Kind(run_playouts, "states", _PLAYOUTS, _POSITION | {"playout": _playout}),
    "speed": Kind(measure_speed, "states_per_s", _PLAYOUTS, {"playout": _playout}),
}
"""The kinds by their names in a file."""

DEFAULTS: dict[str, Settings] = {
    "match": {"budget": NO_LIMIT},
    "search": {"budget": NO_LIMIT},
    "playouts": {"playout": "uniform"},
    "speed": {"playout": "uniform"},
}
"""What settings are where the file does not say it."""
