"""UCT, with the names and in the order of the paper's Algorithm 1. Twin of `cpp/search/uct.hpp`.

The paper is Chou, Teytaud and Yen, "Revisiting Monte-Carlo Tree Search on a Normal Form Game: NoGo" (EvoGames
2011). What it leaves open is settled as follows.

- Rewards are in [0, 1], from the side of the player whose bandit it is: scores mapped from the game's bounds,
  or but for a `share` of them the results, or in a puzzle, with `seen`, scores mapped from the lowest to the
  highest seen so far.
- The paper's formula divides by nb + 1, and so does that of RAVE and of a prior, which holds before the first
  trial; the plain one of Auer, Cesa-Bianchi and Fischer (Machine Learning 47, 2002) divides by nb.
- A state is known by the moves that led to it: reached by two orders of moves, it counts as two states. With
  another `key` (transpositions) it is one. Each of its bandits' options has the trials of its own; a state is
  remembered once it has been simulated z times, by whichever moves; a simulation that comes to a state whose
  value is known ends there, with that value.
- The paper's bandits have statistics for every state. Here a state is remembered once it has been simulated
  z times (section 3.2); from one that is not, a playout decides. The paper's is the uniform one, "a naive
  random choice" in every state without statistics.
- Among options not yet tried one is drawn at random; other ties go to the option tried first. The final
  choice breaks ties by total reward, then by the order of the legal moves.
- The infinite score of an option not yet tried may be a finite one, `first_play`.
- A playout so long that the budget cannot wait for its end is dropped, and its simulation with it.

What `rave.py` and `bounds.py` add is nothing by default. With RAVE the mean reward is mixed with r', and an
option not yet tried has an infinite score only if its r' is not known either; of the others not yet tried,
the one with the best r' competes. With bounds the bandit leaves out what is pruned, the search ends when the
root is solved, and the answer is no move that is known to be worse than another.

The proof numbers of `proof_numbers.py` lead the bandits of a search with bounds, if they are given a weight.
With `decisive.py`, a move that wins at once is the only option; with `halving.py`, the options of the root
are chosen by a plan.

With a prior, the progressive bias of Chaslot, Winands, van den Herik, Uiterwijk and Bouzy, "Progressive
Strategies for Monte-Carlo Tree Search" (New Mathematics and Natural Computation 4(3), 2008), H(o) / (nb + 1)
is added, and the formula holds before the first trial as well; a finite `first_play` takes the place of its
other parts there. The options are looked at in an order drawn when the bandit of a state is first asked: the
first one wins a tie.

The native search also stops remembering when its memory is full (`max_nodes`). Here memory is never full.
"""
# ruff: noqa: N803, N806, N815 (the names are the paper's)

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt

from playout.budget import Budget
from playout.python_game import MAX
from playout.reference.bounds import ScoreBounds
from playout.reference.decisive import decisive_move
from playout.reference.halving import Halving
from playout.reference.keys import Key, by_history
from playout.reference.log import log
from playout.reference.meter import Interrupted, Meter
from playout.reference.playout import Learner, Line, Playout, draw
from playout.reference.proof_numbers import ProofNumbers
from playout.reference.rave import Rave
from playout.reference.result import Child, Result
from playout.reference.reward import Scale, SeenScale
from playout.reference.rng import Rng
from playout.reference.uniform import uniform
from playout.state import State


@dataclass
class Statistics:
    """What is remembered of a state s. An option o is in `nb` once it was tried, in the order of trial.

    With a prior, all options are in `H` from the first question to the bandit on, in a random order. A
    decisive move is the only option.
    """

    nbVisits: int = 0
    nb: Counter[int] = field(default_factory=Counter)
    totalReward: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    H: dict[int, float] = field(default_factory=dict)
    only: int | None = None


class Memory(dict[Hashable, Statistics]):
    """Statistics by the key of a state, and how often a simulation came to one that has none."""

    def __init__(self, root: Hashable) -> None:
        super().__init__({root: Statistics()})
        self.simulated: Counter[Hashable] = Counter()

    def come_to(self, s: Hashable, z: int) -> None:
        """A simulation has left the memory at s, which is remembered after z of them."""
        self.simulated[s] += 1
        if s not in self and self.simulated[s] >= z:
            self[s] = Statistics(nbVisits=self.simulated[s])  # the playouts' own choices are not kept


Prior = Callable[[State], Sequence[float]]
"""H of the legal moves of a state, in their order."""


