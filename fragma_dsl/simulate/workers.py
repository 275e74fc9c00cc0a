"""Workers: games played in several processes, each of which makes the game for itself."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing.connection import wait as wait_for_any
from multiprocessing.synchronize import Event

from fragma_dsl.game import Game
from fragma_dsl.simulate.interrupt import Interrupted, interrupts_ignored
from fragma_dsl.simulate.playout import Playout
from fragma_dsl.simulate.task import Factory, Task, on_backend, played_by_numbers

POLL = 0.2
"""Seconds between two looks at whether the run is interrupted."""


def many_processes(
    factory: Factory, games: range, task: Task, workers: int, interrupted: Interrupted
) -> Generator[list[Playout], None, None]:
    """Play all games in worker processes, in any order; once interrupted, end what has begun."""
    context = multiprocessing.get_context("spawn")
    stopped = context.Event()
    runs = batches(games, workers)
    count = max(1, min(startable(workers), len(runs)))
    executor = ProcessPoolExecutor(count, context, begin_worker, (factory, task, stopped))
    try:
        with interrupts_ignored():
            waiting: set[Future[list[Playout]]] = {executor.submit(play_batch, run) for run in runs}
        while waiting:
            if interrupted.is_set() and not stopped.is_set():
                stopped.set()
                waiting = {future for future in waiting if not future.cancel()}
            finished, waiting = wait(waiting, timeout=POLL, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    finally:
        stopped.set()
        executor.shutdown(cancel_futures=True)


def startable(count: int) -> int:
    """Give how many processes of so many can be started: Windows waits for no more than 61."""
    return min(count, 61) if sys.platform == "win32" else count


def batches(games: range, workers: int) -> list[range]:
    """Cut the games into runs, small enough that all workers finish at about the same time."""
    size = max(1, min(64, len(games) // (workers * 8)))
    return [games[at : at + size] for at in range(0, len(games), size)]


# ---- what runs in a worker


@dataclass(frozen=True, slots=True)
class Worker:
    """What a worker process keeps from one batch to the next."""

    game: Game
    task: Task
    stopped: Event


CURRENT: list[Worker] = []
"""The worker that this process is; empty in any other."""


def begin_worker(factory: Factory, task: Task, stopped: Event) -> None:
    """Make the game, leave Ctrl-C to the parent, and end when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    CURRENT[:] = [Worker(on_backend(factory(), task.backend), task, stopped)]


def end_with_parent() -> None:
    """Wait until the parent process has ended, however it did, and end this one."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_any([parent.sentinel])
        os._exit(1)


def play_batch(numbers: range) -> list[Playout]:
    """Play the games of these numbers; once stopped, give those that were played to their end."""
    worker = CURRENT[0]
    return list(played_by_numbers(worker.game, numbers, worker.task, worker.stopped.is_set))
