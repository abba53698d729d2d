"""Minimax with alpha-beta, as a playout and as a player: twin of `cpp/playouts/minimax.hpp`.

The playout is the minimax rollout of MCTS-MR (Baier and Winands, "Monte-Carlo Tree Search and Minimax
Hybrids", CIG 2013). What lies beyond the depth counts as the middle of the scores; among equally good moves
each is as likely.
"""
# ruff: noqa: N803 (S is the root, as in the other searches)

from dataclasses import dataclass

from playout.budget import Budget
from playout.python_game import MAX
from playout.reference.meter import Interrupted, Meter
from playout.reference.playout import GIVEN_UP, Line, Outcome, Successor, delta, draw
from playout.reference.result import Child, Result
from playout.reference.reward import Bounds, middle
from playout.reference.rng import Rng
from playout.state import State


@dataclass(frozen=True)
class Minimax:
    """Minimax of a depth. Called, it is a playout that looks so far ahead at every move.

    >>> import playout as po
    >>> Minimax(1)(po.game("tictactoe").initial(), Rng(1), Meter("1 sims"))
    Outcome(score=-1.0, length=6, finished=True)
    """

    depth: int = 1

    def __call__(
        self, s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None
    ) -> Outcome:
        """A minimax rollout."""
        length = 0
        while not s.is_terminal:
            if length == limit:
                return GIVEN_UP
            s1 = self.choose(s, rng, meter)
            if line is not None:
                line.append((s, s1.history[-1]))
            s = s1
            meter.states += 1
            length += 1
        return Outcome(s.score, length)

    def choose(self, s: State, rng: Rng, meter: Meter) -> State:
        """The best successor of s, the first of them in random order."""
        meter.check_states()
        alpha, beta = s.game.bounds
        successors, choice = delta(s), s
        for i in range(len(successors)):
            _, s1 = draw(successors, i, rng)
            value = self.value(s1, (alpha, beta), meter)
            better = value > alpha if s.turn is MAX else value < beta
            if better or i == 0:
                choice = s1
            alpha, beta = narrowed((alpha, beta), value, s)
            if alpha >= beta:
                break
        return choice

    def value(self, s1: State, window: Bounds, meter: Meter, beyond: list[State] | None = None) -> float:
        """What a successor is worth, as far as the depth goes, if it lies within the window.

        States that were given up for their depth are added to `beyond`.
        """
        meter.states += 1
        return self.alpha_beta(s1, self.depth - 1, window, meter, [] if beyond is None else beyond)

    def alpha_beta(self, s: State, depth: int, window: Bounds, meter: Meter, beyond: list[State]) -> float:
        """The value of a state."""
        if s.is_terminal:
            return s.score
        if depth == 0:
            beyond.append(s)
            return middle(s.game.bounds)
        meter.check_states()
        for _, s1 in delta(s):
            meter.states += 1
            window = narrowed(window, self.alpha_beta(s1, depth - 1, window, meter, beyond), s)
            if window[0] >= window[1]:
                break
        return window[0 if s.turn is MAX else 1]


def narrowed(window: Bounds, value: float, s: State) -> Bounds:
    """The window after the player to move has seen a value that he can reach."""
    alpha, beta = window
    return (max(alpha, value), beta) if s.turn is MAX else (alpha, min(beta, value))


def minimax_player(S: State, budget: Budget | str, seed: int, minimax: Minimax) -> Result:
    """The best move of S, by one move ahead, then by two and so on, as far as the budget goes.

    Each move gets the whole window, so that its value is exact. The order of moves is the same at each depth.

    >>> import playout as po
    >>> state = po.game("tictactoe").initial().play("a1").play("b1").play("a2").play("c1")
    >>> state.name(minimax_player(state, "1000 states", 1, Minimax(2)).move)
    'a3'
    """
    meter = Meter(budget)
    tried: list[Child] = []
    for depth in range(1, minimax.depth + 1):
        beyond: list[State] = []
        found = try_moves(S, Minimax(depth), Rng(seed), meter, beyond)
        whole = len(found) == len(S.legal_moves)
        tried = found if whole else tried or found
        if not whole or not beyond:
            break
    children = tuple(sorted(tried, key=lambda child: -child.value if S.turn is MAX else child.value))
    if not children:
        return Result(S.legal_moves[0], middle(S.game.bounds), (), meter.simulations, meter.states)
    return Result(children[0].move, children[0].value, children, meter.simulations, meter.states)


def try_moves(S: State, minimax: Minimax, rng: Rng, meter: Meter, beyond: list[State]) -> list[Child]:
    """The values of the moves of S at one depth, as far as the budget goes."""
    successors: list[Successor] = [(o, S.play(o)) for o in S.legal_moves]
    tried: list[Child] = []
    for i in range(len(successors)):
        if meter.simulations and meter.spent:
            break
        o, s1 = draw(successors, i, rng)
        try:
            value = minimax.value(s1, S.game.bounds, meter, beyond)
        except Interrupted:
            break
        meter.simulations += 1
        tried.append(Child(o, 1, value))
    return tried
