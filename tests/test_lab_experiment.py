"""Experiment files: what they can say, what they are refused for, and the plans they become."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from lab_files import MATCH, random_match, write

import playout as po
from playout import lab
from playout.lab.published import read_published


@pytest.mark.parametrize("name", lab.ids())
def test_every_experiment_of_the_papers_can_be_planned(name: str) -> None:
    experiment = lab.experiment(name)
    assert set(experiment.scales) == {"smoke", "quick", "paper"}
    for scale in experiment.scales:
        plan = lab.plan(experiment, scale)
        assert plan.cells
        assert lab.Plan.from_json(plan.to_json()) == plan
    published = any(figure.published for cell in experiment.cells for figure in cell.figures)
    assert published == (name != "nrpa.figure8")


@pytest.mark.parametrize("name", lab.ids())
def test_the_papers_files_spell_out_the_constants_of_uct(name: str) -> None:
    """So that their trials stay what they are when defaults change."""
    text = (Path(po.__file__).parent / "papers" / f"{name}.toml").read_text(encoding="utf-8")
    for spec in re.findall('"(uct.*?)"', text):
        assert "exploration=" in spec
        assert "reward=" in spec
        assert ("formula=" in spec and "first_play=" in spec) or "rave" in spec


def test_a_sweep_is_a_cell_for_every_combination(tmp_path: Path) -> None:
    experiment = lab.experiment(write(tmp_path, "mine.toml", MATCH))
    assert [cell.name for cell in experiment.cells] == ["uct | 10 sims", "uct | 20 sims"]
    assert [cell.settings["budget"] for cell in experiment.cells] == ["10 sims", "20 sims"]
    published = [cell.figures[0].published for cell in experiment.cells]
    assert [(p.value, p.sample) for p in published if p] == [(0.9, 50), (0.9, 50)]


def test_the_papers_milliseconds_become_states() -> None:
    experiment = lab.experiment("nmcs.table4")
    name = "Breakthrough: n = 1, cut on win | 320 ms"
    by_name = {cell.name: cell for cell in lab.plan(experiment, "paper").cells}
    assert by_name[name].settings["budget"] == "131520 states"
    by_clock = {cell.name: cell for cell in lab.plan(experiment, "paper", clock=True).cells}
    assert by_clock[name].settings["budget"] == "320ms"
    assert by_clock[name].key != by_name[name].key


def test_the_clock_is_a_mode_only_where_it_changes_a_budget() -> None:
    assert lab.plan(lab.experiment("nmcs.table4"), "smoke", clock=True).clock
    in_sims = lab.experiment("nogo.rave")
    assert lab.plan(in_sims, "smoke", clock=True) == lab.plan(in_sims, "smoke")


def test_seeds_depend_on_experiment_cell_and_index_alone() -> None:
    experiment = lab.experiment("nmcs.table1")
    quick, smoke = ([*lab.plan(experiment, scale).trials()] for scale in ("quick", "smoke"))
    assert {(trial.id, trial.seed) for trial in smoke} <= {(trial.id, trial.seed) for trial in quick}
    assert len({trial.seed for trial in quick}) == len(quick)
    renamed = lab.plan(replace(experiment, id="other"), "smoke")
    assert {trial.seed for trial in renamed.trials()}.isdisjoint({trial.seed for trial in quick})


def test_other_settings_are_other_trials(tmp_path: Path) -> None:
    def ids(text: str) -> set[str]:
        plan = lab.plan(lab.experiment(write(tmp_path, "mine.toml", text)), "quick")
        return {trial.id for trial in plan.trials()}

    changed = MATCH.replace('b = "random"', 'b = "flat"')
    assert ids(MATCH).isdisjoint(ids(changed))
    assert ids(MATCH) == ids(MATCH.replace("published = [90,", "published = [91,"))


def test_a_scale_leaves_out_what_is_too_large() -> None:
    experiment = lab.experiment("nogo.rave")
    assert len(lab.plan(experiment, "quick").cells) < len(lab.plan(experiment, "paper").cells)
    table = lab.plan(lab.experiment("nrpa.table2"), "quick")
    assert {len(cell.settings["marks"]) for cell in table.cells} == {1}
    assert {figure.column for cell in table.cells for figure in cell.figures} == {"100 s"}
    assert not any(cell.shrunk for cell in table.cells)
    assert all(cell.shrunk for cell in lab.plan(lab.experiment("nrpa.table2"), "smoke").cells)


def test_a_tournament_is_a_match_for_every_pair(tmp_path: Path) -> None:
    text = """
