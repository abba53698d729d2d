"""A Ray cluster (the extra `playout[ray]`), behind the face of Python's executors.

playout must be installed on every machine of the cluster, and a game of the user's must be found there under
the same name. A task whose worker was killed is run again.
"""

import logging
import os
import pickle
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from playout.errors import SpecError, unknown

__all__ = ["Cluster", "EngineName", "Tasks", "cluster", "refuse_address"]

log = logging.getLogger(__name__)

T = TypeVar("T")

EngineName = Literal["local", "ray"]
RETRIES = 2
"""Of a task whose worker died."""
CONNECT_SECONDS = 10.0
STARTS = 3
"""How often Ray is started before it is given up."""
QUIET: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}


class Tasks(Executor):
    """What is submitted becomes a task of the cluster."""

    def __init__(self, ray: Any) -> None:
        self.workers = int(ray.cluster_resources().get("CPU", 1))
        self._ray = ray
        self._task = ray.remote(max_retries=RETRIES)(_call)
        self._under_way: set[Any] = set()
        self._ended = False

    def submit(self, run: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """Begins a task. An exception that it raises has Ray's, with the distant traceback, as its cause."""
        answer: Future[T] = Future()
        ref = self._task.remote(str(Path.cwd()), sys.path, pickle.dumps(partial(run, *args, **named)))
        self._under_way.add(ref)
        ref.future().add_done_callback(lambda done: self._pass_on(done, ref, answer))
        return answer

    def _pass_on(self, done: "Future[T]", ref: Any, answer: "Future[T]") -> None:
        self._under_way.discard(ref)
        error: Any = done.exception()
        if error is None:
            answer.set_result(done.result())
        elif isinstance(error, self._ray.exceptions.RayTaskError):
            error.cause.__cause__ = error
            answer.set_exception(error.cause)
        elif self._ended:
            answer.cancel()
            answer.set_running_or_notify_cancel()
        else:
            answer.set_exception(OSError(f"the Ray workers of a task died: {error}"))

    def end(self) -> None:
        """Gives up the tasks that are under way; their futures are cancelled."""
        self._ended = True
        for ref in list(self._under_way):
            self._ray.cancel(ref, force=True)


def _call(folder: str, path: list[str], task: bytes) -> Any:
    """Runs a task. Files and modules are found as in the program, if the machine has the same folders."""
    with suppress(OSError):
        os.chdir(folder)
    sys.path.extend(place for place in path if place not in sys.path)
    return pickle.loads(task)()


@dataclass(frozen=True)
class Cluster:
    """The cluster at an address; without one, a cluster of this machine alone, with so many workers."""

    workers: int
    address: str | None = None

    def __post_init__(self) -> None:
        _ray()

    @contextmanager
    def tasks(self) -> Iterator[tuple[Tasks, Callable[[], None]]]:
        """An executor, and a function that ends its tasks. A program that is connected stays connected."""
        ray = _ray()
        own = not ray.is_initialized()
        if own:
            self._connect(ray)
        tasks = Tasks(ray)
        try:
            yield tasks, tasks.end
        finally:
            tasks.end()
            if own:
                ray.shutdown()

    def _connect(self, ray: Any) -> None:
        if self.address is None:
            return self._start(ray)
        try:
            _check_reachable(self.address)
            ray.init(address=self.address, **QUIET)
            log.info("connected to the Ray cluster %s", self.address)
        except (OSError, ValueError, RuntimeError) as error:
            hint = "if it asks for a token, set RAY_AUTH_MODE=token"
            raise SpecError(f"cannot reach the Ray cluster {self.address} ({hint}): {error}") from error

    def _start(self, ray: Any) -> None:
        """On a busy machine Ray gives up on itself after half a minute; the next try finds its files warm."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody asked to be reported
        for tries_left in reversed(range(STARTS)):
            try:
                ray.init(address="local", num_cpus=self.workers, include_dashboard=False, **QUIET)
                log.info("started Ray on this machine with %d workers", self.workers)
                return
            except Exception as error:  # Ray has no better name for it
                ray.shutdown()
                log.warning("Ray does not start, %d more tries: %s", tries_left, error)
                if not tries_left:
                    raise OSError(f"Ray does not start on this machine: {error}") from error


def _check_reachable(address: str) -> None:
    """Ray itself would knock at a closed door for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise SpecError("the engine ray needs Ray: pip install 'playout[ray]'") from None
    return ray


def cluster(engine: str, workers: int, address: str | None) -> Cluster | None:
    """The cluster of the engine `ray`; None for `local`, which is this machine without Ray."""
    if engine not in get_args(EngineName):
        raise unknown("engine", engine, get_args(EngineName))
    if engine == "ray":
        return Cluster(workers, address)
    refuse_address(address)
    return None


def refuse_address(address: str | None) -> None:
    """For engines that have none."""
    if address is not None:
        raise SpecError("an address is that of a Ray cluster; it needs the engine ray")
