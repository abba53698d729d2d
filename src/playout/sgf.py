"""SGF: games of Go, NoGo and AtariGo as the files that programs for Go read and write.

Read and written is FF[4] for GM[1]: the size, komi, stones that are set up, and the moves. Of variations the
first one counts, of several games the first. NoGo and AtariGo have no number of their own in SGF: `RU` names
them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from playout._core import Turn
from playout.errors import SpecError, show
from playout.games import AtariGo, Go, NoGo, game
from playout.games.face import Game
from playout.record import MAX_BYTES, RecordError
from playout.render.grid import Grid
from playout.state import State
from playout.turns import with_turn

__all__ = ["parse", "read_sgf", "text", "write_sgf"]

GameOfStones = Go | NoGo | AtariGo
SIDES = {"B": Turn.MAX, "W": Turn.MIN}
LETTERS = "abcdefghijklmnopqrstuvwxyz"

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)\s*(?=\[)|\[((?:[^\\\]]|\\.)*)\])", re.DOTALL)
_RULES = re.compile(r"(misere\()?(go|nogo|atarigo)\)?")


@dataclass
class Node:
    """The properties of a node, and where it stands in the text."""

    place: int
    properties: dict[str, list[str]]

    def one(self, name: str) -> str | None:
        """The value of a property; None if there is none."""
        values = self.properties.get(name)
        return values[0].strip() if values else None


def read_sgf(path: str | Path, rules: Game | str | None = None) -> State:
    """The state at the end of a file's main line, with its moves as history; RecordError says what is wrong.

    `rules` is what the file does not say: a game, or one of `go`, `nogo` and `atarigo`; by default the file's
    own rules, or else Go. Size and komi are the file's.

    >>> import playout as po
    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile("w") as file:
    ...     po.write_sgf(po.game("go(9,9)").initial().play("e5").play("c3"), file.name)
    ...     state = po.read_sgf(file.name)
    >>> str(state.game), state.history_names
    ('go(9,9)', ('e5', 'c3'))
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from None
    if len(content) > MAX_BYTES:
        raise RecordError(f"{path} has more than {MAX_BYTES} bytes: no SGF")
    return parse(content.decode(errors="replace"), rules)


def write_sgf(state: State, path: str | Path, *, black: str = "", white: str = "") -> None:
    """Writes how a state came about, its result if the game is over, and who the players are.

    >>> import playout as po
    >>> po.write_sgf(po.game("tictactoe").initial(), "game.sgf")
    Traceback (most recent call last):
    playout.errors.SpecError: SGF is for atarigo, go and nogo, not for tictactoe
    """
    Path(path).write_text(text(state, black=black, white=white), encoding="utf-8")


def parse(source: str, rules: Game | str | None = None) -> State:
    """The state at the end of the main line of an SGF text.

    >>> parse("(;SZ[5]KM[0.5];B[cc];W[];B[ba](;W[aa])(;W[dd]))").history_names
    ('c3', 'pass', 'b5', 'a5')
    """
    given = None if rules is None else _game_of_stones(rules)
    nodes = _main_line(source)
    state = _game(nodes[0], source, given).initial()
    for node in nodes:
        try:
            state = _after(state, node)
        except ValueError as error:
            raise _problem(source, node.place, str(error)) from None
    return state


def text(state: State, *, black: str = "", white: str = "") -> str:
    r"""How a state came about, as SGF.

    >>> import playout as po
    >>> text(po.game("nogo(3,3)").initial().play("b2"), white="a [b]")
    '(;FF[4]GM[1]CA[UTF-8]AP[playout]RU[nogo]SZ[3]PW[a [b\\]]\n;B[bb])\n'
    """
    played = _game_of_stones(state.game)
    head = {"FF": "4", "GM": "1", "CA": "UTF-8", "AP": "playout", "RU": _rules_text(played)}
    head["SZ"] = f"{played.rows}" if played.rows == played.cols else f"{played.cols}:{played.rows}"
    head |= {"KM": f"{played.komi:g}"} if isinstance(played, Go) else {}
    head |= {"PB": black, "PW": white, "RE": _result(state)}
    root = "".join(f"{name}[{_escaped(value)}]" for name, value in head.items() if value)
    return f"(;{root}{_setup(state.start)}\n{''.join(_moves(state))})\n"


def _main_line(source: str) -> list[Node]:
    """The nodes of the first game, always by the first variation; the rest must be well formed."""
    nodes: list[Node] = []
    name, is_main = "", True
    for token in _tokens(source):
        sign, ident, value = token.groups()
        is_main = is_main and sign != ")"
        if not is_main:
            continue
        if sign == ";":
            nodes.append(Node(token.start(1), {}))
        elif ident:
            name = "".join(letter for letter in ident if letter.isupper())  # FF[3] allowed long names
        elif value is not None:
            nodes[-1].properties.setdefault(name, []).append(_unescaped(value))
    return nodes


def _tokens(source: str) -> Iterator[re.Match[str]]:
    """The tokens of the first game, from its opening parenthesis to the closing one."""
    start = re.search(r"\(\s*;", source)
    if not start:
        raise RecordError("no SGF: a game starts with '(;'")
    depth, place = 0, start.start()
    while token := _TOKEN.match(source, place):
        yield token
        depth += {"(": 1, ")": -1}.get(token[1] or "", 0)
        place = token.end()
        if depth == 0:
            return
    raise _problem(source, place, _what_is_wrong(source, place))


def _what_is_wrong(source: str, place: int) -> str:
    rest = source[place:].strip()
    if not rest:
        return "the file ends in the middle of a game"
    return f"expected a property, ';', '(' or ')', got {show(rest[:20])}"


