"""`playout serve`: what the page can ask for, and what comes of it."""

import base64
import json
import os
import shlex
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httpx")

from command import NIM, TESTS, finish, run, start
from libraries import COMPILER, build, changed
from serving import LIMIT_SECONDS, PAGE, Asker, served

import playout as po
from playout import lab
from playout.cli.serve import EXAMPLES
from playout.web import Limits
from playout.web.pool import Pool
from playout.web.searching import Ends, SearchJob, is_clear


@pytest.fixture(scope="module")
def server() -> Iterator[Asker]:
    with served(NIM) as started:
        yield started


def test_the_page_and_all_that_it_loads_is_small_and_has_no_other_host(server: Asker) -> None:
    index = server.http.get("/")
    assert index.status_code == 200
    assert "playout" in index.text
    files = list((Path(po.__file__).parent / "web/static").iterdir())
    assert sum(len(server.http.get(f"/{file.name}").content) for file in files) < 150_000
    for file in files:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text, file
        assert "https://" not in text, file


def test_the_catalogue_has_the_games_and_players_of_the_library_and_those_given(server: Asker) -> None:
    found = server.http.get("/api/catalogue").json()
    games = {game["name"]: game for game in found["games"]}
    assert list(po.games.catalogue()) == [name for name in games if name != NIM]
    assert games[NIM]["given"]
    assert {player["name"] for player in found["players"]} >= {"uct", "nrpa", "strong"}
    uct = next(player for player in found["players"] if player["name"] == "uct")
    assert uct["parameters"][0]["meaning"]
    solvers = [player["name"] for player in found["players"] if player["solves"]]
    assert solvers == ["random", "uct", "nmcs", "nrpa", "lns"]


@pytest.mark.parametrize("spec", [size for kind in po.games.catalogue().values() for size in kind.sizes])
def test_every_game_begins_with_a_picture_and_its_moves(server: Asker, spec: str) -> None:
    found = server.ask("position", game=spec, moves=[])
    state = po.game(spec).initial()
    assert found["svg"] == state.svg()
    assert found["legal"] == list(state.legal_names)
    assert set(found["cells"]) == set(state.cells())
    about = server.ask("game", game=spec)
    assert about["players"] == state.game.players
    assert about["about"]


@pytest.mark.parametrize("spec", "breakthrough(5,5) connectfour(7,6) seki(3,4) morpion(5D) go(9,9)".split())
def test_the_name_of_a_move_begins_with_a_cell_of_the_picture(spec: str) -> None:
    state = po.game(spec).initial()
    cells = state.cells()
    for name in state.legal_names:
        assert name == "pass" or any(name.startswith(cell) for cell in cells), name


def test_cells_lie_within_the_picture() -> None:
    state = po.game("breakthrough(5,4)").initial()
    width, height = (float(state.svg().split(f'{name}="')[1].split('"')[0]) for name in ("width", "height"))
    for left, top, wide, high in state.cells().values():
        assert left >= 0
        assert top >= 0
        assert left + wide <= width
        assert top + high <= height


def test_a_position_after_moves_from_a_start_of_ones_own(server: Asker) -> None:
    found = server.ask("position", game="tictactoe", start="X../.O./... X", moves=["c1", "b1"])
    assert found["notation"] == "X../.O./.OX X"
    assert found["start"] == "X../.O./... X"
    assert found["last"] == "b1"
    assert not found["over"]


@pytest.mark.parametrize(
    ("game", "standing", "why"),
    [
        ("tictactoe", "Max wins", "The score is 1 for Max (three in a row on a 3×3 board)"),
        ("misere(tictactoe)", "Min wins", "reversed"),
    ],
)
def test_who_has_won_and_why(server: Asker, game: str, standing: str, why: str) -> None:
    found = server.ask("position", game=game, moves=["a1", "b1", "a2", "b2", "a3"])
    assert found["over"]
    assert found["standing"] == standing
    assert why in found["why"]


