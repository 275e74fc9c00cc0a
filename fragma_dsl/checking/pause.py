"""Pause: what long work calls now and then, so that others get their turn; it may end the work."""

from collections.abc import Callable
from typing import TypeAlias

Pause: TypeAlias = Callable[[], None]


def go_on() -> None:
    """Do not pause."""
