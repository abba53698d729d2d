"""Two-player nested Monte Carlo search, in the order of Algorithm 1. Twin of `cpp/playouts/nested.hpp`.

The paper is Cazenave, Saffidine, Schofield and Thielscher, "Nested Monte Carlo Search for Two-player Games"
(AAAI 2016). The numbers at the end of lines are those of Algorithm 1. Where this differs from it,
`docs/algorithms/nested.md` has the reasons.

- An evaluation l is a score and a length: the score counts first, the length among equal scores and only with
  discounting. With the paper's two outcomes, or with draws, that is the order of v / (t + 1).
- Level 0 is any playout (`base`); the paper's is the uniform one.
- The successors are evaluated in random order, and the first of the best is played. Each evaluation has a
  generator of its own, drawn from that of its playout, so that pruning one leaves the others as they were.
  Without `shuffle` the order is that of the list of moves.
- Line 5 prunes by the text: the bound, here `limit`, is how long a playout may last to be shorter than a win
  that a sibling has brought to the player who chooses between them.
- Lines 5 and 10 may be confined to the choices of levels up to some i, as in Table 2.
"""
# ruff: noqa: E741, N803 (the names are the paper's)

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cmp_to_key

from playout._core import Turn
from playout.budget import Budget
from playout.python_game import MAX
from playout.reference.meter import Interrupted, Meter
from playout.reference.playout import GIVEN_UP, Learner, Line, Outcome, Playout, Successor, delta, draw
from playout.reference.result import Child, Result
from playout.reference.reward import Bounds, middle
from playout.reference.rng import Rng
from playout.reference.uniform import uniform
from playout.state import State


@dataclass(frozen=True)
class NMC:
    """NMC(n) and its heuristics, each with the level up to which it acts. Called, it is a playout.

    >>> import playout as po
    >>> NMC(1)(po.game("tictactoe").initial(), Rng(1), Meter("1 sims"))
    Outcome(score=-1.0, length=8, finished=True)
    """

    n: int = 1
    discounting: bool = False
    cut_on_win: int = 0
    d_pruning: int = 0
    base: Playout = uniform
    shuffle: bool = True

    def __call__(
        self, s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None
    ) -> Outcome:
        """A playout of level n."""
        return self.nested(self.n, s, rng, meter, limit, line)

    def nested(
        self, n: int, s: State, rng: Rng, meter: Meter, limit: int | None, line: Line | None = None
    ) -> Outcome:
        """A playout of level n from state s."""
        if n == 0:
            return self.play_base(s, rng, meter, limit, line)
        d = 0
        while not s.is_terminal:  # 2
            if d == limit:
                return GIVEN_UP  # 5
            s1 = self.choose(n, s, delta(s), rng, meter)  # 11
            if line is not None:
                line.append((s, s1.history[-1]))
            s = s1
            meter.states += 1
            d += 1  # 12
        return Outcome(s.score, d)  # 13, 14

    def play_base(self, s: State, rng: Rng, meter: Meter, limit: int | None, line: Line | None) -> Outcome:
        """A playout of level 0 from state s. A base that learns does so from its own playouts."""
        if not isinstance(self.base, Learner):
            return self.base(s, rng, meter, limit, line)
        own: Line = []
        l = self.base(s, rng, meter, limit, own)
        if l.finished:
            self.base.learn(own, l.score)
        if line is not None:
            line += own
        return l

    def choose(
        self,
        n: int,
        s: State,
        successors: list[Successor],
        rng: Rng,
        meter: Meter,
        seen: Callable[[int, Outcome], None] = lambda o, l: None,
    ) -> State:
        """The successor of s to which a playout of level n goes on; `seen` is told each evaluation."""
        s_star, l_star = s, GIVEN_UP  # 3, 4: the first evaluation takes their place, whatever it is
        for i in range(len(successors)):  # 7
            if l_star.finished and self.decided(n, l_star, s):
                break  # 10
            meter.check_states()
            o, s1 = draw(successors, i, rng) if self.shuffle else successors[i]
            rng1 = Rng(rng.next())
            meter.states += 1
            l = self.nested(n - 1, s1, rng1, meter, self.limit(n, l_star, s))  # 8
            seen(o, l)
            if i == 0 or self.better(l, l_star, s.turn, s.game.bounds):
                s_star, l_star = s1, l  # 9
        return s_star

    def better(self, l: Outcome, l_star: Outcome, tau: Turn, bounds: Bounds) -> bool:
        """Whether the player tau prefers l to l*."""
        if not l.finished:
            return False
        if l.score != l_star.score:
            return (l.score > l_star.score) == (tau is MAX)
        half = l.score - middle(bounds)
        if not self.discounting or half == 0:
            return False
        return l.length < l_star.length if (half > 0) == (tau is MAX) else l.length > l_star.length

    def decided(self, n: int, l_star: Outcome, s: State) -> bool:
        """Whether the other successors are left out: nothing can be better than l*, or so it is taken."""
        return is_top(l_star, s) and (n <= self.cut_on_win or (n <= self.d_pruning and l_star.length == 0))

    def limit(self, n: int, l_star: Outcome, s: State) -> int | None:
        """How long the playout of a sibling of l* may last."""
        pruning = n <= self.d_pruning and l_star.finished and is_top(l_star, s)
        return l_star.length - 1 if pruning else None


def is_top(l: Outcome, s: State) -> bool:
    """Whether the player to move in s can get no better score."""
    low, high = s.game.bounds
    return l.score == (high if s.turn is MAX else low)


def nested_player(S: State, budget: Budget | str, seed: int, nmc: NMC) -> Result:
    """The policy Π(V(NMC(n))) in state S: the choice of a playout of level n + 1.

    >>> import playout as po
    >>> state = po.game("tictactoe").initial().play("a1").play("b1").play("a2").play("c1")
    >>> state.name(nested_player(state, "1000 states", 1, NMC(1, discounting=True)).move)
    'a3'
    """
    meter = Meter(budget)
    tried: list[tuple[int, Outcome]] = []

    def seen(o: int, l: Outcome) -> None:
        meter.simulations += 1
        if l.finished:
            tried.append((o, l))
        if meter.spent:
            raise Interrupted

    successors = [(o, S.play(o)) for o in S.legal_moves]
    with suppress(Interrupted):  # the best of what was tried
        nmc.choose(nmc.n + 1, S, successors, Rng(seed), meter, seen)
    return answer(S, successors[0][0], nmc, tried, meter)


def answer(S: State, first: int, nmc: NMC, tried: list[tuple[int, Outcome]], meter: Meter) -> Result:
    """The move whose evaluation was best, and the others behind it; the first one where none was finished."""

    def order(a: tuple[int, Outcome], b: tuple[int, Outcome]) -> int:
        return -1 if nmc.better(a[1], b[1], S.turn, S.game.bounds) else 1

    children = tuple(Child(o, 1, l.score, l.length) for o, l in sorted(tried, key=cmp_to_key(order)))
    value = children[0].value if children else middle(S.game.bounds)
    return Result(children[0].move if children else first, value, children, meter.simulations, meter.states)
