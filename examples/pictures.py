"""Pictures of games: writes those that the documentation shows, in docs/images or a folder that you name."""

import sys
from pathlib import Path

from puzzle import KnightsTour

import playout as po

IMAGES = Path(__file__).parents[1] / "docs" / "images"

TOUR = "8 4 17 28 32 24 20 33 29 21 34 23 10 2 13 26 30 19 6 14 25 12 1 9 5 16 3 7 15 11 22 35 27 31 18"

GO = "e5 c4 e3 g6 c6 g4 d7 f3 e2 f2 b4 b3 b5 d4 e4 f7 e7 f8 e8 g2 d3 c3 d2 c2 f5 g5 c5 f6 e6 a4"


MORPION = """\
2:7NE2 6:-1N0 4:3E4 5:6E0 2:9E0 9:2N0 0:7N4 10:3E4 7:0E4 8:1NE2 7:7SE2 8:5SE2 3:5N0 4:6E4 3:4N4
2:5SE2 4:5NE2 1:5E1 4:8NE4 4:7N2 5:7E2 6:5SE4 1:4NE1 2:4NE1 4:4E4 2:10SE0 5:4NE2 2:8N2 1:8SE0 0:8E0
1:7N3 -1:7SE0 -2:7E0 -1:6SE1 3:10NE4 -1:9SE0 6:4N0 5:5NE2 5:3N0 7:5E2 4:2NE0 1:9SE0 -2:6NE0 -1:5NE0
2:2SE4 -1:8N3 2:1N0 7:4N1 5:2NE0 1:2E0 8:4E3 5:1NE0 4:1E2 7:-2SE4 4:-1N0 5:-2SE4 5:-1N1 8:2N0 7:1NE2
8:0SE4 7:2NE3 7:-1N1 8:-1E4 9:-2SE4 10:2E4 11:1SE4 8:-2SE4 6:-2E1 8:-3N0 7:-3SE4 9:1NE3 10:1E3
10:0SE4 10:-1N0 9:0SE3 9:-1NE2 6:-3NE0 11:0SE4 9:-3N0 5:-3E0 7:-4NE0 12:0E4"""
"""The record of Christopher D. Rosin, 2010."""

# Figure 7a of the NRPA paper.
CROSSWORD = """\
C.....HALIFAX...I.D/OLYMPIA....T....Q.E/L...H.R..COLUMBIA.S/U..BOSTON..A....L.M/M.S.E.F..HONOLULU.O/
BATONROUGE.T....I.I/U.J.I.R..L.A.AUSTIN/S.O.X.DOVER..U.A..E/..H......N.REGINA.S/CONCORD..A...U.T.../
H.S...E.J..BISMARCK/A...JUNEAU...T.F.../R..T..V.C...SALEM../L.BOISE.K.P.T.A.A.A/E..R..R.S.I.P.N.D.L/
S..O...TOPEKA.S.I.B/TRENTON.N.R.U.I.S.A/O..T......R.LINCOLN/N.MONTPELIER..G.N.Y"""


def states() -> dict[str, po.State]:
    """The position of each picture, by the picture's name."""
    return {
        "breakthrough": play("breakthrough(5,5)", "a2a3 b4a3 a1a2 c4b3 a2b3 a4b3 c2b3"),
        "knightthrough": play("knightthrough(8,8)", "c1d3 d8c6 f2g4 c7a6 g4h6 g8h6 f1g3 e8f6 b2c4"),
        "domineering": play("domineering(5,5)", "b2b3 d4e4 d1d2 b5c5 c2c3"),
        "nogo": play("nogo(5,5)", "c3 b2 d2 d4 b4 a1 e5 e3"),
        "atarigo": play("atarigo(5,5)", "c3 d3 d2 c2 b2 c1 d4 e3 e2"),
        "go": play("go(9,9)", GO),
        "connectfour": play("connectfour(7,6)", "d d c e e c c d f b d e"),
        "seki": play("seki(3,4)", "o2 x1 o4 s1"),
        "morpion": play("morpion(5D)", MORPION),
        "tictactoe": play("tictactoe", "b2 a1 c1 a3 a2"),
        "crossword": po.game("crossword(capitals)").state("".join(CROSSWORD.split())),
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
