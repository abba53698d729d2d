"""Players: searches with their options, and what they answer."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from playout import _core, seeds, spec
from playout.budget import Budget, as_budget
from playout.errors import SpecError, show
from playout.playouts import MAX_DEPTH, UNIFORM, NestedParameters, Playout
from playout.search import Search
from playout.search_result import SearchResult
from playout.spec import Function, OneOf, Range
from playout.state import State

if TYPE_CHECKING:
    from playout.games.face import Game
    from playout.games.make import GameLike
    from playout.solve import Progress, SolveResult
    from playout.user_player import Searcher

__all__ = ["UCT", "Flat", "Minimax", "Nested", "Player", "Random", "player"]


Prior = Callable[[State], Sequence[float]]
"""A number for each legal move of a state, in their order."""


@dataclass(frozen=True, repr=False)
class Player(spec.Spec):
    """Picks moves. Make one with `playout.player` or with a class of its own.

    For a player of your own, any object with a `search` will do: see `Searcher`.

    >>> import playout as po
    >>> isinstance(po.player("uct(rave=300)"), po.Player)
    True
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not hasattr(cls, "spec_name"):
            cls.spec_name = cls.__name__

    def at(self, game: "Game") -> "Player":
        """The player as it plays a game: itself, unless it chooses its options by the game."""
        return self

    def native(self) -> Any:
        """The options as the core takes them."""
        raise SpecError(f"{type(self).__name__} is no player yet: it needs search(state, budget, seed)")

    def solver(self) -> Any:
        """The options of its solver as the core takes them."""
        raise SpecError(f"{self} does not solve puzzles; those that do are lns, nmcs, nrpa, random and uct")

    def solve(
        self,
        puzzle: "GameLike | State",
        budget: Budget | str = "10s",
        seed: int | None = None,
        *,
        threads: int = 1,
        target: float | None = None,
        known: Sequence[int | str] = (),
        progress: "Callable[[Progress], None] | None" = None,
        checkpoint: str | Path | None = None,
        engine: str = "local",
        address: str | None = None,
        device: str = "cpu",
    ) -> "SolveResult":
        """Looks for the best sequence of moves of a puzzle: `playout.solve` with this player.

        >>> import playout as po
        >>> po.NRPA(level=2).solve("morpion(4D)", "4000 sims", seed=1).score
        34.0
        """
        from playout.solve import solve

        return solve(
            puzzle,
            self,
            budget,
            seed,
            threads=threads,
            target=target,
            known=known,
            progress=progress,
            checkpoint=checkpoint,
            engine=engine,
            address=address,
            device=device,
        )

    def with_one_thread(self) -> "Player":
        """This player on one thread, where a search that was kept goes on with any number of them."""
        return self

    def start(self, state: State, seed: int | None = None) -> Search:
        """A search from a state that has not begun: it runs in slices, can be watched, played on and kept.

        >>> import playout as po
        >>> search = po.UCT().start(po.game("tictactoe").initial(), seed=1)
        >>> search.run("500 sims").simulations, search.run("500 sims").simulations
        (500, 1000)
        """
        if not isinstance(state, State):
            raise SpecError(f"a search takes a State, such as game.initial(), not {show(state)}")
        seed = seeds.checked(seed)
        return Search(self, state, seed, _core.Search(state.position, self.at(state.game).native(), seed))

    def search(self, state: State, budget: Budget | str = "1s", seed: int | None = None) -> SearchResult:
        """Searches for a move: `start`, and one `run`. Ctrl-C ends the search early, with the best so far.

        >>> import playout as po
        >>> state = po.game("tictactoe").initial().play("a1").play("b1").play("a2").play("c1")
        >>> po.UCT().search(state, "1000 sims", seed=1).name
        'a3'
        """
        limit = as_budget(budget)
        return self.start(state, seed).run(limit)

    def notes(self, found: _core.SearchResult) -> tuple[str, ...]:
        """What one should know of a result before one relies on it."""
        if not found.simulations:
            return ("nothing was searched: the budget ended before the first simulation did",)
        return ()


@spec.register
@dataclass(frozen=True, repr=False)
class Random(Player):
    """Plays any legal move: the yardstick of every other player.

    >>> Random()
    random
    """

    spec_name = "random"

    def native(self) -> _core.Random:
        """The options as the core takes them."""
        return _core.Random()

    def solver(self) -> _core.Random:
        """The options of its solver as the core takes them."""
        return self.native()

    def notes(self, found: _core.SearchResult) -> tuple[str, ...]:
        """Nobody expects it to search."""
        return ()


@spec.register
@dataclass(frozen=True, repr=False)
class Flat(Player):
    """Flat Monte Carlo: as many random playouts after each move, the best mean wins.

    >>> Flat()
    flat
    """

    spec_name = "flat"

    bulk: bool = False
    """Give each playout a generator of its own, so that a game in GDL plays many side by side."""

    def native(self) -> _core.Flat:
        """The options as the core takes them."""
        options = _core.Flat()
        options.bulk = self.bulk
        return options


