"""What the process of a match thinks: the state on the board, and the next move of a role.

Whatever happens there is a move: if a search fails, flat Monte Carlo goes on, and else a random legal move.
"""

import logging
import math
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import playout as po
from playout import gdl, named
from playout.gdl.rules import Term
from playout.protocols.ggp.board import Board, Moves, NetworkBoard, ProverBoard
from playout.protocols.ggp.chooser import Chooser, Watch
from playout.protocols.ggp.flat import Flat
from playout.protocols.ggp.sequence import Sequence
from playout.protocols.ggp.tree import Terms, Tree, Unwatched
from playout.thinker import Thinker

log = logging.getLogger(__name__)

LOADING_SHARE = 0.7
"""Of the start clock: rules that take longer to ground are left to the prover."""

Tell = Callable[[Term | None], None]


@dataclass(frozen=True)
class Setting:
    """What a match begins with."""

    role: str
    rules: str
    player: str = "strong"
    solver: str = "nmcs(level=2)"
    budget: str = ""
    """For a move; empty for all the time there is."""
    seed: int = 0
    careful: bool = False
    """Whether a process before this one has died in the same match: then no search is tried again."""


class Mind:
    """A role of a match. `is_disturbed` says whether there is something more urgent than to think on.

    >>> from tempfile import TemporaryDirectory
    >>> rules = gdl.find("tictactoe.kif").read_text()
    >>> with TemporaryDirectory() as folder:
    ...     mind = Mind(Setting("x", rules, budget="500 sims"), Path(folder), deadline=time.monotonic() + 60)
    >>> mind.hear(None)
    >>> mind.choose(time.monotonic() + 60, lambda move: None)
    ('mark', '2', 'b')
    """

    def __init__(
        self,
        setting: Setting,
        folder: Path,
        deadline: float,
        is_disturbed: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.setting, self.role = setting, setting.role
        self._is_disturbed, self._clock = is_disturbed, clock
        self._rng = random.Random(setting.seed)
        self._budget = po.Budget.parse(setting.budget) if setting.budget else None
        self._path = folder / "rules.kif"
        self._path.write_text(setting.rules, encoding="utf-8")
        self.board = self._load(deadline)
        if self.role not in self.board.roles:
            raise po.SpecError(f"the rules have no role {self.role}")
        self._see(self.board.initial())
        self._heard: tuple[Term, ...] | None = None
        self.sent: Term | None = None
        self._choosers = self._ladder()
        self._chooser: Chooser | None = None
        self._step_down()

    def _load(self, deadline: float) -> Board:
        """The network, if it can be had in good time; otherwise the prover. Wrong rules are a SpecError."""
        rules = gdl.read_rules(self._path)
        try:
            with _at_most((deadline - self._clock()) * LOADING_SHARE):
                return NetworkBoard(gdl.load(self._path))
        except (po.SpecError, TimeoutError, MemoryError) as error:
            log.warning("plays at random by the prover: %s", error or type(error).__name__)
        return ProverBoard(rules)

    def _ladder(self) -> Iterator[Callable[[], Chooser]]:
        """The ways to choose a move, best first."""
        if isinstance(board := self.board, NetworkBoard):
            if not self.setting.careful:
                yield lambda: self._search(board)
            yield lambda: Flat(board, self.role, self.state, self.setting.seed)

    def _search(self, board: NetworkBoard) -> Chooser:
        game, terms, seed = po.game(str(self._path)), Terms(board.network), self.setting.seed
        if game.players == 1:
            return Sequence(named.load_player(self.setting.solver), game, terms, seed)
        player = named.load_player(self.setting.player)
        kind = Tree if Thinker(player).can_be_watched else Unwatched
        return kind(player, game, terms, seed)

    def _step_down(self) -> None:
        """The next way to choose, from the state that is on the board; in the end only chance is left."""
        self._chooser = None
        for make in self._choosers:
            try:
                self._chooser = make()
                return
            except Exception as error:
                log.warning("goes on without a search: %s", str(error).partition(";")[0])

    def _attempt(self, work: Callable[[Chooser], Any]) -> Any:
        """Lets the chooser work; one that fails is not asked again."""
        if self._chooser is None:
            return None
        try:
            return work(self._chooser)
        except Exception as error:
            log.warning("%s failed: %s", type(self._chooser).__name__, error or type(error).__name__)
            self._step_down()
            return None

    def think(self, deadline: float, tell: Tell = lambda move: None) -> None:
        """Thinks about the state on the board, within the budget; tells the best move whenever it looks."""

        def watch() -> bool:
            tell(self._best())
            return not self._is_disturbed()

        before = None
        while self._chooser is not before and (limit := self._limit(deadline - self._clock())):
            before = self._chooser
            self._attempt(partial(_think, limit=limit, watch=watch))

    def _limit(self, seconds: float) -> po.Budget | None:
        if seconds <= 0:
            return None
        if self._budget is None:
            return po.Budget(seconds=seconds)
        most = min(seconds, self._budget.seconds or math.inf)
        return po.Budget(most, self._budget.simulations, self._budget.states)

    def ponder(self, deadline: float) -> None:
        """Thinks on after a move was sent, if that is of use and no budget forbids it."""
        if self._chooser and self._chooser.ponders and self._budget is None:
            self.think(deadline)

    def choose(self, deadline: float, tell: Tell) -> Term | None:
        """A move; on the way there, `tell` hears of the best so far, first of all of some legal one."""
        own = self.legal.get(self.role, [])
        self.sent = self._rng.choice(own) if own else None
        tell(self.sent)
        if len(own) > 1:
            tell(self._best())
            self.think(deadline, tell)
            self.sent = self._best()
        return self.sent

    def _best(self) -> Term | None:
        """What the chooser says, if it is legal."""
        move: Term | None = self._attempt(lambda chooser: chooser.move())
        return move if move in self.legal.get(self.role, []) else self.sent

    def _see(self, state: Any) -> None:
        """A state is on the board."""
        self.state = state
        try:
            self.legal = self.board.legal(state)
        except ValueError as error:  # the rules do not describe a game
            log.warning("%s", error)
            self.legal = {}

    def hear(self, moves: tuple[Term, ...] | None) -> None:
        """What everybody has done; what cannot be is read as well as possible."""
        joint = self._reading(moves)
        if joint is None:
            return
        self._heard = moves
        self._see(self.board.play(self.state, joint))
        self._attempt(lambda chooser: chooser.play(joint))

    def _reading(self, moves: tuple[Term, ...] | None) -> Moves | None:
        """A legal move for each role; None if nothing was done, or nothing more can be."""
        legal = self.legal
        if moves is None or self.board.is_terminal(self.state) or not (legal and all(legal.values())):
            return None
        said = dict(zip(self.board.roles, moves, strict=False))
        wrong = [role for role in self.board.roles if said.get(role) not in legal[role]]
        if wrong and moves == self._heard:  # the same message once more
            return None
        for role in wrong:
            log.warning("not a legal move of %s: %s", role, said.get(role, "none"))
            said[role] = self._instead(role, legal[role])
        return {role: said[role] for role in self.board.roles}

    def _instead(self, role: str, legal: list[Term]) -> Term:
        """What a role may have done when the message does not tell: our own move as it was sent, or any."""
        sent = self.sent
        return sent if role == self.role and sent is not None and sent in legal else self._rng.choice(legal)

    def goals(self) -> dict[str, int | None] | None:
        """What the match was worth to each role; None if it is not over."""
        return self.board.goals(self.state) if self.board.is_terminal(self.state) else None


def _think(chooser: Chooser, limit: po.Budget, watch: Watch) -> None:
    chooser.think(limit, watch)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raises a TimeoutError when the time is over; only in the main thread of a process."""
    over = TimeoutError(f"the rules were not grounded within {seconds:.1f} s")
    rang = False

    def ring(_signal: int, _frame: object) -> None:
        nonlocal rang
        rang = True
        raise over

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.01))
    try:
        yield
    except Exception as error:
        if rang and error is not over:  # it rang in code that made another error of it
            raise over from error
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
