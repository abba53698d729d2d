"""Matches of General Game Playing between two of our players through our referee, some in bad company.

    python tools/ggp_matches.py [--matches 100] [--at-once 3] [--play-clock 4] [--budget 300ms] [--out FOLDER]

Two players run as programs of their own. In every third match of more than one role a bad player has a role:
one that answers late, that dies, that talks nonsense, that hangs up, that never ends. A match is well if its
record is complete and no answer of ours was late, illegal or missing; otherwise the status is 1.
"""

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from ggp_naughty import BEHAVIOURS, naughty

from playout import gdl
from playout.protocols.ggp import MatchRecord, Referee

EXAMPLES = Path(__file__).parent.parent / "examples" / "gdl"
SHEETS = [
    gdl.find("tictactoe.kif"),
    gdl.find("connectfour_4x4.kif"),
    EXAMPLES / "rock_paper_scissors.kif",
    gdl.find("hanoi.kif"),
    gdl.find("breakthrough_5x5.kif"),
    EXAMPLES / "last_stone.kif",
    gdl.find("misere_tictactoe.kif"),
]
BAD = "bad"
"""In place of the address of a player that behaves badly."""


@contextmanager
def program(*arguments: str) -> Iterator[str]:
    """The address of a player, in a process of its own until the end of the block."""
    command = [sys.executable, "-m", "playout", "ggp", *arguments, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        address = process.stdout.readline().partition(" at ")[2].split()[0]
        drain = ThreadPoolExecutor(1)
        drain.submit(process.stdout.read)
        try:
            yield address
        finally:
            process.terminate()
            process.wait()
            drain.shutdown()


def seats(number: int, roles: int, ours: list[str]) -> tuple[list[str], str]:
    """Who has the roles of a match, in turn; and how the bad one of them behaves, if there is one."""
    if roles == 1:
        return [ours[number % 2]], ""
    kinds = list(BEHAVIOURS)
    bad = kinds[number // 3 % len(kinds)] if number % 3 == 2 else ""
    company = [ours[0], BAD if bad else ours[1], *["random"] * (roles - 2)]
    turn = number % roles
    return company[turn:] + company[:turn], bad


def play(number: int, ours: list[str], chosen: argparse.Namespace) -> tuple[MatchRecord, str]:
    """One match, and how the bad player in it behaved."""
    sheet = SHEETS[number % len(SHEETS)]
    company, bad = seats(number, len(gdl.load(sheet).roles), ours)
    clocks = chosen.start_clock, chosen.play_clock
    if not bad:
        return Referee(sheet, company, *clocks, seed=number).play(), bad
    with naughty(bad) as address:
        players = [address if player == BAD else player for player in company]
        return Referee(sheet, players, *clocks, seed=number).play(), bad


def forfeits(record: MatchRecord, ours: list[str]) -> list[str]:
    """What was wrong with answers of ours."""
    steps = [record.start_errors, *record.errors, record.end_errors]
    roles = [role for role, player in enumerate(record.players) if player in ours]
    return [errors[role] for errors in steps for role in roles if errors[role]]


def is_complete(record: MatchRecord) -> bool:
    """Whether the record has all that belongs to a match."""
    steps = len(record.moves)
    lengths = {len(record.states) - 1, len(record.state_times) - 1, len(record.errors), len(record.seconds)}
    return record.is_completed and lengths == {steps} and None not in record.goals and steps > 0


def slowest(record: MatchRecord, ours: list[str]) -> float:
    """The longest that an answer of ours took."""
    roles = [role for role, player in enumerate(record.players) if player in ours]
    return max(seconds[role] for seconds in record.seconds for role in roles)


def main() -> int:
    """Plays, and tells; 1 if a match of ours went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--at-once", type=int, default=3)
    parser.add_argument("--start-clock", type=float, default=15)
    parser.add_argument("--play-clock", type=float, default=4)
    parser.add_argument("--budget", default="300ms")
    parser.add_argument("--out", type=Path, help="a folder for the records")
    chosen = parser.parse_args()
    began, wrong, counts, longest = time.monotonic(), 0, Counter[str](), 0.0
    margin = ["--margin", str(chosen.play_clock / 3), "--budget", chosen.budget]
    with program("strong", *margin) as one, program("uct", *margin) as other:
        ours = [one, other]
        with ThreadPoolExecutor(chosen.at_once) as pool:
            played = pool.map(lambda number: play(number, ours, chosen), range(chosen.matches))
            for number, (record, bad) in enumerate(played):
                faults, complete = forfeits(record, ours), is_complete(record)
                wrong += bool(faults) or not complete
                longest = max(longest, slowest(record, ours))
                counts.update([record.game, f"with one that is {bad}" if bad else "with ours alone"])
                print(f"{number + 1}. {record.game} {record.goals} {bad} {faults or ''}", flush=True)
                if chosen.out:
                    text = json.dumps(record.to_json(), indent=1)
                    (chosen.out / f"{record.match}.json").write_text(text, encoding="utf-8")
    print(*(f"{name}: {count}" for name, count in sorted(counts.items())), sep="\n")
    print(f"{chosen.matches} matches in {time.monotonic() - began:.0f} s, {wrong} of them wrong")
    print(f"the longest answer of ours took {longest:.2f} s of a play clock of {chosen.play_clock:g} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
