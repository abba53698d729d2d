"""The options of a player as a card takes them: struct Options of `playout/device/search.hpp`."""

import struct
from dataclasses import dataclass
from typing import Any

from playout.errors import SpecError
from playout.players import Player
from playout.solvers import NRPA

__all__ = ["MAX_LEVEL", "CardOptions", "Report", "card_options", "read_reports"]

MAX_LEVEL = 6
LOGIT = 1024
"""The unit of a policy's logits is 1 / 1024."""
MAX_LOGIT = 16.0
"""Of a policy: e^16 is nine million."""
MAX_ALPHA = 64.0
"""Twice as long a step as a logit can make."""
FORGET = {"near": [0], "after": [1], "share": [2], "branch": [3], "mixed": [0, 0, 0, 1, 1, 2, 2, 3]}
SPREAD = (0.7, 0.7, 0.85, 0.85, 1, 1, 1.3, 1.6)
"""The iterations of a repair vary around the number that the player has."""
_SAME = ("forget", "steps", "keep", "hard", "share", "accept", "members", "exchange")
"""The options of lns that a card takes as they are."""
_OPTIONS = struct.Struct("=I8I8I5I5f")
_REPORT = struct.Struct("=4Q2iI4x")


@dataclass(frozen=True)
class CardOptions:
    """What all searches of a solve have in common; the fields of struct Options, and who takes from whom."""

    levels: int
    iterations: tuple[int, ...]
    alpha: float
    is_lns: bool = False
    first: tuple[int, int] = (2, 30)
    """Levels and iterations of the search for the first solution of a round."""
    forget: str = "mixed"
    steps: int = 0
    """Of the first round; 0: one round without end."""
    keep: float = 8.0
    share: float = 0.3
    hard: float = 0.5
    """The share of the steps in which the moves that are kept are made at once."""
    accept: float = 0.0
    members: int = 1
    """Searches of an island."""
    exchange: float = 0.02
    """The probability, after a step of a search, that it goes on from a better one of its island."""
    plies: int = 1 << 21
    """Of a slice of each search."""

    @property
    def most_levels(self) -> int:
        """Of any search."""
        return max(self.levels, self.first[0]) if self.is_lns else self.levels

    def pack(self) -> bytes:
        """The bytes of struct Options."""
        return _OPTIONS.pack(
            self.levels,
            *self.iterations,
            *(FORGET[self.forget] * 8)[:8],
            self.is_lns,
            *self.first,
            self.steps,
            self.plies,
            self.alpha * LOGIT,
            min(self.keep, MAX_LOGIT),
            self.share,
            self.hard,
            self.accept,
        )


@dataclass(frozen=True)
class Report:
    """How a search stands."""

    playouts: int
    plies: int
    steps: int
    slices: int
    current: int
    """The score of its solution, as the card has it."""
    best: int
    step: int
    """Of the round."""


def read_reports(reports: bytes) -> list[Report]:
    """The reports of all searches."""
    return [Report(*numbers) for numbers in _REPORT.iter_unpack(reports)]


def card_options(player: Player) -> CardOptions:
    """The options of a player; a SpecError if a card does not know it."""
    if isinstance(player, NRPA):
        _check_nrpa(player)
        return CardOptions(max(player.level, 2), (player.iterations,) * 8, player.alpha)
    if player.spec_name == "lns":
        return _lns_options(player)
    raise SpecError(f"{player.spec_name} does not run on a card; those that do are lns and nrpa")


def _check_nrpa(player: NRPA) -> None:
    plain = NRPA(level=player.level, iterations=player.iterations, alpha=player.alpha)
    if player != plain or not 2 <= player.level <= MAX_LEVEL or player.alpha > MAX_ALPHA:
        raise SpecError(
            f"on a card, nrpa has level 2 to {MAX_LEVEL}, iterations and alpha up to {MAX_ALPHA:g}, and no "
            "other option"
        )


def _lns_options(player: Any) -> CardOptions:
    repair, first = player.repair, player.first
    for search in (repair, first):
        _check_nrpa(search)
    if player.slack:
        raise SpecError("on a card, lns has no slack")
    if first.alpha != repair.alpha:
        raise SpecError("on a card, the repair and the first search of lns have the same alpha")
    iterations = repair.iterations / 8 ** (1 / repair.level)  # one of level 1 makes eight playouts there
    return CardOptions(
        repair.level,
        tuple(max(2, round(iterations * factor)) for factor in SPREAD),
        repair.alpha,
        is_lns=True,
        first=(first.level, first.iterations),
        **{name: getattr(player, name) for name in _SAME},
    )
