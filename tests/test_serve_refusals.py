"""What the page's server refuses: who may not ask, what is no request, and what would be too much."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("httpx")

import httpx
from command import NIM, run
from serving import LIMIT_SECONDS, PAGE, Asker, refusal, served

from playout.web import Limits
from playout.web.solving import SolveJob

JSON = {"Content-Type": "application/json"}
POSITION = '{"game": "tictactoe"}'
SOLVE = {"page": PAGE, "game": "morpion(5D)", "player": "nrpa", "budget": "1h"}


@pytest.fixture(scope="module")
def server() -> Iterator[Asker]:
    with served(limits=Limits(page_jobs=2, threads=1, games=100)) as started:
        yield started


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:8000", ""])
def test_another_name_does_not_lead_here(server: Asker, host: str) -> None:
    for address in ("/", "/api/catalogue"):
        assert refusal(server.http.get(address, headers={"Host": host}))[0] == 421


def test_this_machine_has_three_names(server: Asker) -> None:
    port = server.url.rpartition(":")[2]
    for name in ("localhost", "127.0.0.1", "[::1]", "LOCALHOST"):
        assert server.http.get("/", headers={"Host": f"{name}:{port}"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
    ],
)
def test_a_page_of_another_site_gets_nothing_done(server: Asker, headers: dict[str, str]) -> None:
    answer = server.http.post("/api/position", content=POSITION, headers={**JSON, **headers})
    assert refusal(answer)[0] == 403
    assert "access-control-allow-origin" not in answer.headers


def test_the_page_itself_may_ask(server: Asker) -> None:
    headers = {**JSON, "Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    assert server.http.post("/api/position", content=POSITION, headers=headers).status_code == 200


@pytest.mark.parametrize("address", ["/", "/main.js", "/api/catalogue", "/nothing", "/api/nothing"])
def test_every_answer_has_a_strict_policy(server: Asker, address: str) -> None:
    headers = server.http.get(address).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(server: Asker, method: str) -> None:
    assert refusal(server.http.request(method, "/api/position"))[0] == 405


def test_beyond_this_machine_it_takes_the_token() -> None:
    with served(token="secret") as server:
        assert refusal(server.http.get("/"))[0] == 401
        assert refusal(server.http.get("/?token=wrong"))[0] == 401
        assert refusal(server.http.get("/api/catalogue?token=secret"))[0] == 401
        assert refusal(server.http.get("/", headers={"Cookie": "playout=wrong"}))[0] == 401
        assert refusal(server.http.get("/", headers={"Cookie": "\x01=;;=playout"}))[0] == 401
        opened = server.http.get("/?token=secret")
        assert opened.status_code == 303
        assert "HttpOnly" in opened.headers["set-cookie"]
        assert "samesite=strict" in opened.headers["set-cookie"].lower()
        assert server.http.get("/").status_code == 200
        assert server.http.get("/api/catalogue").status_code == 200


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "expected `object`, got `array`"),
        ('{"game": "\ud800"}', "not JSON"),
        ("null", "expected `object`, got `null`"),
        ("[]", "expected `object`, got `array`"),
        ("{}", "missing required field `game`"),
        ('{"game": 7}', "expected `str`, got `int` - at `$.game`"),
        ('{"game": "tictactoe", "moves": [1]}', "expected `str`, got `int` - at `$.moves[0]`"),
        ('{"game": "tictactoe", "file": "/etc/passwd"}', "unknown field `file`"),
        (f'{{"game": "{"x" * 3000}"}}', "length <= 2000"),
    ],
)
def test_what_is_no_request_gets_a_clear_line(server: Asker, body: str, said: str) -> None:
    content = body.encode(errors="surrogatepass")
    status, line = refusal(server.http.post("/api/position", content=content, headers=JSON))
    assert status == 400
    assert said in line


@pytest.mark.parametrize("chunked", [False, True])
def test_ten_megabytes_are_too_much(server: Asker, chunked: bool) -> None:
    body = b" " * 10_000_000
    content = (body[i : i + 100_000] for i in range(0, len(body), 100_000)) if chunked else body
    status, line = refusal(server.http.post("/api/position", content=content, headers=JSON))
    assert (status, line) == (413, "a request has at most 1,000,000 bytes")


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("chess", "unknown game 'chess'"),
        ("brekthrough", "did you mean 'breakthrough'?"),
        (NIM, "is not among what 'playout serve' was started with"),
        ("os:system(ls)", "is not among what 'playout serve' was started with"),
        ("./game.so", "unknown game"),
        ("misere(/tmp/game.so(3))", "unknown game"),
        ("openspiel(hex)", "unknown game"),
        ("openspiel(efg_game(filename=/etc/passwd))", "unknown game"),
        ("crossword(/etc/words.txt)", "unknown game"),
        ("crossword(words.txt)", "the word lists are capitals, parks"),
        ("crossword(words=secret.txt)", "the word lists are capitals, parks"),
        ("uncompiled(tictactoe)", "unknown game"),
        ("go(1000,1000)", "go"),
        ("nogo(99999999999999999999,1)", "nogo"),
        ("breakthrough(-1,5)", "breakthrough"),
        ("misere(morpion(5D))", "only a game of two players has a misère version"),
        ("(" * 1000, "spec"),
        ("tictactoe\x00", "tictactoe"),
    ],
)
def test_a_request_names_only_what_the_server_was_started_with(server: Asker, game: str, said: str) -> None:
    status, line = server.refused("position", game=game)
    assert status == 400
    assert said in line


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"moves": ["z9"]}, "move 1: illegal move 'z9'"),
        ({"moves": ["b2", "b2"]}, "move 2: illegal move 'b2'"),
        ({"start": "nonsense"}, "a position is a board"),
        ({"start": "X../.O./... X", "moves": ["a3"]}, "move 1"),
        ({"moves": ["b2"] * 30_000}, "at most 20000 moves"),
    ],
)
def test_a_position_that_cannot_be(server: Asker, fields: dict[str, object], said: str) -> None:
    status, line = server.refused("position", game="tictactoe", **fields)
    assert status == 400
    assert said in line


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"player": "utc"}, "did you mean 'uct'?"),
        ({"player": NIM}, "is not among what 'playout serve' was started with"),
        ({"player": "uct(threads=64)"}, "at most 1 threads"),
        ({"player": "nrpa"}, "nrpa is for puzzles"),
        ({"player": "uct", "budget": "soon"}, "cannot read the budget 'soon'"),
        ({"player": "uct", "budget": "100h"}, "at most"),
        ({"player": "uct", "seed": -1}, "`int` >= 0"),
        ({"player": "uct", "moves": ["a1", "b1", "a2", "b2", "a3"]}, "the game is over"),
        ({"player": "uct", "page": "fedcba9876543210"}, "this page is not connected"),
        ({"player": "uct", "page": "../etc"}, "matching regex"),
    ],
)
def test_a_search_that_cannot_be(server: Asker, fields: dict[str, object], said: str) -> None:
    with server.page():
        status, line = server.refused("search", **{"page": PAGE, "game": "tictactoe", **fields})
        assert status in (400, 404)
        assert said in line


@pytest.mark.parametrize(
    ("command", "fields", "said"),
    [
        ("solve", {"game": "tictactoe", "player": "nrpa"}, "to solve is for puzzles"),
        ("solve", {"game": "morpion(5D)", "player": "flat"}, "does not solve puzzles"),
        ("solve", {"game": "morpion(5D)", "player": "nrpa", "threads": 9}, "threads must be at most 1"),
        ("solve", {"game": "morpion(5D)", "player": "nrpa", "target": "x"}, "a score is a number"),
        ("solve", {"game": "morpion(5D)", "player": "nrpa", "checkpoint": "%"}, "base64"),
        ("match", {"game": "morpion(5D)", "a": "uct", "b": "uct"}, "a match needs a game of two players"),
        ("match", {"game": "tictactoe", "a": "uct", "b": "uct", "games": 101}, "games must be at most 100"),
        ("tournament", {"games": ["tictactoe"], "players": ["uct"]}, "two players or more"),
        ("tournament", {"games": ["tictactoe"], "players": ["uct", "x.py:X"]}, "is not among"),
        ("tournament", {"games": ["go"], "players": ["uct(max_nodes=4000000000)", "flat"]}, "max_nodes"),
        ("tournament", {"games": ["x.py:X"], "players": ["uct", "flat"]}, "is not among"),
        ("tournament", {"games": ["go"], "players": ["uct", "flat"], "games_per_pair": 200}, "at most 100"),
    ],
)
def test_other_work_that_cannot_be(server: Asker, command: str, fields: dict[str, object], said: str) -> None:
    with server.page():
        status, line = server.refused(command, **{"page": PAGE, "budget": "100 sims", **fields})
        assert status == 400
        assert said in line


@pytest.mark.parametrize("text", ["", "{}", "(;GM[2])", '{"format": "playout record 1"}', "[" * 100_000])
def test_a_file_that_is_no_record(server: Asker, text: str) -> None:
    assert server.refused("import", text=text)[0] == 400


def test_a_record_of_a_game_that_is_not_here_loads_nothing(server: Asker) -> None:
    record = f'{{"format": "playout record 1", "game": "{NIM}", "moves": []}}'
    assert "is not among" in server.refused("import", text=record)[1]


@pytest.mark.parametrize("game", ["./game.so", "rules.kif", NIM, "crossword(words.txt)"])
def test_a_file_with_a_game_that_is_not_here_loads_nothing(server: Asker, game: str) -> None:
    assert server.refused("import", text="(;SZ[5])", game=game) == server.refused("position", game=game)


@pytest.mark.parametrize("page", ["", "x", "0123", "0" * 65, "ABCDEF0123456789"])
def test_a_page_has_a_name_of_hexadecimal_digits(server: Asker, page: str) -> None:
    assert refusal(server.http.get("/api/events", params={"page": page}))[0] == 400


def test_too_many_searches_at_once(server: Asker) -> None:
    with server.page("0" * 16):
        asked = {"page": "0" * 16, "game": "go(9,9)", "player": "uct"}
        jobs = [server.ask("search", **asked)["job"] for _ in range(2)]
        status, line = server.refused("search", **asked)
        assert (status, line) == (429, "a page has at most 2 searches, solves and matches at once")
        for job in jobs:
            server.ask("command", page="0" * 16, job=job, do="close")
        server.ask("search", **asked)


def _begin_solves(server: Asker, count: int) -> list[str]:
    return [server.ask("solve", **SOLVE)["job"] for _ in range(count)]


def _wait_until_stopped(server: Asker, job: str) -> None:
    solve = server.desk.pages.job(PAGE, job)
    assert isinstance(solve, SolveJob)
    solve.wait(LIMIT_SECONDS)


def test_a_solve_goes_on_only_if_there_is_room() -> None:
    with served(limits=Limits(threads=1)) as server, server.page() as page:
        first, _ = _begin_solves(server, 2)
        server.ask("command", page=PAGE, job=first, do="pause")
        page.wait_for("solve", job=first, state="paused")
        _wait_until_stopped(server, first)
        _begin_solves(server, 1)
        status, line = server.refused("command", page=PAGE, job=first, do="go")
        busy = "2 solves and matches are running, and this server does no more at once"
        assert (status, line) == (429, busy)


def test_a_solve_that_is_refused_leaves_no_file() -> None:
    with served(limits=Limits(threads=1)) as server, server.page():
        begun = _begin_solves(server, 2)
        assert server.refused("solve", **SOLVE, checkpoint="AAAA")[0] == 429
        kept = [path.name for path in server.desk.folder.iterdir()]
        assert [name for name in kept if not any(job in name for job in begun)] == []


def test_too_many_pages_at_once() -> None:
    with served(limits=Limits(pages=1)) as server, server.page():
        assert refusal(server.http.get("/api/events?page=00000000"))[0] == 429


def test_the_memory_of_all_searches_is_bounded() -> None:
    with served(limits=Limits(memory=10_000_000)) as server, server.page() as page:
        for _ in range(3):
            server.ask("search", page=PAGE, game="connectfour(7,6)", player="uct")
        ended = page.wait_for("search", state="ended")
        assert ended["why"] == "all searches together have reached 10.0 MB, the most that is allowed"
        assert ended["bytes"] < 11_000_000


def test_a_slow_client_is_told_and_keeps_nobody_waiting() -> None:
    with served(limits=Limits(body_seconds=0.2)) as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), LIMIT_SECONDS) as slow:
            head = f"POST /api/position HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
            slow.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())
            assert server.http.get("/").status_code == 200
            assert slow.recv(100).startswith(b"HTTP/1.1 408 ")


def test_many_idle_connections_keep_nobody_out(server: Asker) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    idle = [socket.create_connection((host, int(port)), LIMIT_SECONDS) for _ in range(300)]
    try:
        assert httpx.get(f"{server.url}/", timeout=LIMIT_SECONDS).status_code == 200
    finally:
        for one in idle:
            one.close()


def test_a_reader_who_never_reads_goes_away() -> None:
    with served(limits=Limits(stalled_seconds=0.2, away_seconds=0.2)) as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            lazy.connect((host, int(port)))
            lazy.sendall(f"GET /api/events?page={PAGE} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            assert lazy.recv(10)
            server.ask("search", page=PAGE, game="go(9,9)", player="uct")
            end = time.monotonic() + LIMIT_SECONDS
            while list(server.desk.pages.jobs()):
                assert time.monotonic() < end
                time.sleep(0.05)


@pytest.mark.parametrize(
    "argv",
    [
        ["nothing.py:Game"],
        ["--port", "99999"],
        ["--host", "256.0.0.1"],
        ["--store", "nothing.sqlite"],
        ["--store", __file__],
    ],
)
def test_a_wrong_start_is_one_line(argv: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("serve", *argv)
    assert done.status in (1, 2)
    assert done.err.startswith("playout: ")
    assert len(done.err.splitlines()) == 1
