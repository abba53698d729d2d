"""Where and with what a benchmark ran; and the one core that both sides share."""

import datetime
import os
import platform

import playout
from playout.lab.machine import processor


def pin_to_one_core() -> int | None:
    """Keeps this process on one core; None where the system has no such call (macOS)."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def describe(core: int | None) -> dict[str, str]:
    """What a reader must know to judge the numbers."""
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": processor(),
        "core": "not pinned" if core is None else f"pinned to core {core} of {os.cpu_count()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "playout": playout.__version__,
    }
