"""What games have in common whose rules are an object."""

from typing import Any

from playout import _core
from playout.errors import ContractError, integer, show
from playout.games.face import Game
from playout.state import State


class RulesGame(Game):
    """A game that shows what its rules say."""

    rules: Any

    def seen(self, state: State) -> Any:
        """A state as the rules know it."""
        raise NotImplementedError

    def text(self, state: State) -> str:
        """What the rules' `text` says."""
        return state.board

    def hash(self, state: State) -> int:
        """What the rules' `hash` says, if they have one."""
        if not hasattr(self.rules, "hash"):
            return super().hash(state)
        answer = self.rules.hash(self.seen(state))
        number = integer(answer)
        if number is None:
            raise self._complaint("hash", answer, "an integer")
        return hash(number)

    def svg(self, state: State) -> str:
        """What the rules' `svg` draws, if they have one."""
        if not hasattr(self.rules, "svg"):
            return super().svg(state)
        answer = self.rules.svg(self.seen(state))
        if not isinstance(answer, str) or not answer.lstrip().startswith(("<svg", "<?xml")):
            raise self._complaint("svg", answer, "the text of an SVG file, which begins with <svg")
        return answer

    def _complaint(self, method: str, answer: object, expected: str) -> ContractError:
        return ContractError(f"{type(self.rules).__name__}.{method} gave {show(answer)}; expected {expected}")


class InterpretedGame(RulesGame):
    """A game that Python runs. It needs the GIL, so that threads do not run it side by side."""

    def _make_engine(self) -> _core.Engine:
        return _core.python_game(self.rules, self.misere)

    def seen(self, state: State) -> Any:
        """A state as the rules made it."""
        return state.position.raw
