"""GTP, version 2: the protocol between programs for Go, here for any game.

After Gunnar Farnebäck's specification of the Go Text Protocol, version 2, draft 2 (2002), with the
commands of GoGui for other games, and the live analysis of Leela Zero and KataGo. Black is Max, White is Min.
In GTP either side may move at any time: where that is not the one to move, the board is set up anew for it.
"""

import math
import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TextIO

from playout import __version__, sgf
from playout._core import Turn
from playout.budget import MAX_SECONDS, Budget
from playout.errors import show
from playout.games import Game, Go
from playout.players import Player
from playout.protocols import analysis, gogui
from playout.protocols.clock import Clock
from playout.protocols.engine import Engine
from playout.protocols.reply import Reply
from playout.protocols.table import Table, size
from playout.protocols.vertices import LETTERS, vertices
from playout.search import Search
from playout.search_result import SearchResult
from playout.state import State
from playout.turns import COLOURS, with_turn

__all__ = ["GTP"]

TURNS = {"b": Turn.MAX, "black": Turn.MAX, "w": Turn.MIN, "white": Turn.MIN}
INTERRUPT = "# interrupt"
"""With it GoGui ends a search, which then answers with the best so far."""

_LINE = re.compile(r"\s*(?:(\d+)(?:\s+|$))?(\S*)\s*(.*?)\s*", re.DOTALL)
_NO_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]|#.*", re.DOTALL)


class ProtocolError(ValueError):
    """What GTP answers with a question mark."""


