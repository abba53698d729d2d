"""Rates of two pieces of work, taken in turns, and what their ratio is."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], float]
"""Does some work and says how much: states, simulations."""


@dataclass(frozen=True)
class Comparison:
    """The rates of both sides, a pair a repeat."""

    ours: list[float]
    peer: list[float]

    @property
    def ratio(self) -> float:
        """Of the medians."""
        return statistics.median(self.ours) / statistics.median(self.peer)

    @property
    def quartiles(self) -> tuple[float, float]:
        """Of the ratios of the pairs: how much the ratio would vary from run to run."""
        ratios = [a / b for a, b in zip(self.ours, self.peer, strict=True)]
        if len(ratios) == 1:
            return ratios[0], ratios[0]
        low, _, high = statistics.quantiles(ratios, n=4, method="inclusive")
        return low, high


def compare(ours: Work, peer: Work, repeats: int, seconds: float) -> Comparison:
    """Takes turns, so that a change in the machine's speed meets both sides."""
    rates = Comparison([], [])
    for _ in range(repeats):
        rates.ours.append(rate(ours, seconds))
        rates.peer.append(rate(peer, seconds))
    return rates


def rate(work: Work, seconds: float) -> float:
    """Work done a second, by as many calls as begin within the seconds; at least one.

    Seconds of this process: those in which the core served somebody else do not count.
    """
    done = 0.0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds or done == 0:
        done += work()
    return done / elapsed
