"""Tic-tac-toe in Python: check the rules, search a position, play a match."""

import playout as po

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(po.PythonGame[str]):
    """A state is the board as nine characters, from the bottom left; a move is the index of a cell."""

    max_length = 9

    def initial(self) -> str:
        return "." * 9

    def legal(self, state: str) -> list[int]:
        return [] if winner(state) else [cell for cell in range(9) if state[cell] == "."]

    def play(self, state: str, move: int) -> str:
        mark = "X" if self.turn(state) is po.MAX else "O"
        return state[:move] + mark + state[move + 1 :]

    def turn(self, state: str) -> po.Turn:
        return po.MAX if state.count(".") % 2 else po.MIN

    def score(self, state: str) -> float:
        return {"X": 1, "O": -1, "": 0}[winner(state)]

    def name(self, state: str, move: int) -> str:
        return f"{'abc'[move % 3]}{move // 3 + 1}"

    def text(self, state: str) -> str:
        return "\n".join(" ".join(state[row : row + 3]) for row in (6, 3, 0))


def winner(state: str) -> str:
    """X or O, or an empty text."""
    for a, b, c in LINES:
        if state[a] == state[b] == state[c] != ".":
            return state[a]
    return ""


def main() -> None:
    print(po.check(TicTacToe()))

    state = po.game(TicTacToe()).initial().play("b2").play("b1")
    result = po.UCT().search(state, "2000 sims", seed=1)
    print(f"\n{state}\n\nX plays {result.name}, value {result.value:+.2f}. The moves it looked at most:")
    for child in result.children[:3]:
        print(f"  {child.name}  {child.visits:4} visits  {child.value:+.2f}")

    print(
        "\nuct against random:", po.match(TicTacToe(), "uct", "random", games=20, budget="200 sims", seed=1)
    )


if __name__ == "__main__":
    main()