def test_a_game_of_the_users_is_played_with_its_moves_as_a_list(server: Asker) -> None:
    found = server.ask("position", game=NIM, moves=["3"])
    assert found["game"] == NIM
    assert found["cells"] == {}
    assert server.ask("position", game=f"misere({NIM})")["game"] == f"misere({NIM})"


def test_a_record_that_is_saved_can_be_opened_again(server: Asker) -> None:
    game = {"game": "misere(nogo(5,5))", "moves": ["a1", "b2"]}
    text = server.ask("record", **game)["text"]
    assert po.Record.from_json(text).moves == ("a1", "b2")
    assert server.ask("import", text=text) == {**game, "start": None}
    own = server.ask("record", game=NIM, moves=["1"])["text"]
    assert server.ask("import", text=own) == {"game": NIM, "start": None, "moves": ["1"]}


def search(server: Asker, **fields: Any) -> str:
    return str(server.ask("search", page=PAGE, **fields)["job"])


@pytest.mark.parametrize("player", ["uct", "strong", "flat", "nested(level=1)", "minimax(depth=2)", "random"])
def test_a_seeded_search_of_the_page_is_that_of_the_command_line(server: Asker, player: str) -> None:
    line = ["search", "breakthrough(5,5)", player, "--moves", "b2b3", "--budget", "3000 sims", "--seed", "7"]
    expected = run(*line, "--json").json
    with server.page() as page:
        job = search(
            server, game="breakthrough(5,5)", moves=["b2b3"], player=player, budget="3000 sims", seed=7
        )
        found = page.wait_for("search", job=job, state="ended")
        server.ask("command", page=PAGE, job=job, do="close")
    same = ("move", "value", "simulations", "states", "proven", "seed")
    assert {key: found[key] for key in same} == {key: expected[key] for key in same}
    assert [(one["move"], one["visits"], one["value"]) for one in found["children"]] == [
        (one["move"], one["visits"], one["value"]) for one in expected["children"]
    ]


def test_a_search_is_paused_looked_into_and_goes_on_without_losing_anything(server: Asker) -> None:
    with server.page() as page:
        job = search(server, game="connectfour(7,6)", player="uct", seed=1)
        page.wait_for("search", job=job, state="running")
        server.ask("command", page=PAGE, job=job, do="pause")
        paused = page.wait_for("search", job=job, state="paused")
        tree = server.ask("tree", page=PAGE, job=job, moves=[])["children"]
        assert {one["move"]: one["visits"] for one in tree} == {
            one["move"]: one["visits"] for one in paused["children"]
        }
        deeper = server.ask(
            "tree", page=PAGE, job=job, moves=[one["move"] for one in paused["line"][:2]], most=3
        )
        assert len(deeper["children"]) == 3
        server.ask("command", page=PAGE, job=job, do="go")
        running = page.wait_for("search", job=job, state="running")
        assert running["simulations"] > paused["simulations"]
        assert len(running["curve"]) > len(paused["curve"])
        server.ask("command", page=PAGE, job=job, do="close")
        assert server.refused("tree", page=PAGE, job=job, moves=[])[0] == 404


class Impatient(SearchJob):
    """Whoever hears that it runs has it paused at once."""

    def tell(self, news: dict[str, Any]) -> None:
        self.told = [*getattr(self, "told", []), news["state"]]
        if news["state"] == "running":
            self.pause()


def test_who_pauses_a_search_hears_that_it_is_paused(server: Asker) -> None:
    started = po.UCT().start(po.game("tictactoe").initial(), seed=1)
    job = Impatient(None, started, Ends(), server.desk.pages, Pool(0))  # type: ignore[arg-type]
    job.go()
    while job.step(0.01):
        pass
    assert job.told == ["running", "paused"]


