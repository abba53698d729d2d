"""The tuning behind `strong`: candidates for each game against the `uct` of version 0.1.0, at equal time.

    python tools/strong_candidates.py 5ms "nogo(7,7)" …

All candidates play a few games, the better half of them twice as many, and so on to the last three, which are
printed, the best first. Without games, it is all two-player games of the library at their usual sizes, for an
hour or so. What wins is written into src/playout/data/strong.toml by hand; tools/strong_table.py shows what
it is worth, with other seeds.
"""

import argparse
import sys

import playout as po
from playout import spec

OLD = "uct(formula=nogo, reward=score, exploration=0.7)"
"""What `uct` was in version 0.1.0."""

ALWAYS = "bounds=cuts, reuse=true"

SELECTIONS = (
    "exploration=0.4",
    "exploration=0.2, first_play=0.9",
    "rave=300",
    "rave=300, decisive=true",
    "rave=1000, exploration=0.2",
    "transpositions=true",
)

PLAYOUTS = (
    "uniform",
    "mast",
    "nst",
    "ppaf",
    "anti_decisive(decisive=true)",
    "mobility",
    "go_patterns",
    "nested(level=1, cut_on_win=true)",
)


def games() -> list[str]:
    """The two-player games of the library, plain and misère."""
    sizes = [size for cls in spec.known(po.Game).values() for size in cls.sizes]
    plain = [size for size in sizes if po.game(size).players == 2]
    return [*plain, *(f"misere({size})" for size in plain if not size.startswith(("go(", "seki")))]


def candidates() -> list[str]:
    return [f"uct({one}, playout={playout}, {ALWAYS})" for playout in PLAYOUTS for one in SELECTIONS]


def suits(game: str, player: str) -> bool:
    """Whether a player can play the game at all."""
    try:
        po.player(player).search(po.game(game).initial(), "2 sims", seed=1)
    except ValueError:
        return False
    return True


def halve(game: str, players: list[str], budget: str) -> list[tuple[float, str]]:
    """The last three with their shares of the points, the best first."""
    count, seed = 4, 1
    while True:
        matches = [
            po.match(game, one, OLD, games=count, budget=budget, seed=seed, workers=1) for one in players
        ]
        rated = sorted(((m.score, str(m.a)) for m in matches), reverse=True)
        if len(players) <= 3:
            return rated
        players = [one for _, one in rated[: max(3, len(rated) // 2)]]
        count, seed = 2 * count, seed + 1


def main(budget: str, chosen: list[str]) -> None:
    for game in [str(po.game(one)) for one in chosen or games()]:
        for share, player in halve(game, [c for c in candidates() if suits(game, c)], budget):
            print(f"{game:28} {100 * share:5.1f}% {player}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("budget", help="of a move, such as 5ms")
    parser.add_argument("game", nargs="*")
    given = parser.parse_args()
    try:
        main(given.budget, given.game)
    except ValueError as error:
        sys.exit(f"strong_candidates: {error}")
