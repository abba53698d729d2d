"""A game of GDL as rules in Python: every search takes it."""

import re
from collections import Counter
from collections.abc import Sequence

from playout import _core
from playout.gdl.board import find_board
from playout.gdl.kind import Kind, moves_at_once, unfit
from playout.gdl.network import Network
from playout.gdl.position import Position, initial
from playout.gdl.rules import Term, text
from playout.python_game import MAX, MIN, PythonGame

_WORD = re.compile(r"[^\s(),]+")


class GdlRules(PythonGame[Position]):
    """The rules of a network. The first role is Max.

    A move is the number of its term, the same for both roles; it is its code too. The score of a puzzle is
    the role's goal, that of a game of two players the difference of the goals, divided by 100.

    >>> from playout import gdl
    >>> network = gdl.load(gdl.find("tictactoe.kif"))
    >>> rules = GdlRules(network, gdl.kind_of(network))
    >>> [rules.name(rules.initial(), move) for move in rules.legal(rules.initial())[:2]]
    ['mark_1_a', 'mark_1_b']
    """

    def __init__(self, network: Network, kind: Kind) -> None:
        if not kind.players:
            raise unfit(network, kind.reason)
        self.network = network
        self.kind = kind
        self.players = kind.players
        self._numbers = {term: number for number, term in enumerate(network.terms)}
        self.names = _names(network.terms)
        self.board = find_board([*network.always, *network.facts])

    def initial(self) -> Position:
        """The state in which the game starts."""
        return initial(self.network)

    def legal(self, state: Position) -> Sequence[int]:
        """The terms that the role to move may do, in their order."""
        if state.is_terminal:
            return ()
        return [self._number(move) for move in state.legal[self._role(state)]]

    def _number(self, move: int) -> int:
        return self._numbers[self.network.moves[move][1]]

    def play(self, state: Position, move: int) -> Position:
        """The state after the move, and after the only move of the other role."""
        role = self._role(state)
        own = next(one for one in state.legal[role] if self._number(one) == move)
        return state.play(own, *(moves[0] for other, moves in enumerate(state.legal) if other != role))

    def turn(self, state: Position) -> _core.Turn:
        """Whose turn it is; at the end of a game, nobody's."""
        return MIN if not state.is_terminal and self._role(state) == 1 else MAX

    def _role(self, state: Position) -> int:
        """The role that has a choice, or else one that has more to do than nothing."""
        if self.players == 1:
            return 0
        if moves_at_once(state.legal):
            raise state.wrong("both roles have a choice of moves, so they move at once")
        if len(state.legal[0]) == len(state.legal[1]):
            return int(self._is_idle(state.legal[0][0]) and not self._is_idle(state.legal[1][0]))
        return int(len(state.legal[1]) > 1)

    def _is_idle(self, move: int) -> bool:
        """Whether a move looks like doing nothing: a word alone, as `noop`."""
        return isinstance(self.network.moves[move][1], str)

    def score(self, state: Position) -> float:
        """The goal of a puzzle's role, or what Max's goal is more than Min's, divided by 100."""
        if self.players == 1:
            return state.goal(0)
        return (state.goal(0) - state.goal(1)) / 100

    def bounds(self) -> tuple[float, float]:
        """By the goals that the rules can give; by those of the language, if there is but one."""
        values = [[value for value, _ in goals] or [0] for goals in self.network.goals]
        if self.players == 1:
            low, high = min(values[0]), max(values[0])
            return (low, high) if low < high else (0, 100)
        worst = (min(values[0]) - max(values[1])) / 100
        best = (max(values[0]) - min(values[1])) / 100
        return (worst, best) if worst < best else (-1, 1)

    def name(self, state: Position, move: int) -> str:
        """The words of the term, joined by `_`."""
        return self.names[move]

    def text(self, state: Position) -> str:
        """The board, if there is one, and the other facts that are true."""
        if self.board:
            return self.board.text(self.facts(state))
        return " ".join(map(text, state.true))

    def facts(self, state: Position) -> list[Term]:
        """All that is true."""
        return [*self.network.always, *state.true]

    def hash(self, state: Position) -> int:
        """That of the facts."""
        return hash(state)


def _names(terms: Sequence[Term]) -> list[str]:
    names = ["_".join(_WORD.findall(text(term))) for term in terms]
    counts = Counter(names)
    return [name if counts[name] == 1 else f"{name}#{number}" for number, name in enumerate(names)]
