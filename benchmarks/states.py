"""How large the states of the games are, and how long it takes to copy one.

`python benchmarks/states.py` prints a section of docs/benchmarks.md.
"""

import machine
import table

import playout as po

LARGER = ("nogo(9,9)", "nogo(19,19)", "atarigo(19,19)", "go(5,5)", "go(19,19)")
"""Boards whose states are of other sizes than those of the catalogue."""


def main() -> None:
    """Measures, then prints Markdown."""
    core = machine.pin_to_one_core()
    specs = [*(size for kind in po.games.catalogue().values() for size in kind.sizes), *LARGER]
    for key, value in machine.describe(core).items():
        print(f"- {key}: {value}")
    print()
    print(table.markdown([row(spec) for spec in specs], header=("game", "bytes", "ns a copy")))


def row(spec: str) -> tuple[str, ...]:
    """The cells of one game."""
    return f"`{spec}`", f"{po.game(spec).state_size:,}", f"{po.copy_ns(spec):.1f}"


if __name__ == "__main__":
    main()
