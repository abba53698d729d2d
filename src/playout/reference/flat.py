"""Flat Monte Carlo: uniform playouts dealt to the legal moves in turn. Twin of `cpp/search/flat.hpp`."""

from itertools import cycle

from playout.budget import Budget
from playout.python_game import MAX
from playout.reference.meter import Meter
from playout.reference.result import Child, Result
from playout.reference.reward import Scale
from playout.reference.rng import Rng
from playout.reference.uniform import uniform
from playout.state import State


def flat(root: State, budget: Budget | str, seed: int, *, bulk: bool = False) -> Result:
    """The move with the best mean reward; the first of them, where there are several.

    In bulk each playout has a generator of its own.

    >>> import playout as po
    >>> state = po.game("tictactoe").initial().play("a1").play("b1").play("a2").play("c1")
    >>> state.name(flat(state, "1000 sims", seed=1).move)
    'a3'
    """
    rng, meter, scale = Rng(seed), Meter(budget), Scale(root.game.bounds)
    moves = root.legal_moves
    total = dict.fromkeys(moves, 0.0)
    visits = dict.fromkeys(moves, 0)
    for move in cycle(moves):
        if meter.spent:
            break
        meter.states += 1
        end = uniform(root.play(move), Rng(rng.next()) if bulk else rng, meter).score
        meter.simulations += 1
        total[move] += scale.reward(end, root.turn)
        visits[move] += 1

    mean = {move: total[move] / visits[move] if visits[move] else 0.0 for move in moves}
    value = {move: scale.value(mean[move], root.turn) for move in moves}
    best = max(moves, key=mean.__getitem__)
    order = sorted(moves, key=lambda move: -value[move] if root.turn is MAX else value[move])
    children = tuple(Child(move, visits[move], value[move]) for move in order if visits[move])
    return Result(best, value[best], children, meter.simulations, meter.states)
