"""The catalogue of games, and the face that every game shows."""

import dataclasses
from dataclasses import dataclass, field
from typing import Any, ClassVar

from playout import _core, render, spec
from playout.errors import SpecError, show, unknown
from playout.python_game import Rules
from playout.state import State

__all__ = ["Breakthrough", "Game", "Knightthrough", "TicTacToe", "catalogue", "game", "misere"]


@dataclass(frozen=True, repr=False)
class Game(spec.Spec):
    """Rules plus parameters. Make one with `playout.game` or with a class of `playout.games`.

    >>> Breakthrough(5, 5, misere=True)
    misere(breakthrough(5,5))
    """

    summary: ClassVar[str] = ""
    sizes: ClassVar[tuple[str, ...]] = ()
    """The usual sizes, as specs: what the catalogue lists and the benchmarks run."""

    misere: bool = field(default=False, kw_only=True)
    """The result reversed and nothing else."""

    _engine: _core.Engine = field(init=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "_engine", self._make_engine())

    def _make_engine(self) -> _core.Engine:
        raise NotImplementedError

    @property
    def players(self) -> int:
        """2, or 1 for a puzzle."""
        return self._engine.players

    @property
    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest score."""
        return self._engine.bounds

    @property
    def state_size(self) -> int:
        """The bytes that a native state takes."""
        return self._engine.state_size

    def initial(self) -> State:
        """The state in which the game starts."""
        return State(self, self._engine.initial())

    def text(self, state: State) -> str:
        """A state as people read it in a terminal."""
        return render.text(state)

    def svg(self, state: State) -> str:
        """A state as a picture."""
        return render.svg(state)

    def __str__(self) -> str:
        plain = self._plain_text()
        return f"misere({plain})" if self.misere else plain

    def _plain_text(self) -> str:
        sizes, others = [], []
        for parameter in dataclasses.fields(self):
            value = getattr(self, parameter.name, None)
            if not parameter.init or parameter.name == "misere":
                continue
            if not parameter.kw_only:
                sizes.append(str(value))
            elif value != parameter.default:
                others.append(f"{parameter.name}={value}")
        items = ",".join(sizes + others)
        return f"{self.spec_name}({items})" if items else self.spec_name

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (str(self),)


@spec.register
@dataclass(frozen=True, repr=False)
class TicTacToe(Game):
    """Three in a row on a 3×3 board.

    >>> TicTacToe().initial().play("b2").board
    '.../.X./...'
    """

    spec_name = "tictactoe"
    summary = "three in a row on a 3×3 board"
    sizes = ("tictactoe",)

    def _make_engine(self) -> _core.Engine:
        return _core.tictactoe(self.misere)


@dataclass(frozen=True, repr=False)
class _Race(Game):
    rows: int = 8
    cols: int = 8
    pieces: int = field(default=2, kw_only=True)
    """The rows of pieces that each side starts with."""

    def _parameters(self) -> tuple[int, int, int]:
        for size in (self.rows, self.cols, self.pieces):
            if abs(size) > 1000:
                raise SpecError(f"{self.spec_name}: {show(size)} is no size of a board of at most 64 cells")
        return self.rows, self.cols, self.pieces


@spec.register
@dataclass(frozen=True, repr=False)
class Breakthrough(_Race):
    """Step forward, capture diagonally, reach the far row first.

    >>> Breakthrough(5, 5).initial().legal_names[:3]
    ('b2a3', 'c2b3', 'd2c3')
    """

    spec_name = "breakthrough"
    summary = "step forward, capture diagonally, reach the far row first"
    sizes = ("breakthrough(5,5)", "breakthrough(8,8)")

    def _make_engine(self) -> _core.Engine:
        return _core.breakthrough(*self._parameters(), self.misere)


@spec.register
@dataclass(frozen=True, repr=False)
class Knightthrough(_Race):
    """Breakthrough with chess knights that move forward only.

    >>> Knightthrough(8, 8).initial().legal_names[:3]
    ('b1a3', 'c1b3', 'd1c3')
    """

    spec_name = "knightthrough"
    summary = "breakthrough with knights that move forward only"
    sizes = ("knightthrough(5,5)", "knightthrough(8,8)")

    def _make_engine(self) -> _core.Engine:
        return _core.knightthrough(*self._parameters(), self.misere)


@dataclass(frozen=True, repr=False)
class UserGame(Game):
    """A game written in Python, with the face that every game shows. Made by `playout.game(rules)`."""

    rules: Rules[Any]

    spec_name = "python"

    def _check_parameters(self) -> None:
        """The core looks at the rules itself."""

    def _make_engine(self) -> _core.Engine:
        return _core.python_game(self.rules, self.misere)

    def text(self, state: State) -> str:
        """What the rules' `text` says."""
        return state.board

    def _plain_text(self) -> str:
        return show(self.rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return _user_game, (self.rules, self.misere)


def _user_game(rules: Rules[Any], misere: bool) -> UserGame:
    return UserGame(rules, misere=misere)


def catalogue() -> dict[str, type[Game]]:
    """The games of the library, by name.

    >>> list(catalogue())
    ['tictactoe', 'breakthrough', 'knightthrough']
    """
    return spec.known(Game)


def game(source: str | Game | Rules[Any]) -> Game:
    """A game from its spec, or from the rules of your own (see `PythonGame`).

    >>> game("misere(breakthrough(5,5))").initial().board
    'OOOOO/OOOOO/...../XXXXX/XXXXX'
    """
    if isinstance(source, Game):
        return source
    if isinstance(source, str):
        return _from_call(spec.parse(source))
    if isinstance(source, type):
        raise SpecError(f"{source.__name__} is a class; give an object of it: {source.__name__}()")
    return UserGame(source)


def _from_call(call: spec.Call) -> Game:
    if call.name == "misere":
        if len(call.values) != 1 or call.named:
            raise SpecError("misere takes one game, as in misere(breakthrough(5,5))")
        (inner,) = call.values
        return misere(_from_call(inner if isinstance(inner, spec.Call) else spec.Call(inner)))
    if call.name not in catalogue():
        raise unknown("game", call.name, [*catalogue(), "misere"])
    return spec.from_call(Game, call)


def misere(source: str | Game | Rules[Any]) -> Game:
    """The misère version of a two-player game: the same rules, the result reversed.

    >>> misere("tictactoe")
    misere(tictactoe)
    """
    plain = game(source)
    if plain.players != 2:
        raise SpecError(f"{plain} is a puzzle: only a game of two players has a misère version")
    return dataclasses.replace(plain, misere=not plain.misere)
