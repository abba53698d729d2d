"""Writes the rules in GDL that come with the library: `python tools/gdl_rules.py [FOLDER]`.

Rows are numbers and come first, columns are letters, so that the order of moves is that of the native games:
row by row from the bottom left. The race games name the way of a step before the cell that it goes to, since
their native twins order moves by it.
"""

import re
import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "src" / "playout" / "gdl" / "rules"

PLAYERS = """
(role x)
(role o)
(other x o)
(other o x)

(init (control x))
(<= (next (control ?q)) (true (control ?p)) (other ?p ?q))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
"""

STONES_STAY = """
(<= (next (cell ?r ?c ?p)) (true (cell ?r ?c ?p)))
(<= (taken ?r ?c) (true (cell ?r ?c ?p)))
(<= (vacant ?r ?c) (row ?r) (col ?c) (not (taken ?r ?c)))
"""

LINES = """
; lines
(<= (line ?p) (role ?p) (east ?r ?c ?p))
(<= (line ?p) (role ?p) (north ?r ?c ?p))
(<= (line ?p) (role ?p) (northeast ?r ?c ?p))
(<= (line ?p) (role ?p) (northwest ?r ?c ?p))

(<= decided (line ?p))
(<= open (vacant ?r ?c))
(<= terminal decided)
(<= terminal (not open))

(<= (goal ?p 100) (line ?p))
(<= (goal ?p 50) (role ?p) (not decided))
(<= (goal ?p 0) (other ?p ?q) (line ?q))
"""

CANNOT_MOVE = """
; who cannot move has lost; so at every end the player in control has
(<= mobile (true (control ?p)) (legal ?p ?m) (distinct ?m noop))
(<= terminal (not mobile))

(<= (goal ?p 0) (true (control ?p)))
(<= (goal ?p 100) (role ?p) (not (true (control ?p))))
"""

TICTACTOE = """
; a mark on an empty cell
(<= (legal ?p (mark ?r ?c)) (true (control ?p)) (vacant ?r ?c))
(<= (next (cell ?r ?c ?p)) (does ?p (mark ?r ?c)))
"""

CONNECT_FOUR = """
; a disc falls to the lowest empty cell of its column; the move is that cell
(<= (legal ?p (drop 1 ?c)) (true (control ?p)) (vacant 1 ?c))
(<= (legal ?p (drop ?s ?c)) (true (control ?p)) (above ?r ?s) (taken ?r ?c) (vacant ?s ?c))
(<= (next (cell ?r ?c ?p)) (does ?p (drop ?r ?c)))
"""

RACE = """
; a step, named by its way and the cell it goes to
(<= (forward x ?r ?s) (above ?r ?s))
(<= (forward o ?r ?s) (above ?s ?r))
(<= (legal ?p (go ?way ?s ?d))
    (true (control ?p))
    (true (cell ?r ?c ?p))
    (path ?p ?way ?r ?c ?s ?d)
    (not (true (cell ?s ?d ?p)))
    (not (blocked ?way ?s ?d)))

(<= (arrives ?s ?d) (does ?p (go ?way ?s ?d)))
(<= (leaves ?r ?c) (does ?p (go ?way ?s ?d)) (path ?p ?way ?r ?c ?s ?d))
(<= (next (cell ?s ?d ?p)) (does ?p (go ?way ?s ?d)))
(<= (next (cell ?r ?c ?p)) (true (cell ?r ?c ?p)) (not (leaves ?r ?c)) (not (arrives ?r ?c)))
"""

BREAKTHROUGH_PATHS = """
; left and right may capture, ahead may not
(<= (path ?p left ?r ?c ?s ?d) (forward ?p ?r ?s) (beside ?d ?c))
(<= (path ?p ahead ?r ?c ?s ?c) (forward ?p ?r ?s) (col ?c))
(<= (path ?p right ?r ?c ?s ?d) (forward ?p ?r ?s) (beside ?c ?d))
(<= (blocked ahead ?s ?d) (true (cell ?s ?d ?p)))
"""

KNIGHT_PATHS = """
; far: two rows and one column; wide: one row and two columns
(<= (path ?p farleft ?r ?c ?t ?d) (forward ?p ?r ?s) (forward ?p ?s ?t) (beside ?d ?c))
(<= (path ?p farright ?r ?c ?t ?d) (forward ?p ?r ?s) (forward ?p ?s ?t) (beside ?c ?d))
(<= (path ?p wideleft ?r ?c ?s ?e) (forward ?p ?r ?s) (beside ?e ?d) (beside ?d ?c))
(<= (path ?p wideright ?r ?c ?s ?e) (forward ?p ?r ?s) (beside ?c ?d) (beside ?d ?e))
"""

