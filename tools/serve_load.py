"""How `playout serve` bears many pages and bad clients: the figures of docs/howto/serve.md.

    python tools/serve_load.py [--pages 50] [--seconds 20]

Starts a server of its own. Pages with a search each: the time between two events of a page, the time of an
answer, the memory of the server, and what a page finds after it was loaded again. A tree of a million nodes:
the time to open a node while the search runs. Bad clients, in a process of their own: idle connections, slow
and long bodies, and how long a good page waits meanwhile. Last, what ten looks a second cost a search.
"""

import argparse
import asyncio
import json
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import playout as po
from playout.web import Limits
from playout.web.pages import Page, Pages
from playout.web.pool import SLICE_SECONDS, Pool
from playout.web.searching import Ends, SearchJob

GAME = "go(9,9)"
LIMIT_SECONDS = 60
MILLION = 1_000_000


@dataclass
class Server:
    """A server in a process of its own."""

    process: "subprocess.Popen[bytes] | None"
    port: int

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def megabytes(self) -> float:
        """What the process holds in memory."""
        assert self.process
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1000

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, limit=10_000_000)

    async def post(self, command: str, fields: dict[str, Any]) -> dict[str, Any]:
        """The answer to a command, on a connection of its own."""
        answer: dict[str, Any] = json.loads(await self.raw(command, json.dumps(fields).encode()))
        assert "error" not in answer, answer
        return answer

    async def raw(self, command: str, body: bytes) -> bytes:
        reader, writer = await self.connect()
        head = f"POST /api/{command} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        answer = await asyncio.wait_for(reader.read(), LIMIT_SECONDS)
        writer.close()
        return answer.partition(b"\r\n\r\n")[2]


@contextmanager
def running(*arguments: str) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "playout", "serve", "--port", str(port), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()  # it says that it is there
    try:
        yield Server(process, port)
    finally:
        process.terminate()
        process.wait(LIMIT_SECONDS)


@dataclass
class Visitor:
    """A page that listens, and remembers when it heard something."""

    server: Server
    name: str
    times: list[float] = field(default_factory=list)
    news: dict[str, Any] = field(default_factory=dict)

    async def listen(self, ready: asyncio.Event) -> None:
        reader, writer = await self.server.connect()
        writer.write(
            f"GET /api/events?page={self.name} HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n".encode()
        )
        try:
            while line := await reader.readline():
                if line.startswith(b"event: hello"):
                    ready.set()
                elif line.startswith(b"data: ") and b'"simulations"' in line:
                    self.times.append(time.perf_counter())
                    self.news = json.loads(line[6:])
        finally:
            writer.close()

    async def open(self) -> "asyncio.Task[None]":
        ready = asyncio.Event()
        task = asyncio.create_task(self.listen(ready))
        await asyncio.wait_for(ready.wait(), LIMIT_SECONDS)
        return task

    async def search(self, **fields: Any) -> str:
        asked = {"page": self.name, "game": GAME, "player": "uct", **fields}
        return str((await self.server.post("search", asked))["job"])

    @property
    def gaps(self) -> list[float]:
        return [after - before for before, after in zip(self.times, self.times[1:], strict=False)]


def told(values: list[float]) -> str:
    """The middle, the 99th percentile and the longest of some times."""
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    middle, longest = statistics.median(ordered), ordered[-1]
    return f"median {middle * 1e3:.0f} ms, 99% {high * 1e3:.0f} ms, longest {longest * 1e3:.0f} ms"


async def timed(ask: Callable[[], Awaitable[object]], seconds: float) -> list[float]:
    """How long answers take, asked one after another."""
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        await ask()
        times.append(time.perf_counter() - start)
        await asyncio.sleep(0.05)
    return times


async def many_pages(server: Server, pages: int, seconds: float) -> None:
    before = server.megabytes
    visitors = [Visitor(server, f"{number:016x}") for number in range(pages)]
    tasks = [await visitor.open() for visitor in visitors]
    for number, visitor in enumerate(visitors):
        await visitor.search(seed=number)
    position = {"game": GAME, "moves": ["e5"]}
    answers = await timed(lambda: server.post("position", position), seconds)
    gaps = [gap for visitor in visitors for gap in visitor.gaps]
    print(f"{pages} pages with a search of {GAME} each, for {seconds:g} s:")
    print(
        f"  {sum(len(visitor.times) for visitor in visitors):,} events; between two of a page: {told(gaps)}"
    )
    print(f"  answers meanwhile: {told(answers)}")
    print(f"  memory of the server: {before:.0f} MB before, {server.megabytes:.0f} MB after")
    simulations = [visitor.news["simulations"] for visitor in visitors]
    for task in tasks:
        task.cancel()
    again = [Visitor(server, visitor.name) for visitor in visitors]
    tasks = [await visitor.open() for visitor in again]
    await wait_until(lambda: all(visitor.news for visitor in again))
    kept = sum(new.news["simulations"] >= old for new, old in zip(again, simulations, strict=True))
    print(f"  loaded again: {kept} of {pages} pages find their search where it was, or further")
    for task in tasks:
        task.cancel()