def test_a_node_can_be_opened_while_the_search_runs(server: Asker) -> None:
    with server.page() as page:
        job = search(server, game="connectfour(7,6)", player="uct", seed=1)
        page.wait_for("search", job=job, state="running")
        for _ in range(20):
            assert len(server.ask("tree", page=PAGE, job=job, moves=["d"])["children"]) == 7
        server.ask("command", page=PAGE, job=job, do="close")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"player": "uct", "budget": "500 sims"}, "the budget is spent"),
        ({"player": "uct", "budget": "50ms"}, "the budget is spent"),
        (
            {"player": "uct(bounds=cuts)", "game": "connectfour(3,3)", "at_proof": True},
            "the result is proved",
        ),
        ({"player": "uct", "budget": "5min", "when_clear": True}, "the choice is clear"),
        ({"player": "minimax(depth=1)"}, "nothing is left to search"),
    ],
)
def test_why_a_search_ends(server: Asker, fields: dict[str, Any], why: str) -> None:
    # A win in one move, which is soon clear.
    place = {"game": "tictactoe", "moves": ["a1", "b1", "a2", "b2"]} if "game" not in fields else {}
    with server.page() as page:
        job = search(server, **place, **fields)
        assert page.wait_for("search", job=job, state="ended")["why"] == why
        server.ask("command", page=PAGE, job=job, do="close")


def test_a_choice_is_clear_when_the_rest_of_the_budget_cannot_change_it() -> None:
    state = po.game("tictactoe").initial()
    for move in ("a1", "b1", "a2", "b2"):
        state = state.play(move)
    found = po.player("uct").search(state, "1000 sims", seed=1)
    first, second, *_ = sorted((one.visits for one in found.children), reverse=True)
    assert is_clear(found, po.Budget(simulations=1000 + first - second - 1))
    assert not is_clear(found, po.Budget(simulations=1000 + first - second))


def test_a_search_whose_budget_is_spent_goes_on_without_one(server: Asker) -> None:
    with server.page() as page:
        job = search(server, game="go(9,9)", player="uct", budget="100 sims")
        page.wait_for("search", job=job, state="ended")
        server.ask("command", page=PAGE, job=job, do="go")
        assert page.wait_for("search", job=job, state="running")["simulations"] > 100
        server.ask("command", page=PAGE, job=job, do="close")


def test_two_searches_share_the_threads() -> None:
    with served(limits=Limits(threads=1)) as server, server.page() as page:
        jobs = {search(server, game="go(9,9)", player="uct", seed=seed) for seed in (1, 2, 3)}
        heard: set[str] = set()
        while heard != jobs:
            heard.add(page.wait_for("search", state="running")["job"])


def test_a_page_that_is_loaded_again_finds_its_search(server: Asker) -> None:
    with server.page() as page:
        job = search(server, game="go(9,9)", player="uct", seed=1)
        before = page.wait_for("search", job=job, state="running")
    with server.page() as page:
        assert page.wait_for("search", job=job)["simulations"] >= before["simulations"]
        server.ask("command", page=PAGE, job=job, do="close")


def test_a_page_that_goes_away_ends_its_searches() -> None:
    with served(limits=Limits(away_seconds=0.2)) as server:
        with server.page() as page:
            job = search(server, game="go(9,9)", player="uct", seed=1)
            page.wait_for("search", job=job, state="running")
        (running,) = server.desk.pages.jobs()
        until(lambda: not list(server.desk.pages.jobs()))
        assert running.closed
        assert server.refused("tree", page=PAGE, job=job)[0] == 404


def until(happened: Any) -> None:
    end = time.monotonic() + LIMIT_SECONDS
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_player_of_the_users_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "first_player.py").write_text(
        "class First:\n    def search(self, state, budget, seed):\n        return state.legal_moves[0]\n"
        "class Bad:\n    def search(self, state, budget, seed):\n        raise KeyError('oh')\n"
    )
    given = "first_player.py:First", "first_player.py:Bad"
    with served(*given) as server, server.page() as page:
        job = search(server, game="tictactoe", player=given[0])
        assert page.wait_for("search", job=job, state="ended")["move"] == "a1"
        job = search(server, game="tictactoe", player=given[1])
        assert page.wait_for("search", job=job, state="failed")["error"].startswith("KeyError")


