"""A program that ends while daemon threads are inside the library: `daemons.py WORK SECONDS`."""

import sys
import threading
import time
from collections.abc import Callable

from toys import Digits, Nim

import playout as po


class LastMoves(po.Playout):
    def play(self, state: po.State, seed: int) -> float:
        while not state.is_terminal:
            state = state.play(state.legal_moves[-1])
        return state.score


def zeros(state: po.State) -> list[float]:
    return [0.0] * len(state.legal_moves)


WORK: dict[str, Callable[[], object]] = {
    "match": lambda: po.match("breakthrough(8,8)", "uct", "uct", games=1000),
    "match with workers": lambda: po.match("breakthrough(8,8)", "uct", "uct", games=1000, workers=2),
    "search": lambda: po.UCT().search(po.game("go(19,19)").initial(), "1h"),
    "search in threads": lambda: po.UCT(threads=2).search(po.game("go(9,9)").initial(), "1h"),
    "short searches": lambda: po.UCT().search(po.game("tictactoe").initial(), "5 sims"),
    "solve": lambda: po.solve("morpion(5D)", "nrpa", "1h", progress=lambda report: None),
    "solve in threads": lambda: po.solve("morpion(5D)", "nrpa", "1h", threads=2),
    "perft": lambda: po.perft("breakthrough(8,8)", 9),
    "playouts": lambda: po.playout_rate("go(19,19)", "1h"),
    "check": lambda: po.check("tictactoe", games=1),
    "match of rules in Python": lambda: po.match(Nim(50), "uct", "flat", games=1000),
    "search of rules in Python": lambda: po.UCT().search(po.game(Nim(500)).initial(), "1h"),
    "solve of rules in Python": lambda: po.solve(Digits(50), "nrpa", "1h"),
    "perft of rules in Python": lambda: po.perft(Nim(60), 40),
    "playouts of rules in Python": lambda: po.playout_rate(Nim(500), "1h"),
    "check of rules in Python": lambda: po.check(Nim(500)),
    "playouts in Python": lambda: po.playout_rate("go(9,9)", "1h", playout=LastMoves()),
    "search with playouts in Python": lambda: po.UCT(playout=LastMoves()).search(
        po.game("go(9,9)").initial(), "1h"
    ),
    "search with a prior in Python": lambda: po.UCT(prior=zeros).search(po.game("go(9,9)").initial(), "1h"),
}


def main(work: str, seconds: str) -> None:
    def repeat() -> None:
        while True:
            WORK[work]()

    for _ in range(3):
        threading.Thread(target=repeat, daemon=True).start()
    time.sleep(float(seconds))
    sys.exit(7)


if __name__ == "__main__":
    main(*sys.argv[1:])
