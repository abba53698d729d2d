"""Playouts: ways to finish a game, for searches that need one.

>>> import playout as po
>>> po.UCT(playout=po.playouts.AntiDecisive(decisive=True))
uct(playout=anti_decisive(decisive=true))
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from playout import _core, spec
from playout.errors import SpecError, show
from playout.spec import Range
from playout.state import State

__all__ = [
    "AntiDecisive",
    "Batch",
    "Coin",
    "GoPatterns",
    "Mast",
    "MinimaxRollout",
    "Mobility",
    "Nested",
    "NestedParameters",
    "Nst",
    "Playout",
    "Ppa",
    "Ppaf",
    "Uniform",
    "playout",
]

MAX_LEVEL = 10
ALL_LEVELS = MAX_LEVEL + 1  # a player's root is one level above its playouts
MAX_DEPTH = 100


@dataclass(frozen=True, repr=False)
class Playout(spec.Spec):
    """A way to finish a game. Make one with `playout.playouts.playout` or with a class of its own.

    A class of yours with a method `play` is a playout for `uct`, `nested` and `playout_rate`, of any game:

    >>> import playout as po
    >>> class FirstMoves(po.Playout):
    ...     def play(self, state, seed):
    ...         while not state.is_terminal:
    ...             state = state.play(state.legal_moves[0])
    ...         return state.score
    >>> po.UCT(playout=FirstMoves()).search(po.game("tictactoe").initial(), "100 sims", seed=1).simulations
    100
    """

    def __init_subclass__(cls) -> None:
        """A class of the user's goes by its own name."""
        super().__init_subclass__()
        if cls.play is not Playout.play and "spec_name" not in vars(cls):
            cls.spec_name = cls.__name__

    def play(self, state: State, seed: int) -> float:
        """The score, from Max's side, of a game that goes on from a state and ends.

        It is called with states that are not terminal, and all that is random in it follows from the seed.
        """
        raise SpecError(f"{type(self).__name__} does not say how it plays: define play(state, seed)")

    def native(self) -> Any:
        """The options as the core takes them."""
        return _core.Custom(self, self._play)

    def _play(self, position: _core.Position, seed: int) -> float:
        return self.play(State(position.game, position), seed)


@spec.register
@dataclass(frozen=True, repr=False)
class Uniform(Playout):
    """Uniformly random moves to the end.

    >>> Uniform()
    uniform
    """

    spec_name = "uniform"

    def native(self) -> _core.Uniform:
        """The options as the core takes them."""
        return _core.Uniform()


UNIFORM = Uniform()