class GTP(Engine):
    r"""An engine that speaks GTP.

    >>> import io, sys
    >>> import playout as po
    >>> commands = io.StringIO("1 boardsize 5\n2 play b C3\n3 play w C3\nname # who is it?\n")
    >>> GTP(po.game("nogo(7,7)"), po.player("uct"), "100 sims", 1, commands, sys.stdout).serve()
    =1
    <BLANKLINE>
    =2
    <BLANKLINE>
    ?3 illegal move: C3 is not legal for white
    <BLANKLINE>
    = playout uct
    <BLANKLINE>
    """

    protocol = "GTP"

    def __init__(
        self, game: Game, player: Player, budget: Budget | str, seed: int | None, source: TextIO, sink: TextIO
    ) -> None:
        super().__init__(game, player, budget, seed, source, sink)
        self.table, self.clock, self.vertices = Table(game), Clock(), vertices(game)
        self.last: SearchResult | None = None
        self._analyses = False
        self._reply = Reply(sink, "")
        self.commands = self._commands()

    def answer(self, line: str) -> None:
        """Answers a line; one without a command gets no answer."""
        number, name, arguments = self._parsed(line)
        if number or name:
            reply = self._reply = Reply(self._sink, number)
            self._attempt(lambda: reply.end(self._command(name)(arguments.split())), reply.fail)

    def _refuse(self, problem: str) -> None:
        Reply(self._sink, "").fail(f"syntax error: {problem}")

    @staticmethod
    def _parsed(line: str) -> tuple[str, str, str]:
        """The number of a command, its name and its arguments."""
        found = _LINE.fullmatch(_NO_TEXT.sub("", line.replace("\t", " ")))
        assert found  # whatever it says
        return found[1] or "", found[2], found[3]

    def _command(self, name: str) -> "Callable[[list[str]], str]":
        if name not in self.commands:
            raise ProtocolError(f"unknown command{f': {show(name)}' if name else ''}")
        return self.commands[name]

    def _hear(self, line: str) -> bool:
        """In the middle of a search: any line ends an analysis, and GoGui's word any search."""
        if self._analyses or line.strip() == INTERRUPT:
            self.thinker.stop()
        return False

    def _commands(self) -> "dict[str, Callable[[list[str]], str]]":
        return {
            "protocol_version": lambda _: "2",
            "name": lambda _: f"playout {self.thinker.player}",
            "version": lambda _: __version__,
            "known_command": lambda words: str((words or [""])[0] in self.commands).lower(),
            "list_commands": lambda _: "\n".join(self.commands),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "rectangular_boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "loadsgf": self._loadsgf,
            "showboard": lambda _: _picture(self.table.state),
            "final_score": lambda _: _final_score(self.table.state),
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "lz-analyze": lambda words: self._analyze("lz", words),
            "lz-genmove_analyze": lambda words: self._genmove_analyze("lz", words),
            "kata-analyze": lambda words: self._analyze("kata", words),
            "kata-genmove_analyze": lambda words: self._genmove_analyze("kata", words),
            "gogui-analyze_commands": lambda _: gogui.ANALYZE_COMMANDS,
            "gogui-interrupt": lambda _: "",
            "gogui-rules_game_id": lambda _: gogui.game_id(self.table.game),
            "gogui-rules_board": lambda _: gogui.board(self.table.state),
            "gogui-rules_board_size": lambda _: gogui.board_size(self.table.state),
            "gogui-rules_legal_moves": lambda _: gogui.legal_moves(self.table.state, self.vertices),
            "gogui-rules_side_to_move": lambda _: gogui.side_to_move(self.table.state),
            "gogui-rules_final_result": lambda _: gogui.final_result(self.table.state),
            "playout-visits": lambda _: gogui.visits(self.last, self.vertices),
        }

    def _quit(self, _words: list[str]) -> str:
        self._quits = True
        return ""

    def _boardsize(self, words: list[str]) -> str:
        cols, rows = (_count(word) for word in [*words, *words][:2] or _missing("a size"))
        try:
            self.table.resize(cols, rows)
        except ValueError as error:
            raise ProtocolError(f"unacceptable size: {error}") from None
        self._begin()
        return ""

    def _clear_board(self, _words: list[str]) -> str:
        self.table.clear()
        self._begin()
        return ""

    def _begin(self) -> None:
        self.clock.restart()
        self.thinker.forget()
        self.last = None

    def _komi(self, words: list[str]) -> str:
        self.table.set_komi(_number((words or _missing("komi"))[0]))
        return ""

    def _play(self, words: list[str]) -> str:
        turn, vertex = _turn(words), (words[1:] or _missing("a vertex"))[0]
        if self.table.state.is_terminal and vertex.lower() != "pass":
            raise ProtocolError("illegal move: the game is over")
        state = with_turn(self.table.state, turn)
        try:
            move = "pass" if state.is_terminal else self.vertices.read(state, vertex)
            self.table.play(turn, move)
        except ValueError:
            raise ProtocolError(
                f"illegal move: {show(vertex)[1:-1]} is not legal for {COLOURS[turn]}"
            ) from None
        return ""

    def _undo(self, _words: list[str]) -> str:
        try:
            self.table.undo()
        except ValueError as error:
            raise ProtocolError(f"cannot undo: {error}") from None
        return ""

    def _loadsgf(self, words: list[str]) -> str:
        name = (words or _missing("a file"))[0]
        try:
            state = sgf.read_sgf(name, self.table.game)
        except ValueError as error:
            raise ProtocolError(f"cannot load file: {error}") from None
        self.table.show(state)
        if len(words) > 1:  # the board before this move
            del self.table.states[max(1, _count(words[1])) :]
        self._begin()
        return ""

    def _time_settings(self, words: list[str]) -> str:
        main, overtime, stones = (words + [""] * 3)[:3]
        self.clock.set(_seconds(main), _seconds(overtime), _count(stones))
        return ""

    def _time_left(self, words: list[str]) -> str:
        turn, (seconds, stones) = _turn(words), (words[1:] + [""] * 2)[:2]
        self.clock.tell(turn, _seconds(seconds), _count(stones))
        return ""

    def _genmove(self, words: list[str]) -> str:
        turn = _turn(words)
        vertex, move = self._found(turn)
        if vertex != "resign":
            self.table.play(turn, move)
        return vertex

    def _reg_genmove(self, words: list[str]) -> str:
        return self._found(_turn(words))[0]

    def _found(
        self, turn: Turn, look: Callable[[Search], None] = lambda search: None
    ) -> tuple[str, int | str]:
        """The move that a side would make, as a vertex and as ours; after the end, who has lost resigns."""
        state = with_turn(self.table.state, turn)
        if state.is_terminal:
            lost = (state.score < 0) if turn is Turn.MAX else (state.score > 0)
            return ("resign" if lost else "pass"), "pass"
        start = time.perf_counter()
        self.last = self.thinker.think(state, self._limit(state), look, self._is_interrupted)
        self.clock.spend(turn, time.perf_counter() - start)
        return self.vertices.write(state, self.last.move), self.last.move

    def _limit(self, state: State) -> Budget:
        """The budget of a move; where the game's time is limited, that counts instead of the seconds."""
        seconds = self.clock.seconds(state.turn, len(state.legal_moves))
        return self.budget if seconds is None else replace(self.budget, seconds=seconds)

    def _is_interrupted(self) -> bool:
        return self.lines.has(lambda line: line.strip() == INTERRUPT)

    def _genmove_analyze(self, style: analysis.Style, words: list[str]) -> str:
        turn, wishes = self._wishes(words)
        self._reply.line()
        vertex, move = self._found(turn, self._teller(style, wishes))
        if vertex != "resign":
            self.table.play(turn, move)
        self._reply.line(f"play {vertex}")
        return ""

    def _analyze(self, style: analysis.Style, words: list[str]) -> str:
        turn, wishes = self._wishes(words)
        state = with_turn(self.table.state, turn)
        if state.is_terminal:
            raise ProtocolError("the game is over: there is nothing to analyze")
        self._reply.line()
        self._analyses = True
        try:
            budget = Budget(seconds=MAX_SECONDS)
            self.last = self.thinker.think(state, budget, self._teller(style, wishes), self._is_called)
            self.lines.wait()  # if all is known
        finally:
            self._analyses = False
        return ""

    def _is_called(self) -> bool:
        return self.lines.has(lambda line: True, or_end=True)

    def _wishes(self, words: list[str]) -> tuple[Turn, analysis.Wishes]:
        """The side to analyze for, by default who is to move, and the rest."""
        self.thinker.check_watchable()
        if words and words[0].lower() in TURNS:
            return TURNS[words[0].lower()], analysis.Wishes.read(words[1:])
        return self.table.state.turn, analysis.Wishes.read(words)

    def _teller(self, style: analysis.Style, wishes: analysis.Wishes) -> Callable[[Search], None]:
        """Tells what a search knows, as often as it was wished."""
        told = time.perf_counter()

        def tell(search: Search) -> None:
            nonlocal told
            if time.perf_counter() - told >= wishes.seconds:
                told = time.perf_counter()
                self._reply.line(analysis.line(search, self.vertices, style, wishes.most))

        return tell


