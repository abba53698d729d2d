"""Boards as text and as pictures, for the games of this folder. A board is its rows, from the top."""

from collections.abc import Sequence

CELL = 40
LETTERS = "abcdefghijklmnopqrstuvwxyz"
STONES = {"X": ("#1f2937", "#0b1220"), "O": ("#ffffff", "#6b7280")}
"""The colours of a side's stone, and of its edge."""


def text(rows: Sequence[str], labels: Sequence[int], slant: int = 0) -> str:
    """The board with its coordinates, each row so much further to the right than the one above it."""
    width = max(len(str(label)) for label in labels)
    lines = [
        f"{' ' * slant * y}{label:>{width}} {' '.join(row)}"
        for y, (label, row) in enumerate(zip(labels, rows, strict=True))
    ]
    below = " " * (slant * len(rows) + width + 1) + " ".join(LETTERS[: len(rows[0])])
    return "\n".join([*lines, below])


def page(width: float, height: float, parts: Sequence[str]) -> str:
    """An SVG file."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
            f' height="{height:g}" role="img" font-family="sans-serif" font-size="13" text-anchor="middle">',
            f'<rect width="{width:g}" height="{height:g}" rx="10" fill="#f8fafc"/>',
            *parts,
            "</svg>\n",
        ]
    )


def label(x: float, y: float, content: object) -> str:
    """A coordinate, in the middle of a place."""
    return f'<text x="{x:g}" y="{y + 4:g}" fill="#526077">{content}</text>'


def stone(x: float, y: float, side: str, radius: float) -> str:
    """A round stone."""
    fill, edge = STONES[side]
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'


def squares(
    rows: Sequence[str], labels: Sequence[int], colours: tuple[str, str], pieces: Sequence[str]
) -> str:
    """A page with a chequered board, from 1 to the right and downwards, and what stands on it."""
    fields = [
        f'<rect x="{CELL * (x + 1)}" y="{CELL * (y + 1)}" width="{CELL}" height="{CELL}"'
        f' fill="{colours[(x + y) % 2]}" stroke="#52606d" stroke-width="0.5"/>'
        for y, row in enumerate(rows)
        for x in range(len(row))
    ]
    width, height = CELL * (len(rows[0]) + 2), CELL * (len(rows) + 2)
    files = [label(CELL * (x + 1.5), height - CELL / 2, LETTERS[x]) for x in range(len(rows[0]))]
    ranks = [label(CELL / 2, CELL * (y + 1.5), rank) for y, rank in enumerate(labels)]
    return page(width, height, [*fields, *files, *ranks, *pieces])


def middle(x: int, y: int) -> tuple[float, float]:
    """Of the square in this column and row, from 0."""
    return CELL * (x + 1.5), CELL * (y + 1.5)
