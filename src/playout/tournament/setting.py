"""What a tournament is: who plays what against whom, how often, and with which budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from playout import seeds
from playout.budget import Budget, as_budget
from playout.errors import SpecError, check_count, show
from playout.openings import check_plies
from playout.solvers import check_opponent

if TYPE_CHECKING:
    from playout import lab

__all__ = ["Setting"]

MAX_GAMES = 1_000_000
"""Of a pair of players in a game."""
SCALE = "paper"
"""The scale of the lab under which its plan is kept: the whole."""


@dataclass(frozen=True)
class Setting:
    """The setting of a tournament. Games and players are specs."""

    games: tuple[str, ...]
    players: tuple[str, ...]
    games_per_pair: int
    """Of two players in each game, with either colour half of them."""
    budget: Budget
    opening: int
    """The random moves before each two games."""
    gauntlet: bool
    """Whether only the first player meets all others."""
    seed: int

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Who meets whom."""
        pairs = list(combinations(self.players, 2))
        return [pair for pair in pairs if pair[0] == self.players[0]] if self.gauntlet else pairs

    @property
    def planned(self) -> int:
        """The number of games that make it complete."""
        return len(self.games) * len(self.pairs) * self.games_per_pair

    @property
    def title(self) -> str:
        """One line that says what it is."""
        kind = "Gauntlet" if self.gauntlet else "Round robin"
        return f"{kind} of {len(self.players)} players: {', '.join(self.games)}"

    def plan(self) -> "lab.Plan":
        """Its games as trials of the lab, a cell for each pair of players in each game.

        A trial is known by its seed, game, players, budget and opening. So with more games, or one player
        more, what is in a store is not played again.
        """
        from playout import lab

        cells = tuple(self._cell(game, *pair) for game in self.games for pair in self.pairs)
        scales = {SCALE: lab.Scale(self.games_per_pair)}
        return lab.plan(lab.Experiment(f"tournament-{self.seed}", self.title, cells, scales), SCALE)

    def _cell(self, game: str, a: str, b: str) -> "lab.Cell":
        from playout import lab

        settings: dict[str, Any] = {"game": game, "a": a, "b": b, "budget": str(self.budget)}
        if self.opening:
            settings |= {"opening": self.opening, "opening_seed": self.seed}
        figures = (lab.Figure(f"against {b}", "score", unit=100),)
        return lab.Cell(f"{game}: {a}", f"against {b}", "match", settings, figures)


def make_setting(
    games: object,
    players: object,
    games_per_pair: int,
    budget: Budget | str,
    opening: int,
    gauntlet: bool,
    seed: int | None,
) -> Setting:
    """The setting of what a user asks for; a SpecError says what is wrong with it."""
    from playout import named

    setting = Setting(
        _names("game", games, named.load_game),
        _names("player", players, named.load_player),
        check_count("the games of each pair", games_per_pair, MAX_GAMES),
        as_budget(budget),
        check_plies(opening),
        bool(gauntlet),
        seeds.checked(seed),
    )
    if len(setting.players) < 2:
        raise SpecError(f"a tournament needs two players or more, got {len(setting.players)}")
    if games_per_pair % 2:
        raise SpecError(
            f"the games of each pair must be even in number, since colours are swapped; got {games_per_pair}"
        )
    for game in setting.games:
        if named.load_game(game).players != 2:
            raise SpecError(f"{game} is a puzzle: a tournament needs games of two players")
    for player in map(named.load_player, setting.players):
        check_opponent(player)
    return setting


def _names(kind: str, things: Any, load: Callable[[str], object]) -> tuple[str, ...]:
    listed = things if isinstance(things, Sequence) and not isinstance(things, str) else [things]
    names = [_name(thing, load) for thing in listed]
    if not names:
        raise SpecError(f"a tournament needs a {kind}")
    for name in names:
        if names.count(name) > 1:
            raise SpecError(f"the {kind} {name} is named twice")
    return tuple(names)


def _name(thing: Any, load: Callable[[str], Any]) -> str:
    """The spec of a game or a player, by which other processes find it, and tomorrow's as well."""
    from playout import named

    if isinstance(thing, str):
        return named.spec_of(thing, load(thing))
    try:
        if load(str(thing)) == thing:
            return str(thing)
    except ValueError:
        pass
    raise SpecError(f"{show(thing)} cannot be kept in a store; name it, as in 'file.py:Class(args)'")
