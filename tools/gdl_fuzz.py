"""Rule sheets in GDL that are damaged or hostile: each is played, or refused in one line, within its limits.

    python tools/gdl_fuzz.py [--sheets 1000] [--seed 1] [--hostile]

Damaged sheets are those of the library with words and rules lost, doubled, moved or replaced. Hostile ones
ask for more than there is: instances, memory, time, depth. Every sheet is loaded and played in a process with
limits; one that takes longer than it may, or says anything else than one line, is shown, and the status is 1.
"""

import argparse
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from playout import gdl
from playout.gdl.sexp import MAX_CHARACTERS

LIMITS = gdl.Limits(seconds=10, memory=2**30, output=10_000_000, wires=500_000)
"""Smaller than the usual ones, so that many sheets are tried."""
MEMORY = 3 * 2**30
SECONDS = 60.0
"""In which a sheet has to be read, checked, grounded, built and played, or refused, on a busy machine."""
LENGTH = 100

LIGHT = """
(role player) (init off) (<= (legal player push) (true off)) (<= (next on) (does player push))
(<= terminal (true on)) (<= (goal player 100) (true on)) (<= (goal player 0) (true off))
"""
"""A puzzle of one move, to which the hostile sheets add."""
DIGITS = " ".join(f"(digit {digit})" for digit in range(10))
VARIABLES = " ".join(f"?x{number}" for number in range(9))
ALL_DIGITS = " ".join(f"(digit {name})" for name in VARIABLES.split())


PLAYED = {
    "a billion instances of one atom",
    "a long chain",
    "deep terms",
    "nested alternatives",
    "a relation of many arguments",
    "many variables",
    "a large network",
    "no goal",
    "two goals",
    "for ever",
}
"""The hostile sheets that turn out to be games; the others are refused."""


def hostile() -> dict[str, str]:
    """Sheets that ask for too much, by name."""
    return {**_too_much(), **_too_deep(), **_no_text(), **_no_game()}


def _too_much() -> dict[str, str]:
    """Instances, terms and memory without end."""
    succ = " ".join(f"(succ {number} {number + 1})" for number in range(2000))
    few = " ".join(f"(digit {number})" for number in range(25))
    changing = """(init (edge 0 1)) (<= (init (edge ?a ?b)) (succ ?a ?b))
        (<= (next (edge ?a ?b)) (true (edge ?a ?b)) (not (true off))) (<= (path ?a ?b) (true (edge ?a ?b)))
        (<= (path ?a ?c) (true (edge ?a ?b)) (path ?b ?c)) (<= (next won) (path 0 99))"""
    return {
        "a billion facts": f"{LIGHT} {DIGITS} (<= (init (cell {VARIABLES})) {ALL_DIGITS})",
        "a billion moves": f"{LIGHT} {DIGITS} (<= (legal player (put {VARIABLES})) {ALL_DIGITS})",
        "a billion instances of one atom": f"{LIGHT} {DIGITS} (<= busy {ALL_DIGITS}) (<= (next on) busy)",
        "a counter of a billion": f"{LIGHT} {DIGITS} (init (count {' '.join('0' * 9)}))"
        f" (<= (next (count {VARIABLES})) (does player push) {ALL_DIGITS})",
        "terms without end": f"{LIGHT} (<= (next (s ?x)) (true ?x))",
        "terms without end, by two": f"{LIGHT} (init (b c)) (<= (next (a ?x)) (true (b ?x)))"
        " (<= (next (b (a ?x))) (true (a ?x)))",
        "terms without end, in a relation": f"{LIGHT} (n z) (<= (n (s ?x)) (n ?x))",
        "terms that double": f"{LIGHT} (init (t z)) (<= (next (t (f ?x ?x))) (true (t ?x)))",
        "moves without end": f"{LIGHT} (init (m z)) (<= (legal player (s ?x)) (true (m ?x)))"
        " (<= (next (m ?y)) (does player ?y))",
        "transitive closure": f"{LIGHT} {succ} (<= (less ?a ?b) (succ ?a ?b))"
        " (<= (less ?a ?c) (succ ?a ?b) (less ?b ?c)) (<= (next (mark ?a)) (true on) (less ?a ?b))",
        "closure over what changes": f"{LIGHT} {succ} {changing}",
        "a large network": f"{LIGHT} {few} (<= (init (f ?a ?b)) (digit ?a) (digit ?b))"
        " (<= (next (f ?a ?b)) (true (f ?a ?c)) (true (f ?c ?b)) (not (true (f ?b ?a))))",
    }


