"""A solve on a card, in its emulation: the whole way from the command line to a record, without a card."""

import json
import sys
import types
from pathlib import Path

import hunt
import pytest
from command import run

import playout as po
from playout.cuda.islands import sources
from playout.cuda.lines import Field
from playout.cuda.options import CardOptions, Report, card_options, read_reports
from playout.cuda.streams import CardStreams
from playout.run.runners import Job
from playout.run.streams import Setting

PUZZLE, PLAYER, BUDGET = "morpion(4D)", "nrpa(level=2,iterations=4)", "3000 sims"


def solve(**more: object) -> po.SolveResult:
    return po.solve(PUZZLE, PLAYER, BUDGET, seed=3, device="emulated", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", ["5T", "5D", "4T", "4D"])
def test_a_solution_is_a_game_of_the_native_rules(variant: str) -> None:
    found = po.solve(f"morpion({variant})", PLAYER, BUDGET, seed=3, device="emulated")
    assert found.state.is_terminal
    assert found.score == found.state.score == len(found.moves) > 15
    assert found.simulations >= 3000
    assert found.device == "emulated"


def test_without_replacement_the_lines_of_the_card_are_the_game() -> None:
    game = po.game("morpion(5T,replace_dominated=false)")
    streams = CardStreams(setting(game.initial()))
    streams._run_slice()
    codes = streams._cards[0].solution(0)
    moves = [Field("5T").moves[code] for code in codes]
    state = game.initial()
    for move in moves:
        state = state.play(move)
    assert state.score == len(moves)


def setting(start: po.State) -> Setting:
    return Setting(
        Job(start, po.player(PLAYER), float("inf")), po.Budget(simulations=1), 3, 1, (), None, "emulated"
    )


def test_a_seed_decides() -> None:
    first, again = solve(), solve()
    assert (first.moves, first.simulations, first.states) == (again.moves, again.simulations, again.states)
    other = po.solve(PUZZLE, PLAYER, BUDGET, seed=4, device="emulated")
    assert other.states != first.states


def test_a_solve_that_was_cut_ends_like_one_that_was_not(tmp_path: Path) -> None:
    whole = solve()
    file = tmp_path / "run.save"
    for sims in (1000, 2000):
        po.solve(PUZZLE, PLAYER, f"{sims} sims", seed=3, device="emulated", checkpoint=file)
    end = solve(checkpoint=file)
    assert (end.moves, end.simulations, end.states) == (whole.moves, whole.simulations, whole.states)


def test_a_checkpoint_knows_its_device(tmp_path: Path) -> None:
    file = tmp_path / "run.save"
    solve(checkpoint=file)
    with pytest.raises(po.CheckpointError, match="device 'emulated' instead of 'cpu'"):
        po.solve(PUZZLE, PLAYER, BUDGET, seed=3, checkpoint=file)


def test_a_target_ends_it() -> None:
    assert po.solve(PUZZLE, PLAYER, "1h", seed=3, target=10, device="emulated").score >= 10


def test_a_stop_leaves_the_best_so_far() -> None:
    stop, results = po.Stop(), []
    stop.request()
    import threading

    def think() -> None:
        with po.stopped_by(stop):
            results.append(po.solve(PUZZLE, PLAYER, "1h", seed=3, device="emulated"))

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert results[0].interrupted
    assert results[0].state.is_terminal


def test_the_command_writes_a_record(tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    argv = ["solve", PUZZLE, PLAYER, "--budget", BUDGET, "--seed", "3", "--device", "emulated"]
    found = run(*argv, "--record", str(file), "--json").json
    assert found["device"] == "emulated"
    assert po.verify(file).score == found["score"]
    assert json.loads(file.read_text())["origin"]["command"].endswith("--device emulated")
    assert "emulated" in run(*argv).out


@pytest.mark.parametrize(
    ("puzzle", "player", "more", "line"),
    [
        ("crossword(capitals)", "nrpa", {}, "has no rules for a card; morpion has"),
        ("morpion(5T)", "nmcs", {}, "nmcs does not run on a card; those that do are lns and nrpa"),
        (
            "morpion(5T)",
            "nrpa(tau=2)",
            {},
            "nrpa has level 2 to 6, iterations and alpha up to 64, and no other option",
        ),
        ("morpion(5T)", "lns(slack=1)", {}, "on a card, lns has no slack"),
        ("morpion(5T)", "nrpa(level=7)", {}, "nrpa has level 2 to 6"),
        ("morpion(5T)", "nrpa", {"threads": 2}, "threads and the engine ray are for the device cpu"),
        ("morpion(5T)", "nrpa", {"device": "gpu"}, "unknown device 'gpu'"),
    ],
)
def test_what_a_card_cannot_do_is_one_line(
    puzzle: str, player: str, more: dict[str, object], line: str
) -> None:
    with pytest.raises(po.SpecError, match=line):
        po.solve(puzzle, player, BUDGET, **({"device": "emulated"} | more))  # type: ignore[arg-type]


def test_a_card_begins_at_the_beginning() -> None:
    start = po.game(PUZZLE).initial()
    with pytest.raises(po.SpecError, match="from its first position"):
        po.solve(start.play(start.legal_moves[0]), PLAYER, BUDGET, device="emulated")


def test_without_cupy_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(po.SpecError, match=r"needs CuPy: pip install 'playout\[cuda\]'"):
        po.solve(PUZZLE, PLAYER, BUDGET, device="cuda")


def test_without_a_card_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoDriverError(RuntimeError):
        pass

    def count() -> int:
        raise NoDriverError("cudaErrorNoDevice: no CUDA-capable device is detected\nmore")

    runtime = types.SimpleNamespace(getDeviceCount=count, CUDARuntimeError=NoDriverError)
    monkeypatch.setitem(
        sys.modules, "cupy", types.SimpleNamespace(cuda=types.SimpleNamespace(runtime=runtime))
    )
    with pytest.raises(
        po.SpecError, match=r"needs an NVIDIA card and its driver: cudaErrorNoDevice: no CUDA[^\n]*$"
    ):
        po.solve(PUZZLE, PLAYER, BUDGET, device="cuda")


@pytest.mark.parametrize("variant", ["5T", "5D", "4T", "4D"])
def test_the_codes_of_a_field_are_its_lines(variant: str) -> None:
    field = Field(variant)
    start = po.game(f"morpion({variant})").initial()
    assert len(set(field.moves)) == len(field.moves)
    assert set(start.legal_moves) <= set(field.moves)
    moves = tuple(field.moves[7:90:9])
    assert [field.moves[code] for code in field.codes(moves)] == list(moves)
    with pytest.raises(po.SpecError, match="leaves the field"):
        field.codes((0,))


def test_the_options_of_nrpa() -> None:
    assert card_options(po.NRPA(level=3, iterations=50, alpha=0.5)) == CardOptions(3, (50,) * 8, 0.5)


def test_reports_are_read_as_the_core_writes_them() -> None:
    streams = CardStreams(setting(po.game(PUZZLE).initial()))
    streams._run_slice()
    reports = read_reports(streams._cards[0].reports())
    assert len(reports) == 4
    assert all(report.slices == 1 and report.plies > 0 and report.best > 0 for report in reports)
    assert streams.simulations == sum(report.playouts for report in reports)


def test_a_search_that_is_behind_goes_on_from_a_better_one_of_its_island() -> None:
    best = [10] * 30 + [20] * 10 + [30] * 40
    before = [Report(0, 0, 0, 0, n, n, 0) for n in best]
    now = [Report(0, 0, 1, 1, n, n, 0) for n in best]
    taken = [sources(now, before, 40, 0.1, seed) for seed in range(40)]
    pairs = {(one, source) for found in taken for one, source in enumerate(found) if source >= 0}
    assert pairs
    assert all(one < 30 <= source < 40 for one, source in pairs)
    assert sources(now, before, 40, 0.1, 7) == taken[7]
    assert set(sources(now, now, 40, 0.1, 7)) == {-1}  # no step was made


@pytest.mark.parametrize("name", ["5T-178", "5D-82", "4T-62", "4D-35"])
def test_the_longest_known_games_fit_on_the_field(name: str) -> None:
    end = po.verify(Path(__file__).parent / "records" / f"morpion-{name}.json")
    assert len(Field(name[:2]).codes(end.history)) == int(name[3:])


def test_a_hunt_keeps_its_best_and_all_of_its_solutions(tmp_path: Path) -> None:
    argv = ["4D", "--seconds", "0.1", "--seed", "1", "--out", str(tmp_path), "--emulated"]
    hunt.main([*argv, "70"])
    pool = json.loads((tmp_path / "pool.json").read_text())
    best = po.verify(tmp_path / "best.json")
    assert len(pool) == 70
    assert best.score == max(map(len, pool)) > 20
    hunt.main([*argv, "350", "--pool", str(tmp_path / "pool.json")])
    assert po.verify(tmp_path / "best.json").score >= best.score
