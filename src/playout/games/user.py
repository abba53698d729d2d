"""Games written in Python."""

from dataclasses import dataclass
from typing import Any

from playout import _core
from playout.errors import show
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

    def _plain_text(self) -> str:
        return show(self.rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return _user_game, (self.rules, self.misere)


def _user_game(rules: Rules[Any], misere: bool) -> UserGame:
    return UserGame(rules, misere=misere)
