"""What the page can ask for: one shape for each request, checked before anything else."""

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from playout.web.errors import RefusalError

__all__ = [
    "Command",
    "Game",
    "Import",
    "Lab",
    "LabSection",
    "LabTrial",
    "Match",
    "MatchGame",
    "Position",
    "Search",
    "Solve",
    "Tournament",
    "Tree",
    "decode",
]

Text = Annotated[str, Meta(max_length=2000)]
Move = Annotated[str, Meta(max_length=200)]
Moves = list[Move]
Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{8,64}$")]
Seed = Annotated[int, Meta(ge=0, le=2**53)]
Count = Annotated[int, Meta(ge=1, le=2**31)]


class _Request(Struct, forbid_unknown_fields=True):
    pass


class Position(_Request, kw_only=True):
    """A position: a game, where it starts if not as always, and the moves so far."""

    game: Text
    start: Text | None = None
    moves: Moves = []


class Import(_Request, kw_only=True):
    """The text of a record file, or of an SGF file."""

    text: Annotated[str, Meta(max_length=500_000)]
    game: Text | None = None


class _OfPage(_Request, kw_only=True):
    page: Id


class Search(Position, kw_only=True):
    """A search: until its budget is spent, or until it is told to stop."""

    page: Id
    player: Text
    budget: Text | None = None
    seed: Seed = 0
    at_proof: bool = False
    when_clear: bool = False


class Command(_OfPage, kw_only=True):
    """What is to become of a job."""

    job: Id
    do: Literal["pause", "go", "close"]


class Tree(_OfPage, kw_only=True):
    """A node of a search tree: the moves that lead there."""

    job: Id
    moves: Moves = []
    most: Annotated[int, Meta(ge=1, le=1000)] = 40


class Solve(_OfPage, kw_only=True):
    """A solve of a puzzle; with the bytes of a checkpoint, as base64, it goes on from there."""

    game: Text
    player: Text
    budget: Text
    seed: Seed = 0
    threads: Count = 1
    target: Text | None = None
    checkpoint: str | None = None


class Match(_OfPage, kw_only=True):
    """A against B."""

    game: Text
    a: Text
    b: Text
    budget: Text
    budget_b: Text | None = None
    games: Count = 100
    seed: Seed = 0
    opening: Annotated[int, Meta(ge=0, le=1000)] = 0


class Tournament(_OfPage, kw_only=True):
    """All against all."""

    games: Annotated[list[Text], Meta(max_length=20)]
    players: Annotated[list[Text], Meta(max_length=20)]
    budget: Text
    games_per_pair: Count = 20
    seed: Seed = 0
    opening: Annotated[int, Meta(ge=0, le=1000)] = 4


class MatchGame(_OfPage, kw_only=True):
    """One game of a match."""

    job: Id
    index: Annotated[int, Meta(ge=0, le=2**31)]


class Game(_Request, kw_only=True):
    """A game of the library, by its name."""

    game: Text


class Lab(_Request, kw_only=True):
    """What is in the store."""


class LabSection(_Request, kw_only=True):
    """An experiment of the store, at a scale."""

    experiment: Text
    scale: Text


class LabTrial(LabSection, kw_only=True):
    """A trial of it: a cell, and the number of the trial."""

    cell: Text
    index: Annotated[int, Meta(ge=0, le=2**31)] = 0


T = TypeVar("T", bound=Struct)


def decode(kind: type[T], body: bytes) -> T:
    """The request that the body of an HTTP request is."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise RefusalError(400, f"not a request: {str(error)[:1].lower()}{str(error)[1:]}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusalError(400, f"not JSON: {error}") from None
