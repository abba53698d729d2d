"""A game shown by its own text, as a terminal would print it."""

import unicodedata
from typing import TYPE_CHECKING

from playout.render import page
from playout.render.page import Drawing

if TYPE_CHECKING:
    from playout.state import State

_SIZE = 16
_LINE = 22
_PAD = 16


def picture(state: "State") -> Drawing:
    """The text in a frame, in letters of one width."""
    lines = str(state).expandtabs().splitlines()
    width = max([200, *(0.62 * _SIZE * _letters(line) + 2 * _PAD for line in lines)])
    height = _LINE * len(lines) + 2 * _PAD
    body = [
        f'<rect width="{width:g}" height="{height}" rx="6" fill="#ffffff" stroke="{page.EDGE}"/>',
        f'<g font-family="{page.MONO}" font-size="{_SIZE}" fill="{page.INK}">',
        *(
            f'<text x="{_PAD}" y="{_PAD + _LINE * i + _SIZE}" xml:space="preserve">{page.clean(line)}</text>'
            for i, line in enumerate(lines)
        ),
        "</g>",
    ]
    return Drawing(width, height, "\n".join(body))


def _letters(line: str) -> int:
    """The width of a line; Chinese characters and emoji are twice as wide as other letters."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)
