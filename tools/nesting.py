"""Does nesting pay? The tables of docs/does-nesting-pay.md: every kind of playout at its best.

For each game, UCT is tuned for each kind of playout on its own: all its candidates play plain UCT, and the
best half of them go on with twice as many games, until one is left. The winners then play that of the uniform
playouts, at the same budget or at others. Finished games are kept: the same command goes on after a break.

    python tools/nesting.py "40000 states" --store nesting.sqlite [--at 2ms …] [--final 500] [--game GAME …]
"""

import argparse
from pathlib import Path

import playout as po

SMALL = [
    "breakthrough(5,5)",
    "misere(breakthrough(5,5))",
    "knightthrough(5,5)",
    "misere(knightthrough(5,5))",
    "domineering(5,5)",
    "misere(domineering(5,5))",
    "nogo(5,5)",
    "misere(nogo(5,5))",
    "atarigo(5,5)",
]
LARGE = ["breakthrough(8,8)", "misere(knightthrough(8,8))", "domineering(8,8)", "nogo(8,8)"]
KINDS = {
    "uniform": ["uniform"],
    "nested": [
        "nested(level=1, cut_on_win=true)",
        "nested(level=1, discount=true, prune_on_depth=true)",
        "nested(level=1, discount=true, cut_on_win=true)",
        "nested(level=1, cut_on_win=true, base=mast)",
    ],
    "minimax rollout": ["minimax_rollout(depth=1)", "minimax_rollout(depth=2)"],
    "anti-decisive": ["anti_decisive(decisive=true)"],
    "learning": ["mast", "nst", "ppaf", "ppaf(alpha=0.1)"],
}
CONSTANTS = (0.2, 0.4, 0.7)
OPPONENT = "uct(exploration=0.7, formula=nogo)"
"""Of all candidates, and none of them."""
FIRST_ROUND = 20
"""Games of each candidate."""


def candidates(kind: str) -> list[str]:
    texts = [f"uct(exploration={c}, playout={playout})" for playout in KINDS[kind] for c in CONSTANTS]
    return [str(po.player(text)) for text in texts]


class Tuning:
    """Matches at one budget, kept in a store."""

    def __init__(self, budget: str, store: Path, workers: int) -> None:
        self.budget = budget
        self.store = store
        self.workers = workers

    def shares(self, game: str, first: str, others: list[str], games: int, budget: str) -> dict[str, float]:
        """The points of each of the others against the first one, in per cent."""
        result = po.tournament(
            game,
            [first, *others],
            games_per_pair=games,
            budget=budget,
            gauntlet=True,
            opening=2,
            seed=1,
            store=self.store,
            workers=self.workers,
        )
        tallies = {other: result.overall.tally(other, first) for other in others}
        return {other: 100 * tally.points / tally.games for other, tally in tallies.items() if tally}

    def winner(self, game: str, kind: str) -> str:
        """The best of a kind, by halving."""
        left, games = candidates(kind), FIRST_ROUND
        while len(left) > 1:
            shares = self.shares(game, OPPONENT, left, games, self.budget)
            left, games = sorted(left, key=lambda one: -shares[one])[: (len(left) + 1) // 2], 2 * games
        return left[0]

    def line(self, game: str, final: int, at: str) -> str:
        """A row of the table: what each kind gets against uniform playouts, and with which options."""
        winners = {kind: self.winner(game, kind) for kind in KINDS}
        shares = self.shares(game, winners["uniform"], list(winners.values())[1:], final, at)
        cells = [f"{share:.1f}%" for share in shares.values()]
        return f"| `{game}` | {' | '.join(cells)} | {'; '.join(f'`{one}`' for one in winners.values())} |"


def main(tuning: Tuning, chosen: list[str], budgets: list[str], final: int) -> None:
    kinds = list(KINDS)[1:]
    for at in budgets:
        print(f"\n{at} a move, tuned with {tuning.budget}, {final} games a cell\n")
        print(f"| game | {' | '.join(kinds)} | winners |\n| --- |" + " ---: |" * len(kinds) + " --- |")
        for game in chosen:
            print(tuning.line(game, final, at), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("budget", help="of the tuning")
    parser.add_argument("--at", action="append", help="the budget of the winners' games; that of the tuning")
    parser.add_argument("--game", action="append")
    parser.add_argument("--store", type=Path, default=Path("nesting.sqlite"))
    parser.add_argument("--final", type=int, default=500)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    tuning = Tuning(given.budget, given.store, given.workers)
    main(tuning, given.game or SMALL + LARGE, given.at or [given.budget], given.final)
