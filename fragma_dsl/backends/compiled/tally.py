"""Tally: the actions of a decision counted, not listed, and one of them found by its number.

A game picked at random needs one action of perhaps thousands. Each member of the first generator
has its count in the work array, so that only one of them is gone through to find the action.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import After, CallFunction
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.frames import load_frame
from fragma_dsl.backends.compiled.listing import may_repeat, row_lines
from fragma_dsl.backends.compiled.plane_forms import SpotsForm
from fragma_dsl.backends.compiled.scans import scan
from fragma_dsl.backends.compiled.work_array import ANY
from fragma_dsl.text.node import walk

if TYPE_CHECKING:
    from fragma_dsl.automaton.nodes import OptionEdge
    from fragma_dsl.backends.compiled.unit import Unit

MOST_COUNTS = 4096


class Tally:
    """Writes the functions that count and pick, for the decisions for which it can."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.points = [number for number in unit.edges_by_decision() if self.is_fit(number)]

    def is_fit(self, number: int) -> bool:
        """Whether a decision lists each action once, and some by more than one generator."""
        edges = self.unit.options(number)
        c = Coder(self.unit, self.unit.main_registers)
        return (
            all(edge.best is None or c.is_even(edge.best.value) for edge in edges)
            and any(len(edge.generators) > 1 for edge in edges)
            and not may_repeat(self.unit, number)
        )

    def count(self, number: int) -> list[str]:
        """Write the function that counts the actions of a decision."""
        c = Coder(self.unit, self.unit.main_registers)
        load_frame(c, self.unit.program.stop_at(number).saved)
        c.w.line("n = 0")
        c.w.line("j = 0")
        for edge in self.unit.options(number):
            c.cite(edge.span)

            def each(edge: OptionEdge = edge) -> None:
                def more(test: str = "True") -> None:
                    c.w.line(f"m += 1 if {flat(test)} else 0")

                c.w.line("m = 0")

                def some(number: int) -> None:
                    scan(c, edge.generators[number:], edge.where, more, branchless=more)

                if not self.count_at_spots(c, edge, lambda: some(2)):
                    some(1)
                with c.w.block(f"if j == {MOST_COUNTS}:"):
                    c.w.line("return -1")
                c.w.line("w[COUNTS + j] = m")
                c.w.line("j += 1")
                c.w.line("n += m")
                with c.w.block(f"if w[{ANY}] != 0 and n > 0:"):
                    c.w.line("return n")

            scan(c, edge.generators[:1], None, each)
        c.w.line("return n")
        return ['@jit("i(s,w,i)")', f"def count_{number}(s, w, top):", *c.finish()]

    def pick(self, number: int) -> list[str]:
        """Write the function that finds an action by its number."""
        c = Coder(self.unit, self.unit.main_registers)
        c.w.line(f"top = {self.unit.top}")
        load_frame(c, self.unit.program.stop_at(number).saved)
        c.w.line("j = 0")
        for index, edge in enumerate(self.unit.options(number)):
            c.cite(edge.span)

            def each(index: int = index, edge: OptionEdge = edge) -> None:
                def found() -> None:
                    with c.w.block("if k == 0:"):
                        for line in row_lines(self.unit, index, edge, "0"):
                            c.w.line(line)
                        c.w.line("return 0")
                    c.w.line("k -= 1")

                with c.w.block("if k >= w[COUNTS + j]:"):
                    c.w.line("k -= w[COUNTS + j]")
                    c.w.line("j += 1")
                with c.w.block("else:"):
                    scan(c, edge.generators[1:], edge.where, found)

            scan(c, edge.generators[:1], None, each)
        c.w.line("return -1")
        return ['@jit("i(s,w,a,i)")', f"def pick_{number}(s, w, out, k):", *c.finish()]

    def count_at_spots(self, c: Coder, edge: OptionEdge, body: Callable[[], None]) -> bool:
        """Write the count by a form of the second generator that counts by itself. It asks of
        places that are no spots as well, so that nothing behind it may change the table on trial
        or go wrong; give whether that is so."""
        if len(edge.generators) < 2:
            return False
        second, *others = edge.generators[1:]
        inner = (*others, edge.where)
        if any(isinstance(one, After | CallFunction) for part in inner for one in walk(part)):
            return False
        with c.w.aside() as lines:
            form = c.eager(second.source)
            if not isinstance(form, SpotsForm):
                return False
            form.count_each(c, f"r{second.local}", body)
        is_sure = not any("raise " in line for line in lines)
        if is_sure:
            c.w.lines.extend(lines)
        return is_sure


GUARDED = re.compile(r"[\[%/]|\w\(| if ")


def flat(test: str) -> str:
    """Write a test without branches, where no part of it needs an earlier one to hold."""
    parts = re.split(r" and | or ", test)
    is_bracketed = all(
        one.endswith(")") and other.startswith("(") for one, other in pairwise(parts)
    )
    if not is_bracketed or any(GUARDED.search(part) for part in parts[1:]):
        return test
    return test.replace(" and ", " & ").replace(" or ", " | ")
