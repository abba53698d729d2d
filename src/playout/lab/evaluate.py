"""From the rows of a store to numbers beside published ones: all that a report says, as data."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from playout.games import Game, catalogue
from playout.lab import statistics as st
from playout.lab.experiment import Figure
from playout.lab.measures import MEASURES
from playout.lab.plan import Plan, PlannedCell
from playout.lab.store import Row, Run, Store
from playout.ratings import Rating, Tally, ratings

__all__ = ["Entry", "Section", "count_verdicts", "evaluate", "orders"]

CLAIM_BELOW = 0.05
"""The NRPA paper's level of significance."""
CLEAR_FACTOR = 1.25
"""Two published means differ clearly if one is this much larger."""


@dataclass(frozen=True)
class Entry:
    """A number of ours beside the published one.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> with lab.Store(":memory:") as store:
    ...     summary = lab.run([plan], store, lab.engine("serial", 1), cells="Min 1 *")
    ...     entry = lab.evaluate(plan, store).entries[0]
    >>> entry.text, entry.published, entry.verdict.name
    ('Draw', 'Draw', 'AGREES')
    """

    cell: PlannedCell
    figure: Figure
    statistic: str
    count: int
    estimate: st.Estimate | None
    """None where there is no interval: sets and exact values, or nothing at all."""
    text: str
    spread: str
    """Its interval, or what else is to be said of it."""
    published: str
    verdict: st.Verdict
    p: float | None
    seconds: float
    """Of processor time, of the whole cell."""
    first_seed: int | None
    values: tuple[float, ...]

    @property
    def full_text(self) -> str:
        """The number with its interval."""
        return f"{self.text} {self.spread}".rstrip()


@dataclass(frozen=True)
class ClaimResult:
    """Whether a claim of the paper holds here."""

    text: str
    p: float | None
    """None if it was not tested."""
    told: str
    """The p-value as a text, or why there is none."""

    @property
    def holds(self) -> bool | None:
        """None if it cannot be told."""
        return None if self.p is None else self.p < CLAIM_BELOW


@dataclass(frozen=True)
class Section:
    """An experiment, evaluated.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> with lab.Store(":memory:") as store:
    ...     summary = lab.run([plan], store, lab.engine("serial", 1), cells="Min 1 *")
    ...     section = lab.evaluate(plan, store)
    >>> section.rows[0], section.columns[0], section.summary
    ('Min 1', 'Max 1', '6 of 6 cells agree; 30 not compared')
    """

    plan: Plan
    entries: tuple[Entry, ...]
    claims: tuple[ClaimResult, ...]
    orders: tuple[tuple[str, bool], ...]
    """Groups of settings, and whether their order agrees with the paper's."""
    ratings: tuple[Rating, ...]
    runs: tuple[Run, ...]
    failures: int

    @property
    def rows(self) -> list[str]:
        """The rows of the table, in order."""
        return list(dict.fromkeys(entry.cell.row for entry in self.entries))

    @property
    def columns(self) -> list[str]:
        """Its columns."""
        return list(dict.fromkeys(entry.figure.column for entry in self.entries))

    def _repr_html_(self) -> str:
        from playout.lab.html import for_notebook  # which shows sections, so this module cannot import it

        return for_notebook(self)

    def counts(self) -> dict[st.Verdict, int]:
        """How many entries have each verdict."""
        return {v: sum(entry.verdict is v for entry in self.entries) for v in st.Verdict}

    @property
    def summary(self) -> str:
        """One line on how the experiment went."""
        return "; ".join(_summary(self)) or "nothing to compare"


def count_verdicts(entries: Iterable[Entry]) -> str:
    """How many of the numbers that can be compared agree with the paper's; empty if none can."""
    verdicts = [entry.verdict for entry in entries]
    agree, better, differ = map(verdicts.count, (st.Verdict.AGREES, st.Verdict.BETTER, st.Verdict.DIFFERS))
    compared = agree + better + differ
    if not compared:
        return ""
    text = f"{agree} of {compared} {'cell agrees' if compared == 1 else 'cells agree'}"
    return f"{text}, {better} better than the paper" if better else text


