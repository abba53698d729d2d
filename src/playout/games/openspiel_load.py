"""Games of OpenSpiel by their own text: which ones fit, and why the others do not."""

import re
import subprocess
import sys
from functools import cache
from typing import Any

from playout.errors import SpecError, near, show
from playout.games import openspiel_trial

TRIAL_SECONDS = 60

_TEXT = re.compile(r"\w+(\(.*\))?")
_CALLED = re.compile(r"\w+(?=\()")
_NAMELESS = re.compile(r"[(,]\s*([^=,()]+?)\s*[,)]")
"""A value that OpenSpiel would pass over in silence."""

_UNFIT = {
    "add_noise": "it draws its scores when they are first asked for",
    "efg_game": "it is read from a file",
    "nfg_game": "it is read from a file",
}
"""What the types of these games do not tell."""


def load(text: str) -> Any:
    """The game that a text of OpenSpiel's names; a SpecError says why it is none here.

    >>> load("kuhn_poker")
    Traceback (most recent call last):
    playout.errors.SpecError: openspiel(kuhn_poker): it has chance; a game here has one or ...
    """
    if not _TEXT.fullmatch(text) or not text.isprintable():
        right = "a game as OpenSpiel writes it, as in openspiel(hex(board_size=5))"
        raise SpecError(f"openspiel takes {right}, not {show(text)}")
    if nameless := _NAMELESS.search(text):
        right = "OpenSpiel wants parameters by their names, as in hex(board_size=5)"
        raise SpecError(f"openspiel({text}): {show(nameless[1])} has no name; {right}")
    spiel = _openspiel(text)
    _check_names(text, {kind.short_name: kind for kind in spiel.registered_games()})
    if "(" in text and (wrong := _trial(text)):
        raise SpecError(f"openspiel({text}): OpenSpiel cannot play it: {wrong}")
    game = spiel.load_game(text)
    if reason := _misfit(game):
        raise _unfit(text, reason)
    return game


def _openspiel(text: str) -> Any:
    try:
        return openspiel_trial.openspiel(text)
    except ImportError:
        raise SpecError("games of OpenSpiel need it: pip install 'playout[openspiel]'") from None


def _check_names(text: str, known: dict[str, Any]) -> None:
    """Refuses games that OpenSpiel does not have, or has only with parameters."""
    outer = text.partition("(")[0]
    for name in [outer, *_CALLED.findall(text)]:
        if name not in known:
            raise SpecError(f"OpenSpiel has no game {show(name)}{near(name, known)}")
        if name in _UNFIT:
            raise _unfit(text, _UNFIT[name])
    if outer == text and not known[outer].default_loadable:
        needed = ", ".join(known[outer].parameter_specification)
        raise SpecError(f"openspiel({text}): it has parameters that must be given: {needed}")


def _unfit(text: str, reason: str) -> SpecError:
    fit = "one or two players, who move in turn and see everything, and no chance"
    return SpecError(f"openspiel({text}): {reason}; a game here has {fit}")


@cache
def _trial(text: str) -> str:
    """What is wrong with a game, found out in another process; nothing if it is fine."""
    command = [sys.executable, openspiel_trial.__file__, text]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TRIAL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"nothing came of it within {TRIAL_SECONDS} seconds"
    return done.stdout.strip() or ("it ends the process" if done.returncode else "")


def _misfit(game: Any) -> str:
    """Why a game is none here; nothing if it is one."""
    kind, players = game.get_type(), game.num_players()
    if kind.dynamics != kind.Dynamics.SEQUENTIAL:
        return "its players do not move in turn"
    if kind.chance_mode != kind.ChanceMode.DETERMINISTIC:
        return "it has chance"
    if kind.information != kind.Information.PERFECT_INFORMATION:
        return "it has hidden information"
    if players > 2:
        return f"it has {players} players"
    if players == 2 and game.utility_sum() is None:
        return "what one player gains is not what the other loses"
    if game.new_initial_state().is_chance_node():  # which chess960 does not tell
        return "it has chance"
    return ""
