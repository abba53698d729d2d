"""Games written in Python."""

from dataclasses import dataclass
from typing import Any

from playout.errors import show
from playout.games.rules import RulesGame
from playout.python_game import Rules


@dataclass(frozen=True, repr=False)
class UserGame(RulesGame):
    """A game written in Python, with the face that every game shows. Made by `playout.game(rules)`."""

    rules: Rules[Any]

    spec_name = "python"

    def _check_parameters(self) -> None:
        """The core looks at the rules itself."""

    def _plain_text(self) -> str:
        return show(self.rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return _user_game, (self.rules, self.misere)


def _user_game(rules: Rules[Any], misere: bool) -> UserGame:
    return UserGame(rules, misere=misere)
