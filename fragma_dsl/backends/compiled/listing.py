"""Listing: the functions that say who decides, and list what may be done and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import Decision, Draw, Expr, Local, OptionEdge
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.frames import load_frame
from fragma_dsl.backends.compiled.kinds import is_listed
from fragma_dsl.backends.compiled.scans import best_scan, scan
from fragma_dsl.backends.compiled.work_array import BUDGET
from fragma_dsl.text.node import walk

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.unit import Unit


def write_actions(
    unit: Unit,
    number: int,
    wheres: Sequence[Expr | None] | None = None,
    name: str = "actions",
) -> list[str]:
    """Write the function that lists the actions of a decision."""
    c = Coder(unit, unit.main_registers)
    point = unit.program.stop_at(number)
    c.w.line("n = 0")
    c.w.line(f"top = {unit.top}")
    load_frame(c, point.saved)
    row = unit.row
    for index, edge in enumerate(unit.options(number)):
        where = edge.where if wheres is None else wheres[index]
        c.cite(edge.span)

        def write(index: int = index, edge: OptionEdge = edge, test: str = "") -> None:
            with c.w.block(f"if n + {row} > len(out):"):
                c.w.line("return -1")
            for line in row_lines(unit, index, edge, "n"):
                c.w.line(line)
            c.w.line(f"n += {row} if {test} else 0" if test else f"n += {row}")

        if edge.best is None and edge.generators:
            scan(c, edge.generators, where, write, branchless=write)
            continue
        best_scan(c, edge.generators, where, edge.best, write)
    if may_repeat(unit, number):
        options = unit.tables.add(unit.option_numbers(number), "options")
        c.w.line(f"n = distinct(out, n, {row}, {options})")
    c.w.line(f"return n // {row}")
    return ['@jit("i(s,w,a)")', f"def {name}_{number}(s, w, out):", *c.finish()]


def write_deciders(unit: Unit) -> list[str]:
    c = Coder(unit, unit.main_registers)
    c.w.line(f"top = {unit.top}")
    c.w.line("pc = s[0]")
    for number in unit.stops():
        point = unit.program.points[number]
        if isinstance(point, Decision):
            with c.w.block(f"if pc == {number}:"):
                reads = any(isinstance(node, Local) for node in walk(point.decider))
                load_frame(c, point.saved if reads else ())
                c.w.line(f"return {c.value(point.decider)}")
    c.w.line("return -1")
    return ['@jit("i(s,w)")', "def decider(s, w):", *c.finish()]


def write_draws(unit: Unit) -> list[str]:
    c = Coder(unit, unit.main_registers)
    c.w.line(f"top = {unit.top}")
    c.w.line("pc = s[0]")
    for number in unit.stops():
        point = unit.program.points[number]
        if isinstance(point, Draw):
            with c.w.block(f"if pc == {number}:"):
                load_frame(c, point.saved)
                skip = "0" if point.skip is None else c.atom(point.skip)
                call = c.helper("draw_rows", c.atom(point.place), skip, "out")
                c.w.line(f"return {call}")
    c.w.line("return 0")
    return ['@jit("i(s,w,a)")', "def draws(s, w, out):", *c.finish()]


def write_counters(unit: Unit) -> list[list[str]]:
    """Write the functions by which whole games find an action: how many there are, counted where
    they can be and else listed, and where the row of one of them is."""
    budget = f"        w[{BUDGET}] = {unit.program.budget}"
    look = [f"        look_again(s, w, {unit.top})"] if unit.plane is not None else []
    counter, picker = ["    pc = s[0]"], ["    pc = s[0]"]
    for number in unit.counted:
        counter += [f"    if pc == {number}:", budget, *look]
        counter.append(f"        return count_{number}(s, w, {unit.top})")
        picker += [f"    if pc == {number}:", f"        return pick_{number}(s, w, out, k)"]
    trust = ["    w[LEVEL] = 0"] if unit.plane is not None else []
    trust += ["    look(s, w)"] if unit.free_sites is not None else []
    return [
        ['@jit("i(s,w,a)")', "def counted(s, w, out):", *counter, "    return actions(s, w, out)"],
        ['@jit("i(s,w,a,i)")', "def picked_row(s, w, out, k):", *picker, "    return ROW * k"],
        ['@jit("i(s,w)")', "def trust(s, w):", *trust, "    w[TRUSTED] = 1", "    return 0"],
    ]


def write_lister(unit: Unit) -> list[str]:
    """Write the function that picks the list of the decision at which the game is."""
    lines = ["    pc = s[0]", f"    w[{BUDGET}] = {unit.program.budget}"]
    if unit.plane is not None:
        lines.append(f"    look_again(s, w, {unit.top})")
    for number in unit.stops():
        if isinstance(unit.program.points[number], Decision):
            lines.append(f"    if pc == {number}:")
            lines.append(f"        return actions_{number}(s, w, out)")
    return ['@jit("i(s,w,a)")', "def actions(s, w, out):", *lines, "    return 0"]


def row_lines(unit: Unit, index: int, edge: OptionEdge, at: str) -> list[str]:
    """Write an action as a row of `out`."""
    values = [str(index), *(f"r{generator.local}" for generator in edge.generators)]
    values += ["0"] * (unit.row - len(values))
    plus = "" if at == "0" else f"{at} + "
    places = [at, *(f"{plus}{place}" for place in range(1, unit.row))]
    return [f"out[{place}] = {one}" for place, one in zip(places, values, strict=True)]


def may_repeat(unit: Unit, number: int) -> bool:
    """Whether a decision may list an action twice."""
    c = Coder(unit, unit.main_registers)
    numbers = unit.option_numbers(number)
    return len(set(numbers)) < len(numbers) or any(
        is_listed(c, generator.source)
        for edge in unit.options(number)
        for generator in edge.generators
    )
