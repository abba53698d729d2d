"""Finds a stand-in for Figure 1b of the two-player nested search paper, whose picture is lost.

What the paper's text tells: Breakthrough 8×8, White to play; a5-a6 is the only winning move; b6-a7 loses, and
b8xa7 is its only refutation; b6-c7 loses as well. Positions of random pieces around these are proved or
refused until one has all of it; random changes then lead towards the figures of Table 2. It prints the best
position with its proof, as `src/playout/data/figure_1b.json` keeps it.
"""

import argparse
import json
import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import playout as po

GAME = po.game("breakthrough(8,8)")
FILES = "abcdefgh"
WHITE, BLACK, EMPTY = frozenset({"a5", "b6"}), frozenset({"b8"}), frozenset({"a6", "a7", "c7"})
WINNING, TRAPS, REFUTATION = "a5a6", ("b6a7", "b6c7"), "b8a7"

PROVER, PROVER_SIMULATIONS = po.UCT(bounds="cuts"), 60_000
PROOF_DEPTH = 13

# Table 2 without pruning: states visited by NMC(3), in thousands, and how often the winning move is played.
PUBLISHED = {False: (4459, 0.119), True: (2775, 0.641)}


@dataclass(frozen=True)
class Position:
    """The pieces on the board; White is to move."""

    white: frozenset[str] = WHITE
    black: frozenset[str] = BLACK

    @property
    def state(self) -> po.State:
        """The position as the library has it: White is X."""
        signs = dict.fromkeys(self.white, "X") | dict.fromkeys(self.black, "O")
        rows = ["".join(signs.get(f"{file}{rank}", ".") for file in FILES) for rank in range(8, 0, -1)]
        return GAME.state("/".join(rows) + " X")

    def changed(self, rng: random.Random) -> "Position":
        """With a piece more, White's on the lower rows or Black's on the upper ones; or with a piece less."""
        change = rng.random()
        if change < 0.45:
            return Position(self.white | {self._free(rng, range(1, 6))}, self.black)
        if change < 0.85:
            return Position(self.white, self.black | {self._free(rng, range(4, 9))})
        less = rng.choice([*sorted(self.white - WHITE), *sorted(self.black - BLACK)] or ["none"])
        return Position(self.white - {less}, self.black - {less})

    def _free(self, rng: random.Random, ranks: Iterable[int]) -> str:
        cells = [f"{file}{rank}" for file in FILES for rank in ranks]
        return rng.choice([cell for cell in cells if cell not in self.white | self.black | EMPTY])


def proved(state: po.State) -> float | None:
    """The value of a state, if the search can prove it."""
    if state.is_terminal:
        return state.score
    result = PROVER.search(state, po.Budget(simulations=PROVER_SIMULATIONS), seed=1)
    return result.value if result.proven else None


def holds(state: po.State) -> bool:
    """Whether all that the paper tells of its position is proved of this one."""
    moves = sorted(state.legal_names, key=[*TRAPS, WINNING].count, reverse=True)
    if any(proved(state.play(move)) != (1 if move == WINNING else -1) for move in moves):
        return False
    trapped = state.play(TRAPS[0])
    return all(
        proved(trapped.play(move)) == (-1 if move == REFUTATION else 1) for move in trapped.legal_names
    )


def terms(state: po.State, runs: int) -> Iterator[float]:
    """How far each figure of NMC(3) is from Table 2's, the cheap ones first."""
    for discount, (states, _) in PUBLISHED.items():
        rate = po.playout_rate(state, "2 sims", seed=1, playout=po.playouts.Nested(3, discount))
        yield abs(math.log(rate.states / rate.playouts / 1000 / states))
    for discount, (_, frequency) in PUBLISHED.items():
        hits = sum(po.Nested(2, discount).search(state, "1h", seed).name == WINNING for seed in range(runs))
        yield abs(math.log((hits + 1) / (runs + 1) / frequency))


def distance(state: po.State, runs: int, most: float = math.inf) -> float:
    """How far the figures are from Table 2's, all in all; infinitely if it is not less than `most`."""
    total = 0.0
    for term in terms(state, runs):
        total += term
        if total >= most:
            return math.inf
    return total


def first(rng: random.Random) -> Position:
    """A position that holds, of pieces put down at random."""
    while True:
        position = Position()
        for _ in range(rng.randint(4, 12)):
            position = position.changed(rng)
        if position.state.legal_moves and holds(position.state):
            return position


def improved(position: Position, rng: random.Random, tries: int, runs: int) -> Position:
    """The nearest to Table 2 that so many random changes lead to."""
    least = distance(position.state, runs)
    for _ in range(tries):
        other = position.changed(rng)
        if rng.random() < 0.5:
            other = other.changed(rng)
        if holds(other.state) and (new := distance(other.state, runs, least)) < least:
            position, least = other, new
    return position


def decided(state: po.State) -> tuple[float, int]:
    """The value of a state, and the least depth at which minimax sees it."""
    if state.is_terminal:
        return state.score, 0
    for depth in range(1, PROOF_DEPTH + 1):
        result = po.Minimax(depth).search(state, "1h", seed=1)
        if result.value != 0:
            return result.value, depth
    raise SystemExit(f"minimax of depth {PROOF_DEPTH} does not decide {state.notation}")


def verdicts(state: po.State) -> dict[str, dict[str, int]]:
    """Which moves win for White and which for Black, each with the depth of minimax that proves it."""
    found = {move: decided(state.play(move)) for move in state.legal_names}
    return {
        "white wins": {move: depth for move, (value, depth) in found.items() if value == 1},
        "black wins": {move: depth for move, (value, depth) in found.items() if value == -1},
    }


def proof(state: po.State) -> dict[str, Any]:
    """Every move of the position, and every reply to the two that seem good."""
    replies = {f"after {trap}": verdicts(state.play(trap)) for trap in TRAPS}
    return {"game": str(GAME), "position": state.notation, "moves": verdicts(state), **replies}


def main() -> None:
    """Prints the position and its proof as JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--tries", type=int, default=100, help="random changes (%(default)s)")
    parser.add_argument(
        "--runs", type=int, default=40, help="choices that estimate a frequency (%(default)s)"
    )
    options = parser.parse_args()
    rng = random.Random(options.seed)
    best = improved(first(rng), rng, options.tries, options.runs)
    print(json.dumps(proof(best.state), indent=1))


if __name__ == "__main__":
    main()
