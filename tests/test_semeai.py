"""The semeai table of the score-bounded paper, to the digit, and the chance of playing elsewhere."""

import random

import pytest

import playout as po

# Table 1: rows are one's own liberties from 1 to 9, columns the opponent's.
PUBLISHED = """
1.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00
1.00 0.50 0.30 0.20 0.14 0.11 0.08 0.07 0.05
1.00 0.70 0.50 0.37 0.29 0.23 0.18 0.15 0.13
1.00 0.80 0.63 0.50 0.40 0.33 0.28 0.24 0.20
1.00 0.86 0.71 0.60 0.50 0.42 0.36 0.31 0.27
1.00 0.89 0.77 0.67 0.58 0.50 0.44 0.38 0.34
1.00 0.92 0.82 0.72 0.64 0.56 0.50 0.45 0.40
1.00 0.93 0.85 0.76 0.69 0.62 0.55 0.50 0.45
1.00 0.95 0.87 0.80 0.73 0.66 0.60 0.55 0.50
"""


def test_table_1_to_the_digit() -> None:
    table = [" ".join(f"{po.semeai(own, other):.2f}" for other in range(1, 10)) for own in range(1, 10)]
    assert table == PUBLISHED.split("\n")[1:-1]


@pytest.mark.parametrize("elsewhere", [0.0, 0.3, 0.9])
def test_agrees_with_played_games(elsewhere: float) -> None:
    rng = random.Random(1)
    for own, other in [(2, 2), (3, 2), (2, 4)]:
        wins = sum(played(own, other, elsewhere, rng) for _ in range(4000))
        assert wins / 4000 == pytest.approx(po.semeai(own, other, elsewhere), abs=0.03)


def played(own: int, other: int, elsewhere: float, rng: random.Random) -> bool:
    """Whether the player to move wins one random game."""
    if rng.random() < elsewhere:
        return not played(other, own, elsewhere, rng)
    if other == 1:
        return True
    points = other + (own if own > 1 else 0)
    if rng.randrange(points) < other:
        return not played(other - 1, own, elsewhere, rng)
    return not played(other, own - 1, elsewhere, rng)


@pytest.mark.parametrize("liberties", [0, -1, 101, 10**30, 2.0, "3", True, None])
def test_refuses_other_liberties(liberties: int) -> None:
    with pytest.raises(po.SpecError, match="liberties must be an integer from 1 to 100"):
        po.semeai(liberties, 3)


@pytest.mark.parametrize("elsewhere", [-0.1, 1.1, float("nan"), "x", None])
def test_refuses_other_probabilities(elsewhere: float) -> None:
    with pytest.raises(po.SpecError, match="elsewhere must be a probability"):
        po.semeai(2, 3, elsewhere)
