"""UCT, with the names and in the order of the paper's Algorithm 1. Twin of `cpp/search/uct.hpp`.

The paper is Chou, Teytaud and Yen, "Revisiting Monte-Carlo Tree Search on a Normal Form Game: NoGo" (EvoGames
2011). What it leaves open is settled as follows.

- Rewards are in [0, 1], from the side of the player whose bandit it is.
- A state is known by the moves that led to it: reached by two orders of moves, it counts as two states.
- The paper's bandits have statistics for every state. Here one state a simulation is remembered, the first
  that is not yet (section 3.2 with z = 1); from there a playout decides. The paper's is the uniform one, "a
  naive random choice" in every state without statistics.
- Among options not yet tried one is drawn at random; other ties go to the option tried first. The final
  choice breaks ties by total reward, then by the order of the legal moves.
- A playout so long that the budget cannot wait for its end is dropped, and its simulation with it.

The native search also stops remembering when its memory is full (`max_nodes`). Here memory is never full.
"""
# ruff: noqa: N803, N806, N815 (the names are the paper's)

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import sqrt

from playout.budget import Budget
from playout.reference.log import log
from playout.reference.meter import Interrupted, Meter
from playout.reference.playout import Playout
from playout.reference.result import Child, Result
from playout.reference.reward import reward, score
from playout.reference.rng import Rng
from playout.reference.uniform import uniform
from playout.state import State


@dataclass
class Statistics:
    """What is remembered of a state s. An option o is in `nb` once it was tried, in the order of trial."""

    nbVisits: int = 0
    nb: Counter[int] = field(default_factory=Counter)
    totalReward: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))


Memory = dict[tuple[int, ...], Statistics]
"""Statistics by the history of a state."""


def bandit(s: State, memory: Memory, C: float, rng: Rng) -> int:
    """Bandit applied in state s with parameter C; its output is an action."""
    L = s.legal_moves
    m = memory[s.history]
    m.nbVisits += 1
    t = m.nbVisits

    def score_t(o: int) -> float:
        return m.totalReward[o] / (m.nb[o] + 1) + C * sqrt(log(t + 1) / (m.nb[o] + 1))

    untried = [o for o in L if m.nb[o] == 0]  # score_t(s, o) = +∞
    o = untried[rng.below(len(untried))] if untried else max(m.nb, key=score_t)
    m.nb[o] += 0
    return o


def uct(S: State, budget: Budget | str, seed: int, C: float = 0.5, playout: Playout = uniform) -> Result:
    """The UCT algorithm from state S, which is not terminal.

    >>> import playout as po
    >>> state = po.game("tictactoe").initial().play("a1").play("b1").play("a2").play("c1")
    >>> state.name(uct(state, "100 sims", seed=1).move)
    'a3'
    """
    rng, meter = Rng(seed), Meter(budget)
    memory: Memory = {S.history: Statistics()}
    try:
        while not meter.spent:
            simulate(S, memory, C, playout, rng, meter)
    except Interrupted:
        pass
    return answer(S, memory[S.history], meter)


def simulate(S: State, memory: Memory, C: float, playout: Playout, rng: Rng, meter: Meter) -> None:
    """One simulation: it starts at S and reaches a final state."""
    s = S
    simulation = []
    while not s.is_terminal and s.history in memory:
        o = bandit(s, memory, C, rng)
        simulation.append((s, o))
        s = s.play(o)
    meter.states += len(simulation)
    final_score = playout(s, rng, meter).score
    # For all states in the simulation, r(s) is the reward of the final state.
    memory[s.history] = Statistics(nbVisits=1)  # the playout's own choice there is not kept
    for s, o in simulation:
        memory[s.history].nb[o] += 1
        memory[s.history].totalReward[o] += reward(final_score, s.turn, s.game.bounds)
    meter.simulations += 1


def answer(S: State, m: Statistics, meter: Meter) -> Result:
    """The action which was simulated most often from S, and the others behind it."""
    L = S.legal_moves
    order = sorted(m.nb, key=lambda o: (-m.nb[o], -m.totalReward[o], L.index(o)))
    children = tuple(
        Child(o, m.nb[o], score(m.totalReward[o] / m.nb[o], S.turn, S.game.bounds)) for o in order if m.nb[o]
    )
    value = children[0].value if children else score(0.5, S.turn, S.game.bounds)
    return Result(order[0], value, children, meter.simulations, meter.states)
