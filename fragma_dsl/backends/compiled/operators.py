"""Operators: single values made of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import Binary, Const, Expr, MakeList, MakeSet, PieceOf
from fragma_dsl.backends.compiled import set_forms
from fragma_dsl.backends.compiled.bounds import hull
from fragma_dsl.backends.compiled.kinds import is_collection
from fragma_dsl.backends.compiled.plain_forms import SlotListForm
from fragma_dsl.backends.compiled.set_forms import numbers_of
from fragma_dsl.backends.compiled.table_forms import TableForm
from fragma_dsl.backends.compiled.texts import conjunction, disjunction, negated
from fragma_dsl.library.types import INT_HIGH, INT_LOW
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


def binary(c: Coder, expr: Binary) -> str:
    """Write an operator between two values."""
    word, left, right = expr.word, expr.left, expr.right
    match word:
        case "and":
            return conjunction(c.w, c.value(left), lambda: c.value(right))
        case "or":
            return disjunction(c.w, c.value(left), lambda: c.value(right))
        case "in" if is_collection(c, left):
            wanted = c.source(left)
            return set_forms.set_list(c, right).has_set(c, wanted)
        case "in":
            x = c.atom(left)
            if isinstance(right, MakeSet | MakeList) and 0 < len(right.items) <= 4:
                texts = [f"{x} == {c.value(item)}" for item in right.items]
                return f"({' or '.join(texts)})"
            return c.eager(right).has(c, x, c.bounds(left))
        case "subset":
            return set_forms.is_subset(c, left, right)
        case "==" | "!=" if is_collection(c, left):
            test = set_forms.is_equal(c, left, right)
            return test if word == "==" else negated(test)
        case "==" | "!=" | "<" | "<=" | ">" | ">=":
            a = c.value(left)
            return f"({a} {word} {c.value(right)})"
        case "+" | "-" | "*" | "//" | "%":
            return arithmetic(c, expr)
        case _:
            raise AssertionError(f"a single value was expected, not {word}")


def arithmetic(c: Coder, expr: Binary) -> str:
    """Write a result that is checked where it can leave an int32."""
    word, left, right = expr.word, expr.left, expr.right
    a = c.value(left)
    b = c.value(right)
    (low, high), (least, most) = c.bounds(left), c.bounds(right)
    if word in ("//", "%"):
        if least <= 0 <= most:
            b = c.as_atom(b)
            c.fail_if(f"{b} == 0", "division", expr.span)
        text = f"({a} {word} {b})"
        reach = (INT_LOW, INT_HIGH + (least <= -1 <= most and word == "//" and low == INT_LOW))
    else:
        text = f"({a} {word} {b})"
        reach = {
            "+": (low + least, high + most),
            "-": (low - most, high - least),
            "*": hull(*((x * y,) * 2 for x in (low, high) for y in (least, most))),
        }[word]
    return c.in_range(text, reach, (INT_LOW, INT_HIGH), expr.span)


def conditional(c: Coder, value: Expr, test: Expr, otherwise: Expr) -> str:
    """Write one value or the other."""
    condition = c.value(test)
    with c.w.aside(1) as first:
        one = c.value(value)
    with c.w.aside(1) as second:
        other = c.value(otherwise)
    if not first and not second:
        return f"({one} if {condition} else {other})"
    result = c.w.name()
    with c.w.block(f"if {condition}:"):
        c.w.lines.extend(first)
        c.w.line(f"{result} = {one}")
    with c.w.block("else:"):
        c.w.lines.extend(second)
        c.w.line(f"{result} = {other}")
    return result


def item(c: Coder, sequence: Expr, index: Expr, span: Span) -> str:
    """Write a member of a list."""
    low, high = c.bounds(index)
    position = c.atom(index)
    if isinstance(sequence, Const) and isinstance(sequence.value, tuple):
        members = sequence.value
        c.in_range(position, (low, high), (0, len(members) - 1), span)
        return f"{c.tables.add(tuple(numbers_of(members)), 'list')}[{position}]"
    form = c.source(sequence)
    size = form.size(c)
    c.fail_if(f"{position} < 0 or {position} >= {size}", "range", span)
    if isinstance(form, SlotListForm):
        return f"s[{form.offset} + 1 + {position}]"
    if isinstance(form, TableForm):
        return f"{form.table}[{form.begin} + {position}]"
    at, _ = form.run(c)
    return f"w[{at} + {position}]"


def piece_of(c: Coder, expr: PieceOf) -> str:
    """Write the piece of a kind and an owner."""
    pieces = c.program.layout.piece_numbers
    owners = range(-1, len(c.program.players))
    flat = [
        pieces.get((kind, owner), -1) for kind in range(len(c.program.kinds)) for owner in owners
    ]
    kind, owner = c.atom(expr.kind), c.atom(expr.owner)
    table = c.tables.add(flat, "piece")
    found = f"{table}[{kind} * {len(owners)} + {owner} + 1]"
    if c.bounds(expr.kind)[0] < 0:
        found = f"({found} if {kind} >= 0 else -1)"
    if -1 in flat or c.bounds(expr.kind)[0] < 0:
        found = c.w.let(found)
        c.fail_if(f"{found} < 0", "missing", expr.span)
    return found
