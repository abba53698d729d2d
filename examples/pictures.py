"""Pictures of games: writes those that the documentation shows, in docs/images or a folder that you name."""

import sys
from pathlib import Path

from puzzle import KnightsTour

import playout as po

IMAGES = Path(__file__).parents[1] / "docs" / "images"

TOUR = "8 4 17 28 32 24 20 33 29 21 34 23 10 2 13 26 30 19 6 14 25 12 1 9 5 16 3 7 15 11 22 35 27 31 18"


def states() -> dict[str, po.State]:
    """The position of each picture, by the picture's name."""
    return {
        "breakthrough": play("breakthrough(5,5)", "a2a3 b4a3 a1a2 c4b3 a2b3 a4b3 c2b3"),
        "knightthrough": play("knightthrough(8,8)", "c1d3 d8c6 f2g4 c7a6 g4h6 g8h6 f1g3 e8f6 b2c4"),
        "tictactoe": play("tictactoe", "b2 a1 c1 a3 a2"),
        "knights-tour": play(KnightsTour(), TOUR),
    }


def play(rules: str | KnightsTour, moves: str) -> po.State:
    state = po.game(rules).initial()
    for move in moves.split():
        state = state.play(move)
    return state


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    for name, state in states().items():
        file = folder / f"{name}.svg"
        file.write_text(state.svg(), encoding="utf-8")
        print(file)


if __name__ == "__main__":
    main()
