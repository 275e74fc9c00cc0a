"""Picking: decisions with a dear condition, where a playout draws an action by the cheap part of it
and tests the rest for that one alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import Expr
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.frames import load_frame
from fragma_dsl.backends.compiled.listing import may_repeat, write_actions
from fragma_dsl.backends.compiled.work_array import BUDGET, LISTED, PICKS_FIRST

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.unit import Unit


def find_dear(unit: Unit) -> dict[int, list[tuple[Expr | None, Expr | None]]]:
    """Find the decisions whose options have a dear part in their conditions, with the cheap and
    the dear part of each."""
    found = {}
    for number in unit.stops():
        edges = unit.options(number)
        if not edges or any(edge.best for edge in edges) or may_repeat(unit, number):
            continue
        parts = [unit.costs.split(edge.where) for edge in edges]
        if any(dear is not None for _, dear in parts):
            found[number] = parts
    return found


def find_any(unit: Unit, c: Coder, number: int) -> None:
    """Write that a playout which picks first looks whether any pick passes, and stops here."""
    with c.w.block(f"if w[{PICKS_FIRST}] != 0:"):
        c.w.line(f"n = candidates_{number}(s, w, a)")
        with c.w.block("if n < 0:"):
            c.w.line(f"return {number}")
        with (
            c.w.block("for k in range(n):"),
            c.w.block(f"if passes_{number}(s, w, a, k * {unit.row}):"),
        ):
            c.w.line(f"w[{LISTED}] = -n")
            c.w.line(f"return {number}")


def write_candidates(unit: Unit, number: int) -> list[list[str]]:
    """Write the functions that list actions by the cheap part of their conditions, and that
    say of one whether it passes the rest."""
    parts = unit.dear[number]
    lister = write_actions(unit, number, [cheap for cheap, _ in parts], "candidates")
    c = Coder(unit, unit.main_registers)
    point = unit.program.stop_at(number)
    c.w.line(f"top = {unit.top}")
    load_frame(c, point.saved)
    for index, (edge, (_, dear)) in enumerate(zip(unit.options(number), parts, strict=True)):
        with c.w.block(f"if a[i] == {index}:"):
            for place, generator in enumerate(edge.generators):
                c.w.line(f"r{generator.local} = a[i + {place + 1}]")
            text = "True" if dear is None else c.value(dear)
            c.w.line(f"return 1 if {text} else 0")
    c.w.line("return 0")
    head = ['@jit("i(s,w,a,i)")', f"def passes_{number}(s, w, a, i):"]
    return [lister, [*head, *c.finish()]]


def write_picker(unit: Unit) -> list[list[str]]:
    """Write the functions that pick the candidates and the test of the decision at hand."""
    begin = ["    pc = s[0]", f"    w[{BUDGET}] = {unit.program.budget}"]
    lister, tester = begin[:], begin[:]
    for number in unit.dear:
        lister += [f"    if pc == {number}:", f"        return candidates_{number}(s, w, out)"]
        tester += [f"    if pc == {number}:", f"        return passes_{number}(s, w, a, i)"]
    return [
        ['@jit("i(s,w,a)")', "def candidates(s, w, out):", *lister, "    return 0"],
        ['@jit("i(s,w,a,i)")', "def passes(s, w, a, i):", *tester, "    return 1"],
    ]
