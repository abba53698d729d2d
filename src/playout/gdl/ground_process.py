"""Runs the grounder in a process of its own: `ground_process.py MEMORY OUTPUT PARENT < program`.

Rules of strangers may have no end of ground instances: then only this process is lost. It ends with the
process that has started it, and writes the ground program in clingo's intermediate format (aspif).
"""

import os
import resource
import runpy
import signal
import sys
import threading
import time

POLL_SECONDS = 0.5


def main(memory: int, output: int, parent: int) -> None:
    """Sets the limits, in bytes, and hands over to clingo, which lets other threads run."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
    signal.signal(
        signal.SIGXFSZ, signal.SIG_DFL
    )  # which Python ignores, so that clingo would go on for nothing
    sys.argv = ["clingo", "--mode=gringo", "--warn=none", "-"]
    runpy.run_module("clingo", run_name="__main__")


def _end_with(parent: int) -> None:
    """However the other process ends: there is nobody then who would end this one after its time."""
    while os.getppid() == parent:
        time.sleep(POLL_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
