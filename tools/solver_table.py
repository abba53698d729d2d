"""What is proved, and how fast: the table of docs/solved.md.

python tools/solver_table.py --seconds 60            all positions, so many seconds a line
python tools/solver_table.py --seconds 600 --player transpositions "connectfour(6,5)" "domineering(8,8)"

Seconds are those of the processor, so that whoever else is at work does not count. Another player is one line
in PLAYERS. Ctrl-C ends the table.
"""

import argparse
import sys
import time
from dataclasses import dataclass

import playout as po

SOLVER = "uct(exploration=0.2, bounds=cuts, opti_bias=-0.1, max_nodes=50000000)"
PLAYERS = {
    "tree": SOLVER,
    "transpositions": SOLVER.replace(")", ", transpositions=true)"),
    "transpositions, decisive": SOLVER.replace(")", ", transpositions=true, decisive=true)"),
    "proof numbers": SOLVER.replace(")", ", proof_bias=0.1)"),
    "alpha-beta": "minimax(depth=100)",
}
FIRST, SECOND, DRAW = "first", "second", "draw"
POSITIONS: dict[str, str | None] = {
    **dict.fromkeys(
        f"{misere}{game}({size}){')' if misere else ''}"
        for game in ("breakthrough", "knightthrough")
        for misere in ("", "misere(")
        for size in ("4,4", "5,4", "5,5")
    ),
    "domineering(4,4)": FIRST,
    "domineering(5,5)": SECOND,
    "domineering(6,6)": FIRST,
    "domineering(7,7)": FIRST,
    "domineering(8,8)": FIRST,
    "nogo(3,3)": FIRST,
    "nogo(4,4)": SECOND,
    "nogo(5,5)": None,
    "connectfour(4,4)": DRAW,
    "connectfour(5,4)": None,
    "connectfour(5,5)": DRAW,
    "connectfour(6,5)": DRAW,
    "connectfour(6,6)": None,
}
"""Who wins, where others have published it.

Domineering: Breuker, Uiterwijk and van den Herik, "Solving 8×8 Domineering" (2000). NoGo: Martin Müller,
"Solving NoGo on small board sizes". Connect Four: John Tromp's table of solved sizes.
"""


@dataclass(frozen=True)
class Proof:
    """What a player has proved of a position."""

    winner: str | None
    simulations: int
    states: int
    nodes: int
    seconds: float


def prove(game: str, player: str, limit: float) -> Proof:
    """A search that ends with a proof, or after so many seconds of the processor."""
    search, start = po.player(player).start(po.game(game).initial(), seed=1), time.process_time()
    found = search.run("1ms")
    while not search.finished and time.process_time() - start < limit and not found.interrupted:
        found = search.run("1s")
        tell(f"{game} {player}: {found.states:,} states, {time.process_time() - start:.0f} s")
    tell("")
    seconds = time.process_time() - start
    value = found.value if search.finished else None
    return Proof(winner(value), found.simulations, found.states, found.tree_nodes, seconds)


def tell(progress: str) -> None:
    """For people who wait."""
    if sys.stderr.isatty():
        print(f"\r\033[K{progress}", end="", file=sys.stderr, flush=True)


def winner(value: float | None) -> str | None:
    """Who wins a game of that value. Max begins."""
    if value is None:
        return None
    return FIRST if value > 0 else SECOND if value < 0 else DRAW


def row(game: str, name: str, proof: Proof) -> str:
    """A line of the table; what contradicts others ends the program."""
    known = POSITIONS.get(game)
    if known and proof.winner not in (None, known):
        sys.exit(
            f"{game}: {name} has proved that the result is {proof.winner}, but it is known to be {known}"
        )
    result = f"{proof.winner}{', as known' if known else ''}" if proof.winner else "open"
    sims, nodes = (f"{n:,}" if proof.nodes else "" for n in (proof.simulations, proof.nodes))
    return f"| `{game}` | {name} | {result} | {sims} | {proof.states:,} | {nodes} | {proof.seconds:.2f} |"


def main(games: list[str], names: list[str], limit: float) -> None:
    """The table, line by line. Players that prove a result must agree."""
    print("| game | player | result | simulations | states | nodes | seconds |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: |", flush=True)
    for game in games:
        proofs = {}
        for name in names:
            proofs[name] = prove(game, PLAYERS[name], limit)
            print(row(game, name, proofs[name]), flush=True)
        results = {proof.winner for proof in proofs.values()} - {None}
        if len(results) > 1:
            sys.exit(f"{game}: the players contradict each other: {proofs}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help="instead of all positions of the table")
    parser.add_argument("--seconds", type=float, default=60, help="of the processor, for each line")
    parser.add_argument("--player", action="append", choices=PLAYERS, help="instead of all of them")
    given = parser.parse_args()
    if not given.seconds > 0:
        parser.error("--seconds must be above 0")
    try:
        main(given.game or list(POSITIONS), given.player or list(PLAYERS), given.seconds)
    except (ValueError, KeyboardInterrupt) as error:
        sys.exit(f"solver_table: {error or 'interrupted'}")
