"""Rules without variables: the instances that can matter, found by clingo's grounder."""

import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import IO

from playout.errors import SpecError
from playout.gdl import ground_process
from playout.gdl.rules import Atom, Rules
from playout.gdl.translate import Translation


@dataclass(frozen=True)
class Limits:
    """What grounding may take. Rules that need more are refused.

    >>> from playout import gdl
    >>> gdl.load(gdl.find("tictactoe.kif"), gdl.Limits(output=1000))
    Traceback (most recent call last):
    playout.errors.SpecError: tictactoe.kif: the rules have more than 0.001 MB of instances
    """

    seconds: float = 30.0
    memory: int = 2 * 2**30
    """In bytes."""
    output: int = 40_000_000
    """In bytes."""
    wires: int = 4_000_000
    """Of the network: the literals of all its gates together."""


@dataclass(frozen=True)
class GroundProgram:
    """Atoms are numbers; a literal is an atom, or minus an atom for its negation."""

    atoms: dict[Atom, int] = field(default_factory=dict)
    """The numbers of the atoms that the network needs by name; 0 for what always holds."""
    bodies: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)
    """An atom holds if any of its bodies does. One that is missing never holds."""


def ground(rules: Rules, limits: Limits | None = None) -> GroundProgram:
    """The instances of the rules that can matter; a SpecError if they are too many."""
    if find_spec("clingo") is None:
        raise SpecError(f"{rules.source.name}: rules in GDL need clingo: pip install 'playout[gdl]'")
    translation = Translation(rules)
    with tempfile.TemporaryFile("w+", encoding="ascii") as program, tempfile.TemporaryFile("w+b") as output:
        program.write(translation.program)
        program.seek(0)
        _run(rules.source.name, program, output, limits or Limits())
        output.seek(0)
        return _read(output, translation)


def _run(name: str, program: IO[str], output: IO[bytes], limits: Limits) -> None:
    """Runs the grounder, in another process. `-P`: the modules beside the script are none of its business."""
    numbers = map(str, (limits.memory, limits.output, os.getpid()))
    command = [sys.executable, "-P", ground_process.__file__, *numbers]
    # A line at a time, as this variable makes the grounder write, takes longer than grounding.
    variables = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    try:
        done = subprocess.run(
            command,
            check=False,
            stdin=program,
            stdout=output,
            stderr=subprocess.PIPE,
            timeout=limits.seconds,
            env=variables,
        )
    except subprocess.TimeoutExpired:
        raise SpecError(f"{name}: grounding the rules takes more than {limits.seconds:g} s") from None
    if os.fstat(output.fileno()).st_size >= limits.output:
        raise SpecError(f"{name}: the rules have more than {limits.output / 1e6:g} MB of instances")
    if b"alloc" in done.stderr or b"MemoryError" in done.stderr or done.returncode == -signal.SIGKILL:
        raise SpecError(
            f"{name}: grounding the rules takes more than {limits.memory / 2**20:g} MiB of memory"
        )
    if done.returncode:
        said = " ".join(done.stderr.decode(errors="replace").split())[-200:]
        raise SpecError(f"{name}: the grounder failed with status {done.returncode}: {said}")


def _read(output: IO[bytes], translation: Translation) -> GroundProgram:
    """The ground program, from lines of the aspif format."""
    found = GroundProgram()
    for line in output:
        if line.startswith(b"1 0 1 "):  # a rule: its head, the kind of its body, its length, its literals
            _, _, _, head, _, _, *body = map(int, line.split())
            found.bodies.setdefault(head, []).append(tuple(body))
        elif line.startswith(b"4 "):  # the name of an atom: its length, the text, how many literals, these
            _, length, rest = line.split(b" ", 2)
            name, numbers = rest[: int(length)], rest[int(length) :].split()
            found.atoms[translation.atom(name.decode())] = int(numbers[1]) if len(numbers) > 1 else 0
    return found