@dataclass
class Options:
    """What a search is made of."""

    C: float
    first_play: float
    playout: Playout
    z: int
    rave: Rave
    bounds: ScoreBounds
    scale: Scale
    more: float
    prior: Prior | None = None
    key: Key = by_history
    C_pn: float = 0
    halving: Halving = field(default_factory=Halving)
    decisive: bool = False
    proof: ProofNumbers = field(init=False)

    def __post_init__(self) -> None:
        self.proof = ProofNumbers(self.bounds, self.C_pn)

    def decisive_move(self, s: State) -> int | None:
        """Where the score counts, or is to be proved, a decisive move has the best score of the game."""
        any_win = not self.bounds.proves and self.scale.share < 1
        return decisive_move(s, any_win=any_win) if self.decisive else None


def choose(S: State, s: State, memory: Memory, options: Options, rng: Rng) -> int:
    """What is played in state s: a decisive move, or at the root S what the plan says, or the bandit."""
    m = memory[options.key(s)]
    if not m.nb and not m.H:
        m.only = options.decisive_move(s)
    o = m.only
    if o is None and options.halving.T and s is S:
        o = planned(s, m, options, rng)
    if o is None:
        return bandit(s, memory, options, rng)
    m.nbVisits += 1
    m.nb[o] += 0
    return o


def planned(s: State, m: Statistics, options: Options, rng: Rng) -> int | None:
    """The option of the root whose turn it is; one that was not tried is drawn at random."""
    tried, L = list(m.nb), s.legal_moves
    place = options.halving.next(
        len(L),
        is_out=lambda place: place < len(tried) and options.bounds.pruned(s, tried[place]),
        mean=lambda place: m.totalReward[tried[place]] / m.nb[tried[place]],
    )
    if place is None or place < len(tried):
        return None if place is None else tried[place]
    untried = [o for o in L if o not in m.nb]
    return untried[rng.below(len(untried))]


def bandit(s: State, memory: Memory, options: Options, rng: Rng) -> int:
    """Bandit applied in state s with parameter C; its output is an action."""
    C, rave, bounds, proof = options.C, options.rave, options.bounds, options.proof
    L = s.legal_moves
    m = memory[options.key(s)]
    if options.prior and not m.H:
        m.H = expected(s, options.prior, rng)
    r_rave = rave.values(s, m.nbVisits)
    m.nbVisits += 1
    t = m.nbVisits

    def score_t(o: int) -> float:
        if o in m.H and m.nb[o] == 0 and options.first_play < inf:
            return options.first_play + m.H[o] + proof.bias(s, o) + bounds.bias(s, o)
        nb = m.nb[o] + options.more
        r = (m.totalReward[o] + m.H.get(o, 0)) / nb
        if rave.K:
            r = rave.mean(m.totalReward[o], m.nb[o], r_rave.get(o))
        return r + C * sqrt(log(t + 1) / nb) + proof.bias(s, o) + bounds.bias(s, o)

    def score_untried(o: int) -> float:
        return options.first_play + proof.bias(s, o) + bounds.bias(s, o)

    untried = [o for o in L if m.nb[o] == 0 and o not in m.H]
    unknown = [o for o in untried if o not in r_rave]  # their score is +∞, or first_play
    known: list[int] = []
    if not unknown or options.first_play < inf:
        known = [o for o in m.H or m.nb if not bounds.pruned(s, o)]
        known += sorted((o for o in untried if o in r_rave), key=r_rave.__getitem__, reverse=True)[:1]
    o = max(known, key=score_t, default=-1)
    if unknown and not (known and score_t(o) > score_untried(unknown[0])):
        o = unknown[rng.below(len(unknown))]
    m.nb[o] += 0
    return o


def expected(s: State, prior: Prior, rng: Rng) -> dict[int, float]:
    """H of the legal moves, in a random order."""
    pairs = list(zip(s.legal_moves, prior(s), strict=True))
    return dict(draw(pairs, i, rng) for i in range(len(pairs)))


