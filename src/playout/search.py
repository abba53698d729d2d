"""A search that can be watched, played on and kept."""

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from playout import _core, saved_search, seeds
from playout.budget import Budget, as_budget
from playout.errors import ContractError, IllegalMove, SpecError, changing_moves, check_count, show
from playout.interrupt import stop_on_interrupt
from playout.search_result import Child, SearchResult
from playout.state import State

if TYPE_CHECKING:
    from playout.games.make import GameLike
    from playout.players import Player

__all__ = ["Search"]

SLICE_SECONDS = 0.1
"""Between two reports of a search."""
MOST = 2**32 - 1
MAX_DEPTH = 100
"""Of a tree that is handed out: each level is a call within a call."""


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
        self._stop = _core.Stop()

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
        >>> search.run("1 sims").simulations, sum(child.visits for child in search.tree()) > 1
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
            self._stop = stop
            if progress is None:
                self._search.run(limit.native(), stop)
            else:
                for _ in self._slices(limit, stop):
                    progress(self)
        return self.result

    def stop(self) -> None:
        """Ends the run that is going on, at once, also from another thread; what it has found stays.

        >>> import playout as po
        >>> search = po.UCT().start(po.game("breakthrough").initial(), seed=1)
        >>> search.run("1h", progress=lambda search: search.stop()).simulations > 0
        True
        """
        self._stop.request()

    def watch(self, budget: Budget | str = "10s") -> None:
        """Runs in a notebook, and shows the position, the moves and the line meanwhile; then see `result`.

        Elsewhere it prints the result. The stop button of a notebook ends it, as Ctrl-C does.

        >>> import playout as po
        >>> po.UCT().start(po.game("tictactoe").initial(), seed=1).watch("1000 sims")
        <SearchResult b2, value +0.556 for Max, 1,000 simulations>
        """
        from playout.notebook import watch  # which stands above: it is for people who look on

        watch(self, budget)

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
            notes=self.player.at(self.state.game).notes(found),
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
        saved_search.write(self, self._search.save(), Path(path))

    @classmethod
    def load(
        cls,
        path: str | Path,
        *,
        game: "GameLike | None" = None,
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
        who, state, seed, found = saved_search.read(Path(path), game, player)
        return cls(who, state, seed, found)

    def __repr__(self) -> str:
        return f"<Search of {self.player} in {self._state.game} after {self._search.simulations} simulations>"


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
