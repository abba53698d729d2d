"""One game between two players: in the core, or in a loop here if one of them is written in Python."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from playout import _core
from playout.budget import Budget
from playout.errors import changing_moves
from playout.interrupt import raise_on_interrupt
from playout.players import Player
from playout.state import State
from playout.user_player import UserPlayer

__all__ = ["Played", "Side", "play_game"]


@dataclass(frozen=True)
class Side:
    """A player, and what each of its moves may take."""

    player: Player
    budget: Budget


class Played(NamedTuple):
    """A finished game."""

    moves: tuple[int, ...]
    score: float
    """From Max's side."""


def play_game(start: State, max_: Side, min_: Side, seed: int, stop: _core.Stop) -> Played | None:
    """Plays a game on from a state; None if it was interrupted. Its moves are all, from the first state."""
    in_python = any(isinstance(side.player, UserPlayer) for side in (max_, min_))
    return (_play_here if in_python else _play_in_core)(start, max_, min_, seed, stop)


def _play_in_core(start: State, max_: Side, min_: Side, seed: int, stop: _core.Stop) -> Played | None:
    players = max_.player.at(start.game).native(), min_.player.at(start.game).native()
    budgets = max_.budget.native(), min_.budget.native()
    done = _core.play_game(start.position, *players, *budgets, seed, stop)
    return None if done.interrupted else Played((*start.history, *done.moves), done.score)


def _play_here(start: State, max_: Side, min_: Side, seed: int, stop: _core.Stop) -> Played | None:
    """The core's loop in Python: each search gets the next number of the game's generator as its seed."""
    searches = {_core.Turn.MAX: _search_of(max_, stop), _core.Turn.MIN: _search_of(min_, stop)}
    state, rng = start, _core.Rng(seed)
    while not state.is_terminal:
        try:
            move = searches[state.turn](state, rng.next())
        except KeyboardInterrupt:
            if not stop.requested:
                raise
        if stop.requested:
            return None
        state = state.play(move)
    return Played(state.history, state.score)


Search = Callable[[State, int], int]
"""Finds a move in a state, with a seed."""


def _search_of(side: Side, stop: _core.Stop) -> Search:
    if isinstance(side.player, UserPlayer):
        return _python_search(side.player.copy(), side.budget)
    return _native_search(side, stop)


def _python_search(player: UserPlayer, budget: Budget) -> Search:
    def search(state: State, seed: int) -> int:
        with raise_on_interrupt():
            return player.search(state, budget, seed).move

    return search


def _native_search(side: Side, stop: _core.Stop) -> Search:
    limit = side.budget.native()
    kept: list[_core.Search] = []  # one for the whole game, which may keep its tree

    def search(state: State, seed: int) -> int:
        if not kept:
            options = side.player.at(state.game).native()
            kept.append(_core.Search(state.position, options, seed))
        kept[0].begin(state.position, seed)
        kept[0].run(limit, stop)
        move = kept[0].result.move
        if move not in state.legal_moves:
            raise changing_moves(state.game)
        return move

    return search