def _too_deep() -> dict[str, str]:
    """Parentheses, chains and alternatives."""
    chain = " ".join(f"(<= (p{number} ?x) (p{number + 1} ?x))" for number in range(5000))
    nested = "(or (true on) (and (true off) " * 40 + "(true on)" + "))" * 40
    return {
        "a long chain": f"{LIGHT} {chain} (p5000 z) (<= (next seen) (p0 z))",
        "deep parentheses": LIGHT + "(" * 5000 + ")" * 5000,
        "deep terms": f"{LIGHT} (init {'(f ' * 90}z{')' * 90})",
        "deeper terms": f"{LIGHT} (init {'(f ' * 98}z{')' * 98}) (<= (next (g ?x)) (true ?x) (true on))",
        "many alternatives": f"{LIGHT} (<= (next on) {'(or (true off) (true on)) ' * 60})",
        "nested alternatives": f"{LIGHT} (<= (next on) {nested})",
        "a relation of many arguments": f"{LIGHT} (init (f {'a ' * 20_000}))",
        "many variables": f"{LIGHT} (c a) (c b) (<= (next on) {' '.join(f'(c ?v{n})' for n in range(1000))})",
        "many roles": " ".join(f"(role r{number})" for number in range(3000)) + LIGHT,
    }


def _no_text() -> dict[str, str]:
    """Files that are none."""
    return {
        "a long word": f"{LIGHT} (init {'w' * 100_000})",
        "nothing but words": "a " * 20_000,
        "a huge file": f"{LIGHT} {'(init off) ' * (MAX_CHARACTERS // 11 + 1)}",
        "zeros": "\0" * 10_000,
        "zeros in a word": LIGHT.replace("off", "o\0f"),
        "control characters": LIGHT.replace(" ", " \x1b[2J\x07\x08\v\f"),
        "other letters": LIGHT.replace("off", "\u202eoff\U0001f600"),
        "names of the grounder": LIGHT.replace("off", "#include").replace("push", "%*;:-"),
        "quotes": f'{LIGHT} (init "off")',
    }


def _no_game() -> dict[str, str]:
    """Rules that contradict themselves, or each other."""
    endless = LIGHT.replace("(<= terminal (true on))", "(<= terminal (true x)) (<= (next off) (true off))")
    return {
        "negation of itself": f"{LIGHT} (<= p (not q)) (<= q (not p)) (<= (next on) p)",
        "negation of itself, far away": f"{LIGHT} (<= a b) (<= b c) (<= c d) (<= d (not a))",
        "a huge number": f"{LIGHT} (goal player {'9' * 190}) (init {'1' * 190})",
        "roles that are terms": f"{LIGHT} (role (f x))",
        "no way on": LIGHT.replace("(<= terminal (true on))", "(<= terminal (true never))"),
        "no goal": LIGHT.replace("(<= (goal player 100) (true on))", ""),
        "two goals": f"{LIGHT} (<= (goal player 50) (true on))",
        "for ever": endless,
    }


def damaged(rng: random.Random) -> str:
    """A sheet of the library, or the small one, that has suffered."""
    name = rng.choice([*gdl.names(), ""])
    text = gdl.find(name).read_text(encoding="utf-8") if name else LIGHT
    for _ in range(rng.randint(1, 5)):
        text = (_words if rng.random() < 0.7 else _lines)(text, rng)
    return text


