"""Scans: loops over the combinations of generators, with what a condition lets them leave out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import Best, Binary, CallBuiltin, Expr, Generator, Local, Unary
from fragma_dsl.backends.compiled.conditions import conjuncts, joined
from fragma_dsl.backends.compiled.forms import Form, WordsForm
from fragma_dsl.backends.compiled.plain_forms import ConstForm
from fragma_dsl.backends.compiled.sets import SetsForm
from fragma_dsl.backends.compiled.site_forms import SlotsWhereForm
from fragma_dsl.backends.compiled.table_forms import TabledForm
from fragma_dsl.backends.compiled.words import rep_for
from fragma_dsl.backends.compiled.work_array import MOST_KEPT

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder

MOST_TEST, MOST_LINES = 160, 2
"""The longest text of a test, and the most lines before it, that are worked out where a branch
could spare them."""


def scan(
    c: Coder,
    generators: Sequence[Generator],
    where: Expr | None,
    body: Callable[[], None],
    stop: str | None = None,
    branchless: Callable[..., None] | None = None,
) -> None:
    """Write the loops over all combinations; `stop` is the test that ends them all after a
    `break` of the innermost. `branchless` writes the body for a last test that is cheap, so
    that it counts only where the test holds: a branch that nobody can foretell costs more."""
    if not generators:
        if where is None:
            body()
            return
        with c.w.aside() as lines:
            test = c.value(where)
        c.w.lines.extend(lines)
        is_short = len(lines) <= MOST_LINES and not any(line.endswith(":") for line in lines)
        if branchless and is_short and len(test) < MOST_TEST:
            branchless(test=test)
            return
        with c.w.block(f"if {test}:"):
            body()
        return
    generator, rest = generators[0], generators[1:]
    form = c.eager(generator.source)
    if not rest and where is not None:
        form, where = narrowed(c, form, generator.local, where)
    local = generator.local

    def inner(_: str) -> None:
        early, late = parted(c, where, rest)
        if early is None:
            go_on(late)
        else:
            with c.w.block(f"if {c.value(early)}:"):
                go_on(late)

    def go_on(condition: Expr | None) -> None:
        scan(c, rest, condition, body, stop, branchless)
        if stop is not None and rest:
            with c.w.block(f"if {stop}:"):
                c.w.line("break")

    if isinstance(form, SetsForm):
        form.each_set(c, lambda one: c.bound.__setitem__(local, one), inner)
        del c.bound[local]
    else:
        form.each(c, f"r{local}", inner)


def parted(
    c: Coder, where: Expr | None, rest: Sequence[Generator]
) -> tuple[Expr | None, Expr | None]:
    """Part a condition into what can be asked before the other generators run, and the rest."""
    if where is None or not rest:
        return None, where
    if c.may_fault(where, *(generator.source for generator in rest)):
        return None, where
    bound = [generator.local for generator in rest]
    parts = conjuncts(where)
    early = [one for one in parts if not any(c.unit.uses(one, local) for local in bound)]
    return joined(early), joined([one for one in parts if one not in early])


def narrowed(c: Coder, form: Form, local: int, where: Expr) -> tuple[Form, Expr | None]:
    """Take those parts of a condition into the form of its members that are known before, or
    that look at the slot of a site alone."""
    parts = conjuncts(where)
    if any(c.may_fault(part) for part in parts):
        return form, where
    if isinstance(form, ConstForm) and not form.is_list:
        for part in parts:
            rows = c.unit.static.rows(form.members, local, part, c.registers)
            if rows is not None:
                other, members = rows
                rest = joined([one for one in parts if one is not part])
                if other is None:
                    return ConstForm(frozenset(members[0])), rest
                row = TabledForm(c, members, f"r{other}")
                return among_kept(c, form, row, local, rest)
        for part in parts:
            sites = slots_of(c, form, local, part)
            if sites is not None:
                return sites, joined([one for one in parts if one is not part])
    if type(form) is SetsForm and form.only is None:
        for part in parts:
            match part:
                case Binary("in", Local(one), Local(of), _) if of == local != one:
                    low, high = c.bounds(part.left)
                    if low >= 0 and high < MOST_KEPT:
                        rest = joined([other for other in parts if other is not part])
                        return form.with_member(c, f"r{one}", (low, high)), rest
    return form, where


def among_kept(
    c: Coder, sites: Form, row: Form, local: int, where: Expr | None
) -> tuple[Form, Expr | None]:
    """Take the test whether a site is free into a row of sites, where the free ones are kept."""
    parts = [] if where is None or c.free_sites is None else conjuncts(where)
    for part in parts:
        free = slots_of(c, sites, local, part)
        rep = rep_for(row.low, row.high)
        words = free.kept_words(c, rep) if isinstance(free, SlotsWhereForm) else ()
        if words:
            pairs = zip(row.words(c, rep), words, strict=True)
            names = [c.w.let(f"{one} & {other}", "b") for one, other in pairs]
            rest = joined([one for one in parts if one is not part])
            return WordsForm(names, rep, row.low, row.high), rest
    return row, where


def slots_of(c: Coder, form: Form, local: int, test: Expr) -> Form | None:
    """Give those of some sites that pass a test which looks at their slots alone."""
    if not isinstance(form, ConstForm) or form.stride != 1 or form.is_list:
        return None
    negated = isinstance(test, Unary) and test.word == "not"
    inner = test.operand if isinstance(test, Unary) and negated else test
    low, high = form.low, form.high
    match inner:
        case CallBuiltin(builtin, (Local(one),), _) if one == local and builtin.name == "empty":
            return c.slots_where(low, high, "0", is_not=negated)
        case CallBuiltin(builtin, (Local(one), piece), _) if (
            one == local and builtin.name == "has" and not negated
        ):
            return slots_with(c, low, high, local, piece)
        case Binary("==", CallBuiltin(builtin, (Local(one),), _), piece, _) if (
            one == local and builtin.name == "piece" and not negated
        ):
            return slots_with(c, low, high, local, piece)
    return None


def slots_with(c: Coder, low: int, high: int, local: int, piece: Expr) -> Form | None:
    """Give the sites of a range that have a piece, which does not go by the site."""
    if c.unit.uses(piece, local) or c.may_fault(piece):
        return None
    return c.slots_where(low, high, c.as_atom(f"({c.value(piece)} + 1)"))


def best_scan(
    c: Coder,
    generators: Sequence[Generator],
    where: Expr | None,
    best: Best | None,
    body: Callable[[], None],
    stop: str | None = None,
) -> None:
    """Write the loops over the combinations that `best` keeps: once to find out, once to go
    through."""
    if best is None or c.is_even(best.value):
        scan(c, generators, where, body, stop)
        return
    target, found = c.w.let("0"), c.w.let("False")

    def measure() -> None:
        score = c.atom(best.value)
        sign = ">" if best.most else "<"
        with c.w.block(f"if not {found} or {score} {sign} {target}:"):
            c.w.line(f"{target} = {score}")
            c.w.line(f"{found} = True")

    scan(c, generators, where, measure)

    def keep() -> None:
        score = c.value(best.value)
        with c.w.block(f"if {score} == {target}:"):
            body()

    scan(c, generators, where, keep, stop)
