"""A player of ours against OpenSpiel's MCTS bot, game by game through OpenSpiel's own `evaluate_bots`.

    python tools/openspiel_match.py 'hex(board_size=5)' --player uct --simulations 1000 --games 100

Both have the same number of simulations for each move and take turns to begin. OpenSpiel's bot has the
settings of its example `mcts.py`: one random rollout a simulation, a solver, and uct_c = 2 if none is given.
"""

import argparse
from functools import partial
from multiprocessing import get_context

import pyspiel
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

import playout as po
from playout import openspiel

MEMORY_MB = 1000


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="as OpenSpiel writes it")
    parser.add_argument("--player", default="uct")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--uct-c", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    return parser.parse_args()


def mcts_bot(game: pyspiel.Game, simulations: int, uct_c: float, seed: int) -> pyspiel.Bot:
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, rollouts, uct_c, simulations, MEMORY_MB, True, seed, False)


def play(setting: argparse.Namespace, index: int) -> float:
    """What our player gets in one game; it begins those of even index."""
    game = pyspiel.load_game(setting.game)
    seed = 1000 * setting.seed + index
    ours = openspiel.bot(game, setting.player, po.Budget(simulations=setting.simulations), seed)
    theirs = mcts_bot(game, setting.simulations, setting.uct_c, seed)
    first = index % 2 == 0
    returns = evaluate_bots(game.new_initial_state(), [ours, theirs] if first else [theirs, ours], rng=None)
    return float(returns[0 if first else 1])


def summary(results: list[float]) -> str:
    wins, draws = (sum(one > 0 for one in results), results.count(0))
    score = wins + draws / 2
    low, high = po.wilson(score, len(results))
    losses = len(results) - wins - draws
    return f"{wins} wins, {draws} draws, {losses} losses: {score / len(results):.1%} [{low:.1%}, {high:.1%}]"


if __name__ == "__main__":
    setting = options()
    with get_context("spawn").Pool(setting.workers) as pool:
        results = pool.map(partial(play, setting), range(setting.games), chunksize=1)
    sides = f"{setting.player} against OpenSpiel's MCTSBot(uct_c={setting.uct_c:g})"
    print(f"{setting.game}, {sides}, {setting.simulations} simulations: {summary(results)}")