def _words(text: str, rng: random.Random) -> str:
    """A word is lost, doubled, or another one's."""
    words = text.replace("(", " ( ").replace(")", " ) ").replace("\n", " \n ").split(" ")
    spared = ["(", ")"] if rng.random() < 0.7 else []
    places = [place for place, word in enumerate(words) if word.strip() and word not in spared]
    if not places:
        return text
    place, other = rng.choice(places), rng.choice(places)
    change = rng.randrange(4)
    if change == 0:
        del words[place]
    elif change == 1:
        words.insert(place, words[other])
    elif change == 2:
        words[place], words[other] = words[other], words[place]
    else:
        words[place] = rng.choice(["not", "or", "?x", "true", "next", "distinct", "(", ")", "(f ?x)", "0"])
    return " ".join(words)


def _lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines() or [""]
    place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[place] = rng.choice(["", lines[other], lines[place] + lines[other]])
    return "\n".join(lines)


def outcome(text: str, limits: gdl.Limits) -> str:
    """What becomes of a sheet: that it was played, or one line of refusal; anything else is raised."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.kif")
        path.write_text(text, encoding="utf-8")
        try:
            network = gdl.load(path, limits)
            players = gdl.kind_of(network).players
            *_, last = gdl.random_game(network, seed=1, length=LENGTH)
            return f"played, {players} players, {'over' if last.is_terminal else 'not over'}"
        except ValueError as error:
            line = str(error)
    if len(line.splitlines()) != 1 or not line.isprintable() or len(line) > 600:
        raise RuntimeError(f"not one line: {line[:1000]!r}")
    return line


def _work(pipe: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while True:
        try:
            text, limits = pipe.recv()
        except EOFError:  # all is done
            return
        try:
            pipe.send((True, outcome(text, limits)))
        except BaseException as error:
            pipe.send((False, f"{type(error).__name__}: {error}"[:1000]))


class Tries:
    """A process that tries one sheet after another; another one takes its place when it hangs or dies."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        context = get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_work, args=(other,), daemon=True)
        self._process.start()
        other.close()

    def outcome(self, text: str, limits: gdl.Limits) -> tuple[bool, str]:
        """Whether all is well with a sheet, and what became of it."""
        try:
            self._pipe.send((text, limits))
            if self._pipe.poll(SECONDS):
                well, line = self._pipe.recv()
                return well, line
            problem = f"no outcome after {SECONDS:g} s"
        except (EOFError, OSError):
            problem = "the process died"
        self._process.kill()
        self._process.join()
        self._begin()
        return False, problem


def sheets(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """So many damaged sheets, by name."""
    for number in range(count):
        yield f"damaged {number}, seed {seed}", damaged(random.Random(f"{seed} {number}"))


def main() -> int:
    """Tries the sheets; 1 if there is anything wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sheets", type=int, default=1000, help="damaged ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hostile", action="store_true", help="the hostile ones too, with the usual limits")
    chosen = parser.parse_args()
    tries, faults, kinds = Tries(), 0, Counter[str]()
    wanted = [*(hostile().items() if chosen.hostile else ()), *sheets(chosen.sheets, chosen.seed)]
    for name, text in wanted:
        began = time.monotonic()
        well, line = tries.outcome(text, gdl.Limits() if name in hostile() else LIMITS)
        faults += not well
        kinds["played" if line.startswith("played") else "refused" if well else "wrong"] += 1
        if not well or name in hostile():
            print(f"{'' if well else 'WRONG: '}{name}: {line} ({time.monotonic() - began:.1f} s)", flush=True)
        if not well:
            Path(f"wrong_{faults}.kif").write_text(text, encoding="utf-8")
    print(f"{sum(kinds.values())} sheets: {dict(kinds)}")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
