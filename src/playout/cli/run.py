"""Runs a command, and turns whatever happens into an exit status."""

import typer

from playout.cli import streams
from playout.cli.app import app
from playout.cli.failure import FAILED, complain, report, usage_line, warnings_as_lines

_COMMAND = typer.main.get_command(app)
_INTERRUPTED = 130  # what typer makes of a KeyboardInterrupt


def main(argv: list[str] | None = None) -> int:
    """Runs the command in `argv` (without the program's name); by default, that of the process.

    Returns the exit status: 0 done, 1 failed, 2 wrong usage.

    >>> main(["perft", "tictactoe", "2"])
    tictactoe, depth 2: 72 move sequences in ...s
    0
    """
    streams.prepare()
    with warnings_as_lines():
        status = _run(argv)
    problem = streams.finish()
    if problem is None or status != 0:
        return status
    # A reader that has left, as `head` does, knows why.
    return FAILED if isinstance(problem, BrokenPipeError) else complain(str(problem), FAILED)


def _run(argv: list[str] | None) -> int:
    try:
        status = _COMMAND.main(args=argv, prog_name="playout", standalone_mode=False)
    except typer.TyperException as error:
        return complain(usage_line(error), error.exit_code)
    except KeyboardInterrupt:
        status = _INTERRUPTED
    except Exception as error:
        return report(error)
    return complain("interrupted", FAILED) if status == _INTERRUPTED else int(status or 0)
