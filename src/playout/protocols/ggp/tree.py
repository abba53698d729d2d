"""Games of two roles that move in turn: a search, whose tree is kept from move to move."""

from playout import gdl, seeds
from playout._core import Turn
from playout.budget import Budget
from playout.errors import ContractError
from playout.games import Game
from playout.gdl.rules import Term
from playout.players import Player
from playout.protocols.ggp.board import Moves
from playout.protocols.ggp.chooser import Watch
from playout.search import Search
from playout.state import State


class Terms:
    """The moves of a game here, by the terms that its rules have for them.

    >>> import playout as po
    >>> terms = Terms(gdl.load(gdl.find("tictactoe.kif")))
    >>> state = po.game("tictactoe.kif").initial()
    >>> terms.term(state.move("mark_1_a"))
    ('mark', '1', 'a')
    """

    def __init__(self, network: gdl.Network) -> None:
        # A move of the game is the place of its term among all that any role may do.
        self._terms = list(dict.fromkeys(term for _, term in network.moves))
        self._numbers = {term: number for number, term in enumerate(self._terms)}
        self._roles = network.roles

    def term(self, move: int) -> Term:
        """What a move is in the rules."""
        return self._terms[move]

    def move(self, state: State, moves: Moves) -> int:
        """The move of the role whose turn it is; the other one does nothing."""
        role = 1 if state.turn is Turn.MIN else 0
        return self._numbers[moves[self._roles[role]]]


class Tree:
    """A search that can be watched: it goes on from slice to slice, and from move to move."""

    ponders = True

    def __init__(self, player: Player, game: Game, terms: Terms, seed: int) -> None:
        self._terms = terms
        self._search: Search = player.start(game.initial(), seed)

    def think(self, limit: Budget, watch: Watch) -> None:
        """Goes on with the search."""

        def look(search: Search) -> None:
            if not watch():
                search.stop()

        if not self._search.state.is_terminal:
            self._search.run(limit, progress=look)

    def move(self) -> Term | None:
        """The best so far, of this state or of those before."""
        try:
            return self._terms.term(self._search.result.move)
        except ContractError:
            raise
        except ValueError:  # nothing is known yet, or the game is over
            return None

    def play(self, moves: Moves) -> None:
        """Goes on with the part of the tree below the move."""
        self._search.play(self._terms.move(self._search.state, moves))


class Unwatched:
    """A player written in Python: it is asked once for each move, and its budget is all that limits it."""

    ponders = False

    def __init__(self, player: Player, game: Game, terms: Terms, seed: int) -> None:
        self._player, self._terms, self._seed = player, terms, seed
        self._state = game.initial()
        self._move: int | None = None

    def think(self, limit: Budget, watch: Watch) -> None:
        """Asks the player."""
        if not self._state.is_terminal:
            seed = seeds.derive("ggp", self._seed, len(self._state.history))
            self._move = self._player.search(self._state, limit, seed).move
            watch()

    def move(self) -> Term | None:
        """What it said."""
        return None if self._move is None else self._terms.term(self._move)

    def play(self, moves: Moves) -> None:
        """Goes on to the next state."""
        self._state = self._state.play(self._terms.move(self._state, moves))
        self._move = None
