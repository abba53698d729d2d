"""What OpenSpiel does in a benchmark: its C++ MCTS bot and its C++ random-rollout evaluator.

The bot is driven by `mcts_search`, which is the search that `step` makes without the choice of a move at its
end: `step` lets go of the GIL and crashes on games written in Python (open_spiel 2.0.2). Python calls the
evaluator by no name of its own, but a search of one simulation is one call of it, for the state searched.
"""

import random
import statistics
from functools import cache

import ours
import pyspiel
from measure import Work
from open_spiel.python import games as _register_python_games  # noqa: F401

SAME_RULES = {
    "breakthrough(5,5,pieces=1)": "breakthrough(rows=5,columns=5)",
    "breakthrough(8,8)": "breakthrough(rows=8,columns=8)",
    "tictactoe": "tic_tac_toe",
    "connectfour(7,6)": "connect_four",
}
"""OpenSpiel's name of a game. Its boards of fewer than six rows have one row of pieces a side."""

OTHER_PLAYOUTS = {"go(9,9)": "go(board_size=9)"}
"""The same rules, but OpenSpiel's playouts draw from all legal moves, and ours fill no eye of their own."""

RANDOM_GAMES = 400

STATES_A_CALL = 50_000
UCT_C = 2 * ours.PLAYER.constant  # its rewards are in [-1, 1], ours in [0, 1]
MEMORY_MB = 4000  # more than these searches take: the bot's tree must not stop growing


def playouts(name: str, mean_length: float) -> Work:
    """Uniform playouts from the initial state, in states: the evaluator counts only games."""
    games = round(STATES_A_CALL / mean_length)
    search = _search(name, simulations=1, rollouts=games)

    def work() -> float:
        search()
        return games * mean_length

    return work


def uct(name: str, simulations: int) -> Work:
    """Searches of the initial state, in simulations."""
    return _search(name, simulations, rollouts=1)


def _search(name: str, simulations: int, rollouts: int) -> Work:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=0)
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=UCT_C,
        max_simulations=simulations,
        max_memory_mb=MEMORY_MB,
        solve=False,
        seed=0,
        verbose=False,
    )
    return lambda: float(bot.mcts_search(state).explore_count)


def mean_length(name: str) -> float:
    """The moves of a uniformly random game of OpenSpiel's, on average."""
    return statistics.mean(random_lengths(name))


@cache
def random_lengths(name: str) -> list[int]:
    """The moves of some uniformly random games, played in Python."""
    rng = random.Random(0)
    return [_random_length(name, rng) for _ in range(RANDOM_GAMES)]


def _random_length(name: str, rng: random.Random) -> int:
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return len(state.history())
