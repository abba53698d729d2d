"""The record of a match as JSON, with the fields that the servers of General Game Playing write."""

from dataclasses import dataclass, field
from typing import Any

from playout.gdl.rules import Term, text


@dataclass
class MatchRecord:
    """What has happened in a match so far. There is one more state than there are moves.

    >>> record = MatchRecord("m.1", "tictactoe.kif", ("x", "o"), ("random", "random"), 10, 5, seed=1)
    >>> record.to_json()["isCompleted"]
    False
    """

    match: str
    game: str
    roles: tuple[str, ...]
    players: tuple[str, ...]
    start_clock: float
    play_clock: float
    seed: int
    began: int = 0
    """Milliseconds since 1970, as all times."""
    states: list[list[Term]] = field(default_factory=list)
    state_times: list[int] = field(default_factory=list)
    moves: list[tuple[Term, ...]] = field(default_factory=list)
    errors: list[list[str]] = field(default_factory=list)
    """For each step: what was wrong with each role's answer, empty if nothing."""
    start_errors: list[str] = field(default_factory=list)
    end_errors: list[str] = field(default_factory=list)
    seconds: list[list[float]] = field(default_factory=list)
    """For each step: how long each answer took."""
    goals: list[int | None] = field(default_factory=list)
    is_completed: bool = False
    is_aborted: bool = False

    def faults(self, role: int) -> int:
        """How many answers of a role were wrong or missing."""
        steps = [self.start_errors, *self.errors, self.end_errors]
        return sum(bool(errors[role]) for errors in steps if errors)

    def to_json(self) -> dict[str, Any]:
        """As one object."""
        return {
            "matchId": self.match,
            "gameMetaURL": self.game,
            "startTime": self.began,
            "isCompleted": self.is_completed,
            "isAborted": self.is_aborted,
            "roles": list(self.roles),
            "playerNamesFromHost": list(self.players),
            "previewClock": -1,
            "startClock": _plain(self.start_clock),
            "playClock": _plain(self.play_clock),
            "states": [f"({' '.join(map(text, facts))})" for facts in self.states],
            "stateTimes": self.state_times,
            "moves": [list(map(text, moves)) for moves in self.moves],
            "errors": self.errors,
            "startErrors": self.start_errors,
            "endErrors": self.end_errors,
            "seconds": [[round(one, 3) for one in took] for took in self.seconds],
            "goalValues": self.goals,
            "scrambled": False,
            "seed": self.seed,
        }


def _plain(clock: float) -> float:
    """Whole seconds as an integer, which is what others read."""
    return int(clock) if clock == int(clock) else clock
