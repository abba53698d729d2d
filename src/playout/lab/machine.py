"""What a number was measured on."""

import platform
from functools import cache
from pathlib import Path


@cache
def machine() -> str:
    """Processor, system and Python, in one line."""
    return f"{processor()}, {platform.system()} {platform.machine()}, Python {platform.python_version()}"


def processor() -> str:
    """Its name, where the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()
