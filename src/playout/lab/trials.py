"""Runs trials, here and now, and takes down what goes wrong."""

import time
import traceback
from collections.abc import Iterable, Iterator

from playout.lab.kinds import KINDS
from playout.lab.plan import Trial
from playout.lab.store import Outcome


def run_trial(trial: Trial) -> Outcome:
    """One trial. An exception, as one raised in a user's game, becomes part of the outcome.

    Its processor time is that of the process, which runs nothing else: a search may have threads of its own.
    """
    start = time.process_time()
    try:
        result = KINDS[trial.kind].run(trial.settings, trial.seed, trial.index)
    except Exception:
        return Outcome(trial, None, traceback.format_exc(), time.process_time() - start)
    return Outcome(trial, result, None, time.process_time() - start)


def run_trials(trials: Iterable[Trial]) -> Iterator[Outcome]:
    """Several, one after another."""
    return map(run_trial, trials)
