"""What threads bring: the tables of docs/algorithms/uct.md. `speed` takes a minute, `strength` an hour.

Speed is measured by the clock, so it wants a machine that nobody else uses: threads that share a core do not
get in each other's way, and a busy machine makes them look better than they are.
"""

import argparse
import time
from statistics import median

import playout as po

GAMES = ("connectfour(7,6)", "breakthrough(6,6)", "nogo(7,7)")
SLOW = "go(9,9)"
"""A playout takes ten times as long as in the others."""
ROUNDS = 7
MATCH_GAMES = 200


def rate(threads: int, state: po.State, seed: int) -> float:
    """Simulations a second."""
    start = time.perf_counter()
    found = po.UCT(threads=threads).search(state, "1s", seed=seed)
    return found.simulations / (time.perf_counter() - start)


def speed(game: str) -> str:
    """Two threads against one, in turns."""
    state = po.game(game).initial()
    one, two = zip(*((rate(1, state, seed), rate(2, state, seed)) for seed in range(ROUNDS)), strict=True)
    return f"| `{game}` | {median(one):,.0f} | {median(two):,.0f} | {median(two) / median(one):.2f} |"


def strength(game: str, parallel: str) -> str:
    """Four threads against one, both with 8,000 simulations."""
    player = po.UCT(threads=4, parallel=parallel)
    result = po.match(game, player, "uct", games=MATCH_GAMES, budget="8000 sims", seed=1, workers=1)
    return f"{game}, {player}: {result}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=["speed", "strength"])
    is_speed = parser.parse_args().table == "speed"
    for game in (*GAMES, SLOW) if is_speed else GAMES:
        lines = [speed(game)] if is_speed else [strength(game, parallel) for parallel in ("tree", "root")]
        print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    main()