DOMINEERING = """
; x places upright dominoes, named by their lower cell, o flat ones, named by their left cell
(<= (domino x ?r ?c ?s ?c) (above ?r ?s) (col ?c))
(<= (domino o ?r ?c ?r ?d) (row ?r) (beside ?c ?d))
(<= (legal ?p (place ?r ?c)) (true (control ?p)) (domino ?p ?r ?c ?s ?d) (vacant ?r ?c) (vacant ?s ?d))
(<= (next (cell ?r ?c ?p)) (does ?p (place ?r ?c)))
(<= (next (cell ?s ?d ?p)) (does ?p (place ?r ?c)) (domino ?p ?r ?c ?s ?d))
"""

CHAINS = """
(<= (near ?r ?c ?s ?c) (above ?r ?s) (col ?c))
(<= (near ?s ?c ?r ?c) (above ?r ?s) (col ?c))
(<= (near ?r ?c ?r ?d) (row ?r) (beside ?c ?d))
(<= (near ?r ?d ?r ?c) (row ?r) (beside ?c ?d))

; the stone at (r c) breathes though (i j) is filled: its chain has another liberty
(<= (breathes ?i ?j ?r ?c)
    (vacant ?i ?j)
    (taken ?r ?c)
    (near ?r ?c ?s ?d)
    (vacant ?s ?d)
    (or (distinct ?i ?s) (distinct ?j ?d)))
(<= (breathes ?i ?j ?r ?c)
    (vacant ?i ?j)
    (true (cell ?r ?c ?p))
    (near ?r ?c ?s ?d)
    (true (cell ?s ?d ?p))
    (breathes ?i ?j ?s ?d))

(<= (lives ?p ?i ?j) (role ?p) (vacant ?i ?j) (near ?i ?j ?r ?c) (vacant ?r ?c))
(<= (lives ?p ?i ?j) (vacant ?i ?j) (near ?i ?j ?r ?c) (true (cell ?r ?c ?p)) (breathes ?i ?j ?r ?c))
(<= (captures ?p ?i ?j)
    (vacant ?i ?j)
    (near ?i ?j ?r ?c)
    (true (cell ?r ?c ?q))
    (other ?p ?q)
    (not (breathes ?i ?j ?r ?c)))
(<= (next (cell ?i ?j ?p)) (does ?p (place ?i ?j)))
"""

NOGO = """
; a stone that lives and captures nothing
(<= (legal ?p (place ?i ?j)) (true (control ?p)) (lives ?p ?i ?j) (not (captures ?p ?i ?j)))
"""

ATARIGO = """
; a stone that lives or captures; a capture ends the game
(<= (legal ?p (place ?i ?j)) (true (control ?p)) (vacant ?i ?j) (or (lives ?p ?i ?j) (captures ?p ?i ?j)))
(<= (next captured) (does ?p (place ?i ?j)) (captures ?p ?i ?j))
(<= terminal (true captured))
"""