def uct(
    S: State,
    budget: Budget | str,
    seed: int,
    C: float = 0.4,
    playout: Playout = uniform,
    *,
    formula: str = "mean",
    share: float = 0.1,
    first_play: float = inf,
    z: int = 1,
    rave: Rave | None = None,
    bounds: ScoreBounds | None = None,
    C_pn: float = 0,
    halving: int = 0,
    decisive: bool = False,
    seen: bool = False,
    prior: Prior | None = None,
    key: Key = by_history,
) -> Result:
    """The UCT algorithm from state S, which is not terminal. RAVE and bounds must be new ones of S and key.

    >>> import playout as po
    >>> state = po.game("tictactoe").initial().play("a1").play("b1").play("a2").play("c1")
    >>> state.name(uct(state, "100 sims", seed=1).move)
    'a3'
    >>> uct(state, "100 sims", seed=1, bounds=ScoreBounds(state, "cuts")).bounds
    (1.0, 1.0)
    """
    rng, meter = Rng(seed), Meter(budget)
    memory = Memory(key(S))
    rave, bounds = rave or Rave(S, key=key), bounds or ScoreBounds(S, key=key)
    scale = SeenScale() if seen else Scale(S.game.bounds, share if S.game.players == 2 else 1)
    more = 1 if formula == "nogo" or rave.K or prior else 0
    plan = Halving(halving)
    options = Options(C, first_play, playout, z, rave, bounds, scale, more, prior, key, C_pn, plan, decisive)
    try:
        while not (meter.spent or bounds.solved or plan.done):
            simulate(S, memory, options, rng, meter)
    except Interrupted:
        pass
    return answer(S, memory[key(S)], options, meter)


def simulate(S: State, memory: Memory, options: Options, rng: Rng, meter: Meter) -> None:
    """One simulation: it starts at S and reaches a final state."""
    s, key, bounds = S, options.key, options.bounds
    simulation: Line = []
    while not (s.is_terminal or bounds.knows(s)) and key(s) in memory:
        o = choose(S, s, memory, options, rng)
        simulation.append((s, o))
        s = s.play(o)
        bounds.meet(simulation[-1][0], s)
    meter.states += len(simulation)
    path = [*(before for before, _ in simulation), s]
    if s.is_terminal:
        bounds.settle(path, s.score)
    elif options.decisive_move(s) is not None:
        low, high = S.game.bounds
        bounds.settle(path, high if s.turn is MAX else low)
    options.proof.reach(path)
    line = [*simulation]
    learner = options.playout if isinstance(options.playout, Learner) else None
    if bounds.knows(s):
        final_score = bounds.value(s)
    else:
        final_score = options.playout(s, rng, meter, None, line if options.rave.K or learner else None).score
    if isinstance(options.scale, SeenScale):
        stretch(options.scale, final_score, memory)
    # For all states in the simulation, r(s) is the reward of the final state.
    for before, o in simulation:
        m = memory[key(before)]
        m.nb[o] += 1
        m.totalReward[o] += options.scale.reward(final_score, before.turn)
    memory.come_to(key(s), options.z)
    options.rave.update(line, final_score, options.scale)
    if learner:
        learner.learn(line, final_score)
    meter.simulations += 1


def stretch(scale: SeenScale, final_score: float, memory: Memory) -> None:
    """Takes a score into the scale; the rewards added up so far change as each of them does."""
    if scale.low <= final_score <= scale.high:
        return
    factor, shift = scale.stretch(final_score)
    for m in memory.values():
        for o in m.nb:
            m.totalReward[o] = m.totalReward[o] * factor + m.nb[o] * shift


def answer(S: State, m: Statistics, options: Options, meter: Meter) -> Result:
    """The action which was simulated most often from S, and the others behind it."""
    L, bounds, scale = S.legal_moves, options.bounds, options.scale
    tried = list(m.nb)
    contenders = {tried[place] for place in options.halving.S if place < len(tried) and m.nb[tried[place]]}

    def mean(o: int) -> float:
        return m.totalReward[o] / m.nb[o] if m.nb[o] else 0.5

    def merit(o: int) -> tuple[bool, float, float]:
        return (True, 0, mean(o)) if o in contenders else (False, m.nb[o], m.totalReward[o])

    order = sorted(sorted(m.nb, key=L.index), key=merit, reverse=True)

    def value(o: int) -> float:
        return bounds.within(S, o, scale.value(mean(o), S.turn))

    best = bounds.choose(order, mean, scale)
    order.sort(key=lambda o: o != best)
    children = tuple(Child(o, m.nb[o], value(o)) for o in order if m.nb[o])
    low, high = bounds.of_root or S.game.bounds
    of_best = min(max(value(best), low), high)
    return Result(best, of_best, children, meter.simulations, meter.states, bounds.of_root)
