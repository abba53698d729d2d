"""Tic-tac-toe written in Python."""

import playout as po

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(po.PythonGame[str]):
    """A state is the board as nine characters; X moves first."""

    def initial(self) -> str:
        return "." * 9

    def legal(self, state: str) -> list[int]:
        if self.winner(state) is not None:
            return []
        return [cell for cell in range(9) if state[cell] == "."]

    def play(self, state: str, move: int) -> str:
        mark = "X" if self.turn(state) is po.MAX else "O"
        return state[:move] + mark + state[move + 1 :]

    def turn(self, state: str) -> po.Turn:
        return po.MAX if state.count("X") == state.count("O") else po.MIN

    def score(self, state: str) -> float:
        return {"X": 1, "O": -1, None: 0}[self.winner(state)]

    def winner(self, state: str) -> str | None:
        for a, b, c in LINES:
            if state[a] == state[b] == state[c] != ".":
                return state[a]
        return None
