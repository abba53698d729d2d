"""A search in a file: which player at which state, and all that the core knows.

The file is sealed (`run/sealed_file.py`), and what it says is checked against the rules.
"""

from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playout import _core, seeds
from playout.errors import CheckpointError, SpecError, show
from playout.games import Game, game
from playout.games.make import named_game
from playout.run.sealed_file import SealedFile
from playout.state import State

if TYPE_CHECKING:
    from playout.players import Player
    from playout.search import Search

__all__ = ["read", "write"]


def write(search: "Search", body: bytes, path: Path) -> None:
    """Puts a search in a file; `body` is what the core has saved."""
    with closing(SealedFile(path, "search")) as file:
        file.write(asdict(_Header.of(search)), body)


def read(path: Path, source: Any, player: Any) -> "tuple[Player, State, int, _core.Search]":
    """A search that was saved: its player, state and seed, and what the core knows.

    Game and player are those that are given, which must be the same, or those that the file names.
    """
    with closing(SealedFile(path, "search")) as file:
        content = file.read()
        if content is None:
            raise CheckpointError(f"cannot read {path}: there is no such file")
        with file.forged():
            header = _Header.read(content[0])
    try:
        who, state = header.player_of(player), header.state_of(source)
        found = _core.Search.load(state.position, who.at(state.game).native(), content[1])
        return who, state, seeds.checked(header.seed), found
    except ValueError as error:
        raise CheckpointError(f"{path}: {error}") from error


@dataclass(frozen=True)
class _Header:
    """What a file says of a search."""

    game: str
    start: str | None
    moves: list[str]
    board: str
    player: str
    seed: int

    @classmethod
    def of(cls, search: "Search") -> "_Header":
        state = search.state
        record = state.to_record()
        moves = list(record.moves)
        return cls(record.game, record.start, moves, state.board, str(search.player), search.seed)

    @classmethod
    def read(cls, fields: dict[str, Any]) -> "_Header":
        """From the line of JSON; a ValueError if it is something else."""
        header = cls(**{name: fields[name] for name in cls.__annotations__})
        texts = header.game, header.board, header.player, *header.moves
        if not all(isinstance(text, str) for text in texts) or not isinstance(header.start, str | None):
            raise ValueError
        return header

    def player_of(self, source: "str | Player | None") -> "Player":
        """The player that is given, or that the file names."""
        from playout.players import player  # players make searches, so this module cannot import them

        found = player(self.player if source is None else source)
        if str(found) != self.player and not self._differs_in_threads(found):
            raise CheckpointError(f"it is a search of {self.player}, not of {found}")
        return found

    def _differs_in_threads(self, found: "Player") -> bool:
        """Whether the file is of the same player but for the number of threads, where that is no matter."""
        from playout.players import player

        with suppress(SpecError):
            return str(player(self.player).with_one_thread()) == str(found.with_one_thread())
        return False

    def state_of(self, source: Any) -> State:
        """The state that was searched, in the game that is given or that the file names."""
        played = self._named_game() if source is None else game(source)
        if str(played) != self.game:
            raise CheckpointError(f"it is a search of {self.game}, not of {played}")
        state = played.initial() if self.start is None else played.state(self.start)
        for move in self.moves:
            state = state.play(move)
        if state.board != self.board:
            raise CheckpointError(f"the rules of {played} have changed")
        return state

    def _named_game(self) -> Game:
        try:
            return named_game(self.game)
        except ValueError:
            name = show(self.game)
            raise CheckpointError(f"{name} is no game of the library: give yours, as game=…") from None
