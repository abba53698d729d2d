"""What `strong` is worth: the table of docs/which-player.md. An hour or so; less with fewer games.

python tools/strong_table.py --games 40 --budget 10ms --budget 100ms [GAME …]
"""

import argparse
import sys

from strong_candidates import OLD, games

import playout as po

SEED = 1000
"""Not one of the tuning's."""


def cell(game: str, budget: str, count: int) -> str:
    result = po.match(game, "strong", OLD, games=count, budget=budget, seed=SEED, workers=1)
    low, high = result.interval
    return f"{100 * result.score:.0f}% [{100 * low:.0f}, {100 * high:.0f}]"


def main(chosen: list[str], budgets: list[str], count: int) -> None:
    print("| game | " + " | ".join(budgets) + " | `strong` is |")
    print("| --- |" + " --- |" * (len(budgets) + 1))
    for game in chosen or games():
        cells = [cell(game, budget, count) for budget in budgets]
        print(f"| `{game}` | {' | '.join(cells)} | `{po.Strong().at(po.game(game))}` |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--budget", action="append")
    parser.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    try:
        main(given.game, given.budget or ["10ms", "100ms"], given.games)
    except ValueError as error:
        sys.exit(f"strong_table: {error}")
