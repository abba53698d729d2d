"""Ratings: published strengths, another way to the same maximum, honest intervals, and one-sided records."""

import math
import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import playout as po
from playout import ratings as module
from playout.ratings import Rating, Tally, ratings

Results = dict[tuple[str, str], Tally]

# Agresti, Categorical Data Analysis (2002), Section 10.6: the American League, Eastern Division, 1987. The
# wins of home and guest, as the dataset `baseball` of the R package BradleyTerry2 has them.
BASEBALL = """
Milwaukee Detroit 4 3; Milwaukee Toronto 4 2; Milwaukee NewYork 4 3; Milwaukee Boston 6 1;
Milwaukee Cleveland 4 2; Milwaukee Baltimore 6 0; Detroit Milwaukee 3 3; Detroit Toronto 4 2;
Detroit NewYork 4 3; Detroit Boston 6 0; Detroit Cleveland 6 1; Detroit Baltimore 4 3;
Toronto Milwaukee 2 5; Toronto Detroit 4 3; Toronto NewYork 2 4; Toronto Boston 4 3; Toronto Cleveland 4 2;
Toronto Baltimore 6 0; NewYork Milwaukee 3 3; NewYork Detroit 5 1; NewYork Toronto 2 5; NewYork Boston 4 3;
NewYork Cleveland 4 2; NewYork Baltimore 6 1; Boston Milwaukee 5 1; Boston Detroit 2 5; Boston Toronto 3 3;
Boston NewYork 4 2; Boston Cleveland 5 2; Boston Baltimore 6 0; Cleveland Milwaukee 2 5;
Cleveland Detroit 3 3; Cleveland Toronto 3 4; Cleveland NewYork 4 3; Cleveland Boston 4 2;
Cleveland Baltimore 2 4; Baltimore Milwaukee 2 5; Baltimore Detroit 1 5; Baltimore Toronto 1 6;
Baltimore NewYork 2 4; Baltimore Boston 1 6; Baltimore Cleveland 3 4
"""
# His Table 10.11, the model without the advantage of the home team, relative to Baltimore.
STRENGTHS = {
    "Milwaukee": 1.58,
    "Detroit": 1.44,
    "Toronto": 1.29,
    "NewYork": 1.25,
    "Boston": 1.11,
    "Cleveland": 0.68,
    "Baltimore": 0.0,
}


def test_the_strengths_of_a_published_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PRIOR", 0.0)
    games: Results = {}
    for line in BASEBALL.replace("\n", " ").split(";"):
        home, guest, won, lost = line.split()
        pair, tally = (home, guest), Tally(int(won), 0, int(lost))
        if (guest, home) in games:
            pair, tally = (guest, home), tally.reversed
        games[pair] = games.get(pair, Tally()) + tally
    found = {one.player: one.elo * math.log(10) / 400 for one in ratings(games)}
    assert list(found) == list(STRENGTHS)
    for team, strength in STRENGTHS.items():
        assert found[team] - found["Baltimore"] == pytest.approx(strength, abs=0.005)


def test_two_players_are_on_the_logistic_curve() -> None:
    """With half a win and half a loss more: 75.5 of 101 points."""
    best, worst = ratings({("a", "b"): Tally(75, 0, 25)})
    assert best.elo - worst.elo == pytest.approx(400 * math.log10(75.5 / 25.5))
    assert (best.player, best.tally) == ("a", Tally(75, 0, 25))
    # The error of a log odds is 1/sqrt(n p q); each rating is half of the difference.
    error = 400 / math.log(10) / math.sqrt(101 * (75.5 / 101) * (25.5 / 101)) / 2
    assert best.high - best.elo == pytest.approx(1.959964 * error)
    assert best.elo - best.low == pytest.approx(1.959964 * error)


TALLIES = st.builds(Tally, st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))


@st.composite
def tournaments(draw: st.DrawFn) -> Results:
    players = [f"p{i}" for i in range(draw(st.integers(2, 6)))]
    return {pair: draw(TALLIES) for pair in combinations(players, 2)}