@dataclass(frozen=True, repr=False)
class NestedParameters(spec.Spec):
    """What two-player nested Monte Carlo search can be told, as a playout and as a player.

    >>> Nested(level=2, discount=True, prune_on_depth=True)
    nested(level=2, discount=true, prune_on_depth=true)
    """

    spec_name = "nested"

    level: Annotated[int, Range(0, MAX_LEVEL)] = 1
    """The paper's n: each move of a playout is chosen by playouts of the level below."""
    discount: bool = False
    """Of equal scores, prefer the sooner win and the later loss."""
    cut_on_win: Annotated[bool | int, Range(0, ALL_LEVELS)] = False
    """Take the first move that wins its evaluation: at every level, or at those up to this one."""
    prune_on_depth: Annotated[bool | int, Range(0, ALL_LEVELS)] = False
    """Give up what cannot win sooner than a move already tried: at every level, or up to this one."""
    base: Playout = UNIFORM
    """The playout of level 0."""
    shuffle: bool = True
    """Evaluate moves in random order, so that chance decides among equals; else in the order of the list."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("cut_on_win", "prune_on_depth"):  # as numbers: 1 is not the same as true
            object.__setattr__(self, name, _levels(getattr(self, name)))
        if self.prune_on_depth and not self.discount:
            raise SpecError("nested: prune_on_depth needs discount=true: without it, length does not matter")

    def _options(self) -> _core.Nested:
        options = _core.Nested()
        options.level = self.level
        options.discount = self.discount
        options.cut_on_win = self.cut_on_win
        options.prune_on_depth = self.prune_on_depth
        options.base = self.base.native()
        options.shuffle = self.shuffle
        return options

    def _shown(self) -> Iterator[tuple[str, Any]]:
        for name, value in super()._shown():
            yield name, True if name in ("cut_on_win", "prune_on_depth") and value == ALL_LEVELS else value


def _levels(value: bool | int) -> int:
    """Up to which level something is done."""
    return (ALL_LEVELS if value else 0) if isinstance(value, bool) else value


@spec.register
@dataclass(frozen=True, repr=False)
class Nested(NestedParameters, Playout):
    """NMC(n), Algorithm 1 of the two-player nested search paper.

    >>> Nested(level=1, cut_on_win=True)
    nested(cut_on_win=true)
    """

    def native(self) -> _core.Nested:
        """The options as the core takes them."""
        return self._options()


@spec.register
@dataclass(frozen=True, repr=False)
class MinimaxRollout(Playout):
    """Minimax of a small depth at every move, as in MCTS-MR; what it cannot tell apart is drawn.

    >>> MinimaxRollout(depth=2)
    minimax_rollout(depth=2)
    """

    spec_name = "minimax_rollout"

    depth: Annotated[int, Range(1, MAX_DEPTH)] = 1
    """How many moves it looks ahead."""

    def native(self) -> _core.Minimax:
        """The options as the core takes them."""
        options = _core.Minimax()
        options.depth = self.depth
        return options


@spec.register
@dataclass(frozen=True, repr=False)
class Coin(Playout):
    """No playout at all: a toss of a coin says who wins (section 3.3 of the NoGo paper).

    >>> Coin()
    coin
    """

    spec_name = "coin"

    def native(self) -> _core.Coin:
        """The options as the core takes them."""
        return _core.Coin()


@spec.register
@dataclass(frozen=True, repr=False)
class Batch(Playout):
    """Several uniform playouts at once, and the mean of their scores: leaf parallelisation.

    A game in GDL plays them side by side; another one after another, with the same result.

    >>> Batch(games=128)
    batch(games=128)
    """

    spec_name = "batch"

    games: Annotated[int, Range(1, 4096)] = 64
    """How many playouts."""

    def native(self) -> _core.Batch:
        """The options as the core takes them."""
        options = _core.Batch()
        options.games = self.games
        return options


@spec.register
@dataclass(frozen=True, repr=False)
class AntiDecisive(Playout):
    """Random moves, but none that loses at once if there is another (section 3.3 of the NoGo paper).

    >>> AntiDecisive(decisive=True)
    anti_decisive(decisive=true)
    """

    spec_name = "anti_decisive"

    decisive: bool = False
    """Play a move that wins at once wherever there is one."""

    def native(self) -> _core.AntiDecisive:
        """The options as the core takes them."""
        options = _core.AntiDecisive()
        options.decisive = self.decisive
        return options


@spec.register
@dataclass(frozen=True, repr=False)
class Mobility(Playout):
    """Moves that take most from the other's moves and least from one's own: section 3.5 of the NoGo paper.

    It is for games in which the player without a move has lost: NoGo, AtariGo, Domineering, Breakthrough and
    Knightthrough, and those in Python that define `with_turn`, but not for their misère versions.

    >>> Mobility(full=True)
    mobility(full=true)
    """

    spec_name = "mobility"

    full: bool = False
    """The paper's a − b − a′ + b′, with what the opponent's move in the same place would take; else a − b."""

    def native(self) -> _core.Mobility:
        """The options as the core takes them."""
        options = _core.Mobility()
        options.full = self.full
        return options


@spec.register
@dataclass(frozen=True, repr=False)
class GoPatterns(Playout):
    """The Go playout of MoGo: save chains from atari, play 3×3 patterns, capture; for Go, NoGo and AtariGo.

    >>> GoPatterns()
    go_patterns
    """

    spec_name = "go_patterns"

    def native(self) -> _core.GoPatterns:
        """The options as the core takes them."""
        return _core.GoPatterns()


@spec.register
@dataclass(frozen=True, repr=False)
class Mast(Playout):
    """Moves that did well so far, wherever they were played: the move-average sampling technique.

    >>> Mast(epsilon=0.2)
    mast(epsilon=0.2)
    """

    spec_name = "mast"

    epsilon: Annotated[float, Range(0, 1)] = 0.4
    """The probability of any move, in the place of the one that did best."""

    def native(self) -> _core.Mast:
        """The options as the core takes them."""
        options = _core.Mast()
        options.epsilon = self.epsilon
        return options


@spec.register
@dataclass(frozen=True, repr=False)
class Nst(Playout):
    """Moves that did well so far, alone and as replies: the N-gram selection technique, with pairs.

    >>> Nst(k=20)
    nst(k=20)
    """

    spec_name = "nst"

    epsilon: Annotated[float, Range(0, 1)] = 0.4
    """The probability of any move, in the place of the one that did best."""
    k: Annotated[int, Range(1, 1_000_000_000)] = 7
    """How often a reply must have been played before it counts."""

    def native(self) -> _core.Nst:
        """The options as the core takes them."""
        options = _core.Nst()
        options.epsilon = self.epsilon
        options.k = self.k
        return options


@dataclass(frozen=True, repr=False)
class PpaParameters(Playout):
    """What playout policy adaptation can be told, without and with move features.

    >>> Ppa(alpha=0.5)
    ppa(alpha=0.5)
    """

    alpha: Annotated[float, Range(0, 300)] = 0.32
    """How far the policy goes towards the winner's moves after each simulation."""

    features = False

    def native(self) -> _core.Ppa:
        """The options as the core takes them."""
        options = _core.Ppa()
        options.alpha = self.alpha
        options.features = self.features
        return options


@spec.register
@dataclass(frozen=True, repr=False)
class Ppa(PpaParameters):
    """Moves drawn by a policy that learns from the winners of the search so far: playout policy adaptation.

    >>> Ppa()
    ppa
    """

    spec_name = "ppa"


@spec.register
@dataclass(frozen=True, repr=False)
class Ppaf(PpaParameters):
    """The same with move features: what stands around a move is part of what is learned about.

    >>> Ppaf()
    ppaf
    """

    spec_name = "ppaf"
    features = True


def playout(source: str | Playout) -> Playout:
    """A playout from its spec.

    >>> playout("nested(2, discount)").level
    2
    """
    if isinstance(source, Playout):
        return source
    if not isinstance(source, str):
        raise SpecError(f"expected a Playout or a text such as 'uniform', got {show(source)}")
    return spec.from_call(Playout, spec.parse(source))
