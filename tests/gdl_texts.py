"""Rules in GDL for tests: small games of every kind, and damaged ones."""

import random
from pathlib import Path

from hypothesis import strategies as st

from playout.gdl.check import check
from playout.gdl.parse import parse
from playout.gdl.rules import Rules
from playout.gdl.sexp import Source

LIGHT = """
(role player)
(init off)
(<= (legal player push) (true off))
(<= (next on) (does player push))
(<= terminal (true on))
(<= (goal player 100) (true on))
(<= (goal player 0) (true off))
"""
"""A puzzle: push the button."""

MATCHING = """
(role even) (role odd)
(init begin)
(coin head) (coin tail)
(<= (legal ?r (show ?c)) (role ?r) (coin ?c))
(<= (next (shown ?r ?c)) (does ?r (show ?c)))
(<= same (true (shown even ?c)) (true (shown odd ?c)))
(<= terminal (not (true begin)))
(<= (goal even 100) same)
(<= (goal even 0) (not same))
(<= (goal odd 0) same)
(<= (goal odd 100) (not same))
"""
"""Matching pennies: both roles move at once."""

DICE = """
(role random) (role player)
(init begin)
(side 1) (side 2) (side 3)
(<= (legal random (roll ?n)) (true begin) (side ?n))
(<= (legal player noop) (true begin))
(<= (next (rolled ?n)) (does random (roll ?n)))
(<= terminal (true (rolled ?n)))
(<= (goal ?r 100) (role ?r) (true (rolled 3)))
(<= (goal ?r 0) (role ?r) (not (true (rolled 3))))
"""
"""Chance: who rolls a 3 wins."""

GUESS = """
(role player) (role random)
(init begin)
(side 1) (side 2) (side 3)
(<= (legal player (guess ?n)) (side ?n))
(<= (legal random (roll ?n)) (side ?n))
(<= (next (guessed ?n)) (does player (guess ?n)))
(<= (next (rolled ?n)) (does random (roll ?n)))
(<= terminal (not (true begin)))
(<= hit (true (guessed ?n)) (true (rolled ?n)))
(<= (goal player 100) hit)
(<= (goal player 0) (not hit))
"""
"""Chance without a goal, as most rules have it."""

THREE = """
(role a) (role b) (role c)
(after a b) (after b c) (after c a)
(init (control a)) (init (left 3))
(less 3 2) (less 2 1) (less 1 0)
(<= (legal ?r take) (true (control ?r)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (control ?s)) (true (control ?r)) (after ?r ?s))
(<= (next (left ?m)) (true (left ?n)) (less ?n ?m))
(<= terminal (true (left 0)))
(<= (goal ?r 100) (true (control ?r)))
(<= (goal ?r 0) (role ?r) (not (true (control ?r))))
"""
"""Three roles in turn."""

SHARE = """
(role first) (role second)
(init begin)
(<= (legal first (take one)) (true begin))
(<= (legal first (take both)) (true begin))
(<= (legal second noop) (true begin))
(<= (next (taken ?what)) (does first (take ?what)))
(<= terminal (true (taken ?what)))
(<= (goal first 50) (true (taken one)))
(<= (goal second 50) (true (taken one)))
(<= (goal first 80) (true (taken both)))
(<= (goal second 10) (true (taken both)))
(<= (goal ?r 0) (role ?r) (true begin))
"""
"""Two roles in turn whose goals have no constant sum."""

GAMES = {"light": LIGHT, "matching": MATCHING, "dice": DICE, "guess": GUESS, "three": THREE, "share": SHARE}


def checked(text: str) -> Rules:
    return check(parse(Source("game.kif", text)))


def written(folder: Path, text: str, name: str = "game.kif") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Good rules, some words of which are lost, doubled, or put elsewhere."""
    words = draw(st.sampled_from([*GAMES.values()])).replace("(", " ( ").replace(")", " ) ").split()
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(1, 4))):
        _damage(words, rng)
    return " ".join(words)


def _damage(words: list[str], rng: random.Random) -> None:
    place, other = rng.randrange(len(words)), rng.randrange(len(words))
    change = rng.randrange(4)
    if change == 0:
        del words[place]
    elif change == 1:
        words.insert(place, words[other])
    elif change == 2:
        words[place], words[other] = words[other], words[place]
    else:
        words[place] = rng.choice(
            ["not", "or", "?x", "<=", "true", "does", "distinct", "(", ")", "\u00e4", "1" * 99]
        )
