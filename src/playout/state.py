"""States: positions of a game, as values."""

from typing import TYPE_CHECKING, Any

from playout import _core
from playout.errors import IllegalMove, integer, show

if TYPE_CHECKING:
    from playout.games import Game
    from playout.record import Record


class State:
    """A position of a game. It never changes: `play` returns another one.

    >>> import playout as po
    >>> state = po.game("tictactoe").initial().play("b2").play("a1")
    >>> state.turn, state.is_terminal, len(state.legal_moves)
    (Turn.MAX, False, 7)
    >>> print(state)
    3 . . .
    2 . X .
    1 O . .
      a b c
    X to move
    """

    __slots__ = ("_move", "_parent", "_position", "game")

    def __init__(
        self,
        game: "Game",
        position: _core.Position,
        parent: "State | None" = None,
        move: int | None = None,
    ) -> None:
        self.game = game
        self._position = position
        self._parent = parent
        self._move = move

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """The legal moves, in the game's order; empty if and only if the game is over."""
        return tuple(self._position.legal_moves)

    @property
    def legal_names(self) -> tuple[str, ...]:
        """The names of the legal moves, in the same order."""
        return tuple(self.name(move) for move in self.legal_moves)

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self._position.legal_moves

    @property
    def turn(self) -> _core.Turn:
        """Who is to move: `playout.MAX` or `playout.MIN`."""
        return self._position.turn

    @property
    def score(self) -> float:
        """The payoff of a finished game, from Max's side; a ValueError before the end."""
        return self._position.score

    @property
    def board(self) -> str:
        """The board as one string; for the games of the library, rows from the top joined by '/'."""
        return self._position.board

    @property
    def notation(self) -> str:
        """The position as text that `Game.state` reads back: the board and who is to move.

        >>> import playout as po
        >>> po.game("tictactoe").initial().play("b2").notation
        '.../.X./... O'
        """
        return f"{self.board} {'X' if self.turn is _core.Turn.MAX else 'O'}"

    @property
    def position(self) -> _core.Position:
        """The state as the core knows it."""
        return self._position

    @property
    def history(self) -> tuple[int, ...]:
        """The moves that led here from the first state that was not made by `play`.

        >>> import playout as po
        >>> po.game("tictactoe").initial().play("b2").play("a1").history
        (4, 0)
        """
        return tuple(move for _, move in self._steps())

    @property
    def history_names(self) -> tuple[str, ...]:
        """The names of the moves in `history`."""
        return tuple(before.name(move) for before, move in self._steps())

    def _steps(self) -> "list[tuple[State, int]]":
        steps = []
        state = self
        while state._parent is not None and state._move is not None:
            steps.append((state._parent, state._move))
            state = state._parent
        return steps[::-1]

    @property
    def start(self) -> "State":
        """The state that `history` starts from."""
        steps = self._steps()
        return steps[0][0] if steps else self

    def play(self, move: int | str) -> "State":
        """The state after a move, given by its name or its number; IllegalMove if there is none such."""
        number = self.move(move)
        return State(self.game, self._position.play(number), self, number)

    def move(self, move: int | str) -> int:
        """A move as an integer, from its name or its number."""
        if isinstance(move, str):
            return self._parse(move)
        number = integer(move)
        if number is None:
            raise IllegalMove(f"a move is an integer or a name, not {show(move)}")
        if not 0 <= number < 2**31:
            raise IllegalMove(f"illegal move {show(move)}: a move is an integer from 0 to {2**31 - 1}")
        return number

    def _parse(self, name: str) -> int:
        # Bytes of a command line that are not UTF-8 arrive as surrogates, which the core cannot take.
        move = self._position.parse(name.encode(errors="replace").decode())
        if move < 0:
            raise IllegalMove(f"illegal move {show(name)}: {self._position.allowed}")
        return move

    def name(self, move: int) -> str:
        """The name of a legal move."""
        return self._position.name(self.move(move))

    def code(self, move: int | str) -> int:
        """An integer that names the action of a legal move across states."""
        return self._position.code(self.move(move))

    def to_record(self) -> "Record":
        """How the state came about, as a record that can be kept; `Record.replay` leads back to the state.

        >>> import playout as po
        >>> state = po.game("tictactoe").initial().play("b2").play("a1")
        >>> state.to_record().moves, state.to_record().replay() == state
        (('b2', 'a1'), True)
        """
        from playout.record import Record  # which replays states, so this module cannot import it

        return Record.of(self)

    def __reduce__(self) -> tuple[Any, ...]:
        start = self.start
        setup = None if start == self.game.initial() else start.notation
        return _restore, (self.game, setup, self.history)

    def __eq__(self, other: object) -> bool:
        """Whether it is the same position of the same game, however it came about."""
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self._position.equals(other._position)

    def __hash__(self) -> int:
        return self.game.hash(self)

    def __str__(self) -> str:
        return self.game.text(self)

    def __repr__(self) -> str:
        return f"<State of {self.game} after {len(self.history)} moves: {self.board}>"

    def _repr_svg_(self) -> str:
        return self.game.svg(self)

    def svg(self) -> str:
        """A picture of the state, as the text of an SVG file; notebooks show it by themselves."""
        return self.game.svg(self)

    def cells(self) -> dict[str, tuple[float, float, float, float]]:
        """Where the cells are in the picture, by name: left, top, width and height, in its own units.

        The name of a move says which of them it is about. A game that draws itself has none here.

        >>> import playout as po
        >>> list(po.game("tictactoe").initial().cells())[:3]
        ['a3', 'b3', 'c3']
        """
        return self.game.cells(self)


def _restore(game: "Game", setup: str | None, moves: tuple[int, ...]) -> State:
    """A state that was pickled, made anew."""
    state = game.initial() if setup is None else game.state(setup)
    for move in moves:
        state = state.play(move)
    return state
