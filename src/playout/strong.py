"""The player that needs no parameters."""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Annotated, Any

from playout import spec
from playout.players import UCT, Player, player
from playout.spec import Range

if TYPE_CHECKING:
    from playout.games import Game

__all__ = ["Strong"]


@spec.register
@dataclass(frozen=True, repr=False)
class Strong(Player):
    """The strongest player here in any game for two, without parameters but threads.

    It is UCT with options chosen by the game. For a game of the library they are those that won a tuning; for
    any other game there is a rule that is good everywhere. docs/which-player.md has the matches behind them.
    In a puzzle it looks for a move: to solve one, take `nrpa`.

    >>> import playout as po
    >>> po.Strong().at(po.game("nogo(7,7)")).playout
    mobility
    >>> po.match("tictactoe", "strong", "random", games=20, seed=1).losses
    0
    """

    spec_name = "strong"

    threads: Annotated[int, Range(1, 1024)] = 1
    """How many threads search."""

    def at(self, game: "Game") -> Player:
        """The player with the options that suit a game."""
        chosen = _players().get(_key(game)) or _players()["any"]
        return replace(chosen, threads=self.threads)

    def native(self) -> Any:
        """Without a game there is nothing to choose by: the rule for any."""
        return _players()["any"].native()


@cache
def _players() -> dict[str, UCT]:
    """By the name of a game; `any` for those that have none of their own."""
    text = resources.files("playout").joinpath("data/strong.toml").read_text()
    found = {name: player(chosen) for name, chosen in tomllib.loads(text).items()}
    return {name: one for name, one in found.items() if isinstance(one, UCT)}


def _key(game: "Game") -> str:
    """The name of a game of the library, without its sizes; for others nothing that has a player."""
    from playout.games import Game

    if game.players == 1:
        return "puzzle"
    if spec.known(Game).get(game.spec_name) is not type(game):
        return ""
    return f"misere({game.spec_name})" if game.misere else game.spec_name
