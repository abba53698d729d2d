"""The move-average sampling technique: twin of `cpp/playouts/mast.hpp`.

Finnsson and Björnsson, "Simulation-Based Approach to General Game Playing" (AAAI 2008): a move is worth the
mean reward of the simulations in which its player has played it, wherever that was.
"""

from collections import defaultdict

from playout.reference.epsilon_greedy import Action, EpsilonGreedy, Mean


class Mast(EpsilonGreedy):
    """Moves that did well. Called, it is a playout.

    >>> import playout as po
    >>> from playout.reference.uct import uct
    >>> state = po.game("tictactoe").initial()
    >>> uct(state, "100 sims", seed=1, playout=Mast()).move
    3
    """

    def __init__(self, epsilon: float = 0.4) -> None:
        super().__init__(epsilon)
        self.means: defaultdict[Action, Mean] = defaultdict(Mean)

    def value(self, previous: Action | None, action: Action) -> float:
        """What an action is worth, after whatever."""
        return self.means[action].value

    def add(self, previous: Action | None, action: Action, gained: float) -> None:
        """Takes in the reward of a simulation with the action."""
        self.means[action].add(gained)
