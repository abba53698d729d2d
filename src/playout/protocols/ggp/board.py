"""A game of any kind, by its terms: by the network of its rules, or by the prover where there is none."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from playout import gdl
from playout.gdl.rules import Rules, Term

Moves = Mapping[str, Term]
"""A move for each role."""


class Board(ABC):
    """The rules of a game. A state is a value, which only its board understands."""

    roles: tuple[str, ...]

    @abstractmethod
    def initial(self) -> Any:
        """The state in which the game starts."""

    @abstractmethod
    def legal(self, state: Any) -> dict[str, list[Term]]:
        """The legal moves of each role."""

    @abstractmethod
    def play(self, state: Any, moves: Moves) -> Any:
        """The state after these moves."""

    @abstractmethod
    def is_terminal(self, state: Any) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def goals(self, state: Any) -> dict[str, int | None]:
        """The value of each role's goal; None where it has none, or several."""

    @abstractmethod
    def facts(self, state: Any) -> list[Term]:
        """What is true."""


class NetworkBoard(Board):
    """By the network.

    >>> board = NetworkBoard(gdl.load(gdl.find("tictactoe.kif")))
    >>> state = board.play(board.initial(), {"x": ("mark", "2", "b"), "o": "noop"})
    >>> board.legal(state)["x"], board.facts(state)
    (['noop'], [('control', 'o'), ('cell', '2', 'b', 'x')])
    """

    def __init__(self, network: gdl.Network) -> None:
        self.network = network
        self.roles = network.roles
        self._numbers = {move: number for number, move in enumerate(network.moves)}

    def initial(self) -> gdl.Position:
        """The state in which the game starts."""
        return gdl.initial(self.network)

    def legal(self, state: gdl.Position) -> dict[str, list[Term]]:
        """The legal moves of each role."""
        terms = [[self.network.moves[move][1] for move in moves] for moves in state.legal]
        return dict(zip(self.roles, terms, strict=True))

    def play(self, state: gdl.Position, moves: Moves) -> gdl.Position:
        """The state after these moves."""
        return state.play(*(self.number(role, moves[name]) for role, name in enumerate(self.roles)))

    def number(self, role: int, move: Term) -> int:
        """The number of a role's move in the network."""
        return self._numbers[role, move]

    def is_terminal(self, state: gdl.Position) -> bool:
        """Whether the game is over."""
        return state.is_terminal

    def goals(self, state: gdl.Position) -> dict[str, int | None]:
        """The value of each role's goal; None where it has none, or several."""
        return {name: _goal(state, role) for role, name in enumerate(self.roles)}

    def facts(self, state: gdl.Position) -> list[Term]:
        """What is true."""
        return [*self.network.always, *state.true]


class ProverBoard(Board):
    """By the prover, for rules that cannot be grounded: slow, but it takes no more than the state needs.

    >>> board = ProverBoard(gdl.read_rules(gdl.find("tictactoe.kif")))
    >>> board.legal(board.initial())["o"]
    ['noop']
    """

    def __init__(self, rules: Rules) -> None:
        self.roles = rules.roles
        # A move can be found where what comes next, or what it is worth, takes for ever.
        self._mover = gdl.Prover(_needed(rules, "legal", "init"))
        self._rules = rules

    @cached_property
    def _prover(self) -> gdl.Prover:
        return gdl.Prover(self._rules)

    def initial(self) -> frozenset[Term]:
        """The state in which the game starts."""
        return self._mover.initial()

    def legal(self, state: frozenset[Term]) -> dict[str, list[Term]]:
        """The legal moves of each role."""
        return self._mover.legal(state)

    def play(self, state: frozenset[Term], moves: Moves) -> frozenset[Term]:
        """The state after these moves."""
        return self._prover.play(state, moves)

    def is_terminal(self, state: frozenset[Term]) -> bool:
        """Whether the game is over."""
        return self._prover.is_terminal(state)

    def goals(self, state: frozenset[Term]) -> dict[str, int | None]:
        """The value of each role's goal; None where it has none, or several."""
        found = self._prover.goals(state)
        return {role: next(iter(values)) if len(values) == 1 else None for role, values in found.items()}

    def facts(self, state: frozenset[Term]) -> list[Term]:
        """What is true."""
        return sorted(state, key=str)


def _needed(rules: Rules, *names: str) -> Rules:
    """The rules that some relations depend on."""
    found, left = {"role"}, list(names)
    while left:
        name = left.pop()
        found.add(name)
        used = {literal.name for rule in rules.rules if rule.name == name for literal in rule.body}
        left += used - found
    return replace(rules, rules=tuple(rule for rule in rules.rules if rule.name in found))


def _goal(state: gdl.Position, role: int) -> int | None:
    try:
        return state.goal(role)
    except ValueError:
        return None
