"""Players written in Python: any object with a `search`."""

import copy
import math
import operator
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Protocol

from playout import seeds
from playout.budget import Budget, as_budget
from playout.errors import ContractError, IllegalMove, SpecError, show
from playout.players import Player
from playout.search_result import SearchResult
from playout.solvers import PuzzlePlayer
from playout.spec import Spec
from playout.state import State

__all__ = ["Searcher", "UserPlayer", "wrapped"]


class Searcher(Protocol):
    """What the library asks of a player of your own.

    It answers a legal move, by its number or its name, or a whole SearchResult. A deep copy of the object
    plays each game of a match, so it may keep in mind what it likes from move to move.

    >>> import playout as po
    >>> class First:
    ...     '''Plays the first legal move.'''
    ...
    ...     def search(self, state, budget, seed):
    ...         return state.legal_moves[0]
    >>> print(po.match("tictactoe", First(), "uct", games=10, budget="100 sims", seed=1))
    0 wins, 1 draws, 9 losses: 5.0% [0.5%, 34.5%]
    """

    def search(self, state: State, budget: Budget, seed: int, /) -> SearchResult | int | str:
        """A move for whoever is to move; the seed is for what is left to chance."""


@dataclass(frozen=True, repr=False)
class UserPlayer(Player):
    """A player written in Python, with the face that every player shows. Made by `playout.player(object)`."""

    source: Searcher
    name: str = field(default="", compare=False)
    """What it was loaded by, as `file.py:Class`; empty for an object."""

    spec_name = "python"

    def _check_parameters(self) -> None:
        """There is nothing to check but what it answers."""

    def __str__(self) -> str:
        """Its name, or what its `repr` says; the name of its class, if that has none of its own."""
        has_repr = type(self.source).__repr__ not in (object.__repr__, Spec.__repr__)
        return self.name or (show(self.source) if has_repr else type(self.source).__name__)

    def native(self) -> Any:
        """It has no options for the core."""
        raise SpecError(f"{self} is written in Python: it has a search(…), and nothing to start")

    def copy(self) -> "UserPlayer":
        """A player for one game, which knows nothing of the others."""
        try:
            return replace(self, source=copy.deepcopy(self.source))
        except Exception as error:
            raise SpecError(
                f"{self} cannot be copied for each game ({show(str(error))}); define __deepcopy__, which may "
                "return the player itself if it keeps nothing in mind"
            ) from error

    def search(self, state: State, budget: Budget | str = "1s", seed: int | None = None) -> SearchResult:
        """Asks the player, and checks the answer.

        >>> import playout as po
        >>> class First:
        ...     def search(self, state, budget, seed):
        ...         return state.legal_moves[0]
        >>> po.player(First()).search(po.game("tictactoe").initial(), "1 sims").name
        'a1'
        """
        if not isinstance(state, State) or state.is_terminal:
            raise SpecError(f"search takes a State of a game that is not over, not {show(state)}")
        seed, limit, start = seeds.checked(seed), as_budget(budget), perf_counter()
        try:
            answer = self.source.search(state, limit, seed)
        except Exception as error:
            error.add_note(f"raised by the player {self} {_after(state)}, with the seed {seed}")
            raise
        return self._result(state, answer, seed, perf_counter() - start)

    def _result(self, state: State, answer: object, seed: int, seconds: float) -> SearchResult:
        given = answer.move if isinstance(answer, SearchResult) else answer
        try:
            move = state.move(_number(given))
            name = state.name(move)
        except IllegalMove as error:
            raise ContractError(
                f"the player {self} answered {show(given)} {_after(state)}: {error}"
            ) from None
        if isinstance(answer, SearchResult):
            return replace(answer, move=move, name=name, state=state)
        return SearchResult(
            move=move,
            name=name,
            value=math.nan,
            bounds=state.game.bounds,
            simulations=0,
            states=0,
            seconds=seconds,
            seed=seed,
            state=state,
        )


def _number(move: Any) -> Any:
    """Integers of any kind are welcome, such as NumPy's."""
    return operator.index(move) if hasattr(move, "__index__") and not isinstance(move, bool) else move


def _after(state: State) -> str:
    return f"after {' '.join(state.history_names) or 'no move'}"


def wrapped(source: object) -> Player:
    """The player that an object is: itself, if the core plays for it."""
    if isinstance(source, type):
        raise SpecError(f"{source.__name__} is a class; give an object of it: {source.__name__}()")
    if isinstance(source, UserPlayer) or (isinstance(source, Player) and _is_native(source)):
        return source
    if callable(getattr(source, "search", None)):
        return UserPlayer(source)  # type: ignore[arg-type]
    raise SpecError(
        "expected a Player, a text such as 'uct' or an object with search(state, budget, seed), "
        f"got {show(source)}"
    )


def _is_native(player: Player) -> bool:
    """Whether its `search` is the library's own."""
    return type(player).search in (Player.search, PuzzlePlayer.search)
