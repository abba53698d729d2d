"""The generic playout for normal form games: twin of `cpp/playouts/mobility.hpp`.

Chou, Teytaud and Yen, "Revisiting Monte-Carlo Tree Search on a Normal Form Game: NoGo" (EvoGames 2011),
section 3.5. The native playout finds a and b from a move's surroundings where it can; here every move is
played and the moves left are counted.
"""

from dataclasses import dataclass

from playout._core import Turn
from playout.python_game import MAX, MIN
from playout.reference.meter import Meter
from playout.reference.playout import Line, Outcome, play_out
from playout.reference.rng import Rng
from playout.state import State


@dataclass(frozen=True)
class Mobility:
    """A game in which each move is drawn from those with the greatest a − b (− a′ + b′ if `full`).

    >>> import playout as po
    >>> Mobility()(po.game("nogo(3,3)").initial(), Rng(1), Meter("1 sims"))
    Outcome(score=-1.0, length=8, finished=True)
    """

    full: bool = False

    def __call__(
        self, s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None
    ) -> Outcome:
        """A playout from state s."""
        return play_out(s, lambda s: self.choose(s, rng), meter, limit, line)

    def choose(self, s: State, rng: Rng) -> int:
        """One of the best moves."""
        score = {move: worth(s, move, self.full) for move in s.legal_moves}
        best = [move for move in score if score[move] == max(score.values())]
        return best[rng.below(len(best))]


def worth(s: State, move: int, full: bool) -> int:
    """The number by which moves are ranked."""
    a, b = removed(s, move)
    opponent = with_turn(s, other(s.turn))
    if not full or move not in opponent.legal_moves:
        return a - b
    b_, a_ = removed(opponent, move)
    return a - b - a_ + b_


def removed(s: State, move: int) -> tuple[int, int]:
    """How many moves a move takes from the other player, and how many from its own."""
    after = s.play(move)
    a = count(s, other(s.turn)) - count(after, other(s.turn))
    b = count(s, s.turn) - count(after, s.turn)
    return a, b


def count(s: State, turn: Turn) -> int:
    """The moves that a player would have if it were his turn."""
    return len(with_turn(s, turn).legal_moves)


def with_turn(s: State, turn: Turn) -> State:
    """The same board with a given player to move."""
    return State(s.game, s.position.with_turn(turn))


def other(turn: Turn) -> Turn:
    """The other player."""
    return MIN if turn is MAX else MAX
