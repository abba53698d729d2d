"""What the engines of all protocols have in common."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, TextIO

from playout.budget import Budget, as_budget
from playout.errors import SpecError
from playout.games import Game
from playout.players import Player
from playout.protocols.lines import Lines, LongLineError
from playout.solvers import check_opponent
from playout.thinker import Thinker

log = logging.getLogger(__name__)


class Engine(ABC):
    """A player of a game for two, at the service of another program."""

    protocol: ClassVar[str]

    def __init__(
        self, game: Game, player: Player, budget: Budget | str, seed: int | None, source: TextIO, sink: TextIO
    ) -> None:
        if game.players != 2:
            raise SpecError(f"{game} is a puzzle: {self.protocol} is for games of two players")
        check_opponent(player)
        self.budget = as_budget(budget)
        self.thinker = Thinker(player, seed)
        self._source, self._sink = source, sink
        self._quits = False

    def serve(self) -> None:
        """Answers lines until it is told to quit, or until the end of the input."""
        self.lines = Lines(self._source, self._hear)
        while not self._quits:
            try:
                self.answer(self.lines.next())
            except LongLineError as error:
                self._refuse(str(error))
            except EOFError:
                return

    @abstractmethod
    def answer(self, line: str) -> None:
        """Does what a line says."""

    @abstractmethod
    def _hear(self, line: str) -> bool:
        """Hears a line as it comes in, in a thread of its own; answers whether it is dealt with."""

    @abstractmethod
    def _refuse(self, problem: str) -> None:
        """Tells what is wrong with a line that cannot be read."""

    def _attempt(self, work: Callable[[], None], fail: Callable[[str], None]) -> None:
        """Does some work; what goes wrong is told in the words of the protocol, and never as a traceback."""
        try:
            work()
        except BrokenPipeError:  # nobody is left to be told
            raise
        except ValueError as error:
            fail(one_line(str(error)))
        except Exception as error:  # of a game or a player written in Python, say
            log.exception("a command failed")
            fail(one_line(f"{type(error).__name__}: {error}"))


def one_line(text: str) -> str:
    r"""Text without line breaks and control characters.

    >>> one_line("no\n\nsuch \x1bluck")
    'no such luck'
    """
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
