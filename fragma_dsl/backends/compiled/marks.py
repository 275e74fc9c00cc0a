"""Marks: a set that is filled while it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.derived_forms import FilterForm
from fragma_dsl.backends.compiled.forms import Form, WordsForm
from fragma_dsl.backends.compiled.plain_forms import RangeForm
from fragma_dsl.backends.compiled.words import rep_for

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


class Marks:
    """A set that is filled while it is asked: in words, or in the work array where it is large."""

    def __init__(self, c: Coder, size: int) -> None:
        self.c, self.size = c, size
        self.rep = rep_for(0, size - 1)
        self.names = [c.w.let("0", "b") for _ in range(self.rep.count)]
        if self.rep.count != 1:
            self.at = c.room_exactly(size)
            with c.w.block(f"for x in range({size}):"):
                c.w.line(f"w[{self.at} + x] = 0")

    def mark(self, x: str) -> str:
        """Write that a number is in the set from now on."""
        if self.rep.count == 1:
            return f"{self.names[0]} |= 1 << {x}"
        return f"w[{self.at} + {x}] = 1"

    def has(self, x: str) -> str:
        """Write the test whether a number is in the set."""
        if self.rep.count == 1:
            return f"(({self.names[0]} >> {x}) & 1 != 0)"
        return f"(w[{self.at} + {x}] != 0)"

    def form(self) -> Form:
        """Give the set as it is now."""
        if self.rep.count == 1:
            return WordsForm(self.names, self.rep, 0, self.size - 1)
        numbers = RangeForm("0", str(self.size - 1), 0, self.size - 1)
        return FilterForm(numbers, self.has).kept(self.c)
