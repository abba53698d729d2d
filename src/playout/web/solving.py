"""A solve that a page watches. It is kept in a checkpoint, so that it goes on after a break."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import playout as po
from playout.web.pages import Page
from playout.web.running import Running
from playout.web.views import finite, thinned

__all__ = ["SolveJob", "SolveSetting"]


@dataclass(frozen=True)
class SolveSetting:
    """What is solved, and how."""

    start: po.State
    player: po.Player
    budget: po.Budget
    seed: int
    threads: int
    target: float | None
    most_seconds: float


class SolveJob(Running):
    """A solve. After the end of its budget it goes on for as long again."""

    kind = "solve"

    def __init__(self, page: Page, setting: SolveSetting, folder: Path) -> None:
        super().__init__(page)
        self.checkpoint = folder / f"{self.id}.save"
        self._setting = setting
        self._rounds = 1
        self._ended = False
        self._names: tuple[str, ...] = ()
        self._curve: list[list[float | None]] = []

    def go(self) -> None:
        """Begins, or goes on where it stopped."""
        if self._ended and not self.is_running:
            self._rounds, self._ended = self._rounds + 1, False
        super().go()

    def close(self) -> None:
        """Ends for good, without leaving its file behind."""
        super().close()
        if not self.is_running:
            self.checkpoint.unlink(missing_ok=True)

    def _work(self) -> None:
        super()._work()
        if self.closed:
            self.checkpoint.unlink(missing_ok=True)

    @property
    def _budget(self) -> po.Budget:
        whole, times = self._setting.budget, self._rounds
        return po.Budget(
            min(times * (whole.seconds or 0), self._setting.most_seconds) or None,
            whole.simulations and times * whole.simulations,
            whole.states and times * whole.states,
        )

    def work(self) -> None:
        """Solves, and tells how far it is."""
        setting = self._setting
        found = setting.player.solve(
            setting.start,
            self._budget,
            setting.seed,
            threads=setting.threads,
            target=setting.target,
            progress=self._report,
            checkpoint=self.checkpoint,
        )
        self._ended = not found.interrupted
        self._names = found.names
        self.tell({**self._news(found), "state": "ended" if self._ended else "paused"})

    def _report(self, news: po.Progress) -> None:
        if news.improved or not self._names:
            self._names = _names(self._setting.start, news.moves)
        point = [round(news.seconds, 2), *map(finite, news.scores)]
        if not self._curve or self._curve[-1][1:] != point[1:]:
            self._curve = thinned([*self._curve, point])
        self.tell({**self._news(news), "state": "running"})

    def _news(self, news: po.Progress | po.SolveResult) -> dict[str, Any]:
        return {
            "score": finite(news.score),
            "text": self._setting.start.game.score_text(news.score) if finite(news.score) is not None else "",
            "moves": self._names,
            "simulations": news.simulations,
            "states": news.states,
            "seconds": news.seconds,
            "seed": self._setting.seed,
            "curve": self._curve,
        }


def _names(state: po.State, moves: tuple[int, ...]) -> tuple[str, ...]:
    """The names of the moves from a state."""
    names = []
    for move in moves:
        names.append(state.name(move))
        state = state.play(move)
    return tuple(names)
