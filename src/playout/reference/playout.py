"""What a playout is to the searches that use one: twin of `cpp/playouts/outcome.hpp`."""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from playout.reference.meter import Meter
from playout.reference.rng import Rng
from playout.state import State


class Outcome(NamedTuple):
    """What a playout answers.

    >>> Outcome(score=1.0, length=7).finished
    True
    """

    score: float
    length: int
    """The moves that the playout made."""
    finished: bool = True
    """False: given up at its limit, and the score means nothing."""


GIVEN_UP = Outcome(0.0, 0, finished=False)


Line = list[tuple[State, int]]
"""Moves, each with the state in which it was played."""


class Playout(Protocol):
    """A way to finish a game. Told a limit, it gives up if the game goes on after so many moves.

    Given a line, it adds the moves that it plays.
    """

    def __call__(
        self, s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None, /
    ) -> Outcome:
        """Plays from state s and counts the states that it visits."""
        ...


@runtime_checkable
class Learner(Playout, Protocol):
    """A playout that learns from simulations. A search needs one of its own."""

    def learn(self, line: Line, score: float, /) -> None:
        """Takes in the moves of a whole simulation, and its score."""
        ...


def play_out(
    s: State, choose: Callable[[State], int], meter: Meter, limit: int | None, line: Line | None
) -> Outcome:
    """A playout whose moves are chosen by a function of the state.

    >>> import playout as po
    >>> meter = Meter("1 sims")
    >>> play_out(po.game("nogo(2,2)").initial(), lambda s: s.legal_moves[0], meter, None, None), meter.states
    (Outcome(score=1.0, length=3, finished=True), 3)
    """
    length = 0
    while not s.is_terminal:
        if length == limit:
            return GIVEN_UP
        move = choose(s)
        if line is not None:
            line.append((s, move))
        s = step(s, move)
        meter.states += 1
        length += 1
    return Outcome(s.score, length)


T = TypeVar("T")
Successor = tuple[int, State]
"""A move and the state it leads to."""


def delta(s: State) -> list[Successor]:
    """δ(s): the moves that playouts choose from in a state, with the states they lead to.

    >>> import playout as po
    >>> [move for move, _ in delta(po.game("tictactoe").initial())]
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    return [(move, step(s, move)) for move in s.position.playout_moves]


def step(s: State, move: int) -> State:
    """The state after a move of a playout, which a game may allow only there.

    >>> import playout as po
    >>> step(po.game("go(9,9)").initial(), 40).name(81)
    'pass'
    """
    return State(s.game, s.position.playout_play(move), s, move)


def draw(successors: list[T], i: int, rng: Rng) -> T:
    """The next of some successors in random order: one of those from place i on, which is put there.

    >>> import playout as po
    >>> successors = delta(po.game("tictactoe").initial())
    >>> rng = Rng(1)
    >>> [draw(successors, i, rng)[0] for i in range(9)]
    [5, 6, 8, 0, 1, 2, 3, 4, 7]
    """
    j = i + rng.below(len(successors) - i)
    successors[i], successors[j] = successors[j], successors[i]
    return successors[i]
