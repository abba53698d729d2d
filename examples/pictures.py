"""Pictures of games: writes those that the documentation shows, in docs/images or a folder that you name."""

import sys
from dataclasses import replace
from pathlib import Path

from amazons import Amazons
from flowshop import FlowShop
from hex import Hex
from othello import Othello
from puzzle import KnightsTour
from samegame import SameGame
from snake import Snake
from tsptw import Salesman

import playout as po

IMAGES = Path(__file__).parents[1] / "docs" / "images"
SOLUTIONS = Path(__file__).parent / "records"
RECORDS = Path(__file__).parents[1] / "tests" / "records"
FOUND = Path(__file__).parents[1] / "records"

TOUR = "8 4 17 28 32 24 20 33 29 21 34 23 10 2 13 26 30 19 6 14 25 12 1 9 5 16 3 7 15 11 22 35 27 31 18"

GO = "e5 c4 e3 g6 c6 g4 d7 f3 e2 f2 b4 b3 b5 d4 e4 f7 e7 f8 e8 g2 d3 c3 d2 c2 f5 g5 c5 f6 e6 a4"

HEX = "c4 g1 c5 c6 b6 b7 a7 c3 d3 d2 e2 e1 f1"
OTHELLO = "e6 f4 g3 c6 c3 g4 c5 c4 c7 b4 a3 c8 b3 c2 d2 a4 g5 h6 c1 d1 g6 h4 a5 f6"
AMAZONS = "b1-b5 x-d5 e6-e2 x-e3 f2-f4 x-a4 a5-c3 x-d4 a2-b2 x-b3 c3-c2 x-d3 f4-e5 x-e4 c2-b1 x-c1 b2-a2 x-b2"


def states() -> dict[str, po.State]:
    """The position of each picture, by the picture's name."""
    return {
        "breakthrough": play("breakthrough(5,5)", "a2a3 b4a3 a1a2 c4b3 a2b3 a4b3 c2b3"),
        "knightthrough": play("knightthrough(8,8)", "c1d3 d8c6 f2g4 c7a6 g4h6 g8h6 f1g3 e8f6 b2c4"),
        "domineering": play("domineering(5,5)", "b2b3 d4e4 d1d2 b5c5 c2c3"),
        "nogo": play("nogo(5,5)", "c3 b2 d2 d4 b4 a1 e5 e3"),
        "atarigo": play("atarigo(5,5)", "c3 d3 d2 c2 b2 c1 d4 e3 e2"),
        "go": play("go(9,9)", GO),
        "hex": play(po.uncompiled(Hex()), HEX),
        "othello": play(po.uncompiled(Othello()), OTHELLO),
        "amazons": play(po.uncompiled(Amazons()), AMAZONS),
        "connectfour": play("connectfour(7,6)", "d d c e e c c d f b d e"),
        "seki": play("seki(3,4)", "o2 x1 o4 s1"),
        "morpion": play("morpion(5D)", " ".join(po.read_record(RECORDS / "morpion-5D-82.json").moves)),
        "morpion-5T-178": po.verify(FOUND / "morpion-5T-178-card-seed-12.json"),
        "tictactoe": play("tictactoe", "b2 a1 c1 a3 a2"),
        "crossword": without_past(po.verify(RECORDS / "crossword-capitals-37-259.json")),
        "knights-tour": play(KnightsTour(), TOUR),
        "samegame": solved(SameGame(), "samegame", 20),
        "tsptw": solved(Salesman(), "tsptw-20"),
        "snake": solved(Snake(), "snake-7"),
        "flowshop": solved(FlowShop(), "flowshop-20-5"),
    }


def play(rules: str | KnightsTour | po.Game, moves: str) -> po.State:
    state = po.game(rules).initial()
    for move in moves.split():
        state = state.play(move)
    return state


def solved(rules: po.CompiledGame, record: str, moves: int | None = None) -> po.State:
    """The end of a solution that is kept, or where it stands after so many moves."""
    kept = po.read_record(SOLUTIONS / f"{record}.json")
    part = kept if moves is None else replace(kept, moves=kept.moves[:moves], score=None)
    return part.replay(po.uncompiled(rules))


def without_past(state: po.State) -> po.State:
    """The same position, in which no move was the last and so none is marked."""
    return state.game.state(state.notation)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    for name, state in states().items():
        file = folder / f"{name}.svg"
        file.write_text(state.svg(), encoding="utf-8")
        print(file)


if __name__ == "__main__":
    main()
