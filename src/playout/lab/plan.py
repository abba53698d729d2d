"""The plan of an experiment: its cells at a scale, with final settings, and the trials of each."""

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from playout import seeds
from playout.budget import Budget
from playout.errors import SpecError, show, unknown
from playout.lab.experiment import SCALES, Cell, Claim, Experiment, Figure, Scale, check_figure
from playout.lab.kinds import KINDS, NO_LIMIT, Settings, exact
from playout.lab.shape import reader

__all__ = ["Plan", "PlannedCell", "Trial", "plan"]


@dataclass(frozen=True)
class Trial:
    """One seeded, self-contained piece of an experiment.

    >>> from playout import lab
    >>> trial = next(lab.plan(lab.experiment("nogo.rave"), "smoke").trials())
    >>> trial.kind, trial.index, trial.id.partition("/")[0]
    ('match', 0, 'nogo.rave')
    """

    id: str
    """Experiment, cell with its settings, and index: the same trial has the same id everywhere."""
    kind: str
    settings: Settings
    seed: int
    index: int


@dataclass(frozen=True)
class PlannedCell:
    """A cell as it is run.

    >>> from playout import lab
    >>> cell = lab.plan(lab.experiment("nogo.rave"), "smoke").cells[0]
    >>> cell.name, cell.trials, cell.shrunk
    ('RAVE | 50 sims', 1, True)
    """

    name: str
    key: str
    """A hash of name and settings: other settings are other trials."""
    row: str
    column: str
    kind: str
    settings: Settings
    trials: int
    figures: tuple[Figure, ...]
    compare: str
    shrunk: bool
    """Whether its budget is smaller than the paper's."""

    @property
    def limits(self) -> dict[str, list[Budget]]:
        """Its budgets by the names of their settings, but for those without a limit."""
        found = {key: self.settings.get(key, NO_LIMIT) for key in KINDS[self.kind].budgets}
        return {key: list(map(Budget.parse, _listed(v))) for key, v in found.items() if v != NO_LIMIT}


