"""Games of the user's own: written in Python, and run by Python or compiled."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playout import _core
from playout.c_calls import GuardedCalls
from playout.compiled_game import CompiledGame
from playout.errors import SpecError, show
from playout.games.rules import InterpretedGame, RulesGame
from playout.python_game import Rules
from playout.state import State

if TYPE_CHECKING:
    from playout.compiled.uncompiled import Uncompiled


@dataclass(frozen=True, repr=False)
class OwnGame(RulesGame):
    """A game whose rules are an object of the user's, with the face that every game shows."""

    rules: Any

    spec_name = "python"

    def _check_parameters(self) -> None:
        """The core looks at the rules itself."""

    def _plain_text(self) -> str:
        return show(self.rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return _own_game, (type(self), self.rules, self.misere)


def _own_game(kind: type[OwnGame], rules: Any, misere: bool) -> OwnGame:
    return kind(rules, misere=misere)


@dataclass(frozen=True, repr=False)
class UserGame(OwnGame, InterpretedGame):
    """A game that Python runs. Made by `playout.game(rules)`."""

    rules: Rules[Any]


@dataclass(frozen=True, repr=False)
class CompiledUserGame(OwnGame):
    """A game that Numba compiles. Made by `playout.game(rules)`."""

    rules: CompiledGame

    def _make_engine(self) -> _core.Engine:
        with needs_numba(self.rules):
            from playout.compiled.face import CompiledFace  # which imports Numba

        face = CompiledFace(self.rules)
        return _core.c_game(face.built.struct.address, face, self.misere)

    @property
    def calls(self) -> GuardedCalls:
        """The compiled functions, with guards around what they write."""
        return GuardedCalls(type(self.rules).__name__, self._engine.face.built.struct)

    def seen(self, state: State) -> Any:
        """A copy of a state, as the rules' methods know it."""
        return uncompiled_rules(self.rules).seen(state.position.raw)


def uncompiled_rules(rules: CompiledGame) -> "Uncompiled":
    """The same rules, run by Python."""
    with needs_numba(rules):
        from playout.compiled.uncompiled import Uncompiled  # which imports NumPy

    return Uncompiled(rules)


@contextmanager
def needs_numba(rules: CompiledGame) -> Iterator[None]:
    """Says in one line what to install, if it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in ("llvmlite", "numba", "numpy"):
            raise
        name = type(rules).__name__
        raise SpecError(
            f"{name} is a compiled game, which needs Numba: pip install 'playout[compiled]'"
        ) from None
