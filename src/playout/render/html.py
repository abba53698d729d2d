"""Results as HTML, for notebooks: a table, bars, and a picture of the position.

Colours are those of the notebook, light or dark; only the bars have their own. All text is escaped.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from playout.render.numbers import duration, signed, size
from playout.render.page import MONO, SANS, clean

if TYPE_CHECKING:
    from playout.match import MatchResult
    from playout.search_result import SearchResult
    from playout.solve import SolveResult
    from playout.state import State

MAX_ROWS = 10
"""Of a table; the rest is counted."""

_BLUE, _GREY, _PINK = "#60a5fa", "#94a3b8", "#f472b6"
_CELL = "padding:1px 12px 1px 0;border:none;background:none"


def facts(title: str, values: Mapping[str, str]) -> str:
    """A title and a few lines of what is known.

    >>> "<b>tictactoe</b>" in facts("tictactoe", {"games": "<10>"})
    True
    >>> "&lt;10&gt;" in facts("tictactoe", {"games": "<10>"})
    True
    """
    rows = [_row([_text(name, faded=True), _text(value)]) for name, value in values.items()]
    return _block(title, _table(rows))


def search_result(result: "SearchResult", line: str = "") -> str:
    """The moves that were tried with a bar for their visits, beside the position that was searched.

    The line is the moves that the search expects.
    """
    numbers = f"{result.simulations:,} simulations, {result.states:,} states in {duration(result.seconds)}"
    tree = f"; a tree of {result.tree_nodes:,} nodes, {size(result.tree_bytes)}" if result.tree_nodes else ""
    remarks = "".join(map(_line, result.remarks))
    expected = _line(line) if line else ""
    body = remarks + expected + _children(result)
    return _beside(result.state, _block(result.in_short, body, f"{numbers}{tree}"))


def _children(result: "SearchResult") -> str:
    children = result.children
    most = max((child.visits for child in children), default=0)
    head = _row([_text(name, faded=True) for name in ("move", "visits", "", "value")])
    rows = [
        _row(
            [
                _text(child.name, mono=True),
                _text(f"{child.visits:,}", right=True),
                _bar([(child.visits / most if most else 0, _BLUE)]),
                _text(signed(child.value), right=True),
            ]
        )
        for child in children[:MAX_ROWS]
    ]
    more = len(children) - len(rows)
    return (_table([head, *rows]) if rows else "") + (_line(f"and {more} more") if more else "")


def match_result(result: "MatchResult") -> str:
    """Who has won how often, as numbers and as one bar."""
    counts = ((result.wins, _BLUE), (result.draws, _GREY), (result.losses, _PINK))
    bar = _bar([(count / result.games if result.games else 0, colour) for count, colour in counts], wide=True)
    rows = [
        _row([_text("A", faded=True), _text(str(result.a), mono=True), _text(f"{result.budget} a move")]),
        _row([_text("B", faded=True), _text(str(result.b), mono=True), _text(f"{result.budget_b} a move")]),
    ]
    end = f"{result.games} games in {duration(result.seconds)}; seed {result.seed}"
    test = _line(str(result.sprt)) if result.sprt else ""
    return _block(str(result.game), _table(rows) + _table([_row([bar])]) + _line(str(result)) + test, end)


def solve_result(result: "SolveResult") -> str:
    """The solution, as a picture and as the names of its moves."""
    numbers = f"{result.simulations:,} simulations, {result.states:,} states in {duration(result.seconds)}"
    title = f"{result.state.game}: {result.state.game.score_text(result.score)}"
    names = f'<div style="max-width:40em;font-family:{MONO}">{clean(" ".join(result.names))}</div>'
    return _beside(result.state, _block(title, names, f"{numbers}; seed {result.seed}"))


def _beside(state: "State | None", block: str) -> str:
    picture = f"<div>{state.svg()}</div>" if state is not None else ""
    return f'<div style="display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start">{picture}{block}</div>'


def _block(title: str, body: str, end: str = "") -> str:
    head, foot = f"<div><b>{clean(title)}</b></div>", _line(end) if end else ""
    return f'<div style="font-family:{SANS};font-size:14px">{head}{body}{foot}</div>'


def _line(text: str) -> str:
    return f'<div style="opacity:.75">{clean(text)}</div>'


def _table(rows: Iterable[str]) -> str:
    return f'<table style="border-collapse:collapse;margin:6px 0">{"".join(rows)}</table>'


def _row(cells: Iterable[str]) -> str:
    return f'<tr style="background:none">{"".join(cells)}</tr>'


def _text(text: str, *, mono: bool = False, right: bool = False, faded: bool = False) -> str:
    style = f"{_CELL};text-align:{'right' if right else 'left'}"
    style += f";font-family:{MONO}" if mono else ""
    style += ";opacity:.75" if faded else ""
    return f'<td style="{style}">{clean(text)}</td>'


def _bar(parts: Iterable[tuple[float, str]], *, wide: bool = False) -> str:
    """Shares of a bar, each with its colour."""
    width = 240 if wide else 120
    piece = "display:inline-block;height:12px"
    pieces = "".join(
        f'<div style="{piece};width:{width * share:.1f}px;background:{colour}"></div>'
        for share, colour in parts
    )
    return f'<td style="{_CELL};min-width:{width}px;font-size:0;white-space:nowrap">{pieces}</td>'
