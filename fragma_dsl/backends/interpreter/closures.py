"""Closures: an expression in, a Python function out that evaluates it on a table and registers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from fragma_dsl.automaton.nodes import (
    After,
    Best,
    Binary,
    CallBuiltin,
    CallFunction,
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
    Old,
    PieceOf,
    Range,
    Require,
    Unary,
)
from fragma_dsl.backends.interpreter.arithmetic import (
    binary_closure,
    range_closure,
    unary_closure,
)
from fragma_dsl.backends.interpreter.collect import collected
from fragma_dsl.backends.interpreter.running import RunningTable, blamed, fault
from fragma_dsl.backends.interpreter.scan import (
    Closure,
    Registers,
    Scan,
    Test,
    keep_best,
    make_scan,
    make_test,
)
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.layout import Layout, Scalar
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


def unwatched(_: Expr, made: Closure) -> Closure:
    """Leave the function of an expression as it is made."""
    return made


@dataclass(frozen=True, slots=True)
class Context:
    """What expressions need of their program; `run` runs a procedure and gives its value, `watch`
    may put something around the function of an expression."""

    layout: Layout
    pieces: Mapping[tuple[int, int], int]  # by kind and owner
    run: Callable[[int, RunningTable, Sequence[Any]], Any]
    watch: Callable[[Expr, Closure], Closure] = unwatched


def closure(expr: Expr, context: Context) -> Closure:
    """Make the function that evaluates an expression, watched where somebody wants that."""
    return context.watch(expr, plain_closure(expr, context))


def plain_closure(expr: Expr, context: Context) -> Closure:
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
        case Old(value):
            return old_closure(closure(value, context))
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


def conditional_closure(value: Closure, test: Closure, otherwise: Closure) -> Closure:
    return lambda table, registers: (
        value(table, registers) if test(table, registers) else otherwise(table, registers)
    )


def gather_closure(gather: Callable[[Iterable[int]], Any], items: list[Closure]) -> Closure:
    return lambda table, registers: gather([item(table, registers) for item in items])


def item_closure(sequence: Closure, index: Closure, span: Span) -> Closure:
    def evaluate(table: RunningTable, registers: Registers) -> Any:
        members, position = sequence(table, registers), index(table, registers)
        if not 0 <= position < len(members):
            raise fault(
                "range",
                say(
                    "no member {position} in a list of {count}",
                    position=position,
                    count=len(members),
                ),
                span,
            )
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


def test_closure(generators: Sequence[Generator], where: Expr | None, context: Context) -> Test:
    """Make what says whether an option has a combination."""
    sources = [(g.local, closure(g.source, context)) for g in generators]
    return make_test(sources, optional_closure(where, context))


def comprehension_closure(expr: Comprehension, context: Context) -> Closure:
    scan = scan_closure(expr.generators, expr.where, expr.best, context)
    value, collect, span = closure(expr.value, context), expr.collect, expr.span

    def evaluate(table: RunningTable, registers: Registers) -> Any:
        values = (value(table, registers) for _ in scan(table, registers))
        return collected(collect, values, span)

    return evaluate


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
        except RecursionError:
            raise fault("budget", "calls and expressions stand too deep", span) from None

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


def old_closure(value: Closure) -> Closure:
    def evaluate(table: RunningTable, registers: Registers) -> Any:
        if table.before is None:
            raise ValueError("there is no table before this one")
        return value(table.before, registers)

    return evaluate


def require_closure(value: Closure, what: str, span: Span) -> Closure:
    def evaluate(table: RunningTable, registers: Registers) -> Any:
        found = value(table, registers)
        if found == -1:
            raise fault("none", say("expected a {what}, found none", what=what), span)
        return found

    return evaluate


def in_range_closure(expr: InRange, value: Closure) -> Closure:
    low, high, span = expr.low, expr.high, expr.span

    def evaluate(table: RunningTable, registers: Registers) -> Any:
        found = value(table, registers)
        for one in (found,) if isinstance(found, int) else sorted(found):
            if not low <= one <= high:
                text = say("{number} is not in {low}..{high}", number=int(one), low=low, high=high)
                raise fault("range", text, span)
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
