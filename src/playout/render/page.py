"""The page that every picture stands on: background, title, and how the game stands."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from playout.render.status import status

if TYPE_CHECKING:
    from playout.state import State

PAPER = "#f8fafc"
EDGE = "#cbd5e1"
INK = "#1e293b"
FADED = "#526077"
SANS = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif"
MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace"

_PAD = 20
_FOOT = 52
_MOST_SHOWN = 720
"""A larger picture is shown smaller."""


Box = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True)
class Drawing:
    """A board that is drawn, and what belongs to it."""

    width: float
    height: float
    body: str
    badge: str = ""
    """About the origin, 24 wide: who is to move or has won."""
    cells: Mapping[str, Box] = field(default_factory=dict)
    """Where the cells are, by the names that moves have for them."""


def page(state: "State", drawing: Drawing) -> str:
    """An SVG file with a drawing above two lines: how the game stands, and its spec.

    The badge stands before the first line. The page has a background of its own, so it reads well in a light
    and in a dark notebook; it uses no ids, which would clash when a notebook shows several pictures.
    """
    standing, spec = status(state, "Max", "Min"), str(state.game)
    inner, height = _inner_width(state, drawing), drawing.height
    full_width, full_height = inner + 2 * _PAD, height + _FOOT + 2 * _PAD
    shown = min(1, _MOST_SHOWN / max(full_width, full_height))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width:g} {full_height:g}"'
        f' width="{full_width * shown:g}" height="{full_height * shown:g}" role="img">',
        f"<title>{clean(_title(state, standing, spec))}</title>",
        f'<rect x="0.5" y="0.5" width="{full_width - 1:g}" height="{full_height - 1:g}" rx="10"'
        f' fill="{PAPER}" stroke="{EDGE}"/>',
        f'<g transform="translate({_left(state, drawing):g} {_PAD})">\n{drawing.body}\n</g>',
        f'<g transform="translate({_PAD} {height + _PAD:g})">\n{_foot(standing, spec, drawing.badge)}\n</g>',
        "</svg>\n",
    ]
    return "\n".join(parts)


def cells_on_page(state: "State", drawing: Drawing) -> dict[str, Box]:
    """Where the cells of a drawing are on its page."""
    left = _left(state, drawing)
    return {name: (left + x, _PAD + y, w, h) for name, (x, y, w, h) in drawing.cells.items()}


def _inner_width(state: "State", drawing: Drawing) -> float:
    """Room for the drawing and for the two lines below it."""
    # The font is not known here: 10 for a letter of the first line and 7.4 for one of the second are ample.
    standing = 10 * len(status(state, "Max", "Min")) + 30 * bool(drawing.badge)
    return max(drawing.width, standing, 7.4 * len(str(state.game)))


def _left(state: "State", drawing: Drawing) -> float:
    return _PAD + (_inner_width(state, drawing) - drawing.width) / 2


def clean(text: str) -> str:
    """Text as it may stand in an XML file: a character that is not allowed there is shown as �."""
    return escape(re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text))


def _title(state: "State", standing: str, spec: str) -> str:
    last = state.history_names[-1:]
    return f"{spec}: {standing}" + "".join(f", last move {name}" for name in last)


def _foot(standing: str, spec: str, badge: str) -> str:
    x = 30 if badge else 0
    lines = [
        f'<g transform="translate(12 24)">{badge}</g>' if badge else "",
        f'<text x="{x}" y="29" font-family="{SANS}" font-size="15" font-weight="600" fill="{INK}">'
        f"{clean(standing)}</text>",
        f'<text y="50" font-family="{MONO}" font-size="12" fill="{FADED}">{clean(spec)}</text>',
    ]
    return "\n".join(line for line in lines if line)
