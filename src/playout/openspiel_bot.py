"""The bot itself. This module needs OpenSpiel."""

from collections.abc import Callable
from typing import Any

import pyspiel

from playout import seeds
from playout.budget import Budget, as_budget
from playout.errors import SpecError
from playout.games import OpenSpiel
from playout.players import Player
from playout.search_result import SearchResult
from playout.solvers import PuzzlePlayer
from playout.state import State
from playout.user_player import UserPlayer

Policy = list[tuple[int, float]]
"""Actions with their probabilities."""

Think = Callable[[State, int], SearchResult]
"""Searches a state, with a seed."""


class PlayoutBot(pyspiel.Bot):  # type: ignore[misc]
    """A player of ours. It need not be informed of actions: the states that it is given know them."""

    def __init__(self, game: OpenSpiel, player: Player, budget: Budget | str, seed: int | None) -> None:
        super().__init__()
        self._game = game
        self._player = player
        self._budget = as_budget(budget)
        self._seed = seeds.checked(seed)
        self._searches = 0
        self.restart()

    def restart(self) -> None:
        """Forgets what it knows of a game. Its seeds go on, so that it does not play the same game again."""
        self._state = self._game.initial()
        self._think = _thinking(self._player, self._state, self._budget)

    def restart_at(self, state: Any) -> None:
        """The same: the next step tells the state."""
        self.restart()

    def step(self, state: Any) -> int:
        """The action to play."""
        return self._search(state).move

    def step_with_policy(self, state: Any) -> tuple[Policy, int]:
        """The share of each legal action in the visits, and the action to play."""
        found = self._search(state)
        visits = {child.move: child.visits for child in found.children}
        if not any(visits.values()):
            visits = {found.move: 1}
        total = sum(visits.values())
        return [(action, visits.get(action, 0) / total) for action in self._state.legal_moves], found.move

    def get_policy(self, state: Any) -> Policy:
        """That of a step."""
        return self.step_with_policy(state)[0]

    def provides_policy(self) -> bool:
        """It has one."""
        return True

    def _search(self, spiel: Any) -> SearchResult:
        self._state = self._follow(spiel)
        self._searches += 1
        return self._think(self._state, seeds.derive("openspiel", self._seed, self._searches))

    def _follow(self, spiel: Any) -> State:
        """OpenSpiel's state as ours: on from the last one, or else from the first."""
        if str(spiel.get_game()) != str(self._game.rules.game):
            raise SpecError(f"this bot plays {self._game.name}, and the state is of {spiel.get_game()}")
        history, known = tuple(spiel.history()), self._state.history
        state = self._state if history[: len(known)] == known else self._game.initial()
        for action in history[len(state.history) :]:
            state = state.play(action)
        if str(state.position.raw.spiel) != str(spiel):
            raise SpecError(f"this bot plays {self._game.name} from its first state, not from another one")
        return state


def _thinking(player: Player, first: State, budget: Budget) -> Think:
    """How a player thinks in one game: those that can keep a tree go on with one search."""
    if isinstance(player, UserPlayer):
        own = player.copy()
        return lambda state, seed: own.search(state, budget, seed)
    if isinstance(player, PuzzlePlayer) and first.game.players == 1:
        return lambda state, seed: player.search(state, budget, seed)
    kept = player.start(first, 0)

    def think(state: State, seed: int) -> SearchResult:
        kept.begin(state, seed)
        return kept.run(budget)

    return think
