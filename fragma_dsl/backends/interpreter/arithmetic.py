"""Arithmetic: the functions of operands in, the function of an operator out."""

import operator
from collections.abc import Callable, Mapping
from typing import Any

from fragma_dsl.automaton.nodes import MAX_RANGE, Binary
from fragma_dsl.backends.interpreter.running import RunningTable, fault
from fragma_dsl.backends.interpreter.scan import Closure, Registers
from fragma_dsl.library.types import INT_HIGH, INT_LOW
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


def checked(number: int, span: Span | None) -> int:
    """Give a result of arithmetic, which must be an int32: fault `range` elsewhere."""
    if not INT_LOW <= number <= INT_HIGH:
        raise FaultError(
            Fault(
                "range",
                say("{number} is not in {low}..{high}", number=number, low=INT_LOW, high=INT_HIGH),
                span,
            )
        )
    return number


def unary_closure(word: str, operand: Closure) -> Closure:
    if word == "not":
        return lambda table, registers: not operand(table, registers)
    return lambda table, registers: checked(-operand(table, registers), None)


OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "concat": operator.add, "|": operator.or_, "&": operator.and_, "without": operator.sub,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge, "subset": operator.le,
}  # fmt: skip

ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "//": operator.floordiv, "%": operator.mod,
}  # fmt: skip


def binary_closure(expr: Binary, left: Closure, right: Closure) -> Closure:
    match expr.word:
        case "and":
            return lambda table, registers: left(table, registers) and right(table, registers)
        case "or":
            return lambda table, registers: left(table, registers) or right(table, registers)
        case "in":
            return lambda table, registers: left(table, registers) in right(table, registers)
        case "+" | "-" | "*" | "//" | "%":
            return arithmetic_closure(ARITHMETIC[expr.word], left, right, expr.span)
        case _:
            compute = OPERATORS[expr.word]
            return lambda table, registers: compute(left(table, registers), right(table, registers))


def arithmetic_closure(
    compute: Callable[[int, int], int], left: Closure, right: Closure, span: Span
) -> Closure:
    def evaluate(table: RunningTable, registers: Registers) -> int:
        try:
            return checked(compute(left(table, registers), right(table, registers)), span)
        except ZeroDivisionError:
            raise fault("division", "division by zero", span) from None

    return evaluate


def range_closure(low: Closure, high: Closure, span: Span) -> Closure:
    def evaluate(table: RunningTable, registers: Registers) -> frozenset[int]:
        first, last = low(table, registers), high(table, registers)
        if last - first >= MAX_RANGE:
            raise fault(
                "size",
                say(
                    "{first}..{last} has more than {most} members",
                    first=first,
                    last=last,
                    most=MAX_RANGE,
                ),
                span,
            )
        return frozenset(range(first, last + 1))

    return evaluate
