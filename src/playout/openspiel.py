"""Players of ours as bots of OpenSpiel. Its games are games here: see `playout.games.OpenSpiel`.

>>> import pyspiel
>>> from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
>>> from playout import openspiel
>>> game = pyspiel.load_game("breakthrough(rows=6,columns=6)")
>>> bots = [openspiel.bot(game, "uct", "200 sims", seed=1), openspiel.bot(game, "random", seed=2)]
>>> evaluate_bots(game.new_initial_state(), bots, rng=None)
[1.0, -1.0]
"""

from typing import TYPE_CHECKING, Any

from playout.budget import Budget
from playout.games import OpenSpiel
from playout.players import Player, player

if TYPE_CHECKING:
    from playout.user_player import Searcher

__all__ = ["bot"]


def bot(
    game: Any,
    who: "str | Player | Searcher",
    budget: Budget | str = "1000 sims",
    seed: int | None = None,
) -> Any:
    """A player as a `pyspiel.Bot` for a game of OpenSpiel, an object or a text; it plays whoever is to move.

    Each step takes the budget. As in a match, `uct(reuse=true)` keeps its tree from move to move. The policy
    of a step is the share of each action in the visits. The seed decides all steps of the bot, one after
    another.

    >>> import pyspiel
    >>> game = pyspiel.load_game("tic_tac_toe")
    >>> state = game.new_initial_state()
    >>> policy, action = bot(game, "uct", seed=1).step_with_policy(state)
    >>> action, max(policy, key=lambda share: share[1])[0]
    (4, 4)
    """
    played = OpenSpiel(str(game))
    from playout.openspiel_bot import PlayoutBot  # which needs OpenSpiel

    return PlayoutBot(played, player(who), budget, seed)
