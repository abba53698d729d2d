"""A player at work for somebody who may tell it to stop: another program, or a person at a board."""

from collections.abc import Callable

from playout import seeds
from playout.budget import Budget
from playout.errors import SpecError
from playout.players import Player
from playout.search import Search
from playout.search_result import SearchResult
from playout.state import State
from playout.user_player import UserPlayer

Look = Callable[[Search], None]


class Thinker:
    """A player with its seeds and, if it keeps a tree, its search.

    >>> import playout as po
    >>> thinker = Thinker(po.player("uct"), seed=1)
    >>> thinker.think(po.game("tictactoe").initial(), po.Budget.parse("1000 sims")).name
    'b2'
    """

    def __init__(self, player: Player, seed: int | None = None) -> None:
        self.player = player
        self._first_seed = seeds.checked(seed)
        self._searches = 0
        self.forget()

    def forget(self) -> None:
        """Begins a new game. The seeds go on, so that it is not the same again."""
        self._search: Search | None = None
        self._own = self.player.copy() if isinstance(self.player, UserPlayer) else self.player

    def think(
        self,
        state: State,
        budget: Budget,
        look: Look = lambda search: None,
        is_told: Callable[[], bool] = lambda: False,
    ) -> SearchResult:
        """Searches; `look` sees the search about ten times a second, and `is_told` whether it has to stop.

        Whoever hears it first calls `stop`: `is_told` is for what was said before the search began.
        """
        seed = seeds.derive("protocol", self._first_seed, self._searches)
        self._searches += 1
        if not self.can_be_watched:
            return self._own.search(state, budget, seed)
        search = self._begin(state, seed)

        def watch(search: Search) -> None:
            look(search)
            if is_told():
                search.stop()

        return search.run(budget, progress=watch)

    @property
    def can_be_watched(self) -> bool:
        """Whether it has a search to look at; a player written in Python has none."""
        return type(self.player).search is Player.search

    def check_watchable(self) -> None:
        """Fails with what is wrong, if it cannot be watched."""
        if not self.can_be_watched:
            raise SpecError(f"{self.player} cannot be watched while it thinks")

    def stop(self) -> None:
        """Ends the search that is going on, if there is one; from any thread."""
        if self._search:
            self._search.stop()

    def _begin(self, state: State, seed: int) -> Search:
        if self._search is None or self._search.state.game != state.game:
            self._search = self.player.start(state, seed)
        else:
            self._search.begin(state, seed)
        return self._search
