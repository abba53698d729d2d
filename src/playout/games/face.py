"""The face that every game shows."""

import dataclasses
import inspect
import math
import weakref
from dataclasses import dataclass, field
from typing import Any, ClassVar

from playout import _core, render, spec
from playout.errors import SpecError, show
from playout.state import State

_TURNS = {"X": _core.Turn.MAX, "O": _core.Turn.MIN}


@dataclass(frozen=True, repr=False)
class Game(spec.Spec):
    """Rules plus parameters. Make one with `playout.game` or with a class of `playout.games`.

    >>> from playout.games import Breakthrough
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
        self._engine.game = weakref.ref(self)
        if self.misere and self.players != 2:
            raise no_misere(self._plain_text())

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

    def about(self) -> str:
        """The rules in words: what their class says of itself."""
        return inspect.getdoc(getattr(self, "rules", self)) or str(self)

    def initial(self) -> State:
        """The state in which the game starts."""
        return State(self, self._engine.initial())

    def state(self, text: str) -> State:
        """A position set up from text: a board as in `State.board`, then X or O for who is to move.

        In a puzzle, the board alone will do.

        >>> from playout.games import TicTacToe
        >>> TicTacToe().state("X../.O./... X").legal_names[:2]
        ('a1', 'b1')
        """
        board, _, turn = text.strip().rpartition(" ")
        if self.players == 1 and not board:
            board, turn = turn, "X"
        if turn not in _TURNS or not board or not (board.isascii() and board.isprintable()):
            raise SpecError(
                f"{self}: a position is a board, a space and X or O for the turn, got {show(text)}"
            )
        try:
            return State(self, self._engine.setup(board.strip(), _TURNS[turn]))
        except ValueError as error:
            raise SpecError(f"{self}: {error}") from None

    @classmethod
    def score_text(cls, score: float) -> str:
        """A score as people write it.

        >>> from playout.games import Crossword, TicTacToe
        >>> TicTacToe().score_text(-1.0), Crossword("capitals").score_text(37259)
        ('-1', '37;259')
        """
        return f"{score:.15g}"

    def read_score(self, text: str) -> float:
        """A score from what `score_text` writes, or from the number itself.

        >>> from playout.games import Crossword
        >>> Crossword("capitals").read_score("37;259"), Crossword("capitals").read_score("37259")
        (37259.0, 37259.0)
        """
        try:
            score = float(text)
        except ValueError:
            score = math.nan
        low, high = self.bounds
        if not (math.isfinite(score) and low <= score <= high):
            span = f"from {self.score_text(low)} to {self.score_text(high)}"
            raise SpecError(f"{self}: a score is a number {span}, got {show(text)}")
        return score

    def hash(self, state: State) -> int:
        """The hash of a state. The game has no part in it: its class may have no hash."""
        return hash(state.board)

    def text(self, state: State) -> str:
        """A state as people read it in a terminal."""
        return render.text(state)

    def svg(self, state: State) -> str:
        """A state as a picture."""
        return render.svg(state)

    def cells(self, state: State) -> dict[str, tuple[float, float, float, float]]:
        """Where the cells are in the picture, by name; none where the game has a picture of its own."""
        return render.cells(state)

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
                others.append(f"{parameter.name}={spec.value_text(value)}")
        items = ",".join(sizes + others)
        return f"{self.spec_name}({items})" if items else self.spec_name

    def __reduce__(self) -> tuple[Any, ...]:
        from playout.games import game  # which makes every kind of game, so this module cannot import it

        return game, (str(self),)


def no_misere(puzzle: str) -> SpecError:
    """What is wrong with the misère version of a puzzle."""
    return SpecError(f"{puzzle} is a puzzle: only a game of two players has a misère version")
