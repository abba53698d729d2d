"""Plots as SVG: lines with intervals beside published ones, and cumulative histograms. No ids, no scripts."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playout.lab.evaluate import Entry, Section
from playout.render.page import EDGE, FADED, INK, SANS, clean

__all__ = ["Axis", "Point", "Series", "lines", "plots", "text_at"]

# Okabe and Ito's colours, which most people can tell apart, without the yellow, which fades on white.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 30, 40
LINE = 18
"""The height of a line of the legend."""

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Point:
    """A value at a place of the x axis."""

    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True)
class Series:
    """A line of a plot."""

    name: str
    points: Sequence[Point]
    published: Sequence[Point]


@dataclass(frozen=True)
class Axis:
    """Maps values to places on the paper."""

    low: float
    high: float
    start: float
    end: float
    log: bool

    def place(self, value: float) -> float:
        """Where a value lies."""
        low, high, at = (
            (math.log(v) for v in (self.low, self.high, value))
            if self.log
            else (
                self.low,
                self.high,
                value,
            )
        )
        return self.start + (self.end - self.start) * ((at - low) / (high - low) if high > low else 0.5)


def plots(section: Section) -> list[str]:
    """The plots of an experiment, one for each group of rows ("group: setting")."""
    if not section.plan.plot:
        return []
    groups: dict[str, list[Entry]] = {}
    for entry in section.entries:
        if entry.values and entry.estimate:
            groups.setdefault(entry.cell.row.rpartition(": ")[0], []).append(entry)
    draw = _histogram if section.plan.plot == "histogram" else _lines
    return [draw(name, entries, section.plan.plot == "log") for name, entries in groups.items()]


def _lines(title: str, entries: list[Entry], log: bool) -> str:
    rows = dict.fromkeys(entry.cell.row for entry in entries)
    series = [_series(row, [entry for entry in entries if entry.cell.row == row]) for row in rows]
    series = [one for one in series if one.points]
    rates = (0.0, entries[0].figure.unit) if entries[0].statistic == "rate" else None
    return lines(title, series, log, rates) if series else ""


def lines(
    title: str, series: list[Series], log: bool = False, span: tuple[float, float] | None = None
) -> str:
    """A plot of lines with their bands; `log` is for the x axis, `span` are the ends of the other.

    >>> lines("Lines", [Series("one", [Point(1, 2, 1, 3), Point(2, 3, 3, 3)], ())]).count("<path")
    8
    """
    xs = sorted({p.x for one in series for p in (*one.points, *one.published)})
    ys = [y for one in series for p in (*one.points, *one.published) for y in (p.y, p.low, p.high)]
    low, high = span or _rounded(min(ys), max(ys))
    x_axis = Axis(xs[0], xs[-1], LEFT, WIDTH - RIGHT, log and xs[0] > 0)
    y_axis = Axis(low, high, HEIGHT - BOTTOM, TOP, False)
    ticks = [(x, f"{x:g}") for x in xs]
    return _frame(title, series, x_axis, y_axis, ticks, _y_ticks(low, high))


def _series(row: str, entries: list[Entry]) -> Series:
    ours, published = [], []
    for entry in entries:
        number = _NUMBER.search(entry.figure.column)
        if not number or not entry.estimate:
            continue
        x, unit, e = float(number[0]), entry.figure.unit, entry.estimate
        bounds = (e.low, e.high) if math.isfinite(e.low) else (e.value, e.value)
        ours.append(Point(x, e.value * unit, bounds[0] * unit, bounds[1] * unit))
        if entry.figure.published:
            y = entry.figure.published.value * unit
            published.append(Point(x, y, y, y))
    return Series(row.rpartition(": ")[2], sorted(ours, key=_x), sorted(published, key=_x))


def _x(point: Point) -> float:
    return point.x


def _histogram(title: str, entries: list[Entry], _log: bool) -> str:
    """The share of runs that reached a score or more, on a logarithmic axis."""
    first = {entry.cell.row: entry for entry in reversed(entries)}
    series = []
    for row in dict.fromkeys(entry.cell.row for entry in entries):
        values = sorted(first[row].values)
        share = {v: sum(w >= v for w in values) / len(values) for v in values}
        series.append(Series(row, [Point(v, s, s, s) for v, s in share.items()], ()))
    xs = [p.x for one in series for p in one.points]
    least = min(p.y for one in series for p in one.points)
    decades = max(1, math.ceil(-math.log10(least) - 1e-9))
    x_low, x_high = _rounded(min(xs), max(xs))
    x_axis = Axis(x_low, x_high, LEFT, WIDTH - RIGHT, False)
    y_axis = Axis(10.0**-decades, 1.0, HEIGHT - BOTTOM, TOP, True)
    y_ticks = [(10.0**-i, f"{100 * 10.0**-i:g}%") for i in range(decades + 1)]
    return _frame(title, series, x_axis, y_axis, _y_ticks(x_low, x_high), y_ticks)


def _rounded(low: float, high: float) -> tuple[float, float]:
    """Round numbers around a range."""
    step = 10 ** math.floor(math.log10(max(high - low, 1e-9)))
    return math.floor(low / step) * step, max(
        math.ceil(high / step) * step, math.floor(low / step) * step + step
    )


def _y_ticks(low: float, high: float) -> list[tuple[float, str]]:
    return [(low + (high - low) * i / 4, f"{low + (high - low) * i / 4:,.4g}") for i in range(5)]


Ticks = list[tuple[float, str]]


def _frame(title: str, series: list[Series], x: Axis, y: Axis, x_ticks: Ticks, y_ticks: Ticks) -> str:
    height = HEIGHT + LINE * len(series) + (LINE if any(one.published for one in series) else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' font-family="{SANS}" font-size="12">',
        f"<title>{clean(title or 'plot')}</title>",
        f'<text x="{LEFT}" y="18" font-weight="600" fill="{INK}">{clean(title)}</text>',
    ]
    for value, text in y_ticks:
        at = y.place(value)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="{EDGE}" stroke-width="0.7"/>')
        parts.append(text_at(LEFT - 6, at + 4, text, "end"))
    parts += _x_labels(x, x_ticks)
    for i, one in enumerate(series):
        parts += _draw(one, x, y, COLOURS[i % len(COLOURS)])
    return "\n".join([*parts, *_legend(series), "</svg>\n"])


def _x_labels(x: Axis, ticks: Ticks) -> list[str]:
    labels, last = [], -math.inf
    for value, text in ticks:
        at = x.place(value)
        if at - last > 7 * len(text) + 6:  # so that no two overlap
            labels.append(text_at(at, HEIGHT - BOTTOM + 18, text, "middle"))
            last = at
    return labels


def text_at(x: float, y: float, text: str, anchor: str = "start", colour: str = FADED) -> str:
    """A line of text at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{clean(text)}</text>'


