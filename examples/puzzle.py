"""A puzzle: the knight's tour. How many squares can a knight visit without visiting one twice?"""

import playout as po

SIZE = 6
SQUARES = range(SIZE * SIZE)
# A knight goes two squares one way and one the other.
LEAPS = [[b for b in SQUARES if abs((a % SIZE - b % SIZE) * (a // SIZE - b // SIZE)) == 2] for a in SQUARES]


class KnightsTour(po.PythonGame[tuple[int, ...]]):
    """A state is the path so far, a move the square to leap to; the score is the length of the path."""

    players = 1
    max_length = len(SQUARES)

    def initial(self) -> tuple[int, ...]:
        return (0,)

    def legal(self, state: tuple[int, ...]) -> list[int]:
        return [square for square in LEAPS[state[-1]] if square not in state]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def score(self, state: tuple[int, ...]) -> float:
        return len(state)

    def bounds(self) -> tuple[float, float]:
        return 1, len(SQUARES)

    def text(self, state: tuple[int, ...]) -> str:
        step = {square: f"{number:2}" for number, square in enumerate(state, 1)}
        rows = [range(row * SIZE, (row + 1) * SIZE) for row in reversed(range(SIZE))]
        return "\n".join(" ".join(step.get(square, " .") for square in row) for row in rows)


def solve(player: po.Player, seed: int) -> po.State:
    """Searches, plays the best move, and searches again, to the end."""
    state = po.game(KnightsTour()).initial()
    while not state.is_terminal:
        result = player.search(state, "100 sims", seed=1000 * seed + len(state.history))
        state = state.play(result.move)
    return state


def main() -> None:
    for player in (po.Random(), po.UCT()):
        ends = [solve(player, seed) for seed in range(10)]
        print(f"{player!s:>6}:", *(f"{end.score:g}" for end in ends))
    best = max(ends, key=lambda end: end.score)
    print(f"\n{best}\n\n{best.score:g} of {len(SQUARES)} squares")


if __name__ == "__main__":
    main()
