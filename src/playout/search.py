"""Searches: what they answer, and a search that can be watched, played on and kept."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playout import _core, seeds
from playout.budget import Budget, as_budget
from playout.errors import (
    CheckpointError,
    ContractError,
    IllegalMove,
    SpecError,
    changing_moves,
    check_count,
    show,
)
from playout.games import game as game_of
from playout.interrupt import stop_on_interrupt
from playout.render import html
from playout.render.numbers import valued
from playout.run.sealed_file import SealedFile
from playout.state import State

if TYPE_CHECKING:
    from playout.games import Game
    from playout.players import Player
    from playout.python_game import Rules

__all__ = ["Child", "Search", "SearchResult"]

SLICE_SECONDS = 0.1
"""Between two reports of a search."""
MOST = 2**32 - 1
MAX_DEPTH = 100
"""Of a tree that is handed out: each level is a call within a call."""


@dataclass(frozen=True, repr=False)
class Child:
    """A move that a search has tried. Its value is an estimate of the score, from Max's side.

    >>> import playout as po
    >>> best = po.UCT().search(po.game("tictactoe").initial(), "1000 sims", seed=1).children[0]
    >>> best
    <Child b2, value +0.514 for Max, 438 visits>
    """

    move: int
    name: str
    visits: int
    value: float
    bounds: tuple[float, float]
    """The true score lies between them, both included."""
    length: int = 0
    """The moves of the one playout that the value stands for (`nested`); 0 where there were more."""
    children: "tuple[Child, ...]" = ()
    """The moves after it, best first, as far as `Search.tree` was asked for them."""

    @property
    def proven(self) -> bool:
        """Whether the bounds leave one score."""
        return self.bounds[0] == self.bounds[1]

    def __repr__(self) -> str:
        found = valued(self.name, self.value) + (", proven" if self.proven else "")
        return f"<Child {found}, {self.visits:,} visits>"


@dataclass(frozen=True, repr=False)
class SearchResult:
    """What a search found.

    >>> import playout as po
    >>> po.UCT().search(po.game("tictactoe").initial(), "1000 sims", seed=1)
    <SearchResult b2, value +0.514 for Max, 1,000 simulations>
    """

    move: int
    """The move to play."""
    name: str
    """Its name."""
    value: float
    """The estimated score, from Max's side."""
    bounds: tuple[float, float]
    """The true score lies between them, both included."""
    simulations: int
    states: int
    """The moves that the search made on a board."""
    seconds: float
    seed: int
    """Search again with it, and a budget in states or simulations, for the same result."""
    children: tuple[Child, ...] = ()
    """The moves that were tried, best first."""
    tree_nodes: int = 0
    """The nodes of the search tree."""
    tree_bytes: int = 0
    """The memory of the search tree, all included."""
    recycled: int = 0
    """How often the tree was full and gave up its least visited parts."""
    depth: int = 0
    """How many moves ahead `minimax` has seen everything."""
    finished: bool = False
    """Whether nothing is left to search: the result is proven, or as good as this player makes it."""
    interrupted: bool = False
    """Whether Ctrl-C ended the search: it is the best so far."""
    notes: tuple[str, ...] = ()
    """What one should know before one relies on it: that nothing was searched, say."""
    state: State | None = field(default=None, compare=False)
    """What was searched."""

    @property
    def proven(self) -> bool:
        """Whether the bounds leave one score."""
        return self.bounds[0] == self.bounds[1]

    def __repr__(self) -> str:
        found = valued(self.name, self.value) + (", proven" if self.proven else "")
        return f"<SearchResult {'; '.join([f'{found}, {self.simulations:,} simulations', *self.remarks])}>"

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes, and whether Ctrl-C ended it."""
        return ("interrupted: the best so far",) * self.interrupted + self.notes

    def _repr_html_(self) -> str:
        return html.search_result(self)


class Search:
    """A search that goes on when it is told to: it can be watched, played on and kept.

    `Player.start` makes one. How its run is cut into slices changes nothing: the result depends on the sum of
    the simulations.

    >>> import playout as po
    >>> search = po.UCT().start(po.game("connectfour(7,6)").initial(), seed=1)
    >>> for _ in range(10):
    ...     result = search.run("1000 sims")
    >>> result.simulations, [child.name for child in search.line[:3]]
    (10000, ['d', 'd', 'd'])
    >>> search.play("d")
    >>> search.state.history_names, search.run("1000 sims").simulations
    (('d',), 11000)
    """

    def __init__(self, player: "Player", state: State, seed: int, kept: _core.Search) -> None:
        self.player = player
        self.seed = seed
        self._state = state
        self._search = kept

    @property
    def state(self) -> State:
        """The state that is searched."""
        return self._state

    @property
    def finished(self) -> bool:
        """Whether nothing is left to search, or the game is over."""
        return self._search.finished or self._state.is_terminal

    def begin(self, state: State, seed: int | None = None) -> None:
        """Begins anew at another state of the game.

        With `uct(reuse=true)` a state one or two moves further is begun with what is known of it.

        >>> import playout as po
        >>> start = po.game("tictactoe").initial()
        >>> search = po.UCT(reuse=True).start(start, seed=1)
        >>> reply = start.play(search.run("1000 sims").move).play("a1")
        >>> search.begin(reply, seed=2)
        >>> search.run("1 sims").simulations, sum(child.visits for child in search.tree()) > 20
        (1, True)
        """
        if not isinstance(state, State):
            raise SpecError(f"a search takes a State, such as game.initial(), not {show(state)}")
        seed = seeds.checked(seed)
        self._search.begin(state.position, seed)
        self.seed, self._state = seed, state

    def run(
        self, budget: Budget | str = "1s", *, progress: "Callable[[Search], None] | None" = None
    ) -> SearchResult:
        """Goes on for as long as a budget says, and answers the best so far, of this run and those before.

        `progress` is called with the search, about ten times a second. Ctrl-C ends the run early.
        """
        limit = as_budget(budget)
        with stop_on_interrupt() as stop:
            if progress is None:
                self._search.run(limit.native(), stop)
            else:
                for _ in self._slices(limit, stop):
                    progress(self)
        return self.result

    def _slices(self, limit: Budget, stop: _core.Stop) -> Iterable[None]:
        """Runs slice after slice, until the limit is reached or nothing is left to do."""
        end = _End(limit)
        while (left := end.left()) and not stop.requested:
            before = self._counts()
            self._search.run(left.native(), stop)
            end.count(*(now - then for now, then in zip(self._counts(), before, strict=True)))
            yield
            if self.finished and self._counts() == before:  # and no other thread has anything left to do
                return

    def _counts(self) -> tuple[int, int]:
        return self._search.simulations, self._search.states

    @property
    def result(self) -> SearchResult:
        """The best so far."""
        found = self._found()
        try:
            name = self._state.name(found.move)
            children = _children(self._state, found.children)
        except IllegalMove:
            raise changing_moves(self._state.game) from None
        return SearchResult(
            move=found.move,
            name=name,
            value=found.value,
            bounds=found.bounds,
            simulations=found.simulations,
            states=found.states,
            seconds=found.seconds,
            seed=self.seed,
            children=children,
            tree_nodes=found.tree_nodes,
            tree_bytes=found.tree_bytes,
            recycled=found.recycled,
            depth=found.depth,
            finished=found.finished,
            interrupted=found.interrupted,
            notes=self.player.notes(found),
            state=self._state,
        )

    def _found(self) -> _core.SearchResult:
        try:
            return self._search.result
        except ContractError:
            raise
        except ValueError:  # nothing was searched
            if self._state.is_terminal:
                raise SpecError("the game is over: there is no move to search for") from None
            raise

    @property
    def line(self) -> tuple[Child, ...]:
        """The principal variation: the best moves of both sides, as far as the search has looked."""
        state, line = self._state, list[Child]()
        for child in self._search.line:
            line += _children(state, [child])
            state = state.play(child.move)
        return tuple(line)

    def tree(
        self, moves: Sequence[int | str] = (), depth: int = 1, most: int | None = None
    ) -> tuple[Child, ...]:
        """What is known of the moves after some moves from the state: best first, at most so many of a state.

        It goes up to 100 moves deep; `moves` leads further down.

        >>> import playout as po
        >>> search = po.UCT().start(po.game("tictactoe").initial(), seed=1)
        >>> search.run("5000 sims").name
        'b2'
        >>> replies = search.tree(["b2"], depth=2, most=2)
        >>> len(replies), len(replies[0].children), sum(reply.visits for reply in search.tree(["b2"])) > 2000
        (2, 2, True)
        """
        depth = check_count("depth", depth, MAX_DEPTH)
        most = check_count("most", MOST if most is None else most, MOST)
        state, path = self._state, []
        for move in moves:
            path.append(state.move(move))
            state = state.play(path[-1])
        return _children(state, self._search.children(path, depth, most))

    def play(self, move: int | str) -> None:
        """Goes on from the state after a move, with what is known of it; with nothing if it was not tried."""
        number = self._state.move(move)
        after = self._state.play(number)
        self._search.play(number)
        self._state = after

    def save(self, path: str | Path) -> None:
        """Keeps the search in a file, all of it: `load` goes on from there. `uct` and `flat` can be kept."""
        body = self._search.save()
        record = self._state.to_record()
        header = {
            "game": record.game,
            "start": record.start,
            "moves": record.moves,
            "board": self._state.board,
            "player": str(self.player),
            "seed": self.seed,
        }
        with closing(SealedFile(Path(path), "search")) as file:
            file.write(header, body)

    @classmethod
    def load(
        cls,
        path: str | Path,
        *,
        game: "str | Game | Rules[Any] | None" = None,
        player: "str | Player | None" = None,
    ) -> "Search":
        """A search that was saved. It goes on as if there had been no break, unless near `max_nodes`.

        The file names the game and the player; those of your own must be given.

        >>> import playout as po
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> search = po.UCT().start(po.game("tictactoe").initial(), seed=1)
        >>> with TemporaryDirectory() as folder:
        ...     before = search.run("500 sims")
        ...     search.save(Path(folder) / "search")
        ...     again = po.Search.load(Path(folder) / "search")
        >>> search.run("500 sims").children == again.run("500 sims").children
        True
        """
        with closing(SealedFile(Path(path), "search")) as file:
            content = file.read()
            if content is None:
                raise CheckpointError(f"cannot read {path}: there is no such file")
            header, body = content
            with file.forged():
                saved = _Saved.read(header)
        return saved.search(Path(path), body, game, player)

    def __repr__(self) -> str:
        return f"<Search of {self.player} in {self._state.game} after {self._search.simulations} simulations>"


@dataclass(frozen=True)
class _Saved:
    """What a file says of a search."""

    game: str
    start: str | None
    moves: list[str]
    board: str
    player: str
    seed: int

    @classmethod
    def read(cls, header: dict[str, Any]) -> "_Saved":
        """From the line of JSON; a ValueError if it is something else."""
        saved = cls(**{name: header[name] for name in cls.__annotations__})
        words = (
            saved.game,
            saved.player,
            saved.board,
            "" if saved.start is None else saved.start,
            *saved.moves,
        )
        if not all(isinstance(word, str) for word in words):
            raise ValueError
        return saved

    def search(self, path: Path, body: bytes, game: Any, player: Any) -> Search:
        """The search, of the game and the player that are given or that the file names."""
        from playout.players import (
            player as player_of,  # which make searches, so this module cannot import it
        )

        try:
            who = player_of(self.player if player is None else player)
            if str(who) != self.player:
                raise CheckpointError(f"it is a search of {self.player}, not of {who}")
            state = self._replay(game)
            found = _core.Search.load(state.position, who.native(), body)
            return Search(who, state, seeds.checked(self.seed), found)
        except ValueError as error:
            raise CheckpointError(f"{path}: {error}") from error

    def _game(self) -> "Game":
        try:
            return game_of(self.game)
        except ValueError:
            raise CheckpointError(
                f"{show(self.game)} is no game of the library: give yours, as game=…"
            ) from None

    def _replay(self, source: Any) -> State:
        game = self._game() if source is None else game_of(source)
        if str(game) != self.game:
            raise CheckpointError(f"it is a search of {self.game}, not of {game}")
        state = game.initial() if self.start is None else game.state(self.start)
        for move in self.moves:
            state = state.play(move)
        if state.board != self.board:
            raise CheckpointError(f"the rules of {game} have changed")
        return state


class _End:
    """How much of a limit is left."""

    def __init__(self, limit: Budget) -> None:
        self.limit = limit
        self.simulations = self.states = 0
        self.start = time.perf_counter()

    def count(self, simulations: int, states: int) -> None:
        self.simulations += simulations
        self.states += states

    def left(self) -> Budget | None:
        """The budget of the next slice; None at the end."""
        seconds = SLICE_SECONDS
        if self.limit.seconds is not None:
            seconds = min(seconds, self.limit.seconds - (time.perf_counter() - self.start))
        simulations = None if self.limit.simulations is None else self.limit.simulations - self.simulations
        states = None if self.limit.states is None else self.limit.states - self.states
        if seconds <= 0 or simulations == 0 or (states is not None and states <= 0):
            return None
        return Budget(seconds, simulations, states)


def _children(state: State, found: Iterable[_core.Child]) -> tuple[Child, ...]:
    """The children of a state with their names."""
    return tuple(
        Child(
            child.move,
            state.name(child.move),
            child.visits,
            child.value,
            child.bounds,
            child.length,
            _children(state.play(child.move), child.children) if child.children else (),
        )
        for child in found
    )
