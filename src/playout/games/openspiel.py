"""Games of OpenSpiel, as games here."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from playout import _core, spec
from playout.games.openspiel_load import load
from playout.games.rules import InterpretedGame
from playout.python_game import MAX, MIN, PythonGame

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_UNCLONABLE = "morpion_solitaire"
"""A clone of its states shares memory with them: the process ends sooner or later."""


class Position:
    """A state of OpenSpiel's that nobody changes.

    Two are equal if the same moves led to them. Their texts would be too little: what a text leaves out may
    matter to the rest of the game, as the older positions do in Go and in chess.
    """

    def __init__(self, spiel: Any) -> None:
        self.spiel = spiel
        self._legal: list[int] | None = None

    def legal(self) -> list[int]:
        """The legal actions. A `cached_property` would slow playouts down."""
        if self._legal is None:
            self._legal = self.spiel.legal_actions()
        return self._legal

    @cached_property
    def names(self) -> dict[int, str]:
        """The legal actions as OpenSpiel names them, without spaces; those of one name with their numbers."""
        names = ["_".join(self.spiel.action_to_string(action).split()) for action in self.legal()]
        counts = Counter(names)
        return {
            action: name if counts[name] == 1 else f"{name}#{action}"
            for action, name in zip(self.legal(), names, strict=True)
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.spiel.history() == other.spiel.history()

    def __hash__(self) -> int:
        return hash(tuple(self.spiel.history()))


class OpenSpielRules(PythonGame[Position]):
    """The rules of a game of OpenSpiel. Player 0 is Max; a puzzle's score is its return."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.players = game.num_players()
        # OpenSpiel's number is too low for some games; it only ends those that would not end.
        self.max_length = max(PythonGame.max_length, game.max_game_length())
        self._even = (game.utility_sum() or 0.0) / 2 if self.players == 2 else 0.0
        self._clones = _UNCLONABLE not in str(game)

    def initial(self) -> Position:
        """The state in which the game starts."""
        return Position(self.game.new_initial_state())

    def legal(self, state: Position) -> Sequence[int]:
        """OpenSpiel's actions."""
        return state.legal()

    def play(self, state: Position, move: int) -> Position:
        """The state after an action."""
        after = self._copy(state.spiel)
        after.apply_action(move)
        return Position(after)

    def _copy(self, spiel: Any) -> Any:
        if self._clones:
            return spiel.clone()
        copy = self.game.new_initial_state()
        for action in spiel.history():
            copy.apply_action(action)
        return copy

    def turn(self, state: Position) -> _core.Turn:
        """Whose action it is."""
        return MAX if state.spiel.current_player() == 0 else MIN

    def score(self, state: Position) -> float:
        """What player 0 has got; of a constant sum, what is more than half of it."""
        return float(state.spiel.returns()[0]) - self._even

    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest of such scores."""
        return self.game.min_utility() - self._even, self.game.max_utility() - self._even

    def name(self, state: Position, move: int) -> str:
        """OpenSpiel's name, without spaces."""
        return state.names[move]

    def text(self, state: Position) -> str:
        """OpenSpiel's text, without colours."""
        return _COLOUR.sub("", str(state.spiel))

    def hash(self, state: Position) -> int:
        """That of the moves."""
        return hash(state)


@spec.register
@dataclass(frozen=True, repr=False)
class OpenSpiel(InterpretedGame):
    """A game of OpenSpiel, which `pip install 'playout[openspiel]'` brings along.

    >>> game = OpenSpiel("hex(board_size=3)")
    >>> game
    openspiel(hex(board_size=3))
    >>> print(game.initial().play("b2"))
    . . .
     . x .
      . . .
    """

    spec_name = "openspiel"
    summary = "a game of OpenSpiel, as openspiel(hex(board_size=5))"

    name: str = ""
    """As OpenSpiel writes it: its name, and its parameters by their names."""

    rules: OpenSpielRules = field(init=False, compare=False)

    @classmethod
    def from_call(cls, call: spec.Call) -> Self:
        """The game that a parsed spec describes; what is in its parentheses is for OpenSpiel to read."""
        return cls(*map(str, call.values))

    def _make_engine(self) -> _core.Engine:
        rules = OpenSpielRules(load(self.name.strip()))
        object.__setattr__(self, "rules", rules)
        short = rules.game.get_type().short_name
        text = str(rules.game)
        object.__setattr__(self, "name", short if text == f"{short}()" else text)
        return super()._make_engine()