@given(tournaments())
def test_everybody_takes_the_points_that_are_expected(results: Results) -> None:
    """What is true at the maximum of the likelihood and nowhere else."""
    found = ratings(results)
    elo = {one.player: one.elo for one in found}
    assert sum(elo.values()) == pytest.approx(0, abs=1e-6)
    for player, own_elo in elo.items():
        taken = expected = 0.0
        for (a, b), tally in results.items():
            if player in (a, b):
                own = tally if player == a else tally.reversed
                other = b if player == a else a
                taken += own.points + 0.5
                expected += (tally.games + 1) / (1 + 10 ** ((elo[other] - own_elo) / 400))
        assert taken == pytest.approx(expected, abs=1e-6)
    assert [one.elo for one in found] == pytest.approx(sorted(elo.values(), reverse=True), abs=1e-5)
    assert all(one.low <= one.elo <= one.high for one in found)


@given(tournaments(), st.randoms())
def test_the_order_of_pairs_and_of_players_in_a_pair_is_nothing(results: Results, rng: random.Random) -> None:
    items = [
        (pair[::-1], tally.reversed) if rng.random() < 0.5 else (pair, tally)
        for pair, tally in results.items()
    ]
    rng.shuffle(items)
    again = {one.player: one for one in ratings(dict(items))}
    for one in ratings(results):
        assert again[one.player].tally == one.tally
        assert again[one.player].elo == pytest.approx(one.elo, abs=1e-6)
        assert again[one.player].high == pytest.approx(one.high, abs=1e-6)


def simulated(strengths: dict[str, float], draws: float, games: int, rng: random.Random) -> Results:
    """Games of which a share is drawn that is largest between equals."""
    results: Results = {}
    for a, b in combinations(strengths, 2):
        share = 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))
        drawn = 2 * draws * min(share, 1 - share)
        odds = share - drawn / 2, drawn, 1 - share - drawn / 2
        outcomes = rng.choices(range(3), odds, k=games)
        results[a, b] = Tally(*map(outcomes.count, range(3)))
    return results


@pytest.mark.parametrize("draws", [0.0, 0.5, 0.9])
def test_intervals_hold_the_truth_as_often_as_they_say(draws: float) -> None:
    rng, strengths = random.Random(3), {"a": 150.0, "b": 50.0, "c": 0.0, "d": -200.0}
    held: list[bool] = []
    for _ in range(150):
        found = ratings(simulated(strengths, draws, 40, rng))
        held += [one.low <= strengths[one.player] <= one.high for one in found]
    assert 0.92 < sum(held) / len(held) < 0.98


def test_draws_make_intervals_narrow() -> None:
    wins, draws = (ratings({("a", "b"): tally})[0] for tally in (Tally(25, 0, 25), Tally(5, 40, 5)))
    assert wins.elo == draws.elo == 0
    assert draws.high < 0.6 * wins.high


def test_one_who_has_won_or_lost_everything_has_one_end() -> None:
    best, middle, worst = ratings({("a", "b"): Tally(10), ("a", "c"): Tally(10), ("b", "c"): Tally(10)})
    assert math.isfinite(best.elo)
    assert (best.player, best.high, math.isfinite(best.low)) == ("a", math.inf, True)
    assert (worst.player, worst.low, math.isfinite(worst.high)) == ("c", -math.inf, True)
    assert math.isfinite(middle.low)
    assert math.isfinite(middle.high)
    assert str(best).endswith(", +∞]")
    assert "[-∞, " in str(worst)
    more = ratings({("a", "b"): Tally(1000), ("a", "c"): Tally(1000), ("b", "c"): Tally(1000)})
    assert more[0].elo > best.elo


def test_nothing_played_is_nothing_known() -> None:
    found = ratings({("a", "b"): Tally(), ("a", "c"): Tally(1, 0, 0)})
    assert {one.player: (one.low, one.high) for one in found}["b"] == (-math.inf, math.inf)


def test_a_gauntlet_is_rated_too() -> None:
    found = ratings({("a", "b"): Tally(6, 2, 2), ("a", "c"): Tally(2, 2, 6)})
    assert [one.player for one in found] == ["c", "a", "b"]
    assert found[1].elo == pytest.approx(0, abs=1e-9)


def test_the_names_are_public() -> None:
    assert (po.Rating, po.Tally) == (Rating, Tally)