def test_a_solve_grows_stops_goes_on_and_comes_back_from_its_checkpoint(server: Asker) -> None:
    puzzle = {"game": "morpion(4D)", "player": "nrpa(level=2)", "seed": 1, "threads": 2}
    whole = po.solve("morpion(4D)", "nrpa(level=2)", "6000 sims", seed=1, threads=2)
    with server.page() as page:
        job = server.ask("solve", page=PAGE, **puzzle, budget="3000 sims")["job"]
        half = page.wait_for("solve", job=job, state="ended")
        assert half["simulations"] == 3000
        assert len(half["curve"][-1]) == 3
        saved = server.http.get(f"/api/checkpoint?page={PAGE}&job={job}").content
        server.ask("command", page=PAGE, job=job, do="go")
        assert page.wait_for("solve", job=job, state="ended")["moves"] == list(whole.names)
        server.ask("command", page=PAGE, job=job, do="close")
        again = solve_on(server, saved, **puzzle)
        assert page.wait_for("solve", job=again, state="ended")["moves"] == list(whole.names)
        bad = solve_on(server, saved[:-9], **puzzle)
        assert "damaged" in page.wait_for("solve", job=bad, state="failed")["error"]
        for job in (again, bad):
            server.ask("command", page=PAGE, job=job, do="close")


def solve_on(server: Asker, saved: bytes, **puzzle: Any) -> str:
    text = base64.b64encode(saved).decode()
    return str(server.ask("solve", page=PAGE, **puzzle, budget="6000 sims", checkpoint=text)["job"])


def test_a_solve_is_stopped(server: Asker) -> None:
    with server.page() as page:
        job = server.ask("solve", page=PAGE, game="morpion(5D)", player="nrpa", budget="10min")["job"]
        page.wait_for("solve", job=job, state="running")
        server.ask("command", page=PAGE, job=job, do="pause")
        stopped = page.wait_for("solve", job=job, state="paused")
        found = server.ask("position", game="morpion(5D)", moves=stopped["moves"])
        assert found["score"] == stopped["score"]
        server.ask("command", page=PAGE, job=job, do="close")
        until(lambda: not list(server.desk.folder.iterdir()))


def test_a_match_is_that_of_the_command_line_and_its_games_are_replayed(server: Asker) -> None:
    setting = {"game": "tictactoe", "a": "uct", "b": "random", "games": 20, "budget": "50 sims", "seed": 3}
    expected = po.match("tictactoe", "uct", "random", games=20, budget="50 sims", seed=3)
    with server.page() as page:
        job = server.ask("match", page=PAGE, **setting)["job"]
        found = page.wait_for("match", job=job, state="ended")
        assert (found["wins"], found["draws"], found["losses"]) == (
            expected.wins,
            expected.draws,
            expected.losses,
        )
        assert (found["low"], found["high"]) == expected.interval
        game = server.ask("match-game", page=PAGE, job=job, index=4)
        assert game["moves"] == list(expected.record[4].names)
        assert server.refused("match-game", page=PAGE, job=job, index=20)[0] == 404
        assert server.refused("tree", page=PAGE, job=job)[0] == 400
        server.ask("command", page=PAGE, job=job, do="close")


def test_a_long_game_of_a_match_is_stopped(server: Asker) -> None:
    with server.page() as page:
        setting = {"game": "go(9,9)", "a": "uct", "b": "uct", "games": 2, "budget": "10min"}
        job = server.ask("match", page=PAGE, **setting)["job"]
        server.ask("command", page=PAGE, job=job, do="pause")
        assert page.wait_for("match", job=job, state="paused")["games"] == 0
        server.ask("command", page=PAGE, job=job, do="close")


