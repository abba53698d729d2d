"""Runs the grounder within limits, in a process of its own: `ground_process.py MEMORY OUTPUT < program`.

Rules of strangers may have no end of ground instances: then only this process is lost. It writes the ground
program in clingo's intermediate format (aspif).
"""

import resource
import runpy
import signal
import sys


def main(memory: int, output: int) -> None:
    """Sets the limits, in bytes, and hands over to clingo."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
    signal.signal(
        signal.SIGXFSZ, signal.SIG_DFL
    )  # which Python ignores, so that clingo would go on for nothing
    sys.argv = ["clingo", "--mode=gringo", "--warn=none", "-"]
    runpy.run_module("clingo", run_name="__main__")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