REVERSI = """
(init (cell 4 d o)) (init (cell 4 e x))
(init (cell 5 d x)) (init (cell 5 e o))

; the cell after another in each of eight ways
(<= (step east ?r ?c ?r ?d) (row ?r) (beside ?c ?d))
(<= (step west ?r ?d ?r ?c) (row ?r) (beside ?c ?d))
(<= (step north ?r ?c ?s ?c) (above ?r ?s) (col ?c))
(<= (step south ?s ?c ?r ?c) (above ?r ?s) (col ?c))
(<= (step northeast ?r ?c ?s ?d) (above ?r ?s) (beside ?c ?d))
(<= (step southwest ?s ?d ?r ?c) (above ?r ?s) (beside ?c ?d))
(<= (step northwest ?r ?d ?s ?c) (above ?r ?s) (beside ?c ?d))
(<= (step southeast ?s ?c ?r ?d) (above ?r ?s) (beside ?c ?d))

; from here on, that way, discs of the other, and then one of one's own
(<= (run ?p ?way ?r ?c)
    (other ?p ?q)
    (true (cell ?r ?c ?q))
    (step ?way ?r ?c ?s ?d)
    (or (true (cell ?s ?d ?p)) (run ?p ?way ?s ?d)))

; a disc must enclose discs of the other; who cannot place one passes
(<= (encloses ?p ?r ?c) (vacant ?r ?c) (step ?way ?r ?c ?s ?d) (run ?p ?way ?s ?d))
(<= (mobile ?p) (encloses ?p ?r ?c))
(<= (legal ?p (place ?r ?c)) (true (control ?p)) (encloses ?p ?r ?c))
(<= (legal ?p (pass ?p)) (true (control ?p)) (not (mobile ?p)))

; what it encloses is turned over
(<= (turned ?p ?way ?s ?d) (does ?p (place ?r ?c)) (step ?way ?r ?c ?s ?d) (run ?p ?way ?s ?d))
(<= (turned ?p ?way ?s ?d) (turned ?p ?way ?r ?c) (step ?way ?r ?c ?s ?d) (run ?p ?way ?s ?d))
(<= (changed ?r ?c ?p) (turned ?p ?way ?r ?c))
(<= (taken ?r ?c) (true (cell ?r ?c ?p)))
(<= (vacant ?r ?c) (row ?r) (col ?c) (not (taken ?r ?c)))
(<= (next (cell ?r ?c ?p)) (does ?p (place ?r ?c)))
(<= (next (cell ?r ?c ?p)) (changed ?r ?c ?p))
(<= (next (cell ?r ?c ?p)) (true (cell ?r ?c ?p)) (other ?p ?q) (not (changed ?r ?c ?q)))

(<= movable (mobile ?p))
(<= terminal (not movable))
"""

COUNTING = """
; the discs of a row, column by column
(<= (upto ?p ?r start 0) (role ?p) (row ?r))
(<= (upto ?p ?r ?d ?n) (column ?c ?d) (upto ?p ?r ?c ?n) (not (true (cell ?r ?d ?p))))
(<= (upto ?p ?r ?d ?m) (column ?c ?d) (upto ?p ?r ?c ?n) (after ?n ?m) (true (cell ?r ?d ?p)))

; the discs of all rows, row by row, as eights and ones
(<= (ones ?p start 0) (role ?p))
(<= (eights ?p start 0) (role ?p))
(<= (ones ?p ?s ?k) (line ?r ?s) (ones ?p ?r ?n) (upto ?p ?s h ?m) (plus ?n ?m ?e ?k))
(<= (carry ?p ?s ?e) (line ?r ?s) (ones ?p ?r ?n) (upto ?p ?s h ?m) (plus ?n ?m ?e ?k))
(<= (eights ?p ?s ?n) (line ?r ?s) (eights ?p ?r ?n) (carry ?p ?s 0))
(<= (eights ?p ?s ?m) (line ?r ?s) (eights ?p ?r ?n) (after ?n ?m) (carry ?p ?s 1))

(<= (ahead ?p) (other ?p ?q) (eights ?p 8 ?n) (eights ?q 8 ?m) (more ?n ?m))
(<= (ahead ?p) (other ?p ?q) even (ones ?p 8 ?n) (ones ?q 8 ?m) (more ?n ?m))
(<= even (eights x 8 ?n) (eights o 8 ?n))
(<= decided (ahead ?p))

(<= (goal ?p 100) (ahead ?p))
(<= (goal ?p 50) (role ?p) (not decided))
(<= (goal ?p 0) (other ?p ?q) (ahead ?q))
"""

