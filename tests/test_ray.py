"""The engine `ray`: the same answers as on this machine. Skipped where Ray is not installed."""

import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from command import DIGITS, NIM, run
from lab_files import FAULTY_GAME, faulty_games, random_match, stored, write
from lab_kills import compare
from toys import Nim

import playout as po
from playout import lab
from playout.run import workers
from playout.run.cluster import Cluster

HAS_RAY = pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is not installed: pip install 'playout[ray]'"
)
MATCH = ("match", NIM, "uct", "random", "--games", "6", "--budget", "50 sims", "--json")
OWN_PLAYER = ("match", "tictactoe", NIM.replace("Nim", "First"), *MATCH[2:3], *MATCH[4:])
TOURNAMENT = ("tournament", "tictactoe", "flat", "random")
SOLVE = ("solve", DIGITS, "nrpa(level=2)", "--budget", "300 sims", "--threads", "2", "--json")


@pytest.mark.parametrize(
    "argv", [MATCH, SOLVE, TOURNAMENT, ("lab", "run", "bounds.table1")], ids=lambda argv: argv[0]
)
def test_without_ray_the_error_says_what_to_install(
    argv: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", None)
    done = run(*argv, "--engine", "ray")
    assert done.is_wrong_usage
    assert "pip install 'playout[ray]'" in done.err


def test_an_address_needs_ray() -> None:
    with pytest.raises(po.SpecError, match="it needs the engine ray"):
        po.match("tictactoe", "uct", "uct", address="auto")
    with pytest.raises(po.SpecError, match="unknown engine 'slurm'"):
        po.solve("morpion(4D)", "nrpa", engine="slurm")


@HAS_RAY
def test_a_cluster_that_is_not_there_is_wrong_usage() -> None:
    assert run(*MATCH, "--engine", "ray", "--address", "127.0.0.1:9").is_wrong_usage


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """A cluster that all tests here use, since one takes seconds to start."""
    with Cluster(2).tasks():
        yield


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with a file of faulty games."""
    monkeypatch.chdir(tmp_path)
    with faulty_games(tmp_path) as made:
        yield made


pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # of Ray's own code
    pytest.mark.xdist_group("ray"),  # one cluster is enough
]


@HAS_RAY
@pytest.mark.usefixtures("cluster")
class TestOnACluster:
    def test_table_4_of_the_two_player_paper_trial_by_trial(self, tmp_path: Path) -> None:
        plan = lab.plan(lab.experiment("nmcs.table4"), "smoke")
        for engine in ("ray", "serial"):
            with lab.Store(tmp_path / engine) as store:
                assert lab.run([plan], store, lab.engine(engine, 2)).complete
        assert stored(tmp_path / "ray") == stored(tmp_path / "serial")

    def test_a_match_has_the_same_games(self) -> None:
        rays, here = (
            po.match("breakthrough(5,5)", "uct", "flat", games=6, budget="50 sims", seed=3, engine=engine)
            for engine in ("ray", "local")
        )
        assert rays.record == here.record

    def test_a_sequential_test_ends_with_the_same_pair(self) -> None:
        rays, here = (
            po.match(
                "tictactoe", "uct", "random", games=100, budget="50 sims", seed=3, sprt="0,100", engine=engine
            )
            for engine in ("ray", "local")
        )
        assert rays.record == here.record
        assert rays.sprt == here.sprt

    def test_a_tournament_has_the_same_standings(self) -> None:
        rays, here = (
            po.tournament(
                "tictactoe",
                ["uct", "flat", "random"],
                games_per_pair=4,
                budget="50 sims",
                seed=3,
                engine=engine,
            )
            for engine in ("ray", "local")
        )
        assert rays.complete
        assert rays.by_game == here.by_game

    def test_a_compiled_game_is_compiled_there(self) -> None:
        pytest.importorskip("numba")
        import compiled_games

        rays, here = (
            po.match(compiled_games.Nim(), "uct", "flat", games=4, budget="50 sims", seed=3, engine=engine)
            for engine in ("ray", "local")
        )
        assert rays.record == here.record

    @pytest.mark.parametrize("threads", [1, 3])
    @pytest.mark.parametrize("target", [None, 33])
    def test_a_solve_has_the_same_solution(self, threads: int, target: float | None) -> None:
        rays, here = (
            po.solve(
                "morpion(4D)", "nrpa(level=2)", "20000 sims", 1, threads=threads, target=target, engine=engine
            )
            for engine in ("ray", "local")
        )
        assert (rays.moves, rays.simulations, rays.states) == (here.moves, here.simulations, here.states)

    def test_a_checkpoint_goes_on_with_either_engine(self, tmp_path: Path) -> None:
        whole = po.solve("morpion(4D)", "nrpa(level=2)", "4000 sims", 1, threads=2)
        for budget, engine in (("1500 sims", "local"), ("3000 sims", "ray"), ("4000 sims", "local")):
            found = po.solve(
                "morpion(4D)", "nrpa(level=2)", budget, 1, threads=2, engine=engine, checkpoint=tmp_path / "c"
            )
        assert found.moves == whole.moves

    @pytest.mark.parametrize("argv", [MATCH, OWN_PLAYER, SOLVE], ids=lambda argv: argv[0])
    def test_a_game_in_python_is_found_there(self, argv: tuple[str, ...]) -> None:
        rays, here = (run(*argv, "--engine", engine).json for engine in ("ray", "local"))
        assert rays | {"seconds": 0} == here | {"seconds": 0}

    def test_an_exception_in_a_game_reaches_the_caller(self, folder: Path) -> None:
        done = run("match", "faulty.py:Raises", "random", "random", "--engine", "ray")
        assert done.status == 1
        assert "in play" in done.err
        assert "RuntimeError: five is too hard" in done.err

    def test_a_game_that_cannot_be_sent_is_refused(self) -> None:
        class Local(Nim):
            pass

        with pytest.raises(po.SpecError, match="cannot be sent to worker processes"):
            po.match(Local(), "random", "random", games=2, engine="ray")

    def test_what_is_under_way_when_a_match_is_stopped_is_given_up(self) -> None:
        stop = po._core.Stop()
        answers = []
        for answer in workers.on_cluster(_first_is_quick, 100, Cluster(2), stop):
            answers.append(answer)
            stop.request()
        assert answers == [0]

    @pytest.mark.parametrize(("deadly", "finished"), [("once", 1), ("always", 0)])
    def test_a_worker_that_is_killed_is_replaced(self, folder: Path, deadly: str, finished: int) -> None:
        """Its trial is run again; one that kills every worker fails."""
        write(folder, f"{deadly}.py", FAULTY_GAME)  # a worker that has seen `faulty` keeps what it saw
        write(folder, "mine.toml", random_match(f"{deadly}.py:Dies", 1))
        plan = lab.plan(lab.experiment("mine.toml"), "quick")
        write(folder, "deadly", deadly)
        with lab.Store("store.sqlite") as store:
            summary = lab.run([plan], store, lab.engine("ray", 1))
            failures = store.failures(plan)
        assert (summary.finished, summary.failed) == (finished, 1 - finished)
        assert (folder / "deadly").exists() == (deadly == "always")
        assert all("the Ray workers of a task died" in error for _, error in failures)


def _first_is_quick(index: int, _stop: po._core.Stop) -> int:
    if index:
        time.sleep(60)
    return index


@HAS_RAY
def test_killed_it_ends_with_the_same_rows(tmp_path: Path) -> None:
    """`tools/lab_kills.py --engine ray` does it with all experiments, and ten times."""
    _, killed, peace = compare(["bounds.table2", "nmcs.table1"], "ray", 1, 1, tmp_path)
    assert killed == peace
