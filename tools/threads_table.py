"""What threads bring: the tables of docs/algorithms/uct.md. `speed` takes minutes, `strength` an hour.

A core that others use as well is no measure of anything by the clock, so speed is given by the time of the
processor too: what two threads get out of a second of it, against what one thread does.
"""

import argparse
import time

import playout as po

GAMES = ("connectfour(7,6)", "breakthrough(6,6)", "nogo(7,7)")
SIMULATIONS, ROUNDS = 200_000, 8
MATCH_GAMES = 200


def seconds(player: po.UCT, state: po.State, seed: int) -> tuple[float, float]:
    """Of the clock and of the processor, for a search."""
    clock, processor = time.perf_counter(), time.process_time()
    player.search(state, po.Budget(simulations=SIMULATIONS), seed=seed)
    return time.perf_counter() - clock, time.process_time() - processor


def speed(game: str) -> str:
    """Two threads against one, the best of several runs that take turns."""
    state = po.game(game).initial()
    runs = [[seconds(po.UCT(threads=threads), state, seed) for threads in (1, 2)] for seed in range(ROUNDS)]
    clock, processor = (
        [min(run[threads][kind] for run in runs) for threads in range(2)] for kind in range(2)
    )
    rate = SIMULATIONS / processor[0]
    return f"| `{game}` | {rate:,.0f} | {clock[0] / clock[1]:.2f} | {2 * processor[0] / processor[1]:.2f} |"


def strength(game: str, parallel: str) -> str:
    """Four threads against one, both with 8,000 simulations."""
    player = po.UCT(threads=4, parallel=parallel)
    result = po.match(game, player, "uct", games=MATCH_GAMES, budget="8000 sims", seed=1, workers=1)
    return f"{game}, {player}: {result}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=["speed", "strength"])
    is_speed = parser.parse_args().table == "speed"
    for game in GAMES:
        lines = [speed(game)] if is_speed else [strength(game, parallel) for parallel in ("tree", "root")]
        print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    main()
