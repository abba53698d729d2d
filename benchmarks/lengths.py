"""How long random games are: OpenSpiel's evaluator counts games, and states are games times this.

The same rules have the same mean length, so ours serves both sides. That the rules are the same shows in
OpenSpiel's own random games.
"""

import math
import statistics
from typing import Any

import ours
import peers


def check(spec: str, games: int = 400) -> dict[str, Any]:
    """Plays OpenSpiel's game of the same rules in Python; agreement is within three standard errors."""
    lengths = peers.random_lengths(peers.SAME_RULES[spec], games)
    mine, theirs = ours.mean_length(spec), statistics.mean(lengths)
    error = statistics.stdev(lengths) / math.sqrt(games)
    agree = abs(mine - theirs) <= 3 * error
    return {"game": spec, "ours": mine, "peer": theirs, "standard_error": error, "agree": agree}


def describe(length: dict[str, Any]) -> str:
    """What a check found, in one line."""
    verdict = "agree" if length["agree"] else "DISAGREE: these are not the same rules"
    return (
        f"{length['game']}: {length['ours']:.2f} moves a random game, "
        f"in OpenSpiel {length['peer']:.2f} ± {length['standard_error']:.2f}: {verdict}"
    )
