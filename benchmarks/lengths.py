"""How long random games are: OpenSpiel's evaluator counts games, and states are games times this.

The same rules have the same mean length, so ours serves both sides. That the rules are the same shows in
OpenSpiel's own random games. Where the playouts of the two sides differ, each has a length of its own.
"""

import math
import statistics
from typing import Any

import ours
import peers


def check(spec: str) -> dict[str, Any]:
    """Plays OpenSpiel's game in Python. Agreement is within three standard errors; None: not expected."""
    same = spec in peers.SAME_RULES
    lengths = peers.random_lengths((peers.SAME_RULES if same else peers.OTHER_PLAYOUTS)[spec])
    mine, theirs = ours.mean_length(spec), statistics.mean(lengths)
    error = statistics.stdev(lengths) / math.sqrt(len(lengths))
    agree = abs(mine - theirs) <= 3 * error if same else None
    return {"game": spec, "ours": mine, "peer": theirs, "standard_error": error, "agree": agree}


VERDICTS = {
    True: "agree",
    False: "DISAGREE: these are not the same rules",
    None: "the playouts differ, so each side's states are counted by its own length",
}


def describe(length: dict[str, Any]) -> str:
    """What a check found, in one line."""
    return (
        f"{length['game']}: {length['ours']:.2f} moves a random game, "
        f"in OpenSpiel {length['peer']:.2f} ± {length['standard_error']:.2f}: {VERDICTS[length['agree']]}"
    )
