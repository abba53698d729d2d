"""Workers: the pieces of an experiment side by side, in threads, in processes or on a cluster.

A task is a function of an item, such as an index, and a stop flag. Native searches release the GIL, so
threads run them in parallel; a game written in Python needs processes. When the stop flag is raised no task
is begun and those under way end soon.
"""

import logging
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection
from typing import TypeVar

from playout import _core
from playout.errors import SpecError, show
from playout.interrupt import obey
from playout.run.cluster import Cluster
from playout.run.threads import Threads

log = logging.getLogger(__name__)

T = TypeVar("T")
Item = TypeVar("Item")
Task = Callable[[Item, _core.Stop], T]

MAX_WORKERS = 1024
POLL_SECONDS = 0.02
"""Between two looks at the stop flag while others work."""


def in_threads(task: Task[int, T], count: int, workers: int, stop: _core.Stop) -> Iterator[T]:
    """Runs the tasks 0 … count-1 in threads; yields their answers as they come."""
    # Only the main thread can deliver signals, and it waits here: the tasks listen to a flag alone.
    heard = _core.Stop()
    with Threads(workers) as executor:
        run = partial(_run, task, heard)
        yield from _collect(executor, run, count, 2 * workers, stop, heard.request)


def in_processes(task: Task[int, T], count: int, workers: int, stop: _core.Stop) -> Iterator[T]:
    """The same in processes. The task must be picklable, as must be its answers."""
    with processes(workers) as (executor, end_tasks):
        run = partial(run_in_process, task)
        yield from _collect(executor, run, count, 2 * workers, stop, end_tasks)


def on_cluster(task: Task[int, T], count: int, cluster: Cluster, stop: _core.Stop) -> Iterator[T]:
    """The same on a cluster. Tasks under way when a stop is requested have no answer."""
    with cluster.tasks() as (tasks, end_tasks):
        run = partial(run_in_process, task)
        yield from _collect(tasks, run, count, 2 * tasks.workers, stop, end_tasks)


Pool = AbstractContextManager[tuple[Executor, Callable[[], None]]]
"""Others that run tasks: an executor, and a function that ends its tasks early."""


@contextmanager
def processes(workers: int) -> Iterator[tuple[Executor, Callable[[], None]]]:
    """Processes for the tasks that `run_in_process` runs, and a function that raises their stop flag."""
    context = multiprocessing.get_context("spawn")
    # The workers wait for the end of what is never written: no lock that one of them could take to its grave.
    ear, mouth = context.Pipe(duplex=False)
    log.info("starting %d worker processes", workers)
    with ear, mouth, ProcessPoolExecutor(workers, context, _start_process, (ear,)) as executor:
        try:
            yield executor, mouth.close
        except BrokenProcessPool as error:
            raise RuntimeError(
                "a worker process ended before its time: it was killed, or could not load what it was sent; "
                "classes must stand at the top of a module, and a script that starts workers must guard its "
                "entry with `if __name__ == '__main__':`"
            ) from error
        finally:
            mouth.close()
    log.info("the worker processes have ended")


def check_picklable(setting: object, game: object, instead: str) -> None:
    """Refuses what cannot be sent to processes."""
    try:
        pickle.dumps(setting)
    except Exception as error:
        raise SpecError(
            f"{game} cannot be sent to worker processes, for pickle fails ({show(str(error))}); "
            f"define its class at the top of a module, or use {instead}"
        ) from None


def _run(task: Task[int, T], stop: _core.Stop, index: int) -> T:
    return task(index, stop)


def _collect(
    executor: Executor,
    run: Callable[[int], T],
    count: int,
    ahead: int,
    stop: _core.Stop,
    end_tasks: Callable[[], None],
) -> Iterator[T]:
    """Keeps a few tasks ahead of the workers, so that a huge count takes no memory."""
    indices = iter(range(count))
    pending = submit(executor, run, islice(indices, ahead))
    try:
        while pending:
            done, pending = wait(pending, POLL_SECONDS, FIRST_COMPLETED)
            if stop.requested:
                end_tasks()
                indices = iter(())
            pending |= submit(executor, run, islice(indices, len(done)))
            yield from (future.result() for future in done if not future.cancelled())
    finally:
        end_tasks()
        executor.shutdown(cancel_futures=True)


def submit(executor: Executor, run: Callable[[Item], T], items: Iterable[Item]) -> set[Future[T]]:
    """Begins tasks. A process that is started meanwhile is deaf to Ctrl-C from its first instruction on."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return {executor.submit(run, item) for item in items}
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_process_stop = _core.Stop()


def _start_process(ear: Connection) -> None:
    end_with_parent()
    threading.Thread(target=_listen, args=(ear, obey(_process_stop)), daemon=True).start()


def end_with_parent() -> None:
    """Lets this worker process end when its parent does, however that comes: nobody listens any more."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _listen(ear: Connection, end: Callable[[], None]) -> None:
    ear.poll(None)
    end()


def run_in_process(task: Task[Item, T], item: Item) -> T:
    """Runs a task in one of the `processes`, or in a process of a cluster."""
    return task(item, _process_stop)
