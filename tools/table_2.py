"""Table 2 of the two-player nested search paper, on our stand-in for its Figure 1b.

For each kind of pruning: the states that a playout NMC(3) visits, and how often its first move is the only
one that wins. That move is the choice of the player of level 2.
"""

import argparse
import json
import math
import statistics
from collections.abc import Sequence
from pathlib import Path

import playout as po

DATA = Path(po.__file__).parent / "data" / "figure_1b.json"

# Heuristics, the paper's name for them, its states visited (in thousands) and its frequency (in percent).
ROWS: list[tuple[str, str, str, str]] = [
    ("", "none", "4,459 ± 27", "11.9 ± 2.2"),
    ("cut_on_win=1", "COW(≤ 1)", "1,084 ± 8", "12.3 ± 2.6"),
    ("cut_on_win=2", "COW(≤ 2)", "214 ± 2", "10.9 ± 2.0"),
    ("cut_on_win=3", "COW(≤ 3)", "25 ± 1", "9.8 ± 2.0"),
    ("discount=true", "none", "2,775 ± 26", "64.1 ± 3.4"),
    ("discount=true, prune_on_depth=1", "POD(≤ 1)", "1,924 ± 20", "64.7 ± 3.5"),
    ("discount=true, prune_on_depth=2", "POD(≤ 2)", "1,463 ± 16", "58.6 ± 3.5"),
    ("discount=true, prune_on_depth=3", "POD(≤ 3)", "627 ± 19", "62.4 ± 3.3"),
]


def position() -> po.State:
    """The stand-in."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    return po.game(data["game"]).state(data["position"])


def spec(level: int, heuristics: str) -> str:
    """A spec of nested search."""
    return f"nested(level={level}, {heuristics})" if heuristics else f"nested(level={level})"


def interval(sample: Sequence[float]) -> float:
    """Half the width of the 95% confidence interval of the mean."""
    return 1.96 * statistics.pstdev(sample) / math.sqrt(len(sample))


def chosen(state: po.State, player: str, move: str, runs: int) -> list[float]:
    """For each of so many searches, 100 if this move was chosen and else 0."""
    searcher = po.player(player)
    return [100.0 * (searcher.search(state, "1h", seed).name == move) for seed in range(runs)]


def row(state: po.State, heuristics: str, runs: int) -> tuple[str, str]:
    """States visited in thousands and frequency in percent."""
    playout = spec(3, heuristics)
    states = [po.playout_rate(state, "1 sim", seed, playout).states / 1000 for seed in range(runs)]
    hits = chosen(state, spec(2, heuristics), "a5a6", runs)
    return (
        f"{statistics.mean(states):,.0f} ± {interval(states):,.0f}",
        f"{statistics.mean(hits):.1f} ± {interval(hits):.1f}",
    )


def main() -> None:
    """Prints the table as Markdown, the paper's figures beside ours."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=900, help="playouts and choices a row (%(default)s)")
    runs = parser.parse_args().runs
    state = position()
    print(f"{state}\n")
    print("| discounting | pruning | states visited (k) | paper | frequency (%) | paper |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for heuristics, name, paper_states, paper_frequency in ROWS:
        states, frequency = row(state, heuristics, runs)
        discounting = "yes" if "discount" in heuristics else "no"
        print(f"| {discounting} | {name} | {states} | {paper_states} | {frequency} | {paper_frequency} |")
    print("\nAfter b6-a7, how often Black finds b8xa7 (%):")
    for heuristics in ("", "discount=true"):
        player = spec(1, heuristics)
        print(f"{player}: {statistics.mean(chosen(state.play('b6a7'), player, 'b8a7', runs)):.1f}")


if __name__ == "__main__":
    main()
