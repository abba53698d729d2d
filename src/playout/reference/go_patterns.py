"""The Go playout of MoGo: twin of `cpp/playouts/go_patterns.hpp`.

Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go" (INRIA RR-6062, 2006),
section 3.2. The patterns are those of the report's figures; the native playout has them as a table.
"""

from collections.abc import Iterator

from playout.python_game import MAX
from playout.reference.meter import Meter
from playout.reference.playout import Line, Outcome, play_out
from playout.reference.rng import Rng
from playout.state import State

Point = tuple[int, int]
"""Row, counted from the bottom, and column."""
Stones = dict[Point, str]
"""What is on each point of a board: X, O or a dot."""

HANE = [
    ("XOX", ".*.", "???", "?"),
    ("XO.", ".*.", "?.?", "?"),
    ("XO?", "X*.", "?.?", "?"),
    ("XOO", ".*.", "?.?", "X"),
]
CUT1 = ("XO?", "O*?", "???", "?")
NOT_CUT1 = [("XO?", "O*O", "?.?", "?"), ("XO?", "O*.", "?O?", "?")]
CUT2 = [("?X?", "O*O", "xxx", "?")]
EDGE = [
    ("X.?", "O*?", "###", "?"),
    ("?X?", "o*O", "###", "?"),
    ("?XO", "?*?", "###", "X"),
    ("?XO", "?*o", "###", "O"),
    ("?XO", "O*X", "###", "O"),
]
"""Three rows and who may play it. * is the move, x is X or empty, o is O or empty, # is off the board."""
ALLOWED = {"X": "X", "O": "O", "x": "X.", "o": "O.", ".": ".", "?": "XO.", "#": "#", "*": "."}
AROUND = [(row, col) for row in (1, 0, -1) for col in (-1, 0, 1)]
BESIDE = [(1, 0), (0, 1), (-1, 0), (0, -1)]


def go_patterns(
    s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None
) -> Outcome:
    """A game played by MoGo's rules.

    >>> import playout as po
    >>> go_patterns(po.game("atarigo(5,5)").initial(), Rng(1), Meter("1 sims"))
    Outcome(score=1.0, length=13, finished=True)
    """
    start = len(s.history)

    def choose(s: State) -> int:
        own = s.history[start:]
        moves = candidates(s, point(s, own[-1]) if own and own[-1] < len(read(s)) else None)
        return moves[rng.below(len(moves))]

    return play_out(s, choose, meter, limit, line)


def candidates(s: State, last: Point | None) -> list[int]:
    """The moves that the first rule finds which finds any."""
    moves = s.position.playout_moves
    stones = read(s)
    own = "X" if s.turn is MAX else "O"
    on_board = [move for move in moves if move < len(stones)]
    rules = [
        [m for m in on_board if last is not None and saves(stones, own, point(s, m), last)],
        [
            m
            for m in on_board
            if last is not None and near(point(s, m), last) and matches(stones, own, point(s, m))
        ],
        [m for m in on_board if captured(stones, own, point(s, m))],
        moves,
    ]
    return next(found for found in rules if found)


def read(s: State) -> Stones:
    """The stones on a board."""
    rows = s.board.split("/")[::-1]
    return {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}


def point(s: State, move: int) -> Point:
    """The point that a move names."""
    width = s.board.index("/")
    return divmod(move, width)


def beside(stones: Stones, of: Point) -> list[Point]:
    """The neighbours of a point."""
    return [p for r, c in BESIDE if (p := (of[0] + r, of[1] + c)) in stones]


def chain(stones: Stones, of: Point) -> set[Point]:
    """The chain of a stone."""
    found, edge = {of}, [of]
    while edge:
        new = [p for p in beside(stones, edge.pop()) if stones[p] == stones[of] and p not in found]
        found.update(new)
        edge += new
    return found


def liberties(stones: Stones, of: Point) -> set[Point]:
    """The empty points beside the chain of a stone."""
    return {p for stone in chain(stones, of) for p in beside(stones, stone) if stones[p] == "."}


def captured(stones: Stones, own: str, move: Point) -> set[Point]:
    """The stones that a move captures."""
    others = [p for p in beside(stones, move) if stones[p] not in (".", own)]
    return {stone for p in others if liberties(stones, p) == {move} for stone in chain(stones, p)}


def saves(stones: Stones, own: str, move: Point, last: Point) -> bool:
    """Whether a move saves a chain that the last stone put in atari: by a capture beside it, or by length."""
    threatened = [p for p in beside(stones, last) if stones[p] == own and len(liberties(stones, p)) == 1]
    around = {p for t in threatened for stone in chain(stones, t) for p in beside(stones, stone)}
    if taken := captured(stones, own, move):
        return move in around or bool(taken & around)
    return move in around and len(liberties({**stones, move: own}, move)) >= 2


def near(a: Point, b: Point) -> bool:
    """Whether one of two points is among the eight around the other."""
    return a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def matches(stones: Stones, own: str, move: Point) -> bool:
    """Whether a move matches a pattern, in any symmetry and with any of the colours."""
    for view in symmetries([stones.get((move[0] + r, move[1] + c), "#") for r, c in AROUND]):
        for square, to_play in ((view, own), ([swapped(sign) for sign in view], swapped(own))):
            if any(fits(pattern, square, to_play) for pattern in [*HANE, *CUT2, *EDGE]):
                return True
            if fits(CUT1, square, to_play) and not any(fits(no, square, to_play) for no in NOT_CUT1):
                return True
    return False


def swapped(sign: str) -> str:
    """A sign with the colours exchanged."""
    return {"X": "O", "O": "X"}.get(sign, sign)


def symmetries(square: list[str]) -> Iterator[list[str]]:
    """The eight ways to look at nine cells."""
    for _ in range(4):
        yield square
        yield [square[3 * (i // 3) + 2 - i % 3] for i in range(9)]
        square = [square[3 * (2 - i % 3) + i // 3] for i in range(9)]


def fits(pattern: tuple[str, str, str, str], square: list[str], to_play: str) -> bool:
    """Whether nine cells are as a pattern wants them, with this colour to play."""
    *rows, player = pattern
    return player in ("?", to_play) and all(
        sign in ALLOWED[wanted] for wanted, sign in zip("".join(rows), square, strict=True)
    )
