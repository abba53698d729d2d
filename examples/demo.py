"""A short computer game to watch: uct against flat Monte Carlo on a small breakthrough board."""

import sys
import time
from itertools import zip_longest
from pathlib import Path

import playout as po

PLAYERS = {po.MAX: po.UCT(), po.MIN: po.Flat()}
BUDGET = "20000 sims"
PAUSE = 0.5
WATCHED = sys.stdout.isatty()
FULL, EMPTY = "█░" if sys.stdout.encoding.lower().startswith("utf") else "#-"


def describe(state: po.State, result: po.SearchResult) -> list[str]:
    """The last move, what it cost, and X's chances as its player sees them."""
    number, mover = len(state.history), "O" if state.turn is po.MAX else "X"
    chance = (result.value + 1) / 2
    return [
        f"{number}. {mover} plays {result.name}",
        f"after {result.simulations} simulations in {1000 * result.seconds:.0f} ms",
        f"X {FULL * round(20 * chance):{EMPTY}<20} {chance:.0%}",
    ]


def show(state: po.State, notes: list[str], first: bool) -> None:
    """Prints the board and the notes; on a terminal, over the last one and long enough to be seen."""
    rows = str(state).split("\n")
    beside = [f"X is {PLAYERS[po.MAX]}, O is {PLAYERS[po.MIN]}", "", *notes]
    if WATCHED and not first:
        print(f"\x1b[{len(rows) + 1}A\x1b[J", end="")
    for row, note in zip_longest(rows, beside, fillvalue=""):
        print(f"  {row:<14}{note}".rstrip())
    print(flush=True)
    time.sleep(PAUSE if WATCHED else 0)


def main() -> None:
    state = po.game("breakthrough(5,5)").initial()
    show(state, ["Step forward, capture diagonally,", "reach the far row first."], first=True)
    while not state.is_terminal:
        result = PLAYERS[state.turn].search(state, BUDGET, seed=len(state.history))
        state = state.play(result.move)
        show(state, describe(state, result), first=False)

    picture = Path("demo.svg")
    picture.write_text(state.svg(), encoding="utf-8")
    print(f"A picture of the last position: {picture.resolve()}")
    print("Now play yourself:              .venv/bin/playout play 'breakthrough(5,5)' --against strong")


if __name__ == "__main__":
    main()
