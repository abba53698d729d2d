"""The landscape of a tuning as SVG: a panel for each value left open, a point for each trial."""

import math
import statistics
from collections.abc import Iterator, Sequence
from itertools import chain

from playout.lab.plot import COLOURS, Axis
from playout.render.page import EDGE, FADED, INK, PAPER, SANS, clean
from playout.space import Choice, Interval
from playout.tuning.result import TuneResult, TuneTrial

__all__ = ["landscape"]

WIDTH, HEIGHT, HEAD = 360, 230, 52
"""Of a panel, and of what stands above all."""
LEFT, RIGHT, TOP, BOTTOM = 52, 20, 30, 34
COLUMNS = 2
KERNEL = 0.08
"""Of the width of an axis: how far the line looks for the trials that it averages."""
STEPS = 60
"""Of the line."""
POINT, MEAN, BEST = COLOURS[5], COLOURS[0], COLOURS[1]

Marks = list[tuple[float, float]]
"""Trials: where on the axis from 0 to 1, and their score."""


def landscape(result: TuneResult) -> str:
    """The picture of a tuning."""
    openings = result.space.openings
    columns = min(COLUMNS, len(openings))
    width, height = columns * WIDTH, HEAD + math.ceil(len(openings) / columns) * HEIGHT
    scores = _score_axis([trial.score for trial in result.trials])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" font-family="{SANS}" font-size="12">',
        f"<title>{clean(f'{result.game}: {result}')}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>',
        _text(20, 24, str(result.best), colour=INK, weight=600),
        _text(20, 42, f"{result.game}, {len(result.trials)} trials; the best in orange, means as lines"),
    ]
    for number, (place, opening) in enumerate(openings.items()):
        row, column = divmod(number, columns)
        panel = "\n".join(_panel(result, place, opening, scores))
        parts.append(f'<g transform="translate({column * WIDTH} {HEAD + row * HEIGHT})">\n{panel}\n</g>')
    return "\n".join([*parts, "</svg>\n"])


def _score_axis(scores: Sequence[float]) -> Axis:
    low, high = min(scores), max(scores)
    margin = (high - low) / 10 or 0.5
    return Axis(low - margin, high + margin, HEIGHT - BOTTOM, TOP, False)


def _panel(result: TuneResult, place: str, opening: Interval | Choice, scores: Axis) -> Iterator[str]:
    yield _text(LEFT, 18, _short(place, WIDTH - LEFT), colour=INK, weight=600)
    yield from _score_lines(result, scores)
    x = Axis(0, 1, LEFT, WIDTH - RIGHT, False)
    tried = [trial for trial in result.trials if place in trial.picked]
    best = [trial for trial in tried if str(trial.player) == str(result.best)]
    if isinstance(opening, Choice):
        yield from _columns(opening, x)
    else:
        yield from _ticks(opening, x)
    for trials, colour, radius in ((tried, POINT, 3), (best, BEST, 5)):
        for at, score in _marks(trials, place, opening):
            yield _circle(x.place(at), scores.place(score), radius, colour)
    yield from _means(_marks(tried, place, opening), opening, x, scores)


def _score_lines(result: TuneResult, scores: Axis) -> Iterator[str]:
    step = _round_step((scores.high - scores.low) / 5)
    for number in range(math.ceil(scores.low / step), math.floor(scores.high / step) + 1):
        value = number * step
        text = f"{value:.0%}" if result.game.players == 2 else f"{value:,.4g}"
        at = scores.place(value)
        yield f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="{EDGE}" stroke-width="0.7"/>'
        yield _text(LEFT - 6, at + 4, text, "end")


def _round_step(least: float) -> float:
    """1, 2 or 5 with zeros: the next from a number on."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= least)


def _marks(trials: Sequence[TuneTrial], place: str, opening: Interval | Choice) -> Marks:
    return [(_at(trial, place, opening), trial.score) for trial in trials]


def _at(trial: TuneTrial, place: str, opening: Interval | Choice) -> float:
    """Where a trial lies; those of one option stand side by side, in their order."""
    picked = trial.picked[place]
    if isinstance(opening, Interval):
        return _share(opening, float(picked))
    column = [str(option) for option in opening.options].index(str(picked))
    spread = (trial.number * 0.618) % 1 - 0.5
    return (column + 0.5 + 0.6 * spread) / len(opening.options)


def _share(interval: Interval, number: float) -> float:
    return Axis(interval.low, interval.high, 0, 1, interval.log).place(number)


def _ticks(interval: Interval, x: Axis) -> Iterator[str]:
    for number in _round_numbers(interval):
        yield _text(x.place(_share(interval, number)), HEIGHT - BOTTOM + 18, f"{number:g}", "middle")


def _round_numbers(interval: Interval) -> list[float]:
    """Some numbers of a range that are easy to read: 1, 2 and 5 with zeros, or four steps."""
    low, high = interval.low, interval.high
    if not interval.log:
        return [low + (high - low) * step / 4 for step in range(5)]
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1, 2, 5) if len(powers) <= 4 else (1,)
    return [n for n in chain.from_iterable([k * 10.0**p for k in steps] for p in powers) if low <= n <= high]


def _columns(choice: Choice, x: Axis) -> Iterator[str]:
    room = (WIDTH - LEFT - RIGHT) / len(choice.options)
    for number, option in enumerate(choice.options):
        at = x.place((number + 0.5) / len(choice.options))
        yield _text(at, HEIGHT - BOTTOM + 18, _short(str(option), room), "middle")


def _means(marks: Marks, opening: Interval | Choice, x: Axis, scores: Axis) -> Iterator[str]:
    """The mean of each option, or a line of means of the trials near by."""
    if isinstance(opening, Interval):
        line = [(at / STEPS, _mean_near(marks, at / STEPS)) for at in range(STEPS + 1)]
        yield _path([(at, mean) for at, mean in line if mean is not None], x, scores)
        return
    count = len(opening.options)
    for column in range(count):
        here = [score for at, score in marks if int(at * count) == column]
        if here:
            mean = statistics.fmean(here)
            yield _path([((column + 0.15) / count, mean), ((column + 0.85) / count, mean)], x, scores)


def _mean_near(marks: Marks, at: float) -> float | None:
    """The mean of the scores, weighed by how near they are; None where no trial is near."""
    weights = [(math.exp(-(((place - at) / KERNEL) ** 2) / 2), score) for place, score in marks]
    total = sum(weight for weight, _ in weights)
    return sum(weight * score for weight, score in weights) / total if total > 0.5 else None


def _path(points: Marks, x: Axis, scores: Axis) -> str:
    line = "L".join(f"{x.place(at):.1f} {scores.place(score):.1f}" for at, score in points)
    return f'<path d="M{line}" fill="none" stroke="{MEAN}" stroke-width="2"/>' if points else ""


def _circle(x: float, y: float, radius: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}" fill-opacity="0.8"/>'


def _short(text: str, room: float) -> str:
    """As much of a text as there is room for."""
    letters = max(3, int(room / 7.5))
    return text if len(text) <= letters else f"{text[: letters - 1]}…"


def _text(
    x: float, y: float, text: str, anchor: str = "start", colour: str = FADED, weight: int = 400
) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} font-weight="{weight}" fill="{colour}">{clean(text)}</text>'