@dataclass(frozen=True)
class Plan:
    """What a run of an experiment consists of.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> plan.size, plan.by_clock, lab.Plan.from_json(plan.to_json()) == plan
    (36, False, True)
    """

    experiment: str
    scale: str
    title: str
    paper: str
    note: str
    plot: str
    claims: tuple[Claim, ...]
    players: tuple[str, ...]
    cells: tuple[PlannedCell, ...]
    variation: bool = False
    file: str = ""
    """As in the experiment."""
    clock: bool = False
    """Whether budgets stayed times that else become states: other trials, beside those of the same scale."""

    @property
    def mode(self) -> str:
        """What tells it from the plan of the same scale in states, to be put after a name."""
        return ", by the clock" if self.clock else ""

    def trials(self, pattern: str = "*") -> Iterator[Trial]:
        """The trials of the cells whose names fit: the first of each, then the second, and so on.

        So cells fill evenly, and a run that is broken off tells something about all of them.
        """
        cells = [cell for cell in self.cells if fnmatchcase(cell.name, pattern)]
        for index in range(max((cell.trials for cell in cells), default=0)):
            for cell in cells:
                if index < cell.trials:
                    yield self.trial(cell, index)

    def trial(self, cell: PlannedCell, index: int) -> Trial:
        """One trial. Its seed is a hash of experiment, cell and index."""
        seed = seeds.derive(self.experiment, cell.name, index)
        return Trial(f"{self.experiment}/{cell.key}/{index}", cell.kind, cell.settings, seed, index)

    @property
    def size(self) -> int:
        """The number of trials."""
        return sum(cell.trials for cell in self.cells)

    @property
    def by_clock(self) -> bool:
        """Whether budgets are times, so that results depend on the machine."""
        budgets = (b for cell in self.cells for listed in cell.limits.values() for b in listed)
        return any(budget.seconds is not None for budget in budgets)

    def to_json(self) -> str:
        """The plan as text, for the store."""
        return json.dumps(dataclasses.asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Plan":
        """The plan that was written by `to_json`; without what another version of playout has put there."""
        try:
            found = reader(cls)(json.loads(text))
            _check(found)
        except (ValueError, RecursionError) as error:
            raise SpecError(f"a plan is damaged: {error}") from error
        assert isinstance(found, Plan)
        return found


def _check(plan: Plan) -> None:
    """Refuses a plan that nobody can have made."""
    if plan.scale not in SCALES:
        raise unknown("scale", plan.scale, SCALES)
    for cell in plan.cells:
        if cell.key != _key(cell.name, cell.kind, cell.settings):
            raise SpecError(f"the settings of {show(cell.name)} have changed")
        for figure in cell.figures:
            check_figure(figure, cell.kind, len(cell.settings.get("marks", [""])))


def plan(experiment: Experiment, scale: str = "quick", *, clock: bool = False) -> Plan:
    """The plan of an experiment at a scale.

    A budget in seconds becomes states through the cell's `speed`, the states a second of the paper's machine;
    with `clock` it stays a time.

    >>> from playout import lab
    >>> lab.plan(lab.experiment("nmcs.table1"), "quick").size
    2000
    """
    if scale not in experiment.scales:
        raise SpecError(f"{experiment.id}: {unknown('scale', scale, experiment.scales)}")
    size = experiment.scales[scale]
    cells = tuple(p for cell in experiment.cells if (p := _plan_cell(cell, size, clock)))
    clock = clock and any("speed" in cell.settings for cell in experiment.cells)
    e = experiment
    texts = e.id, scale, e.title, e.paper, e.note, e.plot
    return Plan(*texts, e.claims, e.players, cells, e.variation, e.file, clock)


def _plan_cell(cell: Cell, scale: Scale, clock: bool) -> PlannedCell | None:
    """None if the scale leaves the cell out."""
    if scale.columns and cell.column not in scale.columns:
        return None
    settings = {key: value for key, value in cell.settings.items() if key != "speed"}
    speed = None if clock else cell.settings.get("speed")
    figures, shrunk = cell.figures, False
    for key in KINDS[cell.kind].budgets:
        if settings.get(key, NO_LIMIT) == NO_LIMIT:
            continue
        budgets = [_in_states(Budget.parse(text), speed) for text in _listed(settings[key])][: scale.marks]
        if scale.most is not None and max(map(_amount, budgets)) > scale.most:
            return None
        texts = [str(_shrink(budget, scale.shrink)) for budget in budgets]
        shrunk |= texts != [str(budget) for budget in budgets]
        settings[key] = texts if key == "marks" else texts[0]
        if key == "marks":
            figures = tuple(figure for figure in figures if figure.mark < len(texts))
    if not figures:
        return None
    key = _key(cell.name, cell.kind, settings)
    trials = 1 if cell.kind in ("exact", "semeai") else scale.trials
    return PlannedCell(
        cell.name, key, cell.row, cell.column, cell.kind, settings, trials, figures, cell.compare, shrunk
    )


def _key(name: str, kind: str, settings: Settings) -> str:
    canonical = json.dumps([name, kind, exact(settings)], sort_keys=True)
    return hashlib.blake2b(canonical.encode(), digest_size=8).hexdigest()


def shrunk(cell: PlannedCell, factor: float) -> tuple[Settings, float]:
    """The settings with every budget multiplied; and by how much, since no budget is less than one."""
    before = cell.limits
    after = {key: [_shrink(budget, factor) for budget in budgets] for key, budgets in before.items()}
    texts = {key: list(map(str, budgets)) for key, budgets in after.items()}
    settings = {key: listed if key == "marks" else listed[0] for key, listed in texts.items()}
    return cell.settings | settings, _largest(after) / _largest(before) if before else 1.0


def _largest(budgets: dict[str, list[Budget]]) -> float:
    return max(_amount(budget) for listed in budgets.values() for budget in listed)


def _listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _in_states(budget: Budget, speed: float | None) -> Budget:
    if budget.seconds is None or speed is None:
        return budget
    return Budget(states=max(1, round(budget.seconds * speed)))


def _amount(budget: Budget) -> float:
    """The number in a budget; a time in milliseconds."""
    if budget.seconds is not None:
        return budget.seconds * 1000
    return float(budget.simulations or budget.states or 0)


def _shrink(budget: Budget, factor: float) -> Budget:
    if factor == 1:
        return budget
    seconds = None if budget.seconds is None else budget.seconds * factor
    simulations, states = (
        None if count is None else max(1, round(count * factor))
        for count in (budget.simulations, budget.states)
    )
    return Budget(seconds, simulations, states)