def _summary(section: Section) -> Iterator[str]:
    counts = section.counts()
    if compared := count_verdicts(section.entries):
        yield compared
    if counts[st.Verdict.NOT_ENOUGH]:
        yield f"{counts[st.Verdict.NOT_ENOUGH]} with not enough games"
    if counts[st.Verdict.NOT_COMPARED]:
        yield f"{counts[st.Verdict.NOT_COMPARED]} not compared"
    if section.orders:
        right = sum(agrees for _, agrees in section.orders)
        yield f"the order of the settings agrees in {right} of {len(section.orders)} groups"
    told = [claim for claim in section.claims if claim.holds is not None]
    if told:
        yield f"{sum(claim.holds is True for claim in told)} of {len(told)} claims hold"
    if section.failures:
        yield f"{section.failures} trials failed"
    if section.plan.variation:
        yield "a variation, which does not count for the page"


def evaluate(plan: Plan, store: Store) -> Section:
    """All that the store knows of a plan.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> with lab.Store(":memory:") as store:
    ...     summary = lab.run([plan], store, lab.engine("serial", 1), cells="Min 1 *")
    ...     section = lab.evaluate(plan, store)
    >>> len(section.entries), section.failures
    (36, 0)
    """
    rows = {cell.key: store.rows(plan, cell) for cell in plan.cells}
    entries = tuple(_entry(cell, figure, rows[cell.key]) for cell in plan.cells for figure in cell.figures)
    used = {row.run for found in rows.values() for row in found}
    runs = store.runs()
    return Section(
        plan,
        entries,
        tuple(_claims(plan, entries)),
        tuple(orders(entries)),
        _ratings(plan, entries),
        tuple(runs[number] for number in sorted(used)),
        len(store.failures(plan)),
    )


def _entry(cell: PlannedCell, figure: Figure, rows: Sequence[Row]) -> Entry:
    measure = MEASURES[figure.measure]
    values = [value for row in rows if (value := measure.of(row.result, figure)) is not None]
    estimate, text, spread, verdict, p = None, "", "", st.Verdict.NOT_COMPARED, None
    if values:
        estimate, text, spread, verdict, p = _TELL[measure.statistic](values, figure, cell)
        cut = _is_cut(cell, figure, rows)
        text = f"{'> ' * cut}{text}"
        if figure.cost and figure.published and estimate:
            verdict = st.credit(verdict, estimate.value, cut, figure.published)
    if cell.shrunk and measure.statistic not in ("exact", "set"):
        verdict, p = st.Verdict.NOT_COMPARED, None
    return Entry(
        cell,
        figure,
        measure.statistic,
        len(rows),
        estimate,
        text,
        spread,
        figure.published.text if figure.published else "",
        verdict if figure.published else st.Verdict.NOT_COMPARED,
        p,
        sum(row.seconds for row in rows),
        rows[0].seed if rows else None,
        tuple(value for value in values if isinstance(value, int | float)),
    )


def _is_cut(cell: PlannedCell, figure: Figure, rows: Sequence[Row]) -> bool:
    """Whether a proof was broken off, so that the mean of the simulations is too small."""
    counted = cell.kind == "prove" and figure.measure == "simulations"
    return counted and not all(row.result["proven"] for row in rows)


Told = tuple[st.Estimate | None, str, str, st.Verdict, float | None]
"""The estimate, its text, the text of its spread, the verdict and the p-value."""


def _number(value: float, figure: Figure) -> str:
    return f"{value * figure.unit:,.{figure.digits}f}"


def _score(value: float, cell: PlannedCell) -> str:
    """As the game writes it. Its class knows that: the user's files, rules or word lists, may be gone."""
    name = cell.settings["game"].partition("(")[0]
    return catalogue().get(name, Game).score_text(value)


def _tell_rate(values: list[float], figure: Figure, cell: PlannedCell) -> Told:
    ours = st.rate(values)
    text = _number(ours.value, figure)
    spread = f"[{_number(ours.low, figure)}, {_number(ours.high, figure)}]"
    if not figure.published:
        return ours, text, spread, st.Verdict.NOT_COMPARED, None
    return ours, text, spread, *st.compare_rate(ours, figure.published)


def _tell_mean(values: list[float], figure: Figure, cell: PlannedCell) -> Told:
    ours = st.mean(values)
    spread = f"± {_number(ours.high - ours.value, figure)}" if ours.count > 1 else ""
    text = _number(ours.value, figure)
    published = figure.published
    if not published or (published.sample is None and published.deviation is None):
        return ours, text, spread, st.Verdict.NOT_COMPARED, None
    return ours, text, spread, *st.compare_mean(values, published)


def _tell_median(values: list[float], figure: Figure, cell: PlannedCell) -> Told:
    ours = st.median(values)
    text = _score(ours.value, cell)
    spread = f"[{_score(ours.low, cell)}, {_score(ours.high, cell)}]"
    if not figure.published:
        return ours, text, spread, st.Verdict.NOT_COMPARED, None
    return ours, text, spread, *st.compare_median(values, figure.published)