_CONSTANTS = {"mean": 0.4, "nogo": 0.7}
"""The constant C of each formula, if none is given: docs/algorithms/uct.md has the matches behind them."""
_RAVE_CONSTANT = 0.1
_SCORE_SHARE = 0.1
"""How much of a reward is the score, where the rest is the result."""
_NOT_AS_THEY_ARE = {"exploration", "formula", "playout", "bounds", "parallel", "reward", "scale", "prior"}
"""Options that the core has in another form."""


@spec.register
@dataclass(frozen=True, repr=False)
class UCT(Player):
    """Upper confidence trees: the NoGo paper, with RAVE, score bounds and more.

    >>> UCT(exploration=1.6)
    uct(exploration=1.6)
    >>> import playout as po
    >>> state = po.game("connectfour(3,3)").initial()
    >>> UCT(bounds="cuts").search(state, "1000000 sims", seed=1).bounds
    (0.0, 0.0)

    A prior is a function of yours: a number for each legal move, in their order.

    >>> def centre(state):
    ...     return [0.5 if state.name(move) == "b" else 0 for move in state.legal_moves]
    >>> UCT(prior=centre).search(state, "1 sims", seed=1).name
    'b'
    """

    spec_name = "uct"

    exploration: Annotated[float | None, Range(0, 1e6)] = None
    """The constant C of the formula; by default one that suits the formula, or RAVE."""
    max_nodes: Annotated[int, Range(2, 2**32 - 2)] = 10_000_000
    """A tree of so many nodes forgets what it has visited least; a node takes 24 bytes, 16 more with bounds,
    12 more with proof numbers and 8 more with RAVE or a prior."""
    playout: Playout = UNIFORM
    """How a simulation ends beyond the tree."""
    rave: Annotated[float, Range(0, 1e12)] = 0
    """The paper's K: the mean of an option weighs as much as its RAVE value after so many
    simulations; 0: no RAVE."""
    grave: Annotated[int, Range(0, 2**32 - 1)] = 0
    """GRAVE's ref: take RAVE values from the nearest state that was visited more often than this;
    0: plain RAVE."""
    creation: Annotated[int, Range(1, 2**32 - 1)] = 1
    """The paper's z: a state has a bandit of its own once it has been simulated so many times."""
    bounds: Annotated[str, OneOf(("none", "solver", "cuts"))] = "none"
    """What is proved: nothing, solved states, or score bounds with cuts; the search ends when the root is
    solved."""
    pess_bias: Annotated[float, Range(-1e9, 1e9)] = 0
    """The score-bounded paper's γ: how much the pessimistic bound draws the search."""
    opti_bias: Annotated[float, Range(-1e9, 1e9)] = 0
    """The score-bounded paper's δ: how much the optimistic bound draws the search."""
    proof_bias: Annotated[float, Range(0, 1e9)] = 0
    """Proof-number MCTS's C_pn: how much what is easily proved draws the search; 0: no proof numbers."""
    first_play: Annotated[float, Range(0, math.inf)] = math.inf
    """The score of an option not yet tried (first-play urgency): what scores more is tried again first."""
    formula: Annotated[str, OneOf(("mean", "nogo"))] = "mean"
    """What the plain bandit maximises: the mean reward and C sqrt(log t / nb), or as in the NoGo paper, which
    divides by nb + 1 in both places."""
    reward: Annotated[str, OneOf(("result", "score"))] = "result"
    """What a game for two players is about: to win, and by how much only beside it; or the score."""
    scale: Annotated[str, OneOf(("bounds", "seen"))] = "bounds"
    """Rewards are scores mapped from the game's bounds; in a puzzle with wide bounds, better from the lowest
    to the highest score seen so far."""
    reuse: bool = False
    """Keep the tree from move to move of a game, in matches and in `playout play`. `search` always begins
    anew: to go on with a tree, `start` a search and `play` on."""
    threads: Annotated[int, Range(1, 1024)] = 1
    """How many threads search; not for games written in Python."""
    parallel: Annotated[str, OneOf(("tree", "root"))] = "tree"
    """What threads share: one tree, whose answer is not the same again; or only the root, of independent
    trees that are put together, for an answer that the seed decides."""
    prior: Annotated[Prior | None, Function("po.UCT(prior=f)")] = None
    """Progressive bias: what to expect of the legal moves of a state before they are tried, as rewards of the
    player to move. It is asked once for a state of the tree."""
    transpositions: bool = False
    """One node for a state, by whichever moves it is reached: what is found out on one way counts on all."""

    halving: Annotated[int, Range(0, 2**32 - 2)] = 0
    """Sequential halving at the root: the simulations of its plan, after which the search is finished; 0: the
    root is like any other state."""
    decisive: bool = False
    """A move that wins at once is the only option; with bounds, states with one are solved."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.grave and not self.rave:
            raise SpecError("uct: grave needs rave=K, the weight of the RAVE values")
        if (self.pess_bias or self.opti_bias) and self.bounds == "none":
            raise SpecError("uct: pess_bias and opti_bias need bounds=solver or bounds=cuts")
        if self.proof_bias and self.bounds == "none":
            raise SpecError("uct: proof_bias needs bounds=solver or bounds=cuts")
        if self.proof_bias and self.transpositions:
            raise SpecError("uct: proof_bias goes without transpositions")
        if self.halving and self.threads > 1:
            raise SpecError("uct: halving plans for one thread")
        if self.rave and self.first_play < math.inf:
            raise SpecError("uct: first_play goes without rave, which rates the options not yet tried")
        if self.prior and self.rave:
            raise SpecError("uct: a prior goes without rave, which rates the options as well")

    @property
    def constant(self) -> float:
        """The constant C that it searches with.

        >>> UCT(exploration=1).constant, UCT().constant > UCT(rave=300).constant
        (1.0, True)
        """
        if self.exploration is not None:
            return self.exploration
        return _RAVE_CONSTANT if self.rave else _CONSTANTS[self.formula]

    def with_one_thread(self) -> "UCT":
        """This player on one thread, where a search that was kept goes on with any number of them.

        >>> UCT(rave=300, threads=4).with_one_thread(), UCT(threads=4, parallel="root").with_one_thread()
        (uct(rave=300), uct(threads=4, parallel=root))
        """
        return replace(self, threads=1) if self.parallel == "tree" else self

    def native(self) -> _core.Uct:
        """The options as the core takes them."""
        options = _core.Uct()
        for name in spec.parameters(UCT).keys() - _NOT_AS_THEY_ARE:
            setattr(options, name, getattr(self, name))
        options.exploration = self.constant
        options.formula = _core.Formula[self.formula]
        options.score_share = _SCORE_SHARE if self.reward == "result" else 1
        options.playout = self.playout.native()
        options.bounds = _core.BoundsMode[self.bounds]
        options.parallel = _core.Parallel[self.parallel]
        options.seen = self.scale == "seen"
        if self.prior:
            options.set_prior(spec.function_name(self.prior), self._ask)
        return options

    def _ask(self, position: _core.Position) -> Sequence[float]:
        assert self.prior
        return self.prior(State(position.game, position))

    def solver(self) -> _core.Uct:
        """The options of its solver as the core takes them."""
        if self.proof_bias or self.halving:
            raise SpecError("uct: proof_bias and halving are for searches: solve goes without them")
        return self.native()

    def notes(self, found: _core.SearchResult) -> tuple[str, ...]:
        """What one should know of a result before one relies on it."""
        if not found.recycled:
            return super().notes(found)
        times = "once" if found.recycled == 1 else f"{found.recycled} times"
        forgot = f"the tree was full {times} and forgot what it had visited least"
        return (*super().notes(found), f"{forgot}; with more than max_nodes={self.max_nodes} it would not")


@spec.register
@dataclass(frozen=True, repr=False)
class Nested(NestedParameters, Player):
    """Two-player nested Monte Carlo search: a playout NMC(n) after each move.

    The move whose playout ends best for the player to move is played. A budget only ends it early.

    >>> Nested(level=2, discount=True)
    nested(level=2, discount=true)
    """

    def native(self) -> _core.NestedPlayer:
        """The options as the core takes them."""
        return _core.NestedPlayer(self._options())


@spec.register
@dataclass(frozen=True, repr=False)
class Minimax(Player):
    """Minimax with alpha-beta, to a depth.

    What lies beyond counts as the middle of the scores. It looks one move ahead, then two and so on: a budget
    that ends it early leaves it with the answer of the last depth that it has searched whole.

    >>> Minimax(depth=4)
    minimax(depth=4)
    """

    spec_name = "minimax"

    depth: Annotated[int, Range(1, MAX_DEPTH)] = 3
    """How many moves it looks ahead."""

    def native(self) -> _core.MinimaxPlayer:
        """The options as the core takes them."""
        options = _core.Minimax()
        options.depth = self.depth
        return _core.MinimaxPlayer(options)

    def notes(self, found: _core.SearchResult) -> tuple[str, ...]:
        """What one should know of a result before one relies on it."""
        if not found.simulations or found.finished:
            return super().notes(found)
        return (f"the budget ended it after {found.depth} of {self.depth} moves ahead",)


def player(source: "str | Player | Searcher") -> Player:
    """A player from its spec, or from an object of your own with a `search` (see `Searcher`).

    >>> player("uct(exploration=0.1)").exploration
    0.1
    """
    from playout.user_player import wrapped  # which knows every kind of player, so it imports this module

    return spec.from_call(Player, spec.parse(source)) if isinstance(source, str) else wrapped(source)
