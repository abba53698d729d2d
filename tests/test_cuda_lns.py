"""Large neighbourhood search on a card, in its emulation."""

from dataclasses import replace
from pathlib import Path

import pytest

import playout as po
from playout import _core
from playout.cuda.options import CardOptions, card_options

PUZZLE = "morpion(4D)"
NRPA = "nrpa(level=2, iterations=3)"
PLAYER = f"lns(repair={NRPA}, first={NRPA}, steps=20, members=2, exchange=0.5)"
BUDGET = "4000 sims"


def test_the_options_of_lns() -> None:
    repair, first = "nrpa(level=3, iterations=20)", "nrpa(level=4, iterations=9)"
    chosen = "forget=near, share=0.2, keep=7, hard=0.4, steps=40, accept=0.1, members=16, exchange=0.3"
    options = card_options(po.player(f"lns(repair={repair}, first={first}, {chosen})"))
    assert options == CardOptions(
        3,
        (7, 7, 8, 8, 10, 10, 13, 16),
        1.0,
        is_lns=True,
        first=(4, 9),
        forget="near",
        steps=40,
        keep=7.0,
        hard=0.4,
        share=0.2,
        accept=0.1,
        members=16,
        exchange=0.3,
    )
    assert options.most_levels == 4


def test_a_weight_has_a_most() -> None:
    most, more = (card_options(po.player(f"lns(keep={keep})")).pack() for keep in (16, 300))
    assert most == more


def test_a_repair_of_another_kind_is_one_line() -> None:
    with pytest.raises(po.SpecError, match="on a card, nrpa has level 2 to 6"):
        po.solve(PUZZLE, "lns(repair=nrpa(level=1))", BUDGET, device="emulated")


@pytest.mark.parametrize("seed", [3, 6, 7])  # where several searches find one as long, one after another
def test_a_solve_that_was_cut_ends_like_one_that_was_not(seed: int, tmp_path: Path) -> None:
    whole = po.solve(PUZZLE, PLAYER, "12000 sims", seed, device="emulated")
    file = tmp_path / "run.save"
    for sims in range(2000, 12001, 2000):
        cut = po.solve(PUZZLE, PLAYER, f"{sims} sims", seed, device="emulated", checkpoint=file)
    assert (cut.moves, cut.simulations, cut.states) == (whole.moves, whole.simulations, whole.states)
    assert whole.score > 24


def test_a_known_game_is_the_beginning() -> None:
    end = po.verify(Path(__file__).parent / "records" / "morpion-5D-82.json")
    found = po.solve("morpion(5D)", PLAYER, "10 sims", seed=1, known=end.history, device="emulated")
    assert found.score == 82
    with pytest.raises(po.SpecError, match="only lns begins with a known sequence"):
        po.solve("morpion(5D)", "nrpa(level=2)", "10 sims", known=end.history, device="emulated")


def test_a_step_forgets_a_move_at_least() -> None:
    player = PLAYER.replace("steps=20", "steps=2147483647, forget=share, share=0, hard=1")
    assert po.solve(PUZZLE, player, "20000 sims", seed=1, device="emulated").score > 20


def test_searches_refuse_what_they_cannot_do() -> None:
    emulation = _core.emulation("4D", 2)
    emulation.begin([1, 2])
    options = card_options(po.player(PLAYER))
    wrong = [replace(options, levels=levels) for levels in (0, 1, 7)]
    wrong += [
        replace(options, first=(9, 5)),
        replace(options, first=(2, 0)),
        replace(options, iterations=(0,) * 8),
    ]
    for packed, members in [(b"", 1), (options.pack(), 0), *((one.pack(), 1) for one in wrong)]:
        with pytest.raises(ValueError, match="no search can do that"):
            emulation.run(packed, members)
    with pytest.raises(ValueError, match="no search can do that"):
        emulation.adopt([2, -1])
    with pytest.raises(ValueError, match="no search can do that"):
        emulation.plant([[], [0] * 1000])