async def wait_until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT_SECONDS):
        while not happened():
            await asyncio.sleep(0.01)


async def large_tree(server: Server) -> None:
    visitor = Visitor(server, "f" * 16)
    task = await visitor.open()
    job = await visitor.search(game="connectfour(7,6)", seed=1)
    await wait_until(lambda: visitor.news.get("nodes", 0) >= MILLION)
    chance, times = random.Random(1), []
    for _ in range(200):
        line = [one["move"] for one in visitor.news["line"]]
        asked = {"page": visitor.name, "job": job, "moves": line[: chance.randrange(len(line))]}
        start = time.perf_counter()
        await server.post("tree", asked)
        times.append(time.perf_counter() - start)
        await asyncio.sleep(0.01)
    print(f"opening 200 nodes of a tree of {visitor.news['nodes']:,} nodes that grows: {told(times)}")
    task.cancel()


async def bad_clients(server: Server) -> None:
    visitor = Visitor(server, "e" * 16)
    task = await visitor.open()
    await visitor.search(seed=1)
    bad = await asyncio.create_subprocess_exec(
        sys.executable, __file__, "--attack", str(server.port), stdout=subprocess.PIPE
    )
    answers = await timed(lambda: server.post("position", {"game": GAME}), 15)
    print("1,000 idle connections, 100 slow requests, 20 of 10 MB and 100 of random bytes, at once:")
    print(f"  a good page: between two events: {told(visitor.gaps)}")
    print(f"  answers to it: {told(answers)}")
    print(f"  memory of the server: {server.megabytes:.0f} MB")
    said, _ = await asyncio.wait_for(bad.communicate(), LIMIT_SECONDS)
    print(said.decode(), end="")
    task.cancel()


async def attack(server: Server) -> None:
    """What a bad client does; it says what it was told."""
    idle = [await server.connect() for _ in range(1000)]
    slow = [await server.connect() for _ in range(100)]
    for _, writer in slow:
        head = f"POST /api/position HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: 100\r\n\r\n{{".encode())
    long = await asyncio.gather(*(server.raw("position", b" " * 10_000_000) for _ in range(20)))
    garbage = await asyncio.gather(*(server.raw("position", random.randbytes(1000)) for _ in range(100)))
    late = [await asyncio.wait_for(reader.readline(), LIMIT_SECONDS) for reader, _ in slow]
    print(f"  a request of 10 MB hears: {', '.join({json.loads(answer)['error'] for answer in long})}")
    print(f"  {sum(b'error' in answer for answer in garbage)} of 100 of random bytes hear what is wrong")
    print(f"  {sum(b'408' in line for line in late)} of 100 slow ones hear that they are too slow")
    for _, writer in (*idle, *slow):
        writer.close()


def cost_of_looks(spec: str, seconds: float) -> float:
    """The share of a search's processor time that ten looks a second take.

    A search that looks takes more of it for as many simulations than one that does not. What it takes more,
    by look, is the same on a busy machine, where fewer simulations go into a slice.
    """
    pages, loop = Pages(Limits()), asyncio.new_event_loop()
    state, spent = po.game(spec).initial(), [0.0, 0.0]
    plain = po.UCT().start(state, seed=1)
    job = SearchJob(Page("0" * 16, loop), po.UCT().start(state, seed=1), Ends(), pages, Pool(1))
    job.page.jobs[job.id] = job
    job._runs = True  # stepped here, not by a pool
    simulations, looks = [0, 0], int(seconds / SLICE_SECONDS)
    for _ in range(looks):
        start = time.process_time()
        simulations[0] = plain.run(po.Budget(SLICE_SECONDS)).simulations
        middle = time.process_time()
        job.step(SLICE_SECONDS)
        spent[0] += middle - start
        spent[1] += time.process_time() - middle
    with job.at_rest() as search:
        simulations[1] = search.result.simulations
    loop.close()
    more = spent[1] - spent[0] * simulations[1] / simulations[0]
    return more / looks / SLICE_SECONDS


async def all_of_it(pages: int, seconds: float) -> None:
    with running() as server:
        await many_pages(server, pages, seconds)
    with running() as server:
        await large_tree(server)
    with running() as server:
        await bad_clients(server)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--attack", type=int, metavar="PORT", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.attack:
        return asyncio.run(attack(Server(None, asked.attack)))
    asyncio.run(all_of_it(asked.pages, asked.seconds))
    for spec in ("go(9,9)", "breakthrough(8,8)", "connectfour(7,6)"):
        cost = cost_of_looks(spec, asked.seconds / 2)
        print(f"ten looks a second cost {cost:.2%} of the simulations of {spec}")
    return None


if __name__ == "__main__":
    main()
