"""Who asks for the next candidate: Optuna's tree-structured Parzen estimator (the extra `playout[tune]`).

It compares where good trials lie with where the others do. A single trial that was lucky moves it little, and
it takes ranges, options and options within options: that suits many cheap and noisy trials.
"""

from collections.abc import Callable
from typing import Any

from playout import seeds
from playout.errors import SpecError
from playout.players import Player
from playout.space import Choice, Interval, Space

__all__ = ["Optimiser"]

MAX_REFUSED = 100
"""Candidates in a row that cannot play; then nothing in the space seems to."""


class Optimiser:
    """Asks for candidates of a space, and is told what they are worth."""

    def __init__(self, space: Space, check: Callable[[Player], None], seed: int) -> None:
        self._optuna = _import()
        self.space = space
        self.check = check
        """A ValueError if a player cannot play."""
        self.seed = seed
        self.refused: list[str] = []
        """Why candidates could not play, one after another."""
        self._in_a_row = 0
        self._study = self._new_study()

    def _new_study(self) -> Any:
        before = self._optuna.logging.get_verbosity()
        self._optuna.logging.set_verbosity(self._optuna.logging.WARNING)
        try:
            return self._optuna.create_study(direction="maximize")
        finally:
            self._optuna.logging.set_verbosity(before)

    def ask(self) -> "Asked":
        """The next candidate that can play."""
        while True:
            asked = Asked(self._ask())
            try:
                asked.player = self.space.candidate(asked)
                self.check(asked.player)
                return asked
            except ValueError as error:
                self._refuse(asked, str(error))

    def _ask(self) -> Any:
        # A generator of its own for each trial: it follows from the seed and the trials before, so that a
        # tuning that goes on asks what one without a break would have asked.
        seed = seeds.derive("optuna", self.seed, len(self._study.trials)) % 2**32
        self._study.sampler = self._optuna.samplers.TPESampler(seed=seed)
        return self._study.ask()

    def tell(self, asked: "Asked", score: float) -> None:
        """Says what a candidate is worth."""
        self._in_a_row = 0
        self._study.tell(asked.trial, score)

    def _refuse(self, asked: "Asked", reason: str) -> None:
        self._study.tell(asked.trial, state=self._optuna.trial.TrialState.PRUNED)
        self.refused.append(reason)
        self._in_a_row += 1
        if self._in_a_row >= MAX_REFUSED:
            raise SpecError(f"no candidate of {self.space} can play, the last one because: {reason}")


class Asked:
    """A candidate that was asked for, and what was picked for it."""

    player: Player

    def __init__(self, trial: Any) -> None:
        self.trial = trial
        self.picked: dict[str, float | str] = {}
        """By place: the number, or the text of the option."""

    def number(self, place: str, interval: Interval) -> float:
        """A number of the range."""
        suggest = self.trial.suggest_int if interval.integer else self.trial.suggest_float
        number = interval.rounded(suggest(place, interval.low, interval.high, log=interval.log))
        self.picked[place] = number
        return number

    def option(self, place: str, choice: Choice) -> int:
        """Which option, from 0 on."""
        texts = [str(option) for option in choice.options]
        text = self.trial.suggest_categorical(place, texts)
        self.picked[place] = text
        return texts.index(text)


def _import() -> Any:
    try:
        import optuna
    except ModuleNotFoundError:
        raise SpecError("tuning needs Optuna: pip install 'playout[tune]'") from None
    return optuna
