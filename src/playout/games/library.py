"""The games of the library."""

from dataclasses import dataclass, field
from typing import Annotated

from playout import _core, render, spec
from playout.errors import SpecError, show
from playout.games.face import Game
from playout.render import seki
from playout.spec import OneOf, Range
from playout.state import State
from playout.words import word_list

Size = Annotated[int, Range(0, 1000)]
"""A size of a board; which sizes fit together is for the rules to say."""


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
    rows: Size = 8
    cols: Size = 8
    pieces: Size = field(default=2, kw_only=True)
    """The rows of pieces that each side starts with."""


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
        return _core.breakthrough(self.rows, self.cols, self.pieces, self.misere)


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
        return _core.knightthrough(self.rows, self.cols, self.pieces, self.misere)


@spec.register
@dataclass(frozen=True, repr=False)
class Domineering(Game):
    """Dominoes on a board: Max places them upright, Min flat; who cannot has lost.

    >>> Domineering(2, 2).initial().play("a1a2").board
    'x./X.'
    """

    spec_name = "domineering"
    summary = "Max places dominoes upright, Min flat; who cannot has lost"
    sizes = ("domineering(5,5)", "domineering(8,8)")

    rows: Size = 8
    cols: Size = 8

    def _make_engine(self) -> _core.Engine:
        return _core.domineering(self.rows, self.cols, self.misere)


@spec.register
@dataclass(frozen=True, repr=False)
class NoGo(Game):
    """Stones without captures or suicide; who cannot place one has lost.

    >>> NoGo(2, 2).initial().play("a1").play("b2").legal_names
    ('b1', 'a2')
    """

    spec_name = "nogo"
    summary = "place stones, never capture; who cannot has lost"
    sizes = ("nogo(5,5)", "nogo(7,7)")

    rows: Size = 7
    cols: Size = 7

    def _make_engine(self) -> _core.Engine:
        return _core.nogo(self.rows, self.cols, self.misere)


@spec.register
@dataclass(frozen=True, repr=False)
class AtariGo(Game):
    """Go in which the first capture wins.

    >>> AtariGo(2, 2).initial().play("a1").play("a2").play("b2").score
    1.0
    """

    spec_name = "atarigo"
    summary = "Go in which the first capture wins"
    sizes = ("atarigo(5,5)", "atarigo(9,9)")

    rows: Size = 9
    cols: Size = 9

    def _make_engine(self) -> _core.Engine:
        return _core.atarigo(self.rows, self.cols, self.misere)


@spec.register
@dataclass(frozen=True, repr=False)
class Go(Game):
    """Go with area scoring and positional superko.

    >>> Go(9, 9, komi=5.5).bounds
    (-86.5, 75.5)
    """

    spec_name = "go"
    summary = "Go with area scoring and positional superko"
    sizes = ("go(9,9)",)

    rows: Size = 9
    cols: Size = 9
    komi: Annotated[float, Range(-1000, 1000)] = field(default=7.5, kw_only=True)
    """The points that White gets for moving second."""

    def _make_engine(self) -> _core.Engine:
        return _core.go(self.rows, self.cols, self.komi, self.misere)


@spec.register
@dataclass(frozen=True, repr=False)
class ConnectFour(Game):
    """Drop discs into columns; four in a row win.

    >>> ConnectFour(4, 3).initial().play("b").play("b").board
    '..../.O../.X..'
    """

    spec_name = "connectfour"
    summary = "drop discs into columns; four in a row win"
    sizes = ("connectfour(7,6)",)

    width: Size = 7
    height: Size = 6
    connect: Size = field(default=4, kw_only=True)
    """How many discs in a row win."""

    def _make_engine(self) -> _core.Engine:
        return _core.connectfour(self.width, self.height, self.connect, self.misere)


@spec.register
@dataclass(frozen=True, repr=False)
class Seki(Game):
    """Two chains fight: fill liberties, capture, or pass for a draw.

    >>> Seki(3, 4).initial().legal_names
    ('x1', 'x2', 'x3', 's1', 's2', 'o1', 'o2', 'o3', 'o4', 'pass')
    """

    spec_name = "seki"
    summary = "two chains fight for their liberties; two passes are a draw"
    sizes = ("seki(3,4)",)

    max_liberties: Size = 3
    """Max's outside liberties; two more are shared."""
    min_liberties: Size = 4
    """Min's."""

    def _make_engine(self) -> _core.Engine:
        return _core.seki(self.max_liberties, self.min_liberties, self.misere)

    def text(self, state: State) -> str:
        """The points in their three groups."""
        return seki.text(state)


@spec.register
@dataclass(frozen=True, repr=False)
class Crossword(Game):
    """Place as many words of a list as possible on a grid, each crossing another.

    >>> game = Crossword("capitals")
    >>> state = game.initial().play("a19|COLUMBUS").play("a18-OLYMPIA")
    >>> len(state.legal_moves)
    51
    """

    spec_name = "crossword"
    summary = "place as many words as possible on a grid (parks: 51 of the paper's 52)"
    sizes = ("crossword(capitals)", "crossword(parks)")

    words: str = "capitals"
    """The word list: capitals, parks, or a file that ends in .txt."""
    size: Annotated[int, Range(2, 19)] = field(default=19, kw_only=True)
    """The rows and columns of the grid."""

    _words: tuple[str, ...] = field(init=False)
    """What was read: the game stays the same when the file changes."""

    def _make_engine(self) -> _core.Engine:
        if not spec.is_word(self.words):
            raise SpecError(
                f"crossword: {show(self.words)} has a sign that a spec cannot have; "
                "give the file a name of letters, digits and _ . + - /"
            )
        object.__setattr__(self, "_words", word_list(self.words, self.size))
        return _core.crossword(list(self._words), self.size)

    @classmethod
    def score_text(cls, score: float) -> str:
        """The words and their letters, as the paper writes them."""
        words, letters = divmod(round(score), 1000)
        return f"{words};{letters}"

    def read_score(self, text: str) -> float:
        """A score as the paper writes it, or as a number."""
        words, semicolon, letters = text.partition(";")
        if semicolon and words.isdecimal() and letters.isdecimal() and len(words + letters) < 10:
            text = f"{1000 * int(words) + int(letters)}"
        return super().read_score(text)


@spec.register
@dataclass(frozen=True, repr=False)
class Morpion(Game):
    """Morpion Solitaire, a puzzle: complete a row of dots, draw the line, go on.

    >>> Morpion("5D").initial().legal_names[:3]
    ('2:0E0', '7:0E4', '-1:3E0')
    """

    variant: Annotated[str, OneOf(("5T", "5D", "4T", "4D"))] = "5T"
    """The dots of a line, 5 or 4, and whether lines of one direction may touch, T, or not, D."""

    replace_dominated: bool = field(default=True, kw_only=True)
    """Draw the dominating line for a dominated one (section 3.2 of the NRPA paper)."""

    spec_name = "morpion"
    summary = "complete a row of dots, draw the line, go on"
    sizes = ("morpion(5T)", "morpion(5D)", "morpion(4T)", "morpion(4D)")

    def _make_engine(self) -> _core.Engine:
        return _core.morpion(self.variant, self.replace_dominated)

    def text(self, state: State) -> str:
        """Dots and lines, drawn with letters."""
        return render.morpion.text(state)


def catalogue() -> dict[str, type[Game]]:
    """The games of the library, by name.

    >>> list(catalogue())
    ['tictactoe', 'breakthrough', ...]
    """
    return {name: game for name, game in spec.known(Game).items() if game.sizes}
