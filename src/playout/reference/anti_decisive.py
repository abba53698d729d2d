"""Playouts without moves that lose at once: twin of `cpp/playouts/anti_decisive.hpp`.

Chou, Teytaud and Yen, "Revisiting Monte-Carlo Tree Search on a Normal Form Game: NoGo" (EvoGames 2011),
section 3.3, after Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search
Algorithms" (CIG 2010). The native playout asks a game which moves may end it before it looks; here every move
and every reply is tried.
"""

from dataclasses import dataclass

from playout._core import Turn
from playout.python_game import MAX
from playout.reference.meter import Meter
from playout.reference.playout import Line, Outcome, delta, draw, play_out, step
from playout.reference.rng import Rng
from playout.state import State


@dataclass(frozen=True)
class AntiDecisive:
    """A random game in which nobody loses at once if he can help it. Called, it is a playout.

    >>> import playout as po
    >>> AntiDecisive(decisive=True)(po.game("tictactoe").initial(), Rng(1), Meter("1 sims"))
    Outcome(score=1.0, length=7, finished=True)
    """

    decisive: bool = False

    def __call__(
        self, s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None
    ) -> Outcome:
        """A playout from state s."""
        return play_out(s, lambda s: self.choose(s, rng), meter, limit, line)

    def choose(self, s: State, rng: Rng) -> int:
        """A decisive move if there is one and it is wanted, else one that does not lose at once."""
        moves = s.position.playout_moves
        wins = [move for move in moves if wins_at_once(s, move)] if self.decisive else []
        return wins[rng.below(len(wins))] if wins else draw_safe(s, rng)


def draw_safe(s: State, rng: Rng) -> int:
    """Draws moves until one does not lose at once; where all do, it is the first one drawn."""
    successors = delta(s)
    for i in range(len(successors)):
        move, _ = draw(successors, i, rng)
        if not loses_at_once(s, move):
            return move
    return successors[0][0]


def loses_at_once(s: State, move: int) -> bool:
    """Whether a move ends the game in a loss, or lets the opponent win at once."""
    after = step(s, move)
    if after.is_terminal:
        return side(after.score) == -sign(s.turn)
    replies = after.position.playout_moves if after.turn is not s.turn else []
    return any(wins_at_once(after, reply) for reply in replies)


def wins_at_once(s: State, move: int) -> bool:
    """Whether a move ends the game in a win of its player."""
    after = step(s, move)
    return after.is_terminal and side(after.score) == sign(s.turn)


def sign(turn: Turn) -> int:
    """The side of 0 on which a player wins."""
    return 1 if turn is MAX else -1


def side(score: float) -> int:
    """The side of 0 on which a score lies; 0 for a draw."""
    return (score > 0) - (score < 0)
