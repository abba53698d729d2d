"""Experiments: TOML files with settings and published numbers. docs/lab.md describes them."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations as pairs
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from playout.errors import SpecError, check_count, show, unknown
from playout.lab.kinds import DEFAULTS, KINDS, Kind, Settings
from playout.lab.measures import measure
from playout.lab.published import MAX_NUMBER, Published, read_number, read_published
from playout.lab.sweep import MAX_CELLS, Place, combinations, fill, pick
from playout.spec import Range

__all__ = ["Cell", "Claim", "Experiment", "Figure", "Scale", "check_figure", "read_experiment"]

ScaleName = Literal["smoke", "quick", "paper"]
SCALES: tuple[ScaleName, ...] = get_args(ScaleName)
PLOTS = ("log", "linear", "histogram")
MAX_TRIALS = 10_000_000
MAX_DIGITS = 15

_LABELS = {"row", "column", "compare", "sweep", "figures"}
_FIGURE = {"measure", "of", "mark", "unit", "digits", "discount", "cost", "published", "sample", "error"}


@dataclass(frozen=True)
class Figure:
    """A number that a cell gives: what is measured, and what the paper has for it.

    >>> from playout import lab
    >>> figure = lab.experiment("bounds.table2").cells[0].figures[0]
    >>> figure.measure, figure.published.text
    ('value', 'Draw')
    """

    column: str
    measure: str
    of: str = ""
    """The move or the score that the measure is about."""
    mark: int = -1
    """Which mark of a solve."""
    unit: Annotated[float, Range(0, MAX_NUMBER)] = 1
    """A value is shown this many times as large: 100 for percent."""
    digits: Annotated[int, Range(0, MAX_DIGITS)] = 1
    """After the point."""
    discount: bool = False
    cost: bool = False
    """Whether less is better."""
    published: Published | None = None


@dataclass(frozen=True)
class Cell:
    """One setting of an experiment.

    >>> from playout import lab
    >>> cell = lab.experiment("nogo.rave").cells[0]
    >>> cell.name, cell.settings["a"]
    ('RAVE | 50 sims', 'uct(exploration=0.1, rave=1000, reward=score)')
    """

    row: str
    column: str
    kind: str
    settings: Settings
    figures: tuple[Figure, ...]
    compare: str = ""
    """Cells with the same text here are put in order, and the order is compared with the paper's."""

    @property
    def name(self) -> str:
        """What tells the cell from the others of its experiment."""
        return " | ".join(part for part in (self.row, self.column) if part)


@dataclass(frozen=True)
class Scale:
    """How much of an experiment is run.

    >>> from playout import lab
    >>> lab.experiment("nmcs.table1").scales["quick"].trials
    1000
    """

    trials: int
    """Games or runs a cell."""
    shrink: float = 1.0
    """Every budget is multiplied by it; then the numbers cannot be compared with the paper's."""
    most: float | None = None
    """Cells with a larger budget are left out."""
    marks: int | None = None
    """Only so many marks of each solve."""
    columns: tuple[str, ...] = ()
    """Only the cells of these columns; none: all."""


@dataclass(frozen=True)
class Claim:
    """That the runs of one cell are better than those of another, by a Mann–Whitney test."""

    better: tuple[str, str]
    """Row and column."""
    than: tuple[str, str]


@dataclass(frozen=True)
class Experiment:
    """A table of a paper, or an experiment of the user's.

    >>> from playout import lab
    >>> experiment = lab.experiment("bounds.table2")
    >>> experiment.id, len(experiment.cells), list(experiment.scales)
    ('bounds.table2', 36, ['smoke', 'quick', 'paper'])
    """

    id: str
    title: str
    cells: tuple[Cell, ...]
    scales: Mapping[str, Scale]
    paper: str = ""
    note: str = ""
    plot: str = ""
    """What is drawn: `log` or `linear`, with the columns as the x axis, or `histogram`."""
    claims: tuple["Claim", ...] = ()
    players: tuple[str, ...] = field(default=())
    """Those of a tournament, which get ratings."""
    variation: bool = False
    """Whether it is no table of its paper, but tries something else. The verdict of a page is without it."""
    file: str = ""
    """Where it was read, as it was named; empty for those of the papers, which have their ids."""