def _draw(series: Series, x: Axis, y: Axis, colour: str) -> list[str]:
    def path(points: Sequence[Point], height: Callable[[Point], float]) -> str:
        return "M" + "L".join(f"{x.place(p.x):.1f} {y.place(height(p)):.1f}" for p in points)

    parts = []
    if len(series.points) > 1:
        band = path(series.points, lambda p: p.high) + "L" + path(series.points[::-1], lambda p: p.low)[1:]
        parts.append(f'<path d="{band}Z" fill="{colour}" opacity="0.15"/>')
    parts.append(
        f'<path d="{path(series.points, lambda p: p.y)}" fill="none" stroke="{colour}" stroke-width="2"/>'
    )
    if series.published:
        dashes = 'stroke-width="1.4" stroke-dasharray="5 4"'
        line = path(series.published, lambda p: p.y)
        parts.append(f'<path d="{line}" fill="none" stroke="{colour}" {dashes}/>')
    if len(series.points) <= 20:
        parts += [
            f'<circle cx="{x.place(p.x):.1f}" cy="{y.place(p.y):.1f}" r="3" fill="{colour}"/>'
            for p in series.points
        ]
    return parts


def _legend(series: list[Series]) -> list[str]:
    parts = []
    for i, one in enumerate(series):
        at = HEIGHT + LINE * i
        colour = COLOURS[i % len(COLOURS)]
        parts.append(f'<path d="M{LEFT} {at - 4}h24" stroke="{colour}" stroke-width="2"/>')
        parts.append(text_at(LEFT + 32, at, one.name, colour=INK))
    if any(one.published for one in series):
        at = HEIGHT + LINE * len(series)
        parts.append(
            f'<path d="M{LEFT} {at - 4}h24" stroke="{FADED}" stroke-width="1.4" stroke-dasharray="5 4"/>'
        )
        parts.append(text_at(LEFT + 32, at, "published; bands are 95% intervals of ours"))
    return parts