EIGHT_PUZZLE = """; Eight-puzzle: slide tiles into the gap until they are in order, within 30 moves.
(role player)

(row 1) (row 2) (row 3)
(col a) (col b) (col c)
(above 1 2) (above 2 3)
(beside a b) (beside b c)

(<= (near ?r ?c ?s ?c) (above ?r ?s) (col ?c))
(<= (near ?s ?c ?r ?c) (above ?r ?s) (col ?c))
(<= (near ?r ?c ?r ?d) (row ?r) (beside ?c ?d))
(<= (near ?r ?d ?r ?c) (row ?r) (beside ?c ?d))

(init (cell 3 a 1)) (init (cell 3 b 3)) (init (cell 3 c 6))
(init (cell 2 a 4)) (init (cell 2 b gap)) (init (cell 2 c 2))
(init (cell 1 a 7)) (init (cell 1 b 5)) (init (cell 1 c 8))

; a move is the cell of the tile that slides
(<= (legal player (slide ?r ?c)) (true (cell ?s ?d gap)) (near ?r ?c ?s ?d))
(<= (next (cell ?r ?c gap)) (does player (slide ?r ?c)))
(<= (next (cell ?s ?d ?t)) (does player (slide ?r ?c)) (true (cell ?r ?c ?t)) (true (cell ?s ?d gap)))
(<= (next (cell ?s ?d ?t))
    (does player (slide ?r ?c))
    (true (cell ?s ?d ?t))
    (distinct ?t gap)
    (or (distinct ?r ?s) (distinct ?c ?d)))

(<= solved
    (true (cell 3 a 1)) (true (cell 3 b 2)) (true (cell 3 c 3))
    (true (cell 2 a 4)) (true (cell 2 b 5)) (true (cell 2 c 6))
    (true (cell 1 a 7)) (true (cell 1 b 8)))
(<= terminal solved)
(<= (goal player 100) solved)
(<= (goal player 0) (not solved))
"""

HANOI = """; The towers of Hanoi: four discs from the first peg to the third, within 15 moves, just enough.
(role player)

(peg a) (peg b) (peg c)
(disc 1) (disc 2) (disc 3) (disc 4)
(smaller 1 2) (smaller 1 3) (smaller 1 4)
(smaller 2 3) (smaller 2 4)
(smaller 3 4)

(<= (init (at ?d a)) (disc ?d))

; a disc moves from the top of a peg onto larger ones
(<= (covered ?d ?p) (true (at ?e ?p)) (smaller ?e ?d))
(<= (legal player (move ?d ?q))
    (true (at ?d ?p))
    (peg ?q)
    (distinct ?p ?q)
    (not (covered ?d ?p))
    (not (covered ?d ?q)))

(<= (next (at ?d ?q)) (does player (move ?d ?q)))
(<= (next (at ?d ?p)) (true (at ?d ?p)) (does player (move ?e ?q)) (distinct ?d ?e))

; a tower is as good as the discs that stand at its foot
(<= (home 4) (true (at 4 c)))
(<= (home ?d) (true (at ?d c)) (next_disc ?d ?e) (home ?e))
(next_disc 3 4) (next_disc 2 3) (next_disc 1 2)
(<= terminal (home 1))
(<= (goal player 100) (home 1))
(<= (goal player 75) (home 2) (not (home 1)))
(<= (goal player 50) (home 3) (not (home 2)))
(<= (goal player 25) (home 4) (not (home 3)))
(<= (goal player 0) (not (home 4)))
"""


def counting() -> str:
    """How to tell who has more discs on a board of eight by eight."""
    numbers = [str(number) for number in range(9)]
    orders = {"column": ["start", *"abcdefgh"], "line": ["start", *numbers[1:]], "after": numbers}
    lines = [facts(name, map(" ".join, pairwise(words))) for name, words in orders.items()]
    sums = (f"{n} {m} {(n + m) // 8} {(n + m) % 8}" for n in range(8) for m in range(9))
    lines += [facts("plus", sums), facts("more", (f"{n} {m}" for n in range(9) for m in range(n)))]
    return COUNTING + "\n; numbers\n" + "\n".join(lines) + "\n"


def board(rows: int, cols: str) -> str:
    """The cells, and which is above which and right of which."""
    numbers = [str(row) for row in range(1, rows + 1)]
    pairs = [("above", numbers), ("beside", list(cols))]
    lines = [facts("row", numbers), facts("col", cols)]
    lines += [facts(name, map(" ".join, pairwise(words))) for name, words in pairs]
    return "\n; rows from the bottom, columns from the left\n" + "\n".join(lines) + "\n"


def facts(name: str, arguments: Iterable[str]) -> str:
    return " ".join(f"({name} {argument})" for argument in arguments)


def lines(length: int) -> str:
    """How to tell so many of one kind in each of four directions."""
    ways = {
        "east": ("?r ?c", "", "(beside {c} {d})"),
        "north": ("?r ?c", "(above {r} {s})", ""),
        "northeast": ("?r ?c", "(above {r} {s})", "(beside {c} {d})"),
        "northwest": ("?r ?c", "(above {r} {s})", "(beside {d} {c})"),
    }
    found = []
    for name, (cell, up, aside) in ways.items():
        row, col, parts = "?r", "?c", ["(true (cell ?r ?c ?p))"]
        for step in range(1, length):
            next_row, next_col = (f"?r{step}" if up else row), (f"?c{step}" if aside else col)
            names = {"r": row, "s": next_row, "c": col, "d": next_col}
            parts += [part.format(**names) for part in (up, aside) if part]
            parts.append(f"(true (cell {next_row} {next_col} ?p))")
            row, col = next_row, next_col
        found.append(f"(<= ({name} {cell} ?p)\n    " + "\n    ".join(parts) + ")")
    return "\n" + "\n".join(found) + "\n"


