"""The native core of playout. Its public face is the package `playout`."""

from collections.abc import Sequence
import enum
from typing import Any


class Rng:
    """The generator of the core."""

    def __init__(self, seed: int) -> None: ...

    def next(self) -> int:
        """Sixty-four random bits."""

    def below(self, n: int) -> int:
        """A uniform integer in [0, n)."""

def log(x: float) -> float:
    """The core's logarithm, for normal x > 0."""

def exp(x: float) -> float:
    """The core's exponential, for x from -708 to 709."""

class Budget:
    """When a search ends; None is no limit."""

    def __init__(self, seconds: float | None = None, simulations: int | None = None, states: int | None = None) -> None: ...

class Stop:
    """
    A flag that ends the searches that hold it; see `stopped_by`.

    >>> import playout as po
    >>> stop = po.Stop()
    >>> stop.request()
    >>> stop.requested
    True
    """

    def __init__(self, signals: bool = False) -> None:
        """
        With `signals`, a search in the main thread lets Python's signal handlers run.
        """

    def request(self) -> None: ...

    @property
    def requested(self) -> bool: ...

class IllegalMove(ValueError):
    """
    A move that is not legal in its state.

    >>> import playout as po
    >>> po.game("tictactoe").initial().play("d4")
    Traceback (most recent call last):
    playout._core.IllegalMove: illegal move 'd4': the legal moves are a1 b1 c1 a2 b2 c2 a3 b3 c3
    """

class ContractError(ValueError):
    """
    Rules or a player written in Python that answer what they must not.

    >>> import playout as po
    >>> class Silent:
    ...     def search(self, state, budget, seed):
    ...         return None
    >>> po.player(Silent()).search(po.game("tictactoe").initial())
    Traceback (most recent call last):
    playout._core.ContractError: the player Silent answered None after no move: a move is an integer or a name...
    """

class Turn(enum.Enum):
    """
    Who is to move: Max, who wants a high score, or Min.

    >>> import playout as po
    >>> po.game("tictactoe").initial().turn is po.MAX
    True
    >>> po.Turn.MAX, po.Turn.MIN
    (Turn.MAX, Turn.MIN)
    """

    MAX = 0
    """
    Who is to move: Max, who wants a high score, or Min.

    >>> import playout as po
    >>> po.game("tictactoe").initial().turn is po.MAX
    True
    >>> po.Turn.MAX, po.Turn.MIN
    (Turn.MAX, Turn.MIN)
    """

    MIN = 1
    """
    Who is to move: Max, who wants a high score, or Min.

    >>> import playout as po
    >>> po.game("tictactoe").initial().turn is po.MAX
    True
    >>> po.Turn.MAX, po.Turn.MIN
    (Turn.MAX, Turn.MIN)
    """

class Position:
    """A state of a game."""

    @property
    def game(self) -> Any:
        """The playout.Game that it is of, if that is still there."""

    @property
    def raw(self) -> Any:
        """
        The state as rules in Python made it, or as bytes behind the C interface; else None.
        """

    @property
    def legal_moves(self) -> list[int]: ...

    @property
    def playout_moves(self) -> list[int]:
        """What playouts draw from."""

    def play(self, move: int) -> Position: ...

    def playout_play(self, move: int) -> Position:
        """Plays one of playout_moves."""

    def with_turn(self, turn: Turn) -> Position:
        """
        The same board with this player to move, in a game where who cannot move has lost.
        """

    @property
    def turn(self) -> Turn: ...

    @property
    def score(self) -> float: ...

    def code(self, move: int) -> int: ...

    def name(self, move: int) -> str: ...

    def parse(self, text: str) -> int:
        """The legal move of this name; -1 if there is none."""

    @property
    def allowed(self) -> str: ...

    @property
    def board(self) -> str: ...

    def equals(self, that: Position) -> bool: ...

class Engine:
    """A game with every search made for it."""

    def initial(self) -> Position: ...

    def setup(self, board: str, turn: Turn) -> Position: ...

    @property
    def game(self) -> object:
        """A weak reference to the playout.Game that has this engine."""

    @game.setter
    def game(self, arg: object, /) -> None: ...

    @property
    def face(self) -> Any:
        """What was given with rules behind the C interface."""

    @property
    def players(self) -> int: ...

    @property
    def bounds(self) -> tuple[float, float]: ...

    @property
    def state_size(self) -> int:
        """The bytes of a state."""

