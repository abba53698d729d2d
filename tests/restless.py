"""A solve that can be broken off often: short slices, whatever the speed of the machine."""

import dataclasses

from playout.runners import Slices
from playout.streams import Streams

_slices = Streams._slices


def short_slices(self: Streams) -> Slices:
    """What `Streams` would run next, but no more than a few simulations of it."""
    return [
        (stream, dataclasses.replace(budget, simulations=min(budget.simulations or 97, 97)))
        for stream, budget in _slices(self)
    ]
