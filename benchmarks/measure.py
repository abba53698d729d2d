"""Rates of two pieces of work, taken in turns, and what their ratio is."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], float]
"""Does some work and says how much: states, simulations."""

Peer = Work | float | None
"""What a peer does; or the rate that somebody printed for it; or nothing."""


@dataclass(frozen=True)
class Comparison:
    """The rates of both sides, a pair a repeat. Without a peer there are ours only."""

    ours: list[float]
    peer: list[float]

    @property
    def our_rate(self) -> float:
        """The median."""
        return statistics.median(self.ours)

    @property
    def peer_rate(self) -> float | None:
        """The median."""
        return statistics.median(self.peer) if self.peer else None

    @property
    def ratio(self) -> float | None:
        """Of the medians."""
        return self.our_rate / self.peer_rate if self.peer_rate else None

    @property
    def quartiles(self) -> tuple[float, float] | None:
        """Of the ratios of the pairs: how much the ratio would vary from run to run."""
        if not self.peer:
            return None
        ratios = [a / b for a, b in zip(self.ours, self.peer, strict=True)]
        if len(ratios) == 1:
            return ratios[0], ratios[0]
        low, _, high = statistics.quantiles(ratios, n=4, method="inclusive")
        return low, high

    def meets(self, target: float) -> bool:
        """Whether the ratio is at least the target; without a peer, whether our rate is."""
        return (self.our_rate if self.ratio is None else self.ratio) >= target


def compare(ours: Work, peer: Peer, repeats: int, seconds: float) -> Comparison:
    """Takes turns, so that a change in the machine's speed meets both sides."""
    rates = Comparison([], [])
    for _ in range(repeats):
        rates.ours.append(rate(ours, seconds))
        if callable(peer):
            rates.peer.append(rate(peer, seconds))
        elif peer is not None:
            rates.peer.append(peer)
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