def tictactoe(misere: bool = False) -> Engine: ...

def breakthrough(rows: int, cols: int, pieces: int = 2, misere: bool = False) -> Engine: ...

def knightthrough(rows: int, cols: int, pieces: int = 2, misere: bool = False) -> Engine: ...

def domineering(rows: int, cols: int, misere: bool = False) -> Engine: ...

def nogo(rows: int, cols: int, misere: bool = False) -> Engine: ...

def atarigo(rows: int, cols: int, misere: bool = False) -> Engine: ...

def go(rows: int, cols: int, komi: float = 7.5, misere: bool = False) -> Engine: ...

def connectfour(width: int, height: int, connect: int = 4, misere: bool = False) -> Engine: ...

def seki(max_liberties: int, min_liberties: int, misere: bool = False) -> Engine: ...

def crossword(words: Sequence[str], size: int) -> Engine: ...

def morpion(variant: str, replace_dominated: bool = True) -> Engine: ...

def python_game(rules: object | None, misere: bool = False) -> Engine:
    """A game from an object with the methods of playout.PythonGame."""

def c_game(rules: int, face: object, misere: bool = False) -> Engine:
    """
    A game from the address of a playout_game, and an object that shows it to people.
    """

class GdlMachine:
    """A game in GDL, from the arrays of playout.gdl.arrays."""

    def __init__(self, *, title: str, roles: Sequence[str], facts: Sequence[str], initial: Sequence[int], next: Sequence[int], movers: Sequence[int], legal: Sequence[int], guarded: Sequence[int], guards: Sequence[int], terms: Sequence[int], idle: Sequence[int], goals: Sequence[tuple[int, int, int]], terminal: int, starts: Sequence[int], literals: Sequence[int], state_gates: int, goal_gates: int) -> None: ...

    def is_terminal(self, state: bytes) -> bool: ...

    def legal(self, state: bytes) -> list[list[int]]:
        """The numbers of each role's moves."""

    def play(self, state: bytes, moves: Sequence[int]) -> bytes:
        """The state after a move of each role."""

    def goals(self, state: bytes) -> list[int]:
        """The goal of each role."""

    def playouts(self, state: bytes, count: int, seed: int, moves: Sequence[int], length: int, stop: Stop) -> tuple[int, int, list[int]]:
        """
        How many random games ended, their moves, and for each role the sum of its goals.
        """

    def game(self, low: float, high: float, max_length: int, face: object, misere: bool) -> Engine:
        """The same for the searches, with an object that shows it to people."""

