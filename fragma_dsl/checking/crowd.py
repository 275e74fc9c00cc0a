"""Crowd: worker processes that leave Ctrl-C to whoever started them."""

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from fragma_dsl.simulate.workers import startable


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Start processes; what has not begun is left undone where something goes wrong."""
    executor = ProcessPoolExecutor(startable(count), get_context("spawn"), begin)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def begin() -> None:
    """Leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
