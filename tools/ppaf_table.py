"""What policy adaptation with features is worth: the table of docs/algorithms/learning-playouts.md.

Against plain UCT with as many playouts a move, on the boards of the paper: alone, and with more.
An hour; less with fewer games.

python tools/ppaf_table.py --games 200 [GAME …]
"""

import argparse

import playout as po

PUBLISHED = {
    "breakthrough(8,8)": 94,
    "misere(breakthrough(8,8))": 100,
    "knightthrough(8,8)": 97,
    "domineering(8,8)": 82,
    "nogo(8,8)": 92,
    "atarigo(8,8)": 95,
}
"""Per cent of 200 games."""
PLAYERS = ("uct(playout=ppaf)", "uct(playout=ppaf, rave=300, bounds=cuts, decisive=true)")


def cell(game: str, player: str, budget: str, count: int) -> str:
    result = po.match(game, player, "uct", games=count, budget=budget, seed=1, workers=1)
    low, high = result.interval
    return f"{100 * result.score:.1f}% [{100 * low:.0f}, {100 * high:.0f}]"


def main(chosen: list[str], players: list[str], budget: str, count: int) -> None:
    print(f"| game | published | {' | '.join(f'`{player}`' for player in players)} |")
    print("| --- | ---: |" + " ---: |" * len(players))
    for game in chosen or PUBLISHED:
        cells = [cell(game, player, budget, count) for player in players]
        print(f"| `{game}` | {PUBLISHED[game]}% | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", choices=[[], *PUBLISHED])
    parser.add_argument("--player", action="append")
    parser.add_argument("--budget", default="10000 sims")
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    main(given.game, given.player or list(PLAYERS), given.budget, given.games)