def pieces(rows: int) -> str:
    """Two rows of pieces for each side, and the end of a race."""
    start = [f"(<= (init (cell {row} ?c {side})) (col ?c))" for side, own in both(rows) for row in own]
    ends = [f"(<= terminal (true (cell {row} ?c {side})))" for row, side in ((rows, "x"), (1, "o"))]
    return "\n" + "\n".join(start) + "\n\n; the far row wins\n" + "\n".join(ends) + "\n"


def both(rows: int) -> list[tuple[str, tuple[int, int]]]:
    return [("x", (1, 2)), ("o", (rows - 1, rows))]


def counted(rules: str, moves: int) -> str:
    """A puzzle with a limit of moves."""
    numbers = [str(number) for number in range(moves + 1)]
    steps = facts("after", map(" ".join, pairwise(numbers)))
    return (
        f"{rules}\n; the moves are counted\n{steps}\n(init (step 0))\n"
        f"(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))\n(<= terminal (true (step {moves})))\n"
    )


def misere(rules: str) -> str:
    """The same rules with the goals reversed."""
    values = {"0": "100", "50": "50", "100": "0"}
    return re.sub(r"\(goal \?p (\d+)\)", lambda found: f"(goal ?p {values[found[1]]})", rules)


def two_player_games() -> dict[str, str]:
    """The title and the rules of each, by the name of its file."""
    games = {
        "tictactoe": "; Tic-tac-toe.\n"
        + PLAYERS
        + board(3, "abc")
        + TICTACTOE
        + STONES_STAY
        + lines(3)
        + LINES
    }
    for cols, rows in (("abcd", 4), ("abcdefg", 6), ("abcdefgh", 6)):
        title = f"; Connect Four, {len(cols)} columns and {rows} rows.\n"
        rules = PLAYERS + board(rows, cols) + CONNECT_FOUR + STONES_STAY + lines(4) + LINES
        games[f"connectfour_{len(cols)}x{rows}"] = title + rules
    for size in (5, 8):
        race = PLAYERS + board(size, "abcdefgh"[:size]) + pieces(size)
        games[f"breakthrough_{size}x{size}"] = (
            f"; Breakthrough, {size} by {size}.\n" + race + BREAKTHROUGH_PATHS + RACE + CANNOT_MOVE
        )
    for size in (5, 8):
        race = PLAYERS + board(size, "abcdefgh"[:size]) + pieces(size)
        games[f"knightthrough_{size}x{size}"] = (
            f"; Knightthrough, {size} by {size}.\n"
            + race
            + KNIGHT_PATHS
            + RACE.replace("\n    (not (blocked ?way ?s ?d))", "")
            + CANNOT_MOVE
        )
    dominoes = PLAYERS + board(5, "abcde") + DOMINEERING + STONES_STAY + CANNOT_MOVE
    games["domineering_5x5"] = "; Domineering, 5 by 5.\n" + dominoes
    stones = PLAYERS + board(4, "abcd") + STONES_STAY + CHAINS
    games["nogo_4x4"] = "; NoGo, 4 by 4.\n" + stones + NOGO + CANNOT_MOVE
    games["atarigo_4x4"] = "; AtariGo, 4 by 4.\n" + stones + ATARIGO + CANNOT_MOVE
    games["reversi"] = "; Reversi.\n" + PLAYERS + board(8, "abcdefgh") + REVERSI + counting()
    return games


def files() -> dict[str, str]:
    """The text of each file, by its name."""
    games = two_player_games()
    games |= {
        f"misere_{name}": "; Misère: the goals are reversed.\n" + misere(rules)
        for name, rules in games.items()
    }
    games |= {"eightpuzzle": counted(EIGHT_PUZZLE, 30), "hanoi": counted(HANOI, 15)}
    return {f"{name}.kif": rules for name, rules in games.items()}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, rules in files().items():
        (folder / name).write_text(rules, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
