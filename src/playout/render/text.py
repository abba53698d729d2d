"""A state as text for a terminal."""

from typing import TYPE_CHECKING

from playout._core import Turn

if TYPE_CHECKING:
    from playout.state import State


def text(state: "State") -> str:
    """The board with its coordinates, and who is to move or how it ended."""
    rows = state.board.split("/")
    width = len(str(len(rows)))
    lines = [f"{len(rows) - i:>{width}} {' '.join(row)}" for i, row in enumerate(rows)]
    files = " ".join(chr(ord("a") + c) for c in range(len(rows[0])))
    return "\n".join([*lines, f"{'':{width}} {files}", status(state)])


def status(state: "State") -> str:
    """One line: who is to move, or who has won."""
    if not state.is_terminal:
        return f"{'X' if state.turn is Turn.MAX else 'O'} to move"
    score = state.score
    return "draw" if score == 0 else f"{'X' if score > 0 else 'O'} wins"
