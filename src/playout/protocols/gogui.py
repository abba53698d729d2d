"""GoGui's commands for games other than Go: who may move where, what is on the board, who has won."""

from playout._core import Turn
from playout.errors import SpecError
from playout.games import Game
from playout.protocols.table import size
from playout.protocols.vertices import Vertices
from playout.render.numbers import valued
from playout.render.status import leader
from playout.search_result import SearchResult
from playout.state import State
from playout.turns import COLOURS

ANALYZE_COMMANDS = """\
gfx/Visits/playout-visits
string/Legal moves/gogui-rules_legal_moves
string/Side to move/gogui-rules_side_to_move
string/Result/gogui-rules_final_result
string/Board/showboard"""


def game_id(game: Game) -> str:
    """A capital letter, then small ones.

    >>> import playout as po
    >>> game_id(po.game("misere(nogo(5,5))"))
    'Miserenogo'
    """
    name = "".join(letter for letter in str(game).partition("(")[0] if letter.isalpha())
    return f"misere{game.spec_name}".capitalize() if game.misere else name.capitalize()


def board_size(state: State) -> str:
    """One number, or the columns and the rows."""
    cols, rows = _size(state)
    return f"{cols}" if cols == rows else f"{cols} {rows}"


def board(state: State) -> str:
    """The rows from the top: X for black, O for white.

    >>> import playout as po
    >>> print(board(po.game("nogo(2,3)").initial().play("a1")))
    . . .
    X . .
    """
    _size(state)
    return "\n".join(" ".join(row.upper()) for row in state.board.split("/"))


def legal_moves(state: State, vertices: Vertices) -> str:
    """All of them, a pass last; nothing if the game is over."""
    return " ".join(vertices.write(state, move) for move in state.legal_moves)


def side_to_move(state: State) -> str:
    """By its colour."""
    return COLOURS[state.turn]


def final_result(state: State) -> str:
    """Who has won; unknown before the end.

    >>> import playout as po
    >>> final_result(po.game("nogo(3,3)").initial())
    'unknown'
    """
    if not state.is_terminal:
        return "unknown"
    winner = leader(state)
    return "draw" if winner is None else COLOURS[winner]


def visits(result: SearchResult | None, vertices: Vertices) -> str:
    """What the last search looked at, as a heat map: the share of the most visited move."""
    state = result.state if result else None
    if result is None or state is None or not result.children:
        raise SpecError("nothing was searched yet")
    most, sign = max(child.visits for child in result.children), 1 if state.turn is Turn.MAX else -1
    shares = {vertices.write(state, child.move): sign * child.visits / most for child in result.children}
    heat = " ".join(f"{vertex} {share:.2f}" for vertex, share in shares.items() if vertex != "pass")
    return f"INFLUENCE {heat}\nTEXT {valued(vertices.write(state, result.move), result.value)}"


def _size(state: State) -> tuple[int, int]:
    found = size(state)
    if found is None:
        raise SpecError(f"{state.game} has no board of black and white stones")
    return found
