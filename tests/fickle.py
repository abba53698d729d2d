"""Rules that answer the same question differently: the worst that a game can do to a search.

Run as a script, for what such rules may do to the process: `fickle.py RULES PLAYER`.
"""

import random
import sys
from collections.abc import Sequence

import playout as po


class Changing(po.PythonGame[list[int]]):
    """The commonest mistake of all: play() changes the state that it is given."""

    def initial(self) -> list[int]:
        return []

    def legal(self, state: list[int]) -> Sequence[int]:
        return [move for move in range(9) if move not in state]

    def play(self, state: list[int], move: int) -> list[int]:
        state.append(move)
        return state

    def turn(self, state: list[int]) -> po.Turn:
        return po.MAX if len(state) % 2 == 0 else po.MIN

    def score(self, state: list[int]) -> float:
        return 0


class Dicing(Changing):
    """The legal moves are drawn anew each time."""

    def legal(self, state: list[int]) -> Sequence[int]:
        return range(random.choice([0, 1, 3, 200])) if len(state) < 5 else ()

    def play(self, state: list[int], move: int) -> list[int]:
        return [*state, move]


class Dwindling(Dicing):
    """Fewer and fewer legal moves."""

    calls = 0

    def legal(self, state: list[int]) -> Sequence[int]:
        self.calls += 1
        return range(max(0, 200 - self.calls)) if len(state) < 5 else ()


KINDS = {kind.__name__: kind for kind in (Changing, Dicing, Dwindling)}


def tried(kind: type[Changing], player: str, seed: int) -> ValueError | None:
    """What is wrong with the rules, if anybody noticed."""
    try:
        po.player(player).search(po.game(kind()).initial(), "200 sims", seed=seed)
        po.match(kind(), player, "random", games=2, budget="50 sims", seed=seed)
        po.playout_rate(kind(), "20 sims", seed=seed)
        po.perft(kind(), 2)
    except ValueError as error:
        return error
    return None


def main(name: str, player: str) -> None:
    random.seed(1)
    errors = [tried(KINDS[name], player, seed) for seed in range(100)]
    print(*sorted({f"{type(error).__name__}: {error}" for error in errors if error}), sep="\n")
    print("usable", po.UCT().search(po.game("tictactoe").initial(), "10 sims").simulations)


if __name__ == "__main__":
    main(*sys.argv[1:])
