"""Closures: an expression in, a Python function out that evaluates it on a table and registers."""

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from fragma_dsl.automaton.nodes import (
    MAX_RANGE,
    After,
    Best,
    Binary,
    CallBuiltin,
    CallFunction,
    Collect,
    Comprehension,
    Conditional,
    Const,
    Expr,
    Generator,
    InRange,
    Item,
    Load,
    Local,
    MakeList,
    MakeSet,
    PieceOf,
    Range,
    Require,
    Unary,
)
from fragma_dsl.backends.interpreter.running import RunningTable, blamed, fault
from fragma_dsl.backends.interpreter.scan import Closure, Registers, Scan, keep_best, make_scan
from fragma_dsl.library.types import INT_HIGH, INT_LOW
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.layout import Layout, Scalar
from fragma_dsl.text.span import Span


@dataclass(frozen=True, slots=True)
class Context:
    """What expressions need of their program; `run` runs a procedure and gives its value."""

    layout: Layout
    pieces: Mapping[tuple[int, int], int]  # by kind and owner
    run: Callable[[int, RunningTable, Sequence[Any]], Any]


def closure(expr: Expr, context: Context) -> Closure:
    """Make the function that evaluates an expression."""
    match expr:
        case Const(value):
            return lambda _table, _registers: value
        case Local(local):
            return lambda _table, registers: registers[local]
        case Load():
            return load_closure(expr, context)
        case Unary(word, operand):
            return unary_closure(word, closure(operand, context))
        case Binary():
            return binary_closure(expr, closure(expr.left, context), closure(expr.right, context))
        case Conditional():
            return conditional_closure(*closures([expr.value, expr.test, expr.otherwise], context))
        case Range(low, high, span):
            return range_closure(closure(low, context), closure(high, context), span)
        case MakeSet(items):
            return gather_closure(frozenset, closures(items, context))
        case MakeList(items):
            return gather_closure(tuple, closures(items, context))
        case Item(sequence, index, span):
            return item_closure(closure(sequence, context), closure(index, context), span)
        case Comprehension():
            return comprehension_closure(expr, context)
        case CallBuiltin():
            return builtin_closure(expr, context)
        case CallFunction():
            return function_closure(expr, context)
        case After():
            return after_closure(expr, context)
        case Require(value, what, span):
            return require_closure(closure(value, context), what, span)
        case InRange():
            return in_range_closure(expr, closure(expr.value, context))
        case PieceOf():
            return piece_closure(expr, context)
        case _:
            assert_never(expr)


def closures(exprs: Sequence[Expr], context: Context) -> list[Closure]:
    """Make the functions of several expressions."""
    return [closure(expr, context) for expr in exprs]


def optional_closure(expr: Expr | None, context: Context) -> Closure | None:
    """Make the function of an expression that may be absent."""
    return None if expr is None else closure(expr, context)


def load_closure(expr: Load, context: Context) -> Closure:
    number, slots = expr.variable, context.layout.variables[expr.variable]
    indices = closures(expr.indices, context)
    if not indices and isinstance(slots.shape, Scalar):
        return lambda table, _registers: table.slots[slots.offset]
    return lambda table, registers: table.load(number, [i(table, registers) for i in indices])


def unary_closure(word: str, operand: Closure) -> Closure:
    if word == "not":
        return lambda table, registers: not operand(table, registers)
    return lambda table, registers: checked(-operand(table, registers), None)


def checked(number: int, span: Span | None) -> int:
    """Give a result of arithmetic, which must be an int32: fault `range` elsewhere."""
    if not INT_LOW <= number <= INT_HIGH:
        raise FaultError(Fault("range", f"{number} is not in {INT_LOW}..{INT_HIGH}", span))
    return number


OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "|": operator.or_, "&": operator.and_, "without": operator.sub,
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


def conditional_closure(value: Closure, test: Closure, otherwise: Closure) -> Closure:
    return lambda table, registers: (
        value(table, registers) if test(table, registers) else otherwise(table, registers)
    )


def range_closure(low: Closure, high: Closure, span: Span) -> Closure:
    def evaluate(table: RunningTable, registers: Registers) -> frozenset[int]:
        first, last = low(table, registers), high(table, registers)
        if last - first >= MAX_RANGE:
            raise fault("size", f"{first}..{last} has more than {MAX_RANGE} members", span)
        return frozenset(range(first, last + 1))

    return evaluate


def gather_closure(gather: Callable[[Iterable[int]], Any], items: list[Closure]) -> Closure:
    return lambda table, registers: gather([item(table, registers) for item in items])


