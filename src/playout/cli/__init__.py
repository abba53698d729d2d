"""The command line, `playout COMMAND …`. `app.py` lists the commands; each has a module of its name."""

from playout.cli.run import main

__all__ = ["main"]
