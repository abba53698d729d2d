"""The N-gram selection technique, with single moves and pairs: twin of `cpp/playouts/nst.hpp`.

Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing" (IEEE
TCIAIG 4(2), 2012): a move is worth the mean of the mean reward of simulations with it and that of those with
the pair of it and the move before; the first alone until the pair was met k times.
"""

from collections import defaultdict

from playout.reference.epsilon_greedy import Action, EpsilonGreedy, Mean

Pair = tuple[Action | None, Action]


class Nst(EpsilonGreedy):
    """Moves and replies that did well. Called, it is a playout.

    >>> import playout as po
    >>> from playout.reference.uct import uct
    >>> state = po.game("tictactoe").initial()
    >>> uct(state, "100 sims", seed=1, playout=Nst()).move
    3
    """

    def __init__(self, epsilon: float = 0.4, k: int = 7) -> None:
        super().__init__(epsilon)
        self.k = k
        self.moves: defaultdict[Action, Mean] = defaultdict(Mean)
        self.pairs: defaultdict[Pair, Mean] = defaultdict(Mean)

    def value(self, previous: Action | None, action: Action) -> float:
        """What an action is worth after another one."""
        move, pair = self.moves[action], self.pairs[previous, action]
        return move.value if pair.n < self.k else (move.value + pair.value) / 2

    def add(self, previous: Action | None, action: Action, gained: float) -> None:
        """Takes in the reward of a simulation with the pair."""
        self.moves[action].add(gained)
        self.pairs[previous, action].add(gained)
