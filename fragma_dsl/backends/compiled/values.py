"""Values: single values as texts of Python, a truth as a test or a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from fragma_dsl.automaton.nodes import (
    After,
    Binary,
    CallBuiltin,
    CallFunction,
    Comprehension,
    Conditional,
    Const,
    Expr,
    InRange,
    Item,
    Load,
    Local,
    MakeList,
    MakeSet,
    Old,
    PieceOf,
    Range,
    Require,
    Unary,
)
from fragma_dsl.backends.compiled import builtins, calls, comprehensions, operators
from fragma_dsl.backends.compiled.bounds import Interval
from fragma_dsl.backends.compiled.texts import negated
from fragma_dsl.library.types import INT_LOW
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


def value(c: Coder, expr: Expr) -> str:
    """Write a single value; a truth is a test or a number."""
    match expr:
        case Const(int(value)):
            return str(int(value))
        case Local(index):
            return f"r{index}"
        case Load(variable, indices):
            constant = c.unit.constant(variable)
            if constant is not None and isinstance(constant, int):
                return str(constant)
            return f"s[{slot(c, variable, indices)}]"
        case Unary("not", operand):
            return negated(c.value(operand))
        case Unary(_, operand):
            low, _ = c.bounds(operand)
            text = c.value(operand)
            if low == INT_LOW:
                text = c.as_atom(text)
                c.fail_if(f"{text} == {INT_LOW}", "range", c.unit.nowhere)
            return f"(-{text})"
        case Binary():
            return operators.binary(c, expr)
        case Conditional(value, test, otherwise):
            return operators.conditional(c, value, test, otherwise)
        case Item(sequence, index, span):
            return operators.item(c, sequence, index, span)
        case Comprehension():
            return comprehensions.comprehension(c, expr)
        case CallBuiltin():
            return str(builtins.emit(c, expr))
        case CallFunction(procedure, arguments, span):
            meaning = calls.tabled_meaning(c, expr)
            if meaning is not None:
                return builtins.entry_of(c, meaning, arguments, span)
            inline = calls.inline(c, procedure, arguments)
            return calls.call(c, procedure, arguments) if inline is None else c.value(inline)
        case After():
            return calls.after(c, expr)
        case Require(value, _, span):
            text = c.value(value)
            if c.bounds(value)[0] < 0 and text not in c.notes.values():
                text = c.as_atom(text)
                c.fail_if(f"{text} == -1", "none", span)
            return text
        case InRange(value, low, high, span):
            return c.in_range(c.value(value), c.bounds(value), (low, high), span)
        case PieceOf():
            return operators.piece_of(c, expr)
        case Old():
            return c.unit.require_judging().old(c, expr)
        case Range() | MakeSet() | MakeList() | Const():
            raise AssertionError(f"a single value was expected, not {expr}")
        case _:
            assert_never(expr)


def slot(c: Coder, variable: int, indices: Sequence[Expr]) -> str:
    """Write where the run of slots of a variable begins."""
    slots = c.program.layout.variables[variable]
    offset, terms, stride = slots.offset, [], slots.width
    parts = list(zip(slots.dimensions, slots.lows, indices, strict=True))
    for dimension, low, index in reversed(parts):
        offset -= low * stride
        text = c.value(index)
        if text.lstrip("-").isdigit():
            offset += int(text) * stride
        else:
            terms.append(text if stride == 1 else f"{text} * {stride}")
        stride *= dimension
    return " + ".join([str(offset), *reversed(terms)])


def in_range(c: Coder, text: str, found: Interval, wanted: Interval, span: Span) -> str:
    """Write the check that a value lies where it should."""
    tests = []
    if found[0] < wanted[0] or found[1] > wanted[1]:
        text = c.as_atom(text)
    if found[0] < wanted[0]:
        tests.append(f"{text} < {wanted[0]}")
    if found[1] > wanted[1]:
        tests.append(f"{text} > {wanted[1]}")
    if tests:
        c.fail_if(" or ".join(tests), "range", span)
    return text
