"""Tries a game of OpenSpiel out, in a process of its own: `python openspiel_trial.py TEXT`.

OpenSpiel does not check all parameters: with some it ends its process (`connect_four(rows=0)`), takes all
memory or never comes back. Here only this process is lost. It prints nothing, or one line that says what is
wrong.
"""

import importlib
import random
import resource
import sys
from typing import Any

MEMORY = 4 * 2**30
MOVES = 200


def openspiel(text: str) -> Any:
    """OpenSpiel; its games in Python, which it does not know before, if the text may name one."""
    if "python_" in text:
        importlib.import_module("open_spiel.python.games")
    return importlib.import_module("pyspiel")


def play(state: Any) -> None:
    """A part of a random game, with the texts of all its states and moves."""
    rng = random.Random(0)
    for _ in range(MOVES):
        if not state.is_player_node():
            return
        str(state)
        actions = state.legal_actions()
        if not actions:
            raise ValueError("a game that is not over has no legal actions")
        for action in actions:
            state.action_to_string(action)
        state.apply_action(rng.choice(actions))


def main(text: str) -> int:
    """The exit status."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        play(openspiel(text).load_game(text).new_initial_state())
    except Exception as error:
        print(" ".join(str(error).split()) or type(error).__name__)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