title = "Round robin"
[scale.quick]
trials = 2
[[tournament]]
game = "tictactoe"
players = ["random", "flat", "uct(exploration=1)"]
budget = "10 sims"
"""
    experiment = lab.experiment(write(tmp_path, "mine.toml", text))
    pairs = [(cell.settings["a"], cell.settings["b"]) for cell in experiment.cells]
    uct = "uct(exploration=1)"
    assert pairs == [("random", "flat"), ("random", uct), ("flat", uct)]
    assert experiment.players == ("random", "flat", uct)


def test_published_texts() -> None:
    words = read_published("33;229", 15, None, 1)
    assert words
    assert (words.value, words.text) == (33229, "33;229")
    cut = read_published(">989407", 30, None, 1)
    assert cut
    assert (cut.value, cut.text) == (989407, "> 989,407")
    error = read_published(37.7, None, 3, 100)
    assert error
    assert error.deviation == pytest.approx(0.015)
    assert read_published("", None, None, 1) is None


HEAD = 'title = "x"\n[scale.quick]\ntrials = 1\n'
GAME = 'game = "tictactoe"\n'
PLAYERS = 'a = "uct"\nb = "uct"\n'

HOSTILE = {
    "": "title",
    "title = 7": "title must be a text",
    "title = 'x'": "nothing to run",
    "title = [": "Invalid value",
    "\x00": "",
    "title = 'x'\ntable = 4": "unknown key 'table'",
    HEAD: "nothing to run",
    HEAD + "match = 3": "[[match]]",
    HEAD + "[[match]]\n" + GAME: "a is missing",
    HEAD + "[[match]]\n" + PLAYERS: "game is missing",
    HEAD + "[[match]]\ngame = 3\n" + PLAYERS: "game: must be a text",
    HEAD + "[[match]]\ngame = 'chess'\n" + PLAYERS: "game: unknown game 'chess'",
    HEAD + "[[match]]\ngame = 'morpion(4D)'\n" + PLAYERS: "is a puzzle",
    HEAD + "[[match]]\ngame = 'none.py:Nim'\n" + PLAYERS: "no such file",
    HEAD + "[[match]]\n" + GAME + "a = 'utc'\nb = 'uct'": "did you mean 'uct'",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "budget = 'soon'": "budget: cannot read",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "speed = 'fast'": "speed: must be a number",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "sweep = 1": "sweep must be a table",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "sweep = {c = 1}": "sweep.c must be a list",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "sweep = {c = [1, 2]}": "two cells are called",
    HEAD
    + "[[match]]\nrow = '{d}'\n"
    + GAME
    + PLAYERS
    + "sweep = {c = [1, 2]}": "unknown name of the sweep 'd'",
    HEAD + "[[match]]\nrow = '{c.__class__}'\n" + GAME + PLAYERS + "sweep = {c = [1]}": "has no '__class__'",
    HEAD + "[[match]]\nrow = '{c}'\n" + GAME + PLAYERS + "published = [1]\nsweep = {c = [1, 2]}": "1 values",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "published = true": "published must be a number",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "published = 'many'": "cannot read the published",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "sample = 0": "sample must be an integer",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "cost = 'yes'": "cost must be true or false",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "measure = 'median'": "unknown match measure 'median'",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "figures = []": "figures must be a list",
    HEAD + "[[match]]\n" + GAME + PLAYERS + "figures = [{mark = 3}]": "mark must be an integer from -1 to 0",
    HEAD + "[[solve]]\n" + GAME + "player = 'nrpa'\nmarks = ['1s']": "has two players",
    HEAD + "[[solve]]\ngame = 'morpion(4D)'\nplayer = 'flat'\nmarks = ['1s']": "does not solve puzzles",
    HEAD + "[[solve]]\ngame = 'morpion(4D)'\nplayer = 'nrpa'\nmarks = []": "marks: must be a list",
    HEAD + "[[search]]\nplayer = 'uct'\nposition = 'X'\n" + GAME: "X",
    HEAD + "[[semeai]]\nown = 0\nopponent = 1": "own: it must be an integer",
    HEAD + "[[tournament]]\ngame = 'tictactoe'\nplayers = ['uct']": "two or more different players",
    HEAD
    + "[[match]]\n"
    + GAME
    + PLAYERS
    + "[[claim]]\nbetter = ['a', 'b']\nthan = 1": "is not a row and a column",
    "title = 'x'\nscale = {}\n[[match]]\n" + GAME + PLAYERS: "scale",
    "title = 'x'\nscale = {huge = {trials = 1}}\n[[match]]\n" + GAME + PLAYERS: "unknown key 'huge'",
    "title = 'x'\nscale = {quick = {trials = 0}}\n[[match]]\n" + GAME + PLAYERS: "scale.quick.trials",
    "title = 'x'\nscale = {quick = {trials = 1, shrink = 2}}\n[[match]]\n" + GAME + PLAYERS: "shrink",
    "title = 'x'\nvariation = 1\n[[match]]\n" + GAME + PLAYERS: "variation must be true or false",
    "title = 'x'\nplot = 'pie'\n[[match]]\n" + GAME + PLAYERS: "plot must be one of",
    "title = 'x'\n[[match]]\n" + GAME + PLAYERS: "scale is missing",
    HEAD + "x = " + "[" * 5000: "",
}


SOLVE = "[[solve]]\ngame = 'morpion(4D)'\nplayer = 'nrpa'\nmarks = ['9 sims']\n"
CONTENT = "[[content]]\ngame = 'morpion(4D)'\nplayer = 'nrpa(level=2)'\nbudget = '9 sims'\n"
SPEED = "[[speed]]\ngame = 'tictactoe'\nbudget = '9 sims'\n"
# What a report could not show.
FIGURES = [
    (SOLVE, "published = '1/0'", "published '1/0' must be"),
    (SOLVE, "published = '0/0'", "published '0/0' must be"),
    (SOLVE, "published = '10/5'", "published '10/5' must be"),
    (SOLVE, "published = nan", "published must be a number of"),
    (SOLVE, f"published = {'9' * 400}", "published must be a number of"),
    (SOLVE, f"published = '>{'9' * 400}'", "cannot read the published"),
    (SOLVE, f"published = {'9' * 5000}", "4300 digits"),
    (SOLVE, "published = 3\nerror = inf", "error must be a number of"),
    (SOLVE, "published = 3\nunit = 0", "unit must be more than 0"),
    (SOLVE, "published = 3\nunit = nan", "unit must be a number of"),
    (SOLVE, "measure = 'reached'\nof = 9\npublished = 101", "published must be from 0 to 100"),
    (SPEED, "published = 0", "published must be more than 0"),
    (SOLVE, "digits = inf", "digits must be an integer from 0 to 15"),
    (SOLVE, "digits = -2", "digits must be an integer from 0 to 15"),
    (SOLVE, "mark = nan", "mark must be an integer from -1 to 0"),
    (SOLVE, "measure = ['x']", "unknown solve measure"),
    (SOLVE, "measure = 'reached'", "of must be the score to be reached"),
    (SOLVE, "measure = 'reached'\nof = 'inf'", "of must be the score to be reached"),
    (CONTENT, "", "of must be ties or improvements"),
    (CONTENT, "of = 'ties old'", "of must be ties or improvements"),
]
HOSTILE |= {HEAD + kind + lines: says for kind, lines, says in FIGURES}


@pytest.mark.parametrize(("text", "says"), HOSTILE.items())
def test_a_faulty_file_is_refused_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    path = write(tmp_path, "mine.toml", text)
    with pytest.raises(po.SpecError) as caught:
        lab.experiment(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert says in message
    assert "\n" not in message


def test_a_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    with pytest.raises(po.SpecError, match="No such file"):
        lab.experiment(path)
    path.write_bytes(b"title = '\xff'")
    with pytest.raises(po.SpecError, match=r"mine.toml"):
        lab.experiment(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(po.SpecError, match="directory"):
        lab.experiment(path)


def test_a_scale_that_is_not_there_is_refused(tmp_path: Path) -> None:
    experiment = lab.experiment(write(tmp_path, "mine.toml", random_match("tictactoe", 3)))
    with pytest.raises(po.SpecError, match="unknown scale 'paper'"):
        lab.plan(experiment, "paper")


def test_a_plan_of_another_version_can_be_read() -> None:
    plan = lab.plan(lab.experiment("bounds.table6"), "smoke")
    text = (
        plan.to_json()
        .replace('"value":', '"colour": "red", "value":')
        .replace('"scale":', '"new": 1, "scale":')
    )
    assert text != plan.to_json()
    assert lab.Plan.from_json(text) == plan
