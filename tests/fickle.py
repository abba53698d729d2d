"""Rules that answer the same question differently: the worst that a game can do to a search.

Run as a script, for what such rules may do to the process: `fickle.py RULES PLAYERS`. A player that solves
puzzles meets the rules as a puzzle, one that plays as a game of two players.
"""

import random
import sys
from collections.abc import Callable, Iterator, Sequence

import playout as po
from playout import _core
from playout.solvers import PuzzlePlayer


class Changing(po.PythonGame[list[int]]):
    """The commonest mistake of all: play() changes the state that it is given."""

    tries = 12

    def __init__(self, players: int = 2, when: int = 0) -> None:
        """A game of one or two players. When to change their mind matters to some."""
        self.players = players
        self.when = when
        self.calls = 0

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
        return sum(state) % 100 / 100

    def with_turn(self, state: list[int], turn: po.Turn) -> list[int]:
        """Not so: it is the same turn."""
        return state


class Steady(Changing):
    """Sound rules: five of nine moves. The others change their mind about one thing each."""

    def legal(self, state: list[int]) -> Sequence[int]:
        return super().legal(state) if len(state) < 5 else ()

    def play(self, state: list[int], move: int) -> list[int]:
        assert 0 <= move < 200, f"{move} was never legal"
        return [*state, move]


class Dicing(Steady):
    """The legal moves are drawn anew each time."""

    def legal(self, state: list[int]) -> Sequence[int]:
        return range(random.choice([0, 1, 3, 70])) if len(state) < 5 else ()


class Dwindling(Steady):
    """Fewer and fewer legal moves."""

    def legal(self, state: list[int]) -> Sequence[int]:
        self.calls += 1
        return range(max(0, 200 - self.calls)) if len(state) < 5 else ()


class Shrinking(Steady):
    """Every other time some moves are missing."""

    def legal(self, state: list[int]) -> Sequence[int]:
        self.calls += 1
        return super().legal(state)[: 3 if self.calls % 2 else 9]


class Blinking(Steady):
    """The game is over one time in ten."""

    def legal(self, state: list[int]) -> Sequence[int]:
        return () if random.random() < 0.1 else super().legal(state)


class Ending(Steady):
    """The game is over the n-th time that somebody asks, and only then."""

    tries = 60

    def legal(self, state: list[int]) -> Sequence[int]:
        self.calls += 1
        return () if self.calls == self.when else super().legal(state)


class Lasting(Steady):
    """Some moves are legal the n-th time, over or not."""

    tries = 60

    def legal(self, state: list[int]) -> Sequence[int]:
        self.calls += 1
        return range(20) if self.calls == self.when else super().legal(state)


class Shuffling(Steady):
    """The moves are in another order each time."""

    def legal(self, state: list[int]) -> Sequence[int]:
        return random.sample(super().legal(state), len(super().legal(state)))


class Recoding(Steady):
    """The code of a move is another one each time."""

    def code(self, state: list[int], move: int) -> int:
        return random.randrange(1000)


class Rescoring(Steady):
    """So is the score."""

    def score(self, state: list[int]) -> float:
        return random.uniform(-1, 1)


class Turning(Steady):
    """So is the turn."""

    def turn(self, state: list[int]) -> po.Turn:
        return random.choice([po.MAX, po.MIN])


class Weighing(Shrinking):
    """So is the bias, and there are more moves to weigh now, and fewer then."""

    def bias(self, state: list[int], move: int) -> float:
        return random.uniform(-50, 50)


KINDS = {
    kind.__name__: kind
    for kind in (
        *(Changing, Steady, Dicing, Dwindling, Shrinking, Blinking, Ending, Lasting, Shuffling),
        *(Recoding, Rescoring, Turning, Weighing),
    )
}


def moody(state: po.State) -> list[float]:
    """A prior of another opinion each time."""
    return [random.uniform(-1e6, 1e6) for _ in state.legal_moves]


OWN = {
    "moody": po.UCT(prior=moody),
    "moody in little memory": po.UCT(prior=moody, bounds="cuts", reuse=True, max_nodes=40, first_play=0.5),
}
"""Players that have no text."""

BEST = [8, 7, 6, 5, 4]
"""The best game, by sound rules."""

Trial = Callable[[Changing, po.Player, int], object]


def search(rules: Changing, player: po.Player, seed: int) -> object:
    return player.search(po.game(rules).initial(), "60 sims", seed=seed)


def play(rules: Changing, player: po.Player, seed: int) -> object:
    return po.match(rules, player, "random", games=2, budget="30 sims", seed=seed)


def count(rules: Changing, player: po.Player, seed: int) -> object:
    return po.playout_rate(rules, "20 sims", seed=seed), po.perft(rules, 2)


def solve_on(rules: Changing, player: po.Player, seed: int) -> object:
    """From a sequence that was legal once."""
    return po.solve(rules, player, "60 sims", seed=seed, known=BEST)


def save_and_load(rules: Changing, player: po.Player, seed: int) -> None:
    """Some times over, and also a solver that has failed."""
    position, options = po.game(rules).initial().position, player.solver()
    solver = _core.Solver(position, options, seed, BEST if seed % 2 else [])
    for _ in range(3):
        try:
            solver.run(_core.Budget(simulations=20), _core.Stop())
        finally:
            solver = _core.Solver.load(position, options, solver.save())


def trials(player: po.Player) -> Iterator[tuple[int, Trial]]:
    """What is tried, as a puzzle or as a game of two players."""
    plain = isinstance(player, po.UCT) and player.playout == po.playouts.Uniform()
    if plain or isinstance(player, PuzzlePlayer | po.Random):
        yield from ((1, trial) for trial in (search, solve_on, save_and_load))
    if not isinstance(player, PuzzlePlayer):
        yield from ((2, trial) for trial in (search, play, count))


def wrong(trial: Trial, rules: Changing, player: po.Player, seed: int) -> ValueError | None:
    """What is wrong with the rules, if anybody noticed."""
    try:
        trial(rules, player, seed)
    except ValueError as error:
        return error
    return None


def main(name: str, *specs: str) -> None:
    random.seed(1)
    errors = [
        wrong(trial, KINDS[name](players, when=seed), player, seed)
        for player in (OWN.get(spec) or po.player(spec) for spec in specs)
        for players, trial in trials(player)
        for seed in range(KINDS[name].tries)
    ]
    for line in sorted({f"{type(error).__name__}: {error}" for error in errors if error}):
        print(line)
    print("usable", po.UCT().search(po.game("tictactoe").initial(), "10 sims").simulations)


if __name__ == "__main__":
    main(*sys.argv[1:])
