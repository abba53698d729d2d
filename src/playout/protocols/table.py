"""The game in progress, as another program tells it."""

from dataclasses import fields, replace
from typing import Any

from playout._core import Turn
from playout.errors import SpecError
from playout.games import Game, Go
from playout.state import State
from playout.turns import with_turn


class Table:
    """The states of a game, the last one on the board. Either side may move at any time.

    >>> import playout as po
    >>> table = Table(po.game("nogo(3,3)"))
    >>> table.play(po.MAX, "a1")
    >>> table.play(po.MAX, "c3")
    >>> table.undo()
    >>> table.state.board
    '.../.../X..'
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.clear()

    @property
    def state(self) -> State:
        """What is on the board."""
        return self.states[-1]

    def clear(self) -> None:
        """Begins anew."""
        self.states = [self.game.initial()]

    def show(self, state: State) -> None:
        """Puts a state on the board, with the moves that led to it."""
        self.game, before = state.game, state.start
        self.states = [before]
        for move in state.history:
            self.states.append(self.state.play(move))

    def play(self, turn: Turn, move: int | str) -> None:
        """Makes a move for a side, whoever's turn it is. After the end a pass changes nothing."""
        if self.state.is_terminal and move == "pass":
            self.states.append(self.state)
        else:
            self.states.append(with_turn(self.state, turn).play(move))

    def undo(self) -> None:
        """Takes the last move back."""
        if len(self.states) == 1:
            raise SpecError("no move was made")
        self.states.pop()

    def resize(self, cols: int, rows: int) -> None:
        """Begins anew on a board of another size."""
        names = {field.name for field in fields(self.game)}
        sizes: dict[str, Any] = {"rows": rows, "cols": cols}
        if sizes.keys() <= names:
            self.game = replace(self.game, **sizes)
        elif size(self.game.initial()) != (cols, rows):
            raise SpecError(f"{self.game} has one size")
        self.clear()

    def set_komi(self, komi: float) -> None:
        """Changes komi and leaves the board as it is; games without komi have nothing to change."""
        if isinstance(self.game, Go):
            self.game = replace(self.game, komi=komi)
            self.states = [_moved(state, self.game) for state in self.states]


def size(state: State) -> tuple[int, int] | None:
    """The columns and rows of a board of stones; None if it is another one.

    >>> import playout as po
    >>> size(po.game("nogo(3,4)").initial()), size(po.game("morpion").initial())
    ((4, 3), None)
    """
    lines = state.board.split("/")
    is_board = len({*map(len, lines)}) == 1 and set("".join(lines)) <= set("XOxo.")
    return (len(lines[0]), len(lines)) if is_board else None


def _moved(state: State, game: Game) -> State:
    """The same state in the same game with another komi."""
    start = state.start
    other = game.initial() if start == start.game.initial() else game.state(start.notation)
    for move in state.history:
        other = other.play(move)
    return other