class Child:
    """A move at the root, with what the search found about it."""

    @property
    def move(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def value(self) -> float: ...

    @property
    def bounds(self) -> tuple[float, float]: ...

    @property
    def length(self) -> int: ...

    @property
    def children(self) -> list[Child]: ...

class SearchResult:
    @property
    def move(self) -> int: ...

    @property
    def value(self) -> float: ...

    @property
    def bounds(self) -> tuple[float, float]: ...

    @property
    def children(self) -> list[Child]: ...

    @property
    def simulations(self) -> int: ...

    @property
    def states(self) -> int: ...

    @property
    def tree_nodes(self) -> int: ...

    @property
    def tree_bytes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def recycled(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def interrupted(self) -> bool: ...

    @property
    def finished(self) -> bool: ...

class GameRecord:
    @property
    def moves(self) -> list[int]: ...

    @property
    def score(self) -> float: ...

    @property
    def interrupted(self) -> bool: ...

class Uniform:
    def __init__(self) -> None: ...

class Minimax:
    def __init__(self) -> None: ...

    @property
    def depth(self) -> int: ...

    @depth.setter
    def depth(self, arg: int, /) -> None: ...

class Coin:
    def __init__(self) -> None: ...

class AntiDecisive:
    def __init__(self) -> None: ...

    @property
    def decisive(self) -> bool: ...

    @decisive.setter
    def decisive(self, arg: bool, /) -> None: ...

class Mobility:
    def __init__(self) -> None: ...

    @property
    def full(self) -> bool: ...

    @full.setter
    def full(self, arg: bool, /) -> None: ...

class GoPatterns:
    def __init__(self) -> None: ...

class Mast:
    def __init__(self) -> None: ...

    @property
    def epsilon(self) -> float: ...

    @epsilon.setter
    def epsilon(self, arg: float, /) -> None: ...

class Nst:
    def __init__(self) -> None: ...

    @property
    def epsilon(self) -> float: ...

    @epsilon.setter
    def epsilon(self, arg: float, /) -> None: ...

    @property
    def k(self) -> int: ...

    @k.setter
    def k(self, arg: int, /) -> None: ...

class Ppa:
    def __init__(self) -> None: ...

    @property
    def alpha(self) -> float: ...

    @alpha.setter
    def alpha(self, arg: float, /) -> None: ...

    @property
    def features(self) -> bool: ...

    @features.setter
    def features(self, arg: bool, /) -> None: ...

class Batch:
    def __init__(self) -> None: ...

    @property
    def games(self) -> int: ...

    @games.setter
    def games(self, arg: int, /) -> None: ...

class Custom:
    """A playout written in Python."""

    def __init__(self, playout: object, play: object) -> None:
        """
        An object, and its method that gives the score for a position and a seed.
        """

class Nested:
    def __init__(self) -> None: ...

    @property
    def level(self) -> int: ...

    @level.setter
    def level(self, arg: int, /) -> None: ...

    @property
    def discount(self) -> bool: ...

    @discount.setter
    def discount(self, arg: bool, /) -> None: ...

    @property
    def cut_on_win(self) -> int: ...

    @cut_on_win.setter
    def cut_on_win(self, arg: int, /) -> None: ...

    @property
    def prune_on_depth(self) -> int: ...

    @prune_on_depth.setter
    def prune_on_depth(self, arg: int, /) -> None: ...

    @property
    def shuffle(self) -> bool: ...

    @shuffle.setter
    def shuffle(self, arg: bool, /) -> None: ...

    @property
    def base(self) -> Uniform | Nested | Minimax | Coin | AntiDecisive | Mobility | GoPatterns | Mast | Nst | Ppa | Custom | Batch: ...

    @base.setter
    def base(self, arg: Uniform | Nested | Minimax | Coin | AntiDecisive | Mobility | GoPatterns | Mast | Nst | Ppa | Custom | Batch, /) -> None: ...

class Random:
    def __init__(self) -> None: ...

class Flat:
    def __init__(self) -> None: ...

    @property
    def bulk(self) -> bool: ...

    @bulk.setter
    def bulk(self, arg: bool, /) -> None: ...

class BoundsMode(enum.Enum):
    """What a tree search proves."""

    none = 0

    solver = 1

    cuts = 2

class Formula(enum.Enum):
    """What the plain bandit of a tree search maximises."""

    mean = 0

    nogo = 1

class Parallel(enum.Enum):
    """What the threads of a tree search share."""

    tree = 0

    root = 1

class Uct:
    def __init__(self) -> None: ...

    @property
    def formula(self) -> Formula: ...

    @formula.setter
    def formula(self, arg: Formula, /) -> None: ...

    @property
    def exploration(self) -> float: ...

    @exploration.setter
    def exploration(self, arg: float, /) -> None: ...

    @property
    def first_play(self) -> float: ...

    @first_play.setter
    def first_play(self, arg: float, /) -> None: ...

    @property
    def max_nodes(self) -> int: ...

    @max_nodes.setter
    def max_nodes(self, arg: int, /) -> None: ...

    @property
    def rave(self) -> float: ...

    @rave.setter
    def rave(self, arg: float, /) -> None: ...

    @property
    def grave(self) -> int: ...

    @grave.setter
    def grave(self, arg: int, /) -> None: ...

    @property
    def creation(self) -> int: ...

    @creation.setter
    def creation(self, arg: int, /) -> None: ...

    @property
    def bounds(self) -> BoundsMode: ...

    @bounds.setter
    def bounds(self, arg: BoundsMode, /) -> None: ...

    @property
    def pess_bias(self) -> float: ...

    @pess_bias.setter
    def pess_bias(self, arg: float, /) -> None: ...

    @property
    def opti_bias(self) -> float: ...

    @opti_bias.setter
    def opti_bias(self, arg: float, /) -> None: ...

    @property
    def proof_bias(self) -> float: ...

    @proof_bias.setter
    def proof_bias(self, arg: float, /) -> None: ...

    @property
    def halving(self) -> int: ...

    @halving.setter
    def halving(self, arg: int, /) -> None: ...

    @property
    def decisive(self) -> bool: ...

    @decisive.setter
    def decisive(self, arg: bool, /) -> None: ...

    @property
    def score_share(self) -> float: ...

    @score_share.setter
    def score_share(self, arg: float, /) -> None: ...

    @property
    def seen(self) -> bool: ...

    @seen.setter
    def seen(self, arg: bool, /) -> None: ...

    @property
    def transpositions(self) -> bool: ...

    @transpositions.setter
    def transpositions(self, arg: bool, /) -> None: ...

    @property
    def reuse(self) -> bool: ...

    @reuse.setter
    def reuse(self, arg: bool, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

    @property
    def parallel(self) -> Parallel: ...

    @parallel.setter
    def parallel(self, arg: Parallel, /) -> None: ...

    def set_prior(self, name: str, ask: object) -> None:
        """A function of a position that gives a number for each legal move."""

    @property
    def playout(self) -> Uniform | Nested | Minimax | Coin | AntiDecisive | Mobility | GoPatterns | Mast | Nst | Ppa | Custom | Batch: ...

    @playout.setter
    def playout(self, arg: Uniform | Nested | Minimax | Coin | AntiDecisive | Mobility | GoPatterns | Mast | Nst | Ppa | Custom | Batch, /) -> None: ...

class NestedPlayer:
    def __init__(self, playout: Nested) -> None: ...

class MinimaxPlayer:
    def __init__(self, search: Minimax) -> None: ...

class Search:
    """A search that runs in slices."""

    def __init__(self, position: Position, player: Random | Flat | Uct | NestedPlayer | MinimaxPlayer, seed: int) -> None: ...

    @staticmethod
    def load(position: Position, player: Random | Flat | Uct | NestedPlayer | MinimaxPlayer, saved: bytes) -> Search:
        """
        Goes on where save() was called, of the same player at the same position.
        """

    def begin(self, position: Position, seed: int) -> None:
        """
        Begins anew at another state; a player that keeps its memory uses what it knows.
        """

    def run(self, budget: Budget, stop: Stop) -> None:
        """
        Goes on until the budget of this call is spent, or a stop is requested.
        """

    def save(self) -> bytes:
        """All that decides how the search goes on."""

    def play(self, move: int) -> None:
        """Goes on from the state after a move."""

    @property
    def simulations(self) -> int: ...

    @property
    def states(self) -> int: ...

    @property
    def finished(self) -> bool: ...

    @property
    def result(self) -> SearchResult: ...

    @property
    def line(self) -> list[Child]: ...

    def children(self, path: Sequence[int], depth: int, most: int) -> list[Child]: ...

def play_game(position: Position, max: Random | Flat | Uct | NestedPlayer | MinimaxPlayer, min: Random | Flat | Uct | NestedPlayer | MinimaxPlayer, max_budget: Budget, min_budget: Budget, seed: int, stop: Stop) -> GameRecord: ...

def run_playouts(position: Position, playout: Uniform | Nested | Minimax | Coin | AntiDecisive | Mobility | GoPatterns | Mast | Nst | Ppa | Custom | Batch, budget: Budget, seed: int, stop: Stop) -> SearchResult: ...

def perft(position: Position, depth: int, stop: Stop) -> int: ...

def copy_state(position: Position, times: int) -> None: ...

class Nmcs:
    def __init__(self) -> None: ...

    @property
    def level(self) -> int: ...

    @level.setter
    def level(self, arg: int, /) -> None: ...

    @property
    def sample(self) -> int: ...

    @sample.setter
    def sample(self, arg: int, /) -> None: ...

    @property
    def tuned(self) -> bool: ...

    @tuned.setter
    def tuned(self, arg: bool, /) -> None: ...

class Nrpa:
    def __init__(self) -> None: ...

    @property
    def level(self) -> int: ...

    @level.setter
    def level(self, arg: int, /) -> None: ...

    @property
    def iterations(self) -> int: ...

    @iterations.setter
    def iterations(self, arg: int, /) -> None: ...

    @property
    def alpha(self) -> float: ...

    @alpha.setter
    def alpha(self, arg: float, /) -> None: ...

    @property
    def tau(self) -> float: ...

    @tau.setter
    def tau(self, arg: float, /) -> None: ...

    @property
    def bias(self) -> bool: ...

    @bias.setter
    def bias(self, arg: bool, /) -> None: ...

    @property
    def repetitions(self) -> int: ...

    @repetitions.setter
    def repetitions(self, arg: int, /) -> None: ...

class Forget(enum.Enum):
    """What LNS forgets of a solution."""

    mixed = 0

    near = 1

    branch = 2

    after = 3

    share = 4

class Lns:
    def __init__(self) -> None: ...

    @property
    def repair(self) -> Nrpa: ...

    @repair.setter
    def repair(self, arg: Nrpa, /) -> None: ...

    @property
    def first(self) -> Nrpa: ...

    @first.setter
    def first(self, arg: Nrpa, /) -> None: ...

    @property
    def forget(self) -> Forget: ...

    @forget.setter
    def forget(self, arg: Forget, /) -> None: ...

    @property
    def share(self) -> float: ...

    @share.setter
    def share(self, arg: float, /) -> None: ...

    @property
    def keep(self) -> float: ...

    @keep.setter
    def keep(self, arg: float, /) -> None: ...

    @property
    def hard(self) -> float: ...

    @hard.setter
    def hard(self, arg: float, /) -> None: ...

    @property
    def steps(self) -> int: ...

    @steps.setter
    def steps(self, arg: int, /) -> None: ...

    @property
    def slack(self) -> float: ...

    @slack.setter
    def slack(self, arg: float, /) -> None: ...

    @property
    def accept(self) -> float: ...

    @accept.setter
    def accept(self, arg: float, /) -> None: ...

    @property
    def islands(self) -> int: ...

    @islands.setter
    def islands(self, arg: int, /) -> None: ...

    @property
    def members(self) -> int: ...

    @members.setter
    def members(self, arg: int, /) -> None: ...

    @property
    def exchange(self) -> float: ...

    @exchange.setter
    def exchange(self, arg: float, /) -> None: ...

class Solution:
    """A sequence of moves to the end of the game, and its score."""

    @property
    def score(self) -> float: ...

    @property
    def moves(self) -> list[int]: ...

class Solver:
    """One stream of a search for the best sequence of a puzzle."""

    def __init__(self, position: Position, options: Nmcs | Nrpa | Lns | Uct | Random, seed: int, known: Sequence[int] = []) -> None: ...

    @staticmethod
    def load(position: Position, options: Nmcs | Nrpa | Lns | Uct | Random, saved: bytes) -> Solver:
        """
        Goes on where save() was called; a ValueError if the bytes are damaged or of another search.
        """

    def run(self, budget: Budget, stop: Stop, target: float = float('inf')) -> None:
        """
        Goes on until the budget of this call is spent, the target is reached or a stop is requested.
        """

    def save(self) -> bytes:
        """The whole state of the search."""

    @property
    def best(self) -> Solution:
        """
        The best sequence so far; no moves and minus infinity before the first playout.
        """

    @property
    def held(self) -> Solution:
        """
        The sequence that the top level of NRPA holds; of another search, the best so far.
        """

    @property
    def simulations(self) -> int: ...

    @property
    def states(self) -> int: ...

class Emulation:
    """The searches of a card, in an emulation on this processor."""

    def begin(self, seeds: Sequence[int]) -> None: ...

    def run(self, options: bytes, members: int) -> None:
        """
        One slice of each search; islands of so many members take turns with the options.
        """

    def adopt(self, sources: Sequence[int]) -> None:
        """
        Search i goes on from the solution of search sources[i]; -1: from its own.
        """

    def plant(self, solutions: Sequence[Sequence[int]]) -> None:
        """All searches begin with given solutions."""

    def reports(self) -> bytes: ...

    def solution(self, which: int) -> list[int]:
        """The moves of the best solution of a search."""

    def save(self) -> bytes: ...

    def load(self, saved: bytes) -> None: ...

def emulation(variant: str, count: int) -> Emulation: ...

def emulation_by(make: int, count: int) -> Emulation:
    """By a function of a library, of which the address is given."""
