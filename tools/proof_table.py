"""How many simulations a proof takes, with proof numbers and decisive moves: the table of the page of bounds.

Usage: python tools/proof_table.py [GAME…]
"""

import sys

import playout as po

GAMES = [
    "tictactoe",
    "connectfour(3,4)",
    "knightthrough(5,4)",
    "breakthrough(4,4)",
    "misere(breakthrough(4,3))",
    "domineering(4,5)",
    "misere(domineering(4,4))",
    "nogo(3,3)",
    "misere(nogo(3,4))",
    "atarigo(3,4)",
    "seki(3,3)",
]
OPTIONS = [
    "",
    ", proof_bias=0.1",
    ", proof_bias=1",
    ", decisive=true",
    ", decisive=true, proof_bias=0.1",
    ", decisive=true, proof_bias=1",
]
SEEDS = 4
LIMIT = "1000000 sims"


def main() -> None:
    """One line a game, one column a player, each the mean over some seeds."""
    print("| game |", " | ".join(f"`bounds=cuts{options}`" for options in OPTIONS), "|")
    print("| --- |", " | ".join("---:" for _ in OPTIONS), "|")
    for game in sys.argv[1:] or GAMES:
        print(f"| `{game}` |", " | ".join(cell(game, options) for options in OPTIONS), "|", flush=True)


def cell(game: str, options: str) -> str:
    """The mean of the simulations, with a sign where a search ended without a proof."""
    player, state = po.player(f"uct(bounds=cuts{options})"), po.game(game).initial()
    found = [player.search(state, LIMIT, seed) for seed in range(SEEDS)]
    mean = round(sum(result.simulations for result in found) / SEEDS)
    return f"{mean:,}" if all(result.proven for result in found) else f"over {mean:,}"


if __name__ == "__main__":
    main()
