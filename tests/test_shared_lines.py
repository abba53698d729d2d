"""The tool that compares games of Morpion Solitaire."""

import sys
from itertools import product
from pathlib import Path

import pytest
import shared_lines
from hypothesis import given, settings
from hypothesis import strategies as st

import playout as po

RECORDS = Path(__file__).parents[1] / "records"


@given(
    st.sampled_from(["5T", "5D", "4T", "4D"]),
    st.integers(0, 1000),
    st.sampled_from([1, -1]),
    st.sampled_from([1, -1]),
    st.booleans(),
)
@settings(max_examples=40)
def test_a_game_has_all_lines_in_common_with_its_mirror(
    variant: str, seed: int, across: int, upwards: int, swapped: bool
) -> None:
    end = po.solve(f"morpion({variant})", "nrpa(level=1)", "1 sims", seed).state
    lines = shared_lines.lines(end)
    mirror = {shared_lines.turned(line, across, upwards, swapped) for line in lines}
    assert len(lines) == len(mirror) == end.score
    assert shared_lines.shared(lines, mirror) == shared_lines.shared(mirror, lines) == end.score
    assert shared_lines.shared(lines, set(list(mirror)[3:])) == end.score - 3


@pytest.mark.parametrize("variant", ["5T", "5D", "4T", "4D"])
def test_the_first_moves_are_turned_into_each_other(variant: str) -> None:
    start = po.game(f"morpion({variant})").initial()
    first = {next(iter(shared_lines.lines(start.play(move)))) for move in start.legal_moves}
    for way in product((1, -1), (1, -1), (False, True)):
        assert {shared_lines.turned(line, *way) for line in first} == first


def test_what_is_no_game_of_morpion_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["shared_lines", str(RECORDS / "crossword-parks-27-230.json")])
    with pytest.raises(ValueError, match="is no Morpion Solitaire"):
        shared_lines.main()


def test_the_records_of_one_chain_are_alike(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["morpion-5T-176-card-seed-11", "morpion-5T-178-card-seed-12"]
    monkeypatch.setattr(sys, "argv", ["shared_lines", *(str(RECORDS / f"{name}.json") for name in names)])
    shared_lines.main()
    assert capsys.readouterr().out == f"{names[0]} and {names[1]}: 163\n"