def test_a_tournament_is_that_of_the_library(server: Asker) -> None:
    setting: dict[str, Any] = {"games_per_pair": 4, "budget": "50 sims", "seed": 1}
    players = ["uct", "flat", "random"]
    expected = po.tournament("tictactoe", players, **setting)
    with server.page() as page:
        setting = {
            "games": ["tictactoe"],
            "players": players,
            "games_per_pair": 4,
            "budget": "50 sims",
            "seed": 1,
        }
        job = server.ask("tournament", page=PAGE, **setting)["job"]
        found = page.wait_for("tournament", job=job, state="ended")
        assert [one["player"] for one in found["ratings"]] == [one.player for one in expected.ratings]
        assert [one["elo"] for one in found["ratings"]] == [one.elo for one in expected.ratings]
        assert found["games"] == found["planned"] == 12
        server.ask("command", page=PAGE, job=job, do="close")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "lab.sqlite"
    with lab.Store(path) as opened:
        for name, cells in (("bounds.table2", "Min 1 *"), ("nogo.rave", "*50 sims"), ("nrpa.figure5", "*")):
            plan = lab.plan(lab.experiment(name), "smoke")
            lab.run([plan], opened, lab.engine("serial", 1), cells=cells)
    return path


def test_a_store_is_browsed_and_its_trials_replayed(store: Path) -> None:
    with served(store=store) as server:
        papers = server.ask("lab")["papers"]
        names = {one["experiment"]: one for paper in papers for one in paper["experiments"]}
        assert set(names) == {"bounds.table2", "nogo.rave", "nrpa.figure5"}
        for name in names:
            place = {"experiment": name, "scale": "smoke"}
            table = server.ask("lab-section", **place)
            assert table["rows"]
            done = next(one for one in table["entries"] if one["trials"])
            trial = server.ask("lab-trial", **place, cell=done["cell"], index=0)
            position = server.ask("position", game=trial["game"], start=trial["start"], moves=trial["moves"])
            assert position["over"] == (name != "bounds.table2")
        assert server.refused("lab-trial", **place, cell="no such cell")[0] == 404
        assert server.refused("lab-section", experiment="nothing", scale="smoke")[0] == 404


def test_without_a_store_there_is_no_lab(server: Asker) -> None:
    assert server.refused("lab") == (404, "no store was given: start with 'playout serve --store FILE'")
    assert not json.loads(server.http.get("/api/catalogue").text)["lab"]


def test_a_game_of_stones_is_saved_and_opened_as_sgf(server: Asker) -> None:
    text = server.ask("sgf", game="go(9,9)", moves=["e5", "c3"])["text"]
    assert server.ask("import", text=text) == {"game": "go(9,9)", "start": None, "moves": ["e5", "c3"]}
    assert server.refused("sgf", game="tictactoe")[0] == 400


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_help_work(
    example: str, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nim.py").write_text("from toys import Nim\n")
    (tmp_path / "my_player.py").write_text("from toys import First as Mine\n")
    (tmp_path / "lab.sqlite").write_bytes(store.read_bytes())
    if ".so" in example:
        if not COMPILER:
            pytest.skip("no compiler")
        build(tmp_path, changed(), "hex.so")
    assert example in " ".join(run("serve", "--help").out.split())
    nobody = {**os.environ, "BROWSER": "true", "PYTHONPATH": str(TESTS)}
    process = start(*shlex.split(example)[1:], "--port", "0", env=nobody)
    assert process.stdout
    said = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    done = finish(process)
    assert said.startswith("playout is at http://127.0.0.1:")
    assert ("?token=" in said) == ("--host" in example)
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP], ids=lambda sign: sign.name)
def test_a_server_that_is_told_to_end_leaves_no_folder(sign: signal.Signals, tmp_path: Path) -> None:
    process = start("serve", "--port", "0", env={**os.environ, "TMPDIR": str(tmp_path)})
    assert process.stdout
    process.stdout.readline()
    assert [path.name[:8] for path in tmp_path.iterdir()] == ["playout-"]
    process.send_signal(sign)
    assert finish(process).err == ""
    assert not list(tmp_path.iterdir())
