"""The tuning behind `strong`: candidates for each game against the `uct` of version 0.1.0, at equal time.

    python tools/strong_candidates.py 10ms 20 nogo(7,7) …

prints one line a candidate and a game, the best first; without games, all two-player games of the library at their usual
sizes. What wins is written into src/playout/data/strong.toml by hand, after a second look with more games.
"""

import sys
from collections.abc import Iterator

import playout as po
from playout import spec

OLD = "uct(formula=nogo, reward=score, exploration=0.7)"
"""What `uct` was in version 0.1.0."""

ALWAYS = "bounds=cuts, reuse=true"

SELECTIONS = (
    "exploration=0.4",
    "exploration=0.2, first_play=0.9",
    "rave=300",
    "rave=1000, exploration=0.2",
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


def candidates() -> Iterator[str]:
    for playout in PLAYOUTS:
        for selection in SELECTIONS:
            yield f"uct({selection}, playout={playout}, {ALWAYS})"


def share(game: str, player: str, budget: str, count: int) -> float:
    return po.match(game, player, OLD, games=count, budget=budget, seed=1, workers=1).score


def suits(game: str, player: str) -> bool:
    """Whether a player can play the game at all."""
    try:
        po.player(player).search(po.game(game).initial(), "2 sims", seed=1)
    except ValueError:
        return False
    return True


def main(budget: str, count: int, chosen: list[str]) -> None:
    for game in chosen or games():
        found = [(share(game, c, budget, count), c) for c in candidates() if suits(game, c)]
        for value, player in sorted(found, reverse=True)[:6]:
            print(f"{game:28} {100 * value:5.1f}% {player}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
