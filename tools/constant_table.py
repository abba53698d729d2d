"""The constant C of `uct`: the tables of docs/algorithms/uct.md, and with RAVE of rave.md. An hour or two.

python tools/constant_table.py [LINE …]

Each player meets the `uct` of version 0.1.0 at equal simulations; a line has its share of the points in each
game, and the mean. Nothing of it depends on the machine.
"""

import sys

from strong_candidates import OLD

import playout as po

SMALL = (
    "breakthrough(8,8)",
    "misere(breakthrough(6,6))",
    "knightthrough(8,8)",
    "domineering(8,8)",
    "misere(domineering(6,6))",
    "nogo(7,7)",
    "misere(nogo(5,5))",
    "atarigo(7,7)",
    "connectfour(7,6)",
    "go(9,9)",
    "go(7,7)",
    "tictactoe",
)
LARGE = (
    "breakthrough(8,8)",
    "misere(breakthrough(6,6))",
    "knightthrough(6,6)",
    "domineering(8,8)",
    "nogo(7,7)",
    "atarigo(7,7)",
    "connectfour(7,6)",
    "go(7,7)",
)

LINES = {
    "rave": ("1000 sims", SMALL, 24, ("0.05, rave=300", "0.1, rave=300", "0.2, rave=300", "0.4, rave=300")),
    "100": ("100 sims", SMALL, 60, ("0.2", "0.4", "0.7", "1", "0.4, first_play=1", "0.2, first_play=0.9")),
    "1000": (
        "1000 sims",
        SMALL,
        40,
        ("0.2", "0.4", "0.4, first_play=1", "0.6, first_play=1", "0.3, first_play=0.9"),
    ),
    "10000": ("10000 sims", LARGE, 16, ("0.25", "0.4", "0.6")),
    "100000": ("100000 sims", LARGE, 8, ("0.25", "0.4", "0.6")),
}
"""The budget, the games, how many of each, and the options of the players."""


def main(chosen: list[str]) -> None:
    for line in chosen or LINES:
        budget, games, count, constants = LINES[line]
        print(f"{budget}, {count} games each of {' '.join(games)}")
        for options in constants:
            player = f"uct(exploration={options})"
            shares = [po.match(game, player, OLD, games=count, budget=budget, seed=1).score for game in games]
            cells = " ".join(f"{100 * share:4.0f}" for share in shares)
            print(f"{player:42} {cells}  mean {100 * sum(shares) / len(shares):5.1f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
