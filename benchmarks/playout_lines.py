"""What the playouts cost beside the uniform one: lines of the table."""

import itertools
from collections.abc import Iterator

import lines  # imports this file, so its names are not there before they are used
from measure import Work

import playout as po

PLAYOUTS_A_CALL = 5_000
# The paper thinks a−b cheap if it is carefully made; this much is asked of it.
MOBILITY_TARGET = 0.25

KINDS: list[tuple[str, str, float | None]] = [
    ("anti_decisive", "nogo(7,7)", None),
    ("anti_decisive(decisive=true)", "nogo(7,7)", None),
    ("mobility", "nogo(7,7)", MOBILITY_TARGET),
    ("mobility(full=true)", "nogo(7,7)", None),
    ("go_patterns", "nogo(7,7)", None),
    ("go_patterns", "go(9,9)", None),
    ("anti_decisive", "breakthrough(5,5)", None),
    ("mobility", "breakthrough(5,5)", None),
    ("mobility", "domineering(5,5)", None),
    *(
        (playout, spec, None)
        for spec in ("nogo(7,7)", "breakthrough(8,8)")
        for playout in ("mast", "nst", "ppa", "ppaf")
    ),
]


def playout_kinds() -> Iterator["lines.Line"]:
    """Each playout and the uniform one, on the same game."""
    for playout, spec, target in KINDS:
        work, uniform = _playouts(spec, playout), _playouts(spec, "uniform")
        yield lines.Line(f"{playout} {spec}", "states/s", work, "uniform playouts", uniform, target)


def _playouts(spec: str, playout: str) -> Work:
    seeds = itertools.count()
    game, how = po.game(spec), po.playouts.playout(playout)
    budget = po.Budget(simulations=PLAYOUTS_A_CALL)
    return lambda: po.playout_rate(game, budget, seed=next(seeds), playout=how).states