def item_closure(sequence: Closure, index: Closure, span: Span) -> Closure:
    def evaluate(table: RunningTable, registers: Registers) -> Any:
        members, position = sequence(table, registers), index(table, registers)
        if not 0 <= position < len(members):
            raise fault("range", f"no member {position} in a list of {len(members)}", span)
        return members[position]

    return evaluate


def scan_closure(
    generators: Sequence[Generator], where: Expr | None, best: Best | None, context: Context
) -> Scan:
    """Make the iterator over a comprehension's or an option's combinations."""
    sources = [(g.local, closure(g.source, context)) for g in generators]
    scan = make_scan(sources, optional_closure(where, context))
    if best is None:
        return scan
    return keep_best(scan, [g.local for g in generators], best.most, closure(best.value, context))


def comprehension_closure(expr: Comprehension, context: Context) -> Closure:
    scan = scan_closure(expr.generators, expr.where, expr.best, context)
    value, collect, span = closure(expr.value, context), expr.collect, expr.span

    def evaluate(table: RunningTable, registers: Registers) -> Any:
        values = (value(table, registers) for _ in scan(table, registers))
        return collected(collect, values, span)

    return evaluate


def collected(collect: Collect, values: Iterable[int], span: Span) -> Any:
    """Collect the values of a comprehension, in the order of their combinations."""
    match collect:
        case "set":
            return frozenset(values)
        case "any":
            return any(values)
        case "all":
            return all(values)
        case "count":
            return len(frozenset(values))
        case "sum":
            return checked(sum(values), span)
        case "min" | "max" | "first" | "only":
            return chosen(collect, values, span)
        case _:
            assert_never(collect)


def chosen(collect: str, values: Iterable[int], span: Span) -> int:
    """Choose one of the values; fault `empty` where there is none, `size` where `only` has more."""
    for first in values:
        if collect == "first":
            return first
        others = list(values)
        if collect == "only" and any(other != first for other in others):
            raise fault("size", "`only` has more than one value", span)
        return min([first, *others]) if collect == "min" else max([first, *others])
    raise fault("empty", f"`{collect}` has no value", span)


def builtin_closure(expr: CallBuiltin, context: Context) -> Closure:
    meaning, arguments, span = expr.builtin.meaning, closures(expr.arguments, context), expr.span

    def evaluate(table: RunningTable, registers: Registers) -> Any:
        values = [argument(table, registers) for argument in arguments]
        try:
            return meaning(table, *values)
        except FaultError as error:
            raise blamed(error, span) from None

    return evaluate


def function_closure(expr: CallFunction, context: Context) -> Closure:
    run, number, span = context.run, expr.procedure, expr.span
    arguments = closures(expr.arguments, context)

    def evaluate(table: RunningTable, registers: Registers) -> Any:
        values = [argument(table, registers) for argument in arguments]
        try:
            return run(number, table, values)
        except FaultError as error:
            raise blamed(error, span) from None

    return evaluate


def after_closure(expr: After, context: Context) -> Closure:
    run, number, span = context.run, expr.procedure, expr.span
    arguments, value = closures(expr.arguments, context), closure(expr.value, context)

    def evaluate(table: RunningTable, registers: Registers) -> Any:
        scratch = table.copy()
        values = [argument(table, registers) for argument in arguments]
        try:
            run(number, scratch, values)
            return value(scratch, registers)
        except FaultError as error:
            raise blamed(error, span) from None

    return evaluate


def require_closure(value: Closure, what: str, span: Span) -> Closure:
    def evaluate(table: RunningTable, registers: Registers) -> Any:
        found = value(table, registers)
        if found == -1:
            raise fault("none", f"expected a {what}, found none", span)
        return found

    return evaluate


def in_range_closure(expr: InRange, value: Closure) -> Closure:
    low, high, span = expr.low, expr.high, expr.span

    def evaluate(table: RunningTable, registers: Registers) -> Any:
        found = value(table, registers)
        if not low <= found <= high:
            raise fault("range", f"{int(found)} is not in {low}..{high}", span)
        return found

    return evaluate


def piece_closure(expr: PieceOf, context: Context) -> Closure:
    kind, owner, span = closure(expr.kind, context), closure(expr.owner, context), expr.span
    pieces = context.pieces

    def evaluate(table: RunningTable, registers: Registers) -> int:
        piece = pieces.get((kind(table, registers), owner(table, registers)))
        if piece is None:
            raise fault("missing", "no piece has this kind and this owner", span)
        return piece

    return evaluate
