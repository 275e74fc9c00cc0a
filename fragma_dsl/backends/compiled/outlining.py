"""Outlining: lines that several places of a module need become one function, whatever their
registers are called."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.liveness import live_at_entry

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder

REGISTER = re.compile(r"\br(\d+)")


class Outlined:
    """The functions that lines have become, in the order in which they came."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def write(self, c: Coder, stem: str, body: Callable[[Coder], None]) -> None:
        """Write the call of a function with some lines; the lines themselves where they read what
        was set before."""
        own = c.apart()
        body(own)
        if live_at_entry(own.w.lines):
            body(c)
            return
        text = "\n".join(own.finish())
        numbers: dict[str, str] = {}
        key = REGISTER.sub(lambda found: numbers.setdefault(found[0], f"r{len(numbers)}"), text)
        name = self.names.setdefault(key, f"{stem}_{len(self.names)}")
        c.w.line(c.helper(name))

    def functions(self) -> list[list[str]]:
        """List the functions, each as its lines."""
        return [
            ['@jit("i(s,w,i)")', f"def {name}(s, w, top):", *text.split("\n"), "    return 0"]
            for text, name in self.names.items()
        ]
