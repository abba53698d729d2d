"""What playouts side by side bring to `flat` and `uct`: the tables of docs/gdl.md.

`speed` takes seconds, `strength` some ten minutes. Rates are by the time of the processor, the best of some
runs that take turns, so that others on the machine change little; in a match each player has the simulations
that it makes in 20 ms of it.
"""

import argparse
import time

import playout as po

GAMES = ("breakthrough_8x8.kif", "connectfour_8x6.kif", "reversi.kif")
CHALLENGERS = {
    "flat(bulk=true)": "flat",
    "uct(playout=batch(games=16))": "uct",
    "uct(playout=batch(games=128))": "uct",
    "uct(exploration=0.1, playout=batch(games=128))": "uct",
}
SECONDS, ROUNDS, MOVE_SECONDS = 0.2, 5, 0.02


def rate(player: str, state: po.State, seed: int) -> float:
    """Simulations of a search in a second of the processor."""
    began = time.process_time()
    result = po.player(player).search(state, po.Budget(seconds=SECONDS), seed=seed)
    return result.simulations / (time.process_time() - began)


def rates(players: tuple[str, ...], game: str) -> list[float]:
    """The best of each player's."""
    state = po.game(game).initial()
    runs = [[rate(player, state, seed) for player in players] for seed in range(ROUNDS)]
    return [max(each) for each in zip(*runs, strict=True)]


def speed(game: str) -> str:
    """`flat` one at a time and in bulk."""
    one, bulk = rates(("flat", "flat(bulk=true)"), game)
    return f"| `{game}` | {one:,.0f} | {bulk:,.0f} | {bulk / one:.1f} |"


def strength(game: str, challenger: str, games: int) -> str:
    """A match at equal time."""
    players = challenger, CHALLENGERS[challenger]
    counts = [max(round(each * MOVE_SECONDS), 1) for each in rates(players, game)]
    own, other = (po.Budget(simulations=count) for count in counts)
    result = po.match(game, *players, games=games, budget=own, budget_b=other, seed=1, workers=2)
    return f"| `{game}` | `{challenger}` | {counts[0]:,} | `{players[1]}` | {counts[1]:,} | {result} |"


def main() -> None:
    """Prints the lines of a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=["speed", "strength"])
    parser.add_argument("--games", type=int, default=40)
    options = parser.parse_args()
    for game in GAMES:
        if options.table == "speed":
            print(speed(game), flush=True)
        else:
            for challenger in CHALLENGERS:
                print(strength(game, challenger, options.games), flush=True)


if __name__ == "__main__":
    main()
