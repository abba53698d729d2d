"""Ratings as a picture: a dot for each player, on a line from one end of its interval to the other."""

import math
from collections.abc import Sequence

from playout.lab.plot import COLOURS, Axis, text_at
from playout.ratings import Rating
from playout.render.page import EDGE, INK, SANS, clean

__all__ = ["rating_plot"]

WIDTH, RIGHT, TOP, BOTTOM = 640, 24, 8, 28
LINE = 24
"""The height of a player's line."""
LETTER = 7.2
"""The width of a letter, more or less: the font is not known here."""
LONGEST = 36
"""A longer name is cut."""
MOST_TICKS = 8


def rating_plot(ratings: Sequence[Rating]) -> str:
    """The text of an SVG picture. An interval without an end is an arrow to the edge."""
    ticks = _ticks([end for one in ratings for end in (one.elo, one.low, one.high) if math.isfinite(end)])
    names = [_short(one.player) for one in ratings]
    left = 16 + LETTER * max(map(len, names))
    axis = Axis(ticks[0], ticks[-1], left, WIDTH - RIGHT, log=False)
    bottom = TOP + LINE * len(ratings)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + BOTTOM}" role="img"'
        f' font-family="{SANS}" font-size="12">',
        "<title>Elo with 95% intervals</title>",
    ]
    for value in ticks:
        at = axis.place(value)
        parts.append(f'<path d="M{at:.1f} {TOP}V{bottom}" stroke="{EDGE}" stroke-width="0.7"/>')
        parts.append(text_at(at, bottom + 18, f"{value:+g}" if value else "0", "middle"))
    for number, (rating, name) in enumerate(zip(ratings, names, strict=True)):
        y = TOP + LINE * (number + 0.5)
        parts.append(text_at(left - 10, y + 4, name, "end", INK))
        parts += _bar(rating, axis, y)
    return "\n".join([*parts, "</svg>\n"])


def _ticks(values: Sequence[float]) -> list[float]:
    """Round numbers from below all values to above them."""
    low, high = min(values), max(values)
    steps = (digit * 10.0**power for power in range(1, 9) for digit in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= MOST_TICKS - 2)
    first, last = math.floor(low / step), max(math.ceil(high / step), math.floor(low / step) + 1)
    return [step * number for number in range(first, last + 1)]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _bar(rating: Rating, axis: Axis, y: float) -> list[str]:
    colour = COLOURS[0]
    start, end = (axis.place(max(axis.low, min(axis.high, value))) for value in (rating.low, rating.high))
    left, right = (_end(value, at, y) for value, at in ((rating.low, start), (rating.high, end)))
    line = f"M{start:.1f} {y:g}H{end:.1f}{left}{right}"
    return [
        f"<g><title>{clean(str(rating))}</title>",
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="2"/>',
        f'<circle cx="{axis.place(rating.elo):.1f}" cy="{y:g}" r="4" fill="{colour}"/></g>',
    ]


def _end(value: float, at: float, y: float) -> str:
    """A bar across the end of an interval; an arrow where it has none."""
    if math.isfinite(value):
        return f"M{at:.1f} {y - 5:g}V{y + 5:g}"
    back = math.copysign(6, -value)
    return f"M{at + back:.1f} {y - 5:g}L{at:.1f} {y:g}L{at + back:.1f} {y + 5:g}"