def _missing(what: str) -> list[str]:
    raise ProtocolError(f"syntax error: {what} is missing")


def _turn(words: list[str]) -> Turn:
    word = (words or _missing("a colour"))[0]
    if word.lower() not in TURNS:
        raise ProtocolError(f"syntax error: a colour is b, black, w or white, not {show(word)}")
    return TURNS[word.lower()]


def _count(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise ProtocolError(f"syntax error: expected a whole number, got {show(word)}")
    return int(word)


def _number(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ProtocolError(f"syntax error: expected a number, got {show(word)}")
    return number


def _seconds(word: str) -> float:
    """A clock that has run out may say less than nothing."""
    return min(max(0.0, _number(word)), MAX_SECONDS)


def _final_score(state: State) -> str:
    """As in B+3.5; a game of Go that is not over is counted as it stands."""
    if isinstance(state.game, Go):
        while not state.is_terminal:
            state = state.play("pass")
    if not state.is_terminal:
        raise ProtocolError("cannot score: the game is not over")
    return "0" if state.score == 0 else f"{'B' if state.score > 0 else 'W'}+{abs(state.score):g}"


def _picture(state: State) -> str:
    """The board, below the sign of the answer; with the letters of GTP."""
    found = size(state)
    if found is None:
        return f"\n{state}"
    width = len(str(found[1]))
    rows = [f"{found[1] - y:>{width}} {' '.join(row)}" for y, row in enumerate(state.board.split("/"))]
    return "\n".join(["", *rows, f"{'':{width}} {' '.join(LETTERS[: found[0]])}", str(state).split("\n")[-1]])
