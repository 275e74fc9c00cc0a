"""Screen: what the terminal can show, and texts put into its columns."""

import os
import sys
from collections.abc import Sequence
from functools import cache
from shutil import get_terminal_size
from textwrap import wrap
from typing import TextIO

WIDEST = 120


def has_colour(handle: int = 1) -> bool:
    """Whether to write in colours: to a terminal, unless NO_COLOR or a dumb one says otherwise."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    stream = sys.stdout if handle == 1 else sys.stderr
    return stream.isatty() and takes_escapes(handle)


@cache
def takes_escapes(handle: int) -> bool:
    """Whether a terminal takes escape sequences; the console of Windows has to be told to."""
    if sys.platform != "win32":
        return True
    import ctypes  # only there

    kernel, mode = ctypes.windll.kernel32, ctypes.c_ulong()
    console = kernel.GetStdHandle(-10 - handle)
    if not kernel.GetConsoleMode(console, ctypes.byref(mode)):
        return False
    return bool(kernel.SetConsoleMode(console, mode.value | 4))


def width() -> int:
    """Give how many columns to use: the terminal's, and 80 elsewhere."""
    return min(WIDEST, get_terminal_size((80, 24)).columns) if sys.stdout.isatty() else 80


def height() -> int | None:
    """Give how many lines the terminal shows; None where nothing scrolls away."""
    return get_terminal_size((80, 24)).lines if sys.stdout.isatty() else None


def filled(text: str, stream: TextIO | None = None) -> str:
    """Break long lines at words, where a terminal would break them anywhere."""
    if not (stream or sys.stdout).isatty():
        return text
    room = min(WIDEST, get_terminal_size((80, 24)).columns) - 1
    lines = [
        wrap(line, room, break_long_words=False, break_on_hyphens=False)
        if len(line) > room
        else [line]
        for line in text.split("\n")
    ]
    return "\n".join(part for parts in lines for part in parts)


def cleared() -> str:
    """Give what clears the terminal and what has scrolled away, or moves it out of sight where it
    cannot be cleared; elsewhere an empty line."""
    if not sys.stdout.isatty():
        return "\n"
    return "\033[H\033[2J\033[3J" if takes_escapes(1) else "\n" * (height() or 1)


def bold(text: str) -> str:
    """Make a text stand out, where there is colour."""
    return f"\033[1m{text}\033[0m" if has_colour() else text


def dim(text: str) -> str:
    """Make a text stand back, where there is colour."""
    return f"\033[2m{text}\033[0m" if has_colour() else text


def in_columns(items: Sequence[str], room: int) -> list[str]:
    """Set items in columns that fit, read from top to bottom."""
    if not items:
        return []
    longest = max(map(len, items))
    count = max(1, min(len(items), (room + 2) // (longest + 2)))
    height = -(-len(items) // count)
    rows = [items[row::height] for row in range(height)]
    return ["  ".join(item.ljust(longest) for item in row).rstrip() for row in rows]
