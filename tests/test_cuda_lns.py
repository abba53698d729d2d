"""Large neighbourhood search on a card, in its emulation."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import playout as po
from playout.cuda import islands, streams
from playout.cuda.options import CardOptions, Report, card_options

PUZZLE = "morpion(4D)"
NRPA = "nrpa(level=2, iterations=3)"
PLAYER = f"lns(repair={NRPA}, first={NRPA}, members=2, exchange=0.5)"
BUDGET = "4000 sims"


def test_the_options_of_lns() -> None:
    repair, first = "nrpa(level=3, iterations=20)", "nrpa(level=4, iterations=9)"
    chosen = "forget=near, share=0.2, keep=7, hard=0.4, accept=0.1, members=16, exchange=0.3"
    options = card_options(po.player(f"lns(repair={repair}, first={first}, {chosen})"))
    assert options == CardOptions(
        3,
        (7, 7, 8, 8, 10, 10, 13, 16),
        1.0,
        is_lns=True,
        first=(4, 9),
        forget="near",
        keep=7.0,
        hard=0.4,
        share=0.2,
        accept=0.1,
        members=16,
        exchange=0.3,
    )
    assert options.most_levels == 4


def test_a_repair_of_another_kind_is_one_line() -> None:
    with pytest.raises(po.SpecError, match="on a card, nrpa has level 2 to 6"):
        po.solve(PUZZLE, "lns(repair=nrpa(level=1))", BUDGET, device="emulated")


def test_a_solve_that_was_cut_ends_like_one_that_was_not(tmp_path: Path) -> None:
    whole = po.solve(PUZZLE, PLAYER, BUDGET, seed=3, device="emulated")
    file = tmp_path / "run.save"
    for sims in (1500, 3000, 4000):
        cut = po.solve(PUZZLE, PLAYER, f"{sims} sims", seed=3, device="emulated", checkpoint=file)
    assert (cut.moves, cut.simulations, cut.states) == (whole.moves, whole.simulations, whole.states)
    assert whole.score > 24


def test_a_known_game_is_the_beginning() -> None:
    end = po.verify(Path(__file__).parent / "records" / "morpion-5D-82.json")
    found = po.solve("morpion(5D)", PLAYER, "10 sims", seed=1, known=end.history, device="emulated")
    assert found.score == 82
    with pytest.raises(po.SpecError, match="only lns begins with a known sequence"):
        po.solve("morpion(5D)", "nrpa(level=2)", "10 sims", known=end.history, device="emulated")


def reports(*scores: int) -> list[Report]:
    return [Report(0, 0, 0, 64, score, score) for score in scores]


@given(st.lists(st.integers(0, 200), min_size=1, max_size=60), st.integers(1, 9), st.integers(1, 5))
def test_the_best_islands_take_the_place_of_the_others(scores: list[int], members: int, share: int) -> None:
    taken = islands.spread(reports(*scores), members, share)
    whole = islands.islands(len(scores), members)
    tops = [max(scores[one] for one in island) for island in whole]
    kept = [top for island, top in zip(whole, tops, strict=True) if all(taken[one] < 0 for one in island)]
    assert max(kept) == max(tops)
    assert sum(top > min(kept) for top in tops) <= max(1, len(whole) // share)
    for one, source in enumerate(taken):
        assert source < 0 or (taken[source] < 0 and one % members == source % members)


def test_islands_are_halved_again_and_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spread: list[int] = []

    def noted(now: list[Report], members: int, share: int) -> list[int]:
        spread.append(now[0].slices)
        return really(now, members, share)

    really = islands.spread
    monkeypatch.setattr(streams, "HALVED", frozenset((2, 4, 8)))
    monkeypatch.setattr(islands, "spread", noted)
    whole = po.solve(PUZZLE, PLAYER, "12000 sims", seed=3, device="emulated")
    assert spread == [2, 4, 8]
    file = tmp_path / "run.save"
    for sims in range(2000, 12001, 2000):
        cut = po.solve(PUZZLE, PLAYER, f"{sims} sims", seed=3, device="emulated", checkpoint=file)
    assert (cut.moves, cut.simulations, cut.states) == (whole.moves, whole.simulations, whole.states)
