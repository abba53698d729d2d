"""Games written in Python."""

from dataclasses import dataclass
from typing import Any

from playout import _core
from playout.errors import ContractError, integer, show
from playout.games.face import Game
from playout.python_game import Rules
from playout.state import State


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

    def hash(self, state: State) -> int:
        """What the rules' `hash` says, if they have one."""
        if not hasattr(self.rules, "hash"):
            return super().hash(state)
        answer = self.rules.hash(state.position.raw)
        number = integer(answer)
        if number is None:
            raise self._complaint("hash", answer, "an integer")
        return hash(number)

    def svg(self, state: State) -> str:
        """What the rules' `svg` draws, if they have one."""
        if not hasattr(self.rules, "svg"):
            return super().svg(state)
        answer = self.rules.svg(state.position.raw)
        if not isinstance(answer, str) or not answer.lstrip().startswith(("<svg", "<?xml")):
            raise self._complaint("svg", answer, "the text of an SVG file, which begins with <svg")
        return answer

    def _complaint(self, method: str, answer: object, expected: str) -> ContractError:
        return ContractError(f"{type(self.rules).__name__}.{method} gave {show(answer)}; expected {expected}")

    def _plain_text(self) -> str:
        return show(self.rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return _user_game, (self.rules, self.misere)


def _user_game(rules: Rules[Any], misere: bool) -> UserGame:
    return UserGame(rules, misere=misere)
