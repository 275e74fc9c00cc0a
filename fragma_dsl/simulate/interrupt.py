"""Interrupt: Ctrl-C as a flag that long work looks at, so that what is done can be kept."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeAlias

Interrupted: TypeAlias = threading.Event


@contextmanager
def interruptible() -> Iterator[Interrupted]:
    """Give a flag that the first Ctrl-C sets; the second raises KeyboardInterrupt.

    Signals belong to the main thread: elsewhere nothing sets the flag.
    """
    interrupted = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        if interrupted.is_set():
            signal.default_int_handler(number, frame)
        interrupted.set()

    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C for a moment, so that processes begun in it ignore it from their first step."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
