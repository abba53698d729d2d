"""What a request may name: the library's games and players, and those that the server was started with."""

from collections.abc import Sequence
from dataclasses import replace

import playout as po
from playout import named, spec
from playout.errors import near, show
from playout.games.library import Crossword
from playout.web.limits import Limits
from playout.words import LISTS

__all__ = ["Catalogue"]


class Catalogue:
    """Games and players by name. No name makes it load a file or Python that was not given at the start.

    >>> catalogue = Catalogue(["nogo(6,6)"])
    >>> catalogue.game("misere(nogo(6,6))")
    misere(nogo(6,6))
    >>> catalogue.game("hex.py:Hex")
    Traceback (most recent call last):
    playout.errors.SpecError: 'hex.py:Hex' is not among what 'playout serve' was started with: nogo(6,6)
    """

    def __init__(self, given: Sequence[str] = (), limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.given_games = {_tidy(text): named.load_game(text) for text in given if named.is_game(text)}
        self.given_players = {
            _tidy(text): named.load_player(text) for text in given if not named.is_game(text)
        }

    def game(self, text: str) -> po.Game:
        """The game that a text names."""
        around, inner = spec.unwrap(text, "misere")
        found = self.given_games.get(_tidy(inner)) or self._library_game(inner)
        for _ in around:
            found = po.misere(found)
        return found

    def _library_game(self, text: str) -> po.Game:
        if named.is_python(text) or "." in text.partition("(")[0] or "/" in text:
            raise self._not_given(text)
        call = spec.parse(text)
        if call.name not in po.games.catalogue():
            raise self._not_given(text)
        if call.name == Crossword.spec_name:
            _check_words(call)
        return po.game(text)

    def _not_given(self, text: str) -> po.SpecError:
        given = [*self.given_games, *self.given_players]
        if named.is_python(text) or given:
            started = f"what 'playout serve' was started with: {', '.join(given) or 'nothing'}"
            return po.SpecError(f"{show(text)} is not among {started}")
        names = po.games.catalogue()
        return po.SpecError(
            f"unknown game {show(text)}{near(text, names)}: the games are {', '.join(sorted(names))}"
        )

    def name_of(self, game: po.Game) -> str:
        """The text that names a game here."""
        for name, given in self.given_games.items():
            if given == game:
                return name
            if given.players == 2 and po.misere(given) == game:
                return f"misere({name})"
        return str(game)

    def player(self, text: str, game: po.Game, nodes: int | None = None) -> po.Player:
        """The player that a text names, as it plays a game; its tree has no more nodes than are allowed."""
        return self.capped(self.named_player(text).at(game), nodes or self.limits.nodes)

    def named_player(self, text: str) -> po.Player:
        """The player that a text names."""
        if given := self.given_players.get(_tidy(text)):
            return given
        if named.is_python(text):
            raise self._not_given(text)
        return po.player(text)

    def capped(self, player: po.Player, nodes: int) -> po.Player:
        """A player with no more threads and nodes than are allowed."""
        threads = getattr(player, "threads", 1)
        if threads > self.limits.threads:
            raise po.SpecError(
                f"{player}: this server has at most {self.limits.threads} threads for a search"
            )
        if isinstance(player, po.UCT) and player.max_nodes > nodes:
            return replace(player, max_nodes=max(2, nodes))
        return player

    def budget(self, text: str) -> po.Budget:
        """The budget that a text names; without a limit of its own, it ends with the server's."""
        budget, most = po.Budget.parse(text), self.limits.seconds
        if budget.seconds is not None and budget.seconds > most:
            raise po.SpecError(
                f"the budget {budget} is too long: this server takes at most {po.Budget(most)}"
            )
        return budget if budget.seconds is not None else replace(budget, seconds=most)


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _check_words(call: spec.Call) -> None:
    """A word list may be a file, which is not a request's to read."""
    words = spec.matched(Crossword, call).get("words", LISTS[0])
    if words not in LISTS:
        raise po.SpecError(
            f"crossword: the word lists are {', '.join(LISTS)}; a file of your own is given at the start"
        )
