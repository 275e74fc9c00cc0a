"""Liveness: which names a function must set before it begins: those that may be read before they
are set.

A name that is set at the beginning of each block that reads it needs no value before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

CLEAR = re.compile(r" {4}r\d+\w* = 0")
NAME = re.compile(r"\br\d+\w*\b")
SET = re.compile(r"(r\d+\w*) = (.*)")
LOOP = re.compile(r"for (r\d+\w*) in (.*)")


def drop_dead_clearing(lines: Sequence[str]) -> list[str]:
    """Leave out the lines `r1 = 0` at the beginning whose name is always set before it is read."""
    begin = next((i for i, line in enumerate(lines) if CLEAR.fullmatch(line)), len(lines))
    end = next((i for i in range(begin, len(lines)) if not CLEAR.fullmatch(lines[i])), len(lines))
    needed = live_at_entry(lines[end:])
    kept = [line for line in lines[begin:end] if line.split()[0] in needed]
    return [*lines[:begin], *kept, *lines[end:]]


def live_at_entry(lines: Sequence[str]) -> set[str]:
    """Find the names that are read where nothing before in the same block, or in one around it, has
    set them."""
    found: set[str] = set()
    known: dict[str, int] = {}  # by name, how far the block is indented in which it was set
    for line in lines:
        text = line.lstrip()
        indent = len(line) - len(text)
        if text.startswith("#"):
            continue
        known = {name: depth for name, depth in known.items() if depth <= indent}
        assigned = SET.fullmatch(text) or LOOP.fullmatch(text)
        read = NAME.findall(assigned[2] if assigned else text)
        found.update(name for name in read if name not in known)
        if assigned:
            depth = indent + 4 if text.startswith("for ") else indent
            known[assigned[1]] = min(depth, known.get(assigned[1], depth))
    return found
