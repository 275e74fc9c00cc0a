"""Comprehensions: what the combinations of generators are collected to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import Comprehension, Const, Generator, Local
from fragma_dsl.backends.compiled import scans
from fragma_dsl.backends.compiled.derived_forms import FilterForm, GatherForm, UnionForm
from fragma_dsl.backends.compiled.forms import Body, Form
from fragma_dsl.backends.compiled.kinds import is_listed
from fragma_dsl.backends.compiled.sets import SetsForm
from fragma_dsl.backends.compiled.texts import negated
from fragma_dsl.backends.compiled.words import rep_for
from fragma_dsl.backends.compiled.work_array import MOST_KEPT
from fragma_dsl.library.types import INT_HIGH, INT_LOW

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


def comprehension(c: Coder, expr: Comprehension) -> str:
    """Write the one value that a comprehension is collected to."""
    match expr.collect:
        case "any" | "all":
            return quantified(c, expr)
        case "count":
            return comprehension_form(c, expr).size(c)
        case "sum":
            return summed(c, expr)
        case "first":
            return first_of(c, expr)
        case "min" | "max" | "only":
            return extreme(c, expr)
        case _:
            raise AssertionError("a single value was expected, not a set")


def quantified(c: Coder, expr: Comprehension) -> str:
    wants = expr.collect == "any"
    if wants and len(expr.generators) == 1 and expr.where is None and expr.best is None:
        local = expr.generators[0].local
        sites = scans.slots_of(c, c.source(expr.generators[0].source), local, expr.value)
        if sites is not None:
            return negated(sites.is_empty(c))
    result = c.w.let(str(not wants))

    def body() -> None:
        value = c.value(expr.value)
        if value in ("1", "True"):
            value = "True"
        header = f"if {value}:" if wants else f"if not {value}:"
        with c.w.block(header):
            c.w.line(f"{result} = {wants}")
            c.w.line("break" if expr.generators else "pass")

    stop = result if wants else f"not {result}"
    scans.best_scan(c, expr.generators, expr.where, expr.best, body, stop)
    return result


def summed(c: Coder, expr: Comprehension) -> str:
    if (
        isinstance(expr.value, Const)
        and len(expr.generators) == 1
        and expr.where is None
        and expr.best is None
        and expr.value.value == 1
    ):
        return c.source(expr.generators[0].source).size(c)
    total = c.w.let("0")
    scans.best_scan(
        c,
        expr.generators,
        expr.where,
        expr.best,
        lambda: c.w.line(f"{total} += {c.value(expr.value)}"),
    )
    low, high = c.bounds(expr.value)
    most = 1
    for generator in expr.generators:
        a, b = c.bounds(generator.source)
        most *= max(0, b - a + 1) if not is_listed(c, generator.source) else INT_HIGH
    reach = min(0, low * most), max(0, high * most)
    return c.in_range(total, reach, (INT_LOW, INT_HIGH), expr.span)


def first_of(c: Coder, expr: Comprehension) -> str:
    match expr:
        case Comprehension("first", Local(one), (Generator(local, source),), None, None, _) if (
            one == local
        ):
            first, found = c.source(source).first(c)
            c.fail_if("False" if found == "True" else f"not {found}", "empty", expr.span)
            return first
    found, first = c.w.let("False"), c.w.let("0")

    def take() -> None:
        c.w.line(f"{first} = {c.value(expr.value)}")
        c.w.line(f"{found} = True")
        c.w.line("break")

    scans.best_scan(c, expr.generators, expr.where, expr.best, take, found)
    c.fail_if(f"not {found}", "empty", expr.span)
    return first


def extreme(c: Coder, expr: Comprehension) -> str:
    found, result = c.w.let("False"), c.w.let("0")
    sign = {"min": "<", "max": ">", "only": "!="}[expr.collect]
    several = c.w.let("False") if expr.collect == "only" else ""

    def take() -> None:
        value = c.atom(expr.value)
        if several:
            with c.w.block(f"if {found} and {value} != {result}:"):
                c.w.line(f"{several} = True")
            with c.w.block(f"if not {found}:"):
                c.w.line(f"{result} = {value}")
        else:
            with c.w.block(f"if not {found} or {value} {sign} {result}:"):
                c.w.line(f"{result} = {value}")
        c.w.line(f"{found} = True")

    scans.best_scan(c, expr.generators, expr.where, expr.best, take)
    c.fail_if(f"not {found}", "empty", expr.span)
    if several:
        c.fail_if(several, "size", expr.span)
    return result


def comprehension_form(c: Coder, expr: Comprehension) -> Form:
    """Give the set of the values of a comprehension."""
    match expr:
        case Comprehension(_, Local(one), (Generator(local, source),), where, None, _) if (
            one == local
        ):
            inner = c.eager(source)
            if not inner.is_list and not isinstance(inner, SetsForm):
                if where is None:
                    return inner
                slots, rest = scans.narrowed(c, inner, local, where)
                if rest is None:
                    return slots
                if slots is not inner:
                    inner, where = slots, rest

                def test(member: str) -> str:
                    if member != f"r{local}":
                        c.w.line(f"r{local} = {member}")
                    return c.value(where)

                return FilterForm(inner, test)
    low, high = c.bounds(expr.value)
    last = expr.generators[-1]
    is_union = expr.value == Local(last.local) and expr.where is None and expr.best is None
    if is_union and not is_listed(c, last.source) and not rep_for(low, high).is_run:
        outer = expr.generators[:-1]

        def each_part(body: Callable[[Form], None], stop: str | None) -> None:
            scans.scan(c, outer, None, lambda: body(c.eager(last.source)), stop)

        return UnionForm(low, high, each_part)

    def scan(body: Body) -> None:
        scans.best_scan(c, expr.generators, expr.where, expr.best, lambda: body(c.atom(expr.value)))

    def some() -> str:
        whether = Comprehension("any", Const(1), expr.generators, expr.where, expr.best, expr.span)
        return quantified(c, whether)

    most = MOST_KEPT + 1 if high - low > MOST_KEPT else high - low + 1
    return GatherForm(low, high, scan, most, some)
