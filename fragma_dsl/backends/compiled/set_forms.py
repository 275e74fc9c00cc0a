"""Set forms: ranges, sets and lists of some values, choices among them, and comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import MAX_RANGE, Const, Expr, Value
from fragma_dsl.backends.compiled.bounds import hull
from fragma_dsl.backends.compiled.derived_forms import GatherForm, PairForm
from fragma_dsl.backends.compiled.forms import Body, Form, RunForm, WordsForm
from fragma_dsl.backends.compiled.kinds import holds_sets
from fragma_dsl.backends.compiled.plain_forms import RangeForm
from fragma_dsl.backends.compiled.sets import SetsForm, SetsRunForm, concatenated
from fragma_dsl.backends.compiled.table_forms import table_row, word_in
from fragma_dsl.backends.compiled.words import Rep, rep_for, word_text, words_of
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


def range_form(c: Coder, low: Expr, high: Expr, span: Span) -> Form:
    (least, _), (_, most) = c.bounds(low), c.bounds(high)
    first, last = c.atom(low), c.atom(high)
    if most - least >= MAX_RANGE:
        c.fail_if(f"{last} - {first} >= {MAX_RANGE}", "size", span)
    return RangeForm(first, last, least, most)


def concat(c: Coder, left: Expr, right: Expr) -> Form:
    """Write one list behind another."""
    a, b = c.source(left), c.source(right)
    if isinstance(a, SetsForm) and isinstance(b, SetsForm):
        return concatenated(c, a, b)
    at, n = c.room(a.most + b.most), c.w.let("0", "n")
    for form in (a, b):

        def append(member: str) -> None:
            c.check_room(n, a.most + b.most)
            c.w.line(f"w[{at} + {n}] = {member}")
            c.w.line(f"{n} += 1")

        form.each(c, c.w.name("m"), append)
    low, high = min(a.low, b.low), max(a.high, b.high)
    return RunForm(at, n, low, high, True, a.most + b.most)


def gather(c: Coder, items: Sequence[Expr]) -> Form:
    """Give a set of some values."""
    texts = [c.atom(item) for item in items]
    low, high = hull(*(c.bounds(item) for item in items))

    def scan(body: Body) -> None:
        for text in texts:
            body(text)

    if len(texts) == 1:
        return RangeForm(texts[0], texts[0], low, high)
    return GatherForm(low, high, scan, len(texts))


def listed(c: Coder, items: Sequence[Expr]) -> Form:
    """Write a list of some values."""
    texts = [c.value(item) for item in items]
    at = c.room(len(items))
    for index, text in enumerate(texts):
        c.w.line(f"w[{at} + {index}] = {text}")
    low, high = hull(*(c.bounds(item) for item in items))
    return RunForm(at, str(len(items)), low, high, True, len(items))


def chosen(c: Coder, sequence: Expr, index: Expr, span: Span) -> Form:
    """Give one of some known sets."""
    if not isinstance(sequence, Const) or not isinstance(sequence.value, tuple):
        form, found = set_list(c, sequence).item(c, c.atom(index))
        c.fail_if(f"not {found}", "range", span)
        return form
    sets = [sorted_set(one) for one in sequence.value]
    position = c.atom(index)
    c.in_range(position, c.bounds(index), (0, len(sets) - 1), span)
    flat = [member for one in sets for member in one]
    low, high = min(flat, default=0), max(flat, default=-1)
    rep = rep_for(low, high)
    if rep.is_run:
        return table_row(c, sets, position)
    words = [words_of(one, rep.base, rep.count) for one in sets]
    if all(len(one) == 1 for one in sets):
        one = c.w.let(f"{c.tables.add(flat, 'one')}[{position}]")
        return RangeForm(one, one, low, high)
    names = []
    for number in range(rep.count):
        column = [word[number] for word in words]
        if len(set(column)) == 1:
            names.append(word_text(column[0]))
        else:
            names.append(c.w.let(word_in(c, column, position), "b"))
    return WordsForm(names, rep, low, high)


def set_list(c: Coder, expr: Expr) -> SetsRunForm:
    """Write a list of sets into the work array."""
    form = c.source(expr)
    if isinstance(form, SetsRunForm):
        return form
    return SetsRunForm(*form.run(c), form.low, form.high, form.most)


def either(c: Coder, value: Expr, test: Expr, otherwise: Expr) -> Form:
    """Write one set or list or the other."""
    condition = c.value(test)
    low, high = hull(c.bounds(value), c.bounds(otherwise))
    has_sets = holds_sets(c, value) or holds_sets(c, otherwise)
    with c.w.aside():
        kinds = [c.source(one).is_list for one in (value, otherwise)]
    rep = Rep(0, 0) if any(kinds) else rep_for(low, high)
    names = [c.w.name("b") for _ in range(rep.count)]
    at, n, most = c.w.name("a"), c.w.name("n"), 0
    for header, one in ((f"if {condition}:", value), ("else:", otherwise)):
        with c.w.block(header):
            form = c.source(one)
            most = max(most, form.most)
            if rep.is_run:
                where, count = form.run(c)
                c.w.line(f"{at} = {where}")
                c.w.line(f"{n} = {count}")
            for name, word in zip(names, form.words(c, rep), strict=True) if names else ():
                c.w.line(f"{name} = {word}")
    if has_sets:
        return SetsRunForm(at, n, low, high, most)
    if rep.is_run:
        return RunForm(at, n, low, high, any(kinds), most)
    return WordsForm(names, rep, low, high)


def is_equal(c: Coder, left: Expr, right: Expr) -> str:
    """Write the test whether two sets or lists are equal."""
    if right == Const(frozenset()) or right == Const(()):
        return c.eager(left).is_empty(c)
    if left == Const(frozenset()) or left == Const(()):
        return c.eager(right).is_empty(c)
    a, b = c.source(left), c.source(right)
    rep = rep_for(*hull((a.low, a.high), (b.low, b.high)))
    if a.is_list or b.is_list or rep.is_run:
        (at, n), (to, m) = a.run(c), b.run(c)
        return f"same(w, {at}, {n}, {to}, {m})"
    pairs = zip(a.words(c, rep), b.words(c, rep), strict=True)
    return "(" + " and ".join(f"{x} == {y}" for x, y in pairs) + ")"


def is_subset(c: Coder, left: Expr, right: Expr) -> str:
    """Write the test whether every member of one set is in another."""
    outside = PairForm("without", c.eager(left), c.eager(right))
    return outside.is_empty(c)


def numbers_of(members: Value) -> tuple[int, ...] | frozenset[int]:
    """Give the members of a set or a list of numbers, truths among them as 0 and 1."""
    assert not isinstance(members, int)
    numbers = (int(one) for one in members if isinstance(one, int))
    return frozenset(numbers) if isinstance(members, frozenset) else tuple(numbers)


def sorted_set(members: Value) -> tuple[int, ...]:
    """Give the members of a set in ascending order."""
    return tuple(sorted(numbers_of(members)))
