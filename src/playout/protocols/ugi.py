"""UGI, the Universal Game Interface: UCI, the protocol of chess programs, for any game of two players.

After the description that comes with cutegames (kz04px). Player 1 is Max, player 2 is Min. A `fen` is a
position as `State.notation` writes it, moves go by their names, and nodes are simulations.
"""

import math
from collections.abc import Callable
from dataclasses import fields, replace
from itertools import pairwise
from threading import Lock
from typing import TextIO

from playout import __version__
from playout._core import Turn
from playout.budget import MAX_SECONDS, Budget
from playout.errors import SpecError, show
from playout.games import Game
from playout.players import Minimax, Player
from playout.protocols.clock import LAG, LEAST, share
from playout.protocols.engine import Engine
from playout.render.status import leader
from playout.search import Search
from playout.search_result import SearchResult
from playout.state import State
from playout.thinker import Thinker

__all__ = ["UGI"]

NUMBERS = {"movetime": 1, "nodes": 1, "depth": 1, "p1time": 0, "p2time": 0, "p1inc": 0, "p2inc": 0}
"""What `go` may limit, each with the least that makes sense."""
MAX_THREADS = 1024


class UGI(Engine):
    r"""An engine that speaks UGI.

    >>> import io, sys
    >>> import playout as po
    >>> commands = io.StringIO("isready\nposition startpos moves b2\nquery p1turn\ngo nodes 10\n")
    >>> UGI(po.game("tictactoe"), po.player("uct"), "100 sims", 1, commands, sys.stdout).serve()
    readyok
    response false
    info time ... nodes 10 nps ... score cp ... pv ...
    bestmove ...
    """

    protocol = "UGI"

    def __init__(
        self, game: Game, player: Player, budget: Budget | str, seed: int | None, source: TextIO, sink: TextIO
    ) -> None:
        super().__init__(game, player, budget, seed, source, sink)
        self.seed, self.state = seed, game.initial()
        self._writing = Lock()
        self._searches = self._is_infinite = False
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "": lambda _: None,
            "ugi": self._ugi,
            "setoption": self._setoption,
            "isready": lambda _: self._say("readyok"),
            "uginewgame": lambda _: self.thinker.forget(),
            "position": self._position,
            "go": self._go,
            "query": self._query,
            "stop": lambda _: None,  # what there was to stop has ended
            "quit": self._quit,
        }

    def answer(self, line: str) -> None:
        """Does what a line says; what is wrong with it is told as `info string`. Every `go` gets its move."""
        name, *words = line.split() or [""]
        if name in self.commands:
            fail = self._give_up if name == "go" else self._refuse
            self._attempt(lambda: self.commands[name](words), fail)
        else:
            self._refuse(f"unknown command {show(name)}")

    def _say(self, text: str) -> None:
        with self._writing:
            self._sink.write(f"{text}\n")
            self._sink.flush()

    def _refuse(self, problem: str) -> None:
        self._say(f"info string error: {problem}")

    def _give_up(self, problem: str) -> None:
        self._refuse(problem)
        self._say("bestmove none")

    def _hear(self, line: str) -> bool:
        """In the middle of a search: says that it is alive, and ends the search when told."""
        if not self._searches:
            return False
        if line.strip() == "isready":
            self._say("readyok")
            return True
        if _ends_search(line) or (not line and self._is_infinite):
            self.thinker.stop()
        return False

    def _ugi(self, _words: list[str]) -> None:
        self._say(f"id name playout {__version__} {self.thinker.player}")
        self._say("id author the playout authors")
        if self._has_threads:
            self._say(f"option name Threads type spin default 1 min 1 max {MAX_THREADS}")
        self._say("ugiok")

    @property
    def _has_threads(self) -> bool:
        return any(field.name == "threads" for field in fields(self.thinker.player))

    def _setoption(self, words: list[str]) -> None:
        """`name Threads value 4` is all there is."""
        if [word.lower() for word in words[:-1]] != ["name", "threads", "value"] or not self._has_threads:
            raise SpecError(f"there is no such option: {show(' '.join(words))}")
        threads = {"threads": min(_count("Threads", words[-1]), MAX_THREADS)}
        self.thinker = Thinker(replace(self.thinker.player, **threads), self.seed)

    def _position(self, words: list[str]) -> None:
        """`startpos` or `fen BOARD TURN`, then `moves` and their names."""
        where = words.index("moves") if "moves" in words else len(words)
        setup, moves = words[:where], words[where + 1 :]
        if setup == ["startpos"]:
            state = self.state.game.initial()
        elif setup[:1] == ["fen"]:
            state = self.state.game.state(" ".join(setup[1:]))
        else:
            raise SpecError("a position is 'startpos' or 'fen' with a board and X or O, then 'moves'")
        for name in moves:
            state = state.play(name)
        self.state = state

    def _query(self, words: list[str]) -> None:
        answers = {"p1turn": self._is_first, "gameover": self._is_over, "result": self._result}
        if len(words) != 1 or words[0] not in answers:
            raise SpecError(f"a query is for {', '.join(answers)}, not {show(' '.join(words))}")
        self._say(f"response {answers[words[0]]()}")

    def _is_first(self) -> str:
        return str(self.state.turn is Turn.MAX).lower()

    def _is_over(self) -> str:
        return str(self.state.is_terminal).lower()

    def _result(self) -> str:
        if not self.state.is_terminal:
            return "none"
        return {Turn.MAX: "p1win", Turn.MIN: "p2win", None: "draw"}[leader(self.state)]

    def _go(self, words: list[str]) -> None:
        if self.state.is_terminal:
            raise SpecError("the game is over")
        self._is_infinite = "infinite" in words
        budget = self._limit(_numbers(words))
        self._searches = True
        try:
            found = self.thinker.think(self.state, budget, self._tell, self._is_told)
        finally:
            self._searches = False
        self._say(f"bestmove {found.name}")

    def _limit(self, given: dict[str, int]) -> Budget:
        """What `go` asks for; without a word of it, the usual budget."""
        if self._is_infinite:
            return Budget(seconds=MAX_SECONDS)
        if "depth" in given:
            return self._to_depth(given["depth"])
        one = "p1" if self.state.turn is Turn.MAX else "p2"
        if f"{one}time" in given:
            extra = given.get(f"{one}inc", 0) / 1000
            seconds = share(given[f"{one}time"] / 1000, len(self.state.legal_moves), extra)
            return replace(self.budget, seconds=seconds)
        if not given:
            return self.budget
        seconds = given["movetime"] / 1000 - LAG if "movetime" in given else MAX_SECONDS
        return Budget(max(LEAST, min(seconds, MAX_SECONDS)), given.get("nodes"))

    def _to_depth(self, depth: int) -> Budget:
        if not isinstance(self.thinker.player, Minimax):
            raise SpecError(f"depth is for minimax, not for {self.thinker.player}")
        self.thinker = Thinker(replace(self.thinker.player, depth=depth), self.seed)
        return Budget(seconds=MAX_SECONDS)

    def _tell(self, search: Search) -> None:
        self._say(_info(search.result, [child.name for child in search.line]))

    def _is_told(self) -> bool:
        return self.lines.has(_ends_search, or_end=self._is_infinite)

    def _quit(self, _words: list[str]) -> None:
        self._quits = True


def _ends_search(line: str) -> bool:
    return line.strip() in ("stop", "quit")


def _numbers(words: list[str]) -> dict[str, int]:
    """The numbers of `go`, each behind its word."""
    given = dict(pairwise([*words, ""]))
    return {name: _count(name, given[name], least) for name, least in NUMBERS.items() if name in given}


def _count(name: str, word: str, least: int = 1) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 16 and int(word) >= least):
        raise SpecError(f"{name} needs a whole number from {least}, got {show(word)}")
    return int(word)


def _info(result: SearchResult, line: list[str]) -> str:
    """How the search stands, from the side of who is to move."""
    assert isinstance(result.state, State)
    mine = result.value if result.state.turn is Turn.MAX else -result.value
    milliseconds = round(1000 * result.seconds)
    rate = round(result.simulations / max(result.seconds, 1e-3))
    score = f"score cp {round(100 * mine)} " if math.isfinite(mine) else ""
    return f"info time {milliseconds} nodes {result.simulations} nps {rate} {score}pv {' '.join(line)}"