def _tell_maximum(values: list[float], figure: Figure, cell: PlannedCell) -> Told:
    best = max(values)
    spread = f"({values.count(best)} of {len(values)})"
    estimate = st.Estimate(best, best, best, len(values))
    return estimate, _score(best, cell), spread, st.Verdict.NOT_COMPARED, None


def _tell_exact(values: list[float], figure: Figure, cell: PlannedCell) -> Told:
    value, published = values[0], figure.published
    text = _number(value, figure)
    if not published:
        return None, text, "", st.Verdict.NOT_COMPARED, None
    if published.text.isalpha():
        text = {1.0: "Won", 0.0: "Draw", -1.0: "Lost"}.get(value, text)
    return None, text, "", st.compare_exact(value, published, figure.digits), None


def _tell_set(values: list[Fraction], figure: Figure, cell: PlannedCell) -> Told:
    text = "{" + ", ".join(str(value) for value in sorted(set(values))) + "}"
    same = figure.published is not None and text == figure.published.text
    return None, text, "", st.Verdict.AGREES if same else st.Verdict.DIFFERS, None


def _tell_speed(values: list[float], figure: Figure, cell: PlannedCell) -> Told:
    best = max(values)  # what else the machine does can only slow it down
    times = f"(× {best / figure.published.value:,.0f})" if figure.published else ""
    estimate = st.Estimate(best, min(values), best, len(values))
    return estimate, _number(best, figure), times, st.Verdict.NOT_COMPARED, None


_TELL: dict[str, Any] = {
    "rate": _tell_rate,
    "mean": _tell_mean,
    "median": _tell_median,
    "maximum": _tell_maximum,
    "exact": _tell_exact,
    "set": _tell_set,
    "speed": _tell_speed,
}


def _claims(plan: Plan, entries: Sequence[Entry]) -> Iterator[ClaimResult]:
    found = {(entry.cell.row, entry.figure.column): entry for entry in entries}
    for claim in plan.claims:
        better, than = found.get(claim.better), found.get(claim.than)
        text = f"{', '.join(claim.better)} is better than {', '.join(claim.than)}"
        if not better or not than or not better.values or not than.values:
            yield ClaimResult(text, None, "not run")
        elif better.cell.shrunk:
            yield ClaimResult(text, None, "not compared")
        else:
            pair = (than, better) if better.figure.cost else (better, than)
            p = st.mann_whitney(*(entry.values for entry in pair))
            yield ClaimResult(text, p, f"p = {p:.2g}")


def orders(entries: Iterable[Entry]) -> Iterator[tuple[str, bool]]:
    """Whether no two settings stand clearly one way round in the paper and clearly the other way here."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.cell.compare and entry.figure.published and entry.values and not entry.cell.shrunk:
            groups.setdefault(entry.cell.compare, []).append(entry)
    for name, group in groups.items():
        pairs = [(a, b) for a, b in combinations(group, 2) if _paper_order(a, b)]
        if pairs:
            yield name, not any(_paper_order(a, b) * _our_order(a, b) < 0 for a, b in pairs)


def _paper_order(a: Entry, b: Entry) -> int:
    """1 if the paper has a clearly above b, -1 the other way round, 0 if they are too near to tell."""
    ours, theirs = a.figure.published, b.figure.published
    if not ours or not theirs or ours.value == theirs.value:
        return 0
    sign = 1 if ours.value > theirs.value else -1
    if a.statistic == "rate":
        sample = ours.sample or st.sample_of(ours) or 0
        same = st.compare_rate(st.Estimate(ours.value, 0, 1, sample), theirs)[1] >= CLAIM_BELOW
        return 0 if same else sign
    return sign if max(ours.value, theirs.value) > CLEAR_FACTOR * min(ours.value, theirs.value) else 0


def _our_order(a: Entry, b: Entry) -> int:
    """The same for our numbers: clear if their intervals do not overlap."""
    if not a.estimate or not b.estimate:
        return 0
    return (a.estimate.low > b.estimate.high) - (a.estimate.high < b.estimate.low)


def _ratings(plan: Plan, entries: Sequence[Entry]) -> tuple[Rating, ...]:
    if not plan.players:
        return ()
    results = {(e.cell.row, e.cell.column): e.values for e in entries if e.cell.compare == "tournament"}
    return ratings({pair: Tally(*map(points.count, (1.0, 0.5, 0.0))) for pair, points in results.items()})
