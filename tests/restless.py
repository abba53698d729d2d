"""A solve that can be broken off often: short slices, whatever the speed of the machine."""

import dataclasses

from playout.run.runners import Slices
from playout.run.streams import Streams

slices = Streams._slices


def short_slices(self: Streams) -> Slices:
    """What a solve would run next, but only some simulations of it, and not as many of each stream."""
    caps = {stream: 30 + (61 * stream + 7 * self.simulations) % 130 for stream in range(len(self.solvers))}
    return [
        (
            stream,
            dataclasses.replace(budget, simulations=min(budget.simulations or caps[stream], caps[stream])),
        )
        for stream, budget in slices(self)
    ]