def _problem(source: str, place: int, message: str) -> RecordError:
    place += len(source[place:]) - len(source[place:].lstrip())
    line, column = source.count("\n", 0, place) + 1, place - source.rfind("\n", 0, place)
    return RecordError(f"line {line}, column {column}: {message}")


def _game(root: Node, source: str, given: GameOfStones | None) -> Game:
    """The game that the root describes."""
    try:
        if (root.one("GM") or "1") != "1":
            raise SpecError(f"GM[{root.one('GM')}] is another game: Go is GM[1]")
        named = _RULES.fullmatch((root.one("RU") or "").lower())
        played = given or _game_of_stones(named[0] if named else "go")
        cols, _, rows = (root.one("SZ") or "19").partition(":")
        played = replace(played, rows=_size(rows or cols), cols=_size(cols))
        komi = root.one("KM")
        return replace(played, komi=_number(komi)) if komi and isinstance(played, Go) else played
    except ValueError as error:
        raise _problem(source, root.place, str(error)) from None


def _game_of_stones(rules: Game | str) -> GameOfStones:
    found = game(rules)
    if not isinstance(found, GameOfStones):
        raise SpecError(f"SGF is for atarigo, go and nogo, not for {found}")
    return found


def _size(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 4):
        raise SpecError(f"SZ is a number, or two with a colon, got {show(value)}")
    return int(value)


def _number(value: str) -> float:
    try:
        return float(value)
    except ValueError:
        raise SpecError(f"KM is a number, got {show(value)}") from None


def _after(state: State, node: Node) -> State:
    """The state after what a node sets up and plays."""
    if node.properties.keys() & {"AB", "AW", "AE", "PL"}:
        state = _set_up(state, node)
    for side, turn in SIDES.items():
        for value in node.properties.get(side, [])[:1]:
            ready = with_turn(state, turn)
            state = ready.play(_name(value, Grid.read(state.board)))
    return state


def _set_up(state: State, node: Node) -> State:
    lines = [list(line) for line in state.board.split("/")]
    for name, letter in (("AE", "."), ("AB", "X"), ("AW", "O")):
        for value in node.properties.get(name, []):
            for x, y in _rectangle(value, Grid.read(state.board)):
                lines[y][x] = letter
    turn = _turn(state, node)
    return state.game.state(f"{'/'.join(map(''.join, lines))} {'X' if turn is Turn.MAX else 'O'}")


def _turn(state: State, node: Node) -> Turn:
    """Who is to move: after handicap stones it is White."""
    said = (node.one("PL") or "")[:1].upper()
    if said:
        if said not in SIDES:
            raise SpecError(f"PL is B or W, got {show(node.one('PL'))}")
        return SIDES[said]
    return Turn.MIN if (node.one("HA") or "0") not in ("0", "1") else state.turn


def _rectangle(value: str, grid: Grid) -> list[tuple[int, int]]:
    """The cells of a point, or of a rectangle between two."""
    first, _, last = value.strip().partition(":")
    (left, top), (right, bottom) = _point(first, grid), _point(last or first, grid)
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def _point(value: str, grid: Grid) -> tuple[int, int]:
    if len(value) == 2 and set(value) <= set(LETTERS):
        x, y = map(LETTERS.index, value)
        if x < len(grid.files) and y < len(grid.ranks):
            return x, y
    raise SpecError(f"{show(value)} is no point of the board")


def _name(value: str, grid: Grid) -> str:
    """The name of a move; `tt` is a pass where the board is not so large that it is a point."""
    value = value.strip()
    if not value or value == "tt":
        return "pass"
    x, y = _point(value, grid)
    return f"{grid.files[x]}{grid.ranks[y]}"


def _rules_text(played: Game) -> str:
    if isinstance(played, Go) and not played.misere:
        return "Chinese"
    return f"misere({played.spec_name})" if played.misere else played.spec_name


def _result(state: State) -> str:
    """As SGF writes it; only Go counts points."""
    if not state.is_terminal:
        return ""
    points = f"{abs(state.score):g}" if isinstance(state.game, Go) else ""
    return "0" if state.score == 0 else f"{'B' if state.score > 0 else 'W'}+{points}"


def _setup(start: State) -> str:
    """The stones of a first position that is not the usual one, and who is to move."""
    if start == start.game.initial():
        return ""
    stones: dict[str, list[str]] = {"X": [], "O": []}
    for x, y, letter in Grid.read(start.board).pieces():
        stones[letter].append(f"[{LETTERS[x]}{LETTERS[y]}]")
    black, white = ("".join(stones[letter]) for letter in "XO")
    turn = "B" if start.turn is Turn.MAX else "W"
    return f"{f'AB{black}' if black else ''}{f'AW{white}' if white else ''}PL[{turn}]"


def _moves(state: State) -> Iterator[str]:
    grid = Grid.read(state.board)
    turn = state.start.turn
    for name in state.history_names:
        cells = grid.cells_in(name)
        point = "".join(LETTERS[part] for cell in cells for part in cell)
        yield f";{'B' if turn is Turn.MAX else 'W'}[{point}]"
        turn = Turn.MIN if turn is Turn.MAX else Turn.MAX


def _escaped(value: str) -> str:
    return re.sub(r"([\\\]])", r"\\\1", value)


def _unescaped(value: str) -> str:
    """A value as it was meant: a line that ends in a backslash goes on."""
    return re.sub(r"\\(\r\n|\n\r|\r|\n|.)", lambda found: found[1].strip("\r\n"), value, flags=re.DOTALL)
