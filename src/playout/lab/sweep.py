"""Sweeps: one entry of an experiment file stands for many cells, one for each combination of values.

A text may have holes, `{name}` or `{name.key}`, which the values of a combination fill. A text that is
nothing but one hole becomes the value itself, so that a number stays a number.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from playout.errors import SpecError, show, unknown
from playout.spec import exact_text

MAX_CELLS = 10_000

_HOLE = re.compile(r"\{(\w+)(?:\.(\w+))?\}")

Place = tuple[int, ...]
"""Where a combination stands: the index of each of its values."""


def combinations(sweep: Mapping[str, Any]) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Every combination of the values, the last name fastest.

    >>> [values for _, values in combinations({"game": ["go", "nogo"], "sims": [1, 2]})][1]
    {'game': 'go', 'sims': 2}
    """
    count = 1
    for name, values in sweep.items():
        if not isinstance(values, list) or not values:
            raise SpecError(f"sweep.{name} must be a list of values, got {show(values)}")
        count *= len(values)
    if count > MAX_CELLS:
        raise SpecError(f"the sweep has {count} combinations; at most {MAX_CELLS} are allowed")
    for place in product(*(range(len(values)) for values in sweep.values())):
        yield place, {name: sweep[name][i] for name, i in zip(sweep, place, strict=True)}


def fill(value: Any, values: Mapping[str, Any]) -> Any:
    """The value with its holes filled, also within lists and tables.

    >>> fill(["uct(exploration={c})", "{c}"], {"c": 0.4})
    ['uct(exploration=0.4)', 0.4]
    """
    if isinstance(value, list):
        return [fill(one, values) for one in value]
    if isinstance(value, dict):
        return {key: fill(one, values) for key, one in value.items()}
    if not isinstance(value, str):
        return value
    if whole := _HOLE.fullmatch(value):
        return _look_up(whole, values)
    return _HOLE.sub(lambda hole: exact_text(_look_up(hole, values)), value)


def _look_up(hole: re.Match[str], values: Mapping[str, Any]) -> Any:
    name, key = hole.groups()
    if name not in values:
        raise unknown("name of the sweep", name, values)
    value = values[name]
    if key is None:
        return value
    if not isinstance(value, dict) or key not in value:
        raise SpecError(f"the sweep's {name} has no {show(key)} in {show(value)}")
    return value[key]


def pick(table: Any, place: Place) -> Any:
    """What a table of nested lists has for a combination; what is no list stands for all.

    >>> pick([[1, 2], [3, 4]], (1, 0)), pick([1, 2], (1, 0)), pick(7, (1, 0))
    (3, 2, 7)
    """
    for i in place:
        if not isinstance(table, list):
            return table
        if i >= len(table):
            raise SpecError(f"there are {len(table)} values where the sweep has more")
        table = table[i]
    return table
