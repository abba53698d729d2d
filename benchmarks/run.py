"""Speed as a ratio: ours and the peer's side by side, in one run, on one core.

`python benchmarks/run.py` prints one table; docs/benchmarks.md says what is compared and how it is counted.
A missed target is reported and is no failure of the program.
"""

import argparse
import json
import shlex
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import compiled_puzzle_lines
import gdl_lines
import lengths
import lines
import machine
import nrpa_lines
import peers
import table
import uct_lines
from measure import compare


def main() -> None:
    """Measures, then prints a table, Markdown or JSON."""
    options = parse_arguments()
    core = machine.pin_to_one_core()
    report = {
        "command": shlex.join(["python", "benchmarks/run.py", *sys.argv[1:]]),
        "machine": machine.describe(core) | {"open_spiel": version("open_spiel")},
        "repeats": options.repeats,
        "seconds": options.seconds,
        "lengths": [lengths.check(spec) for spec in (*peers.SAME_RULES, *peers.OTHER_PLAYOUTS)],
        "memory": uct_lines.memory(),
        "first_moves": gdl_lines.first_moves(),
        "lines": [run_line(line, options) for line in all_lines() if options.only in line.name],
    }
    print(options.show(report))


def all_lines() -> Iterator[lines.Line]:
    """In the order of the table."""
    yield from lines.all_lines()
    yield from nrpa_lines.nrpa_lines()
    yield from compiled_puzzle_lines.compiled_puzzle_lines()
    yield from gdl_lines.gdl_lines()


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Speed as a ratio: playout beside OpenSpiel, on one core.")
    parser.add_argument("--repeats", type=int, default=7, help="pairs of measurements a line (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.3, help="of one measurement (%(default)s)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only the lines whose names have this")
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--json", dest="show", action="store_const", const=as_json, default=as_text)
    style.add_argument("--markdown", dest="show", action="store_const", const=as_markdown)
    options = parser.parse_args()
    if options.repeats < 1 or options.seconds <= 0:
        parser.error("--repeats must be 1 or more, --seconds more than 0")
    return options


def run_line(line: lines.Line, options: argparse.Namespace) -> dict[str, Any]:
    """Measures one line; says so on a terminal, for the whole takes a minute or more."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line.name} …", end="\r", file=sys.stderr, flush=True)
    rates = compare(line.ours, line.peer, options.repeats, options.seconds)
    return {
        "name": line.name,
        "unit": line.unit,
        "ours": rates.our_rate,
        "peer_name": line.peer_name,
        "peer": rates.peer_rate,
        "ratio": rates.ratio,
        "quartiles": rates.quartiles,
        "target": line.target,
        "met": None if line.target is None else rates.meets(line.target),
    }


def as_json(report: dict[str, Any]) -> str:
    """One JSON object."""
    return json.dumps(report, indent=2)


def as_text(report: dict[str, Any]) -> str:
    """For a terminal."""
    return "\n".join([*notes(report), "", table.text(rows(report)), "", verdict(report)])


def as_markdown(report: dict[str, Any]) -> str:
    """For docs/benchmarks.md."""
    bullets = [f"- {note}" for note in notes(report)]
    return "\n".join([*bullets, "", table.markdown(rows(report)), "", verdict(report)])


def rows(report: dict[str, Any]) -> list[tuple[str, ...]]:
    """The cells of the table."""
    return [table.row(line) for line in report["lines"]]


def notes(report: dict[str, Any]) -> list[str]:
    """What a reader must know beside the table."""
    return [
        f"command: {report['command']}",
        *(f"{key}: {value}" for key, value in report["machine"].items()),
        f"medians of {report['repeats']} measurements of {report['seconds']:g} s a side, taken in turns",
        *map(lengths.describe, report["lengths"]),
        *report["memory"],
        *report["first_moves"],
    ]


def verdict(report: dict[str, Any]) -> str:
    """Which targets were missed."""
    missed = [f"{line['name']} ({line['peer_name']})" for line in report["lines"] if line["met"] is False]
    return f"TARGETS MISSED: {', '.join(missed)}" if missed else "All targets are met."


if __name__ == "__main__":
    main()
