"""A puzzle of one's own on a card, in its emulation; the compiler of this machine takes its header."""

import math
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from command import run

import playout as po
from playout.cuda import CardRules, check_card
from playout.cuda.streams import card_rules

pytest.importorskip("numba", reason="compiled games need Numba: pip install 'playout[compiled]'")
if not shutil.which("c++"):
    pytest.skip("rules of one's own need a C++ compiler", allow_module_level=True)

EXAMPLES = Path(__file__).parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))

from tsptw import Salesman  # noqa: E402

NRPA = "nrpa(level=2, iterations=8)"
LNS = "lns(repair=nrpa(level=2, iterations=4), first=nrpa(level=2, iterations=8), steps=20, members=2)"


class Changed(Salesman):
    """The salesman, with another header."""

    def __init__(self, header: Path, **given: Any) -> None:
        super().__init__(20, 1)
        self._header, self._given = header, given

    def card(self) -> CardRules:
        given = {"places": 20, "way": self.way, "opens": self.opens, "closes": self.closes} | self._given
        return CardRules(self._header, **given)


def changed(folder: Path, old: str, new: str) -> Changed:
    text = (EXAMPLES / "tsptw.hpp").read_text()
    assert old in text
    header = folder / "changed.hpp"
    header.write_text(text.replace(old, new))
    return Changed(header)


@pytest.mark.parametrize(("places", "seed", "games"), [(20, 1, 40), (61, 2, 8)])
def test_the_header_has_the_rules_of_the_class(places: int, seed: int, games: int) -> None:
    assert check_card(Salesman(places, seed), games) == games * (places + 1)


@pytest.mark.parametrize("places", [20, 61])
def test_the_codes_are_those_of_the_class(places: int) -> None:
    puzzle = Salesman(places, 1 if places == 20 else 2)
    state = po.game(puzzle).initial()
    while not state.is_terminal:
        moves, codes, _ = puzzle.card().library.look(list(state.history))
        here = state.history[-1] if state.history else 0
        assert codes == [here * (places + 1) + move for move in moves]
        state = state.play(moves[len(moves) // 2])


@pytest.mark.parametrize("player", [NRPA, LNS])
def test_a_solution_is_a_game_of_the_class(player: str) -> None:
    found = po.solve(Salesman(), player, "20000 sims", seed=1, device="emulated")
    assert found.state.is_terminal
    assert found.score == found.state.score > -760
    assert found.simulations >= 20000
    assert found.states == 20 * found.simulations or player == LNS  # whose hard steps begin further on


def test_the_shortest_tour_is_found() -> None:
    """By dynamic programming it is 699 long: test_compiled_puzzles.py."""
    assert po.solve(Salesman(), LNS, "500000 sims", seed=1, target=-699, device="emulated").score == -699


def test_a_solve_that_was_cut_ends_like_one_that_was_not(tmp_path: Path) -> None:
    whole = po.solve(Salesman(), LNS, "20000 sims", seed=3, device="emulated")
    for sims in (8000, 20000):
        budget, file = f"{sims} sims", tmp_path / "run.save"
        cut = po.solve(Salesman(), LNS, budget, seed=3, device="emulated", checkpoint=file)
    assert (cut.moves, cut.simulations, cut.states) == (whole.moves, whole.simulations, whole.states)


def test_a_known_tour_is_the_beginning() -> None:
    known = po.solve(Salesman(), LNS, "500000 sims", seed=1, target=-699, device="emulated")
    again = po.solve(Salesman(), LNS, "10 sims", seed=2, known=known.moves, device="emulated")
    assert (again.score, again.moves) == (known.score, known.moves)


def test_the_command_solves_it() -> None:
    argv = ["solve", f"{EXAMPLES / 'tsptw.py'}:Salesman", NRPA, "--budget", "5000 sims"]
    assert run(*argv, "--device", "emulated", "--json").json["device"] == "emulated"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("late_visit * late + cost", "late_visit * late - cost", "games of score .* in the header"),
        ("if (all_in_time", "if (true || all_in_time", "the header has the moves"),
        ("codes = (given::places + 1)", "codes = given::places", "more than most_plies, most_moves or codes"),
    ],
)
def test_another_rule_is_found(tmp_path: Path, old: str, new: str, line: str) -> None:
    with pytest.raises(po.ContractError, match=line):
        check_card(changed(tmp_path, old, new), 30)


def test_what_does_not_compile_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(po.SpecError, match=r"do not compile: .*changed.hpp:\d+:\d+: error: [^\n]*$"):
        check_card(changed(tmp_path, "int32_t score() const {", "int32_t score() const { nothing;"))
    with pytest.raises(po.SpecError, match=r"no\.hpp: No such file or directory"):
        check_card(Changed(tmp_path / "no.hpp"))


def test_without_a_compiler_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(po.SpecError, match="needs a C\\+\\+ compiler for rules of your own: none was found"):
        po.solve(Salesman(), NRPA, "10 sims", device="emulated")


def test_the_example_of_the_page(tmp_path: Path) -> None:
    page = (EXAMPLES.parent / "docs" / "howto" / "gpu.md").read_text(encoding="utf-8")
    own = page[page.index("## Your own puzzle on a card") :]
    header, rows = (re.findall(f"```{language}\n(.*?)```", own, re.S)[0] for language in ("cpp", "python"))
    (tmp_path / "rows.hpp").write_text(header)
    names = {"po": po, "Path": Path, "CardRules": CardRules, "__file__": str(tmp_path / "rows.py")}
    exec(rows, names)
    puzzle: Any = names["Rows"]()  # type: ignore[operator]
    assert check_card(puzzle) == 500
    best = max(end.score for end in ends(po.game(puzzle).initial()))
    assert po.solve(puzzle, NRPA, "5000 sims", seed=1, device="emulated").score == best == 30


def ends(state: po.State) -> list[po.State]:
    if state.is_terminal:
        return [state]
    return [end for move in state.legal_moves for end in ends(state.play(move))]


BAD_NUMBERS = [1.5, True, "abc", None, math.nan, 2**31, -(2**31) - 1, [], [[0.5]], [[1, 2], [3]], [[1], 2]]


@pytest.mark.parametrize("value", BAD_NUMBERS, ids=repr)
def test_what_is_no_whole_number_is_given_to_no_header(value: object) -> None:
    with pytest.raises(po.SpecError, match="a header is given whole numbers of 32 bits, or arrays of them"):
        CardRules("a.hpp", way=value)


def test_integers_of_any_kind_are_given_to_a_header() -> None:
    numpy = pytest.importorskip("numpy")
    rules = CardRules("a.hpp", places=numpy.int64(3), least=-(2**31), way=numpy.arange(6).reshape(2, 3))
    assert rules.given_source.splitlines()[1:-1] == [
        "constexpr int32_t places = 3;",
        "constexpr int32_t least = -2147483648;",
        "PLAYOUT_DATA int32_t way[2][3] = {0, 1, 2, 3, 4, 5};",
    ]


def test_what_a_card_cannot_do_is_one_line() -> None:
    with pytest.raises(po.SpecError, match="accept is for morpion"):
        po.solve(Salesman(), "lns(accept=0.1)", "10 sims", device="emulated")
    with pytest.raises(po.SpecError, match=r"morpion\(5T\) has no header of its own"):
        check_card("morpion(5T)")
    wrong = Salesman()
    wrong.card = lambda: 7  # type: ignore[method-assign, assignment, return-value]
    with pytest.raises(po.SpecError, match=r"card\(\) gave 7; expected a playout.cuda.CardRules"):
        card_rules(po.game(wrong))