def read_experiment(path: Path) -> Experiment:
    """Reads a file. What is wrong in it is a SpecError that names the file and the key.

    >>> from playout import lab
    >>> from pathlib import Path
    >>> lab.read_experiment(Path("missing.toml"))
    Traceback (most recent call last):
    playout.errors.SpecError: missing.toml: No such file or directory
    """
    try:
        found = _experiment(path.stem, tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise SpecError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise SpecError(f"{path}: {_one_line(error)}") from error
    return replace(found, file=str(path))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _experiment(name: str, table: dict[str, Any]) -> Experiment:
    texts = {"title", "paper", "note", "plot"}
    _check_keys("", table, {*texts, "variation", "scale", "claim", "tournament", *KINDS})
    for key in texts & table.keys():
        if not isinstance(table[key], str):
            raise SpecError(f"{key} must be a text, got {show(table[key])}")
    if not table.get("title"):
        raise SpecError("title is missing: a line that says what the experiment is")
    if not isinstance(table.get("variation", False), bool):
        raise SpecError(f"variation must be true or false, got {show(table['variation'])}")
    if table.get("plot", "") not in ("", *PLOTS):
        raise SpecError(f"plot must be one of {', '.join(PLOTS)}, got {show(table['plot'])}")
    cells = tuple(_cells(table))
    players = tuple(dict.fromkeys(p for c in cells if c.compare == _TOURNAMENT for p in (c.row, c.column)))
    _check_cells(cells)
    return Experiment(
        name,
        " ".join(table["title"].split()),
        cells,
        _scales(table.get("scale")),
        table.get("paper", ""),
        table.get("note", "").strip(),
        table.get("plot", ""),
        tuple(_claims(table.get("claim", []), cells)),
        players,
        table.get("variation", False),
    )


def _claims(table: Any, cells: tuple[Cell, ...]) -> Iterator[Claim]:
    if not isinstance(table, list):
        raise SpecError("claim must be written [[claim]], since there may be several")
    entries = {(cell.row, figure.column) for cell in cells for figure in cell.figures}
    for number, entry in enumerate(table, 1):
        where = f"claim {number}"
        _check_keys(where, entry, {"better", "than"}, {"better", "than"})
        places = [entry[key] for key in ("better", "than")]
        for place in places:
            if not isinstance(place, list) or tuple(map(str, place)) not in entries:
                raise SpecError(f"{where}: {show(place)} is not a row and a column of the experiment")
        yield Claim(*((str(row), str(column)) for row, column in places))


def _check_keys(where: str, table: Any, allowed: set[str], required: set[str] | None = None) -> None:
    if not isinstance(table, dict):
        raise SpecError(f"{where or 'the file'} must be a table, got {show(table)}")
    prefix = f"{where}: " if where else ""
    for key in table:
        if key not in allowed:
            raise SpecError(f"{prefix}{unknown('key', key, allowed)}")
    for key in sorted((required or set()) - table.keys()):
        raise SpecError(f"{prefix}{key} is missing")


def _check_cells(cells: tuple[Cell, ...]) -> None:
    if not cells:
        raise SpecError(f"there is nothing to run: add [[{']], [['.join((*KINDS, 'tournament'))}]]")
    if len(cells) > MAX_CELLS:
        raise SpecError(f"there are {len(cells)} cells; at most {MAX_CELLS} are allowed")
    seen: set[str] = set()
    for cell in cells:
        if cell.name in seen:
            raise SpecError(f"two cells are called {show(cell.name)}; row and column must tell them apart")
        seen.add(cell.name)


def _scales(table: Any) -> dict[str, Scale]:
    if table is None:
        raise SpecError("scale is missing: add [scale.quick] with trials = 100, or the like")
    _check_keys("scale", table, set(SCALES))
    if not table:
        raise SpecError(f"scale: there is none; add one of {', '.join(SCALES)}")
    return {name: _scale(f"scale.{name}", table[name]) for name in SCALES if name in table}


def _scale(where: str, table: Any) -> Scale:
    _check_keys(where, table, {"trials", "shrink", "most", "marks", "columns"}, {"trials"})
    check_count(f"{where}.trials", table["trials"], MAX_TRIALS)
    shrink = read_number(f"{where}.shrink", table.get("shrink", 1.0))
    if not 0 < shrink <= 1:
        raise SpecError(f"{where}.shrink must be more than 0 and at most 1, got {show(shrink)}")
    most = None if "most" not in table else read_number(f"{where}.most", table["most"])
    if "marks" in table:
        check_count(f"{where}.marks", table["marks"], 1000)
    columns = table.get("columns", [])
    if not isinstance(columns, list):
        raise SpecError(f"{where}.columns must be a list of columns, got {show(columns)}")
    return Scale(table["trials"], shrink, most, table.get("marks"), tuple(map(str, columns)))


def _whole(where: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise SpecError(f"{where} must be an integer from {least} to {most}, got {show(value)}")
    return value


def _cells(table: dict[str, Any]) -> Iterator[Cell]:
    for kind in (key for key in table if key in KINDS or key == "tournament"):
        groups = table[kind]
        if not isinstance(groups, list):
            raise SpecError(f"{kind} must be written [[{kind}]], since there may be several")
        for number, group in enumerate(groups, 1):
            where = f"{kind} {number}"
            make = _tournament if kind == "tournament" else _group
            try:
                yield from make(kind, group)
            except SpecError as error:
                raise SpecError(f"{where}: {error}") from None


_TOURNAMENT = "tournament"


def _tournament(_kind: str, group: Any) -> Iterator[Cell]:
    """A match for each pair of players."""
    optional = {"budget", "speed", "opening", "opening_seed"}
    _check_keys("", group, {"players", "game", *optional}, {"players", "game"})
    players = group["players"]
    if not isinstance(players, list) or len(players) < 2 or len(set(map(str, players))) < len(players):
        raise SpecError(f"players must be a list of two or more different players, got {show(players)}")
    rest = {key: value for key, value in group.items() if key != "players"}
    for a, b in pairs(players, 2):
        for cell in _group("match", rest | {"a": a, "b": b, "row": "{a}", "column": "{b}", "sweep": {}}):
            yield Cell(
                cell.settings["a"], cell.settings["b"], "match", cell.settings, cell.figures, _TOURNAMENT
            )


def _group(kind_name: str, group: Any) -> Iterator[Cell]:
    kind = KINDS[kind_name]
    _check_keys("", group, {*kind.required, *kind.optional, *_LABELS, *_FIGURE}, set(kind.required))
    sweep = group.get("sweep", {})
    if not isinstance(sweep, dict):
        raise SpecError(f"sweep must be a table of lists, got {show(sweep)}")
    for place, values in combinations(sweep):
        yield _cell(kind_name, kind, group, place, values)


def _cell(name: str, kind: Kind, group: dict[str, Any], place: Place, values: dict[str, Any]) -> Cell:
    names = {key: group[key] for key in ("a", "b") if key in group} | values
    row, column, compare = (str(fill(group.get(key, ""), names)) for key in ("row", "column", "compare"))
    settings = dict(DEFAULTS.get(name, {}))
    for key, reader in {**kind.required, **kind.optional}.items():
        if key in group:
            try:
                settings[key] = reader(fill(group[key], values))
            except ValueError as error:
                raise SpecError(f"{key}: {error}") from None
    kind.check(settings)
    marks = len(settings.get("marks", [""]))
    figures = tuple(_figures(name, group, column, place, values, marks))
    return Cell(row, column, name, settings, figures, compare)


def _figures(
    kind: str, group: dict[str, Any], column: str, place: Place, values: dict[str, Any], marks: int
) -> Iterator[Figure]:
    own = {key: value for key, value in group.items() if key in _FIGURE}
    listed = group.get("figures", [{}])
    if not isinstance(listed, list) or not listed:
        raise SpecError(f"figures must be a list of tables, got {show(listed)}")
    for number, entry in enumerate(listed, 1):
        where = f"figure {number}"
        _check_keys(where, entry, _FIGURE | {"column"})
        try:
            figure = _figure(kind, own | entry, column, place, values)
            mark = _whole("mark", (own | entry).get("mark", -1), -marks, marks - 1)
            check_figure(figure, kind, marks)
            yield replace(figure, mark=mark % marks)
        except SpecError as error:
            raise SpecError(f"{where}: {error}") from None


def _figure(kind: str, entry: dict[str, Any], column: str, place: Place, values: dict[str, Any]) -> Figure:
    name = entry.get("measure", KINDS[kind].measure)
    measured = measure(name, kind)
    unit = read_number("unit", entry.get("unit", measured.unit))
    if unit <= 0:
        raise SpecError(f"unit must be more than 0, got {show(unit)}")
    of = str(fill(entry.get("of", ""), values))
    sample, error = (pick(entry.get(key), place) for key in ("sample", "error"))
    if sample in (None, ""):
        sample = None
    else:
        check_count("sample", sample, MAX_TRIALS)
    deviation = None if error in (None, "") else read_number("error", error)
    cost = entry.get("cost", False)
    if not isinstance(cost, bool):
        raise SpecError(f"cost must be true or false, got {show(cost)}")
    published = read_published(pick(entry.get("published"), place), sample, deviation, unit)
    return Figure(
        str(fill(entry.get("column", column), values)),
        name,
        of,
        unit=unit,
        digits=_whole("digits", entry.get("digits", 1), 0, MAX_DIGITS),
        discount=fill(entry.get("discount", False), values) is True,
        cost=cost,
        published=published,
    )


def check_figure(figure: Figure, kind: str, marks: int) -> None:
    """Refuses what no report of trials of this kind, with so many marks, could show."""
    measured = measure(figure.measure, kind)
    measured.check_of(figure.of)
    _whole("mark", figure.mark, -marks, marks - 1)
    if figure.published:
        _check_published(figure.published, measured.statistic, figure.unit)


def _check_published(published: Published, statistic: str, unit: float) -> None:
    if statistic == "rate" and not 0 <= published.value <= 1:
        raise SpecError(f"published must be from 0 to {unit:g}, since it is a rate, got {published.text}")
    if statistic == "speed" and published.value <= 0:
        raise SpecError(f"published must be more than 0, since it is a speed, got {published.text}")
