"""Conditions: the expressions of a program in; how their tests come out, what functions give, and
whether what may go wrong ever does, out."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from fragma_dsl.automaton.nodes import (
    After,
    Binary,
    CallBuiltin,
    CallFunction,
    CallRule,
    Comprehension,
    Conditional,
    Const,
    Expr,
    Item,
    Leave,
    OptionEdge,
    Program,
    Register,
    StepEdge,
    Unary,
)
from fragma_dsl.backends.compiled.bounds import Bounds
from fragma_dsl.backends.compiled.faulting import Faulting
from fragma_dsl.backends.interpreter.running import RunningTable
from fragma_dsl.backends.interpreter.scan import Closure, Registers
from fragma_dsl.backends.interpreter.tracing import TracingMachine
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.table import Table
from fragma_dsl.text.node import Node, walk
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

Way: TypeAlias = Literal["true", "false", "given", "failed"]
"""What may come of an expression: a test is true or false, a function gives a value, a call
fails."""
CHOOSING = ("min", "max", "first", "only")
"""Words of comprehensions that nothing to choose from makes go wrong."""
OVERFLOWING = ("abs", "sum")
"""Builtins that go wrong like `+`, where a number is too large, which no rule means."""
LONGEST = 32  # characters of a label


@dataclass(frozen=True, slots=True)
class Watched:
    """An expression, where it stands, and what may come of it."""

    expr: Expr
    span: Span
    ways: tuple[Way, ...]

    def name(self, way: Way) -> str:
        """Say what a way is called."""
        if way == "given":
            return "value"
        if not hasattr(self.expr, "span"):
            return say("condition {way}", way=way)
        text = " ".join(self.span.text.split())
        short = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
        return f"`{short}`" if way == "failed" else say("`{text}` {way}", text=short, way=way)


class CountingMachine(TracingMachine):
    """A tracing machine that also counts what comes of expressions."""

    def __init__(self, program: Program) -> None:
        self.watched = tuple(watched(program))
        self.ways: Counter[tuple[int, Way]] = Counter()
        self.by_expr: dict[int, list[Watched]] = {}
        for one in self.watched:
            self.by_expr.setdefault(id(one.expr), []).append(one)
        super().__init__(program)

    def watch(self, expr: Expr, made: Closure) -> Closure:
        """Count what comes of an expression, if that is wanted."""
        for one in self.by_expr.get(id(expr), ()):
            made = self.counting(id(expr), one.ways, made)
        return made

    def counting(self, number: int, ways: tuple[Way, ...], made: Closure) -> Closure:
        """Make the function that evaluates an expression, and counts."""
        counts = self.ways

        def fail(table: RunningTable, registers: Registers) -> Any:
            try:
                return made(table, registers)
            except FaultError:
                counts[number, "failed"] += 1
                raise

        def give(table: RunningTable, registers: Registers) -> Any:
            value = made(table, registers)
            counts[number, "given"] += 1
            return value

        def test(table: RunningTable, registers: Registers) -> Any:
            value = made(table, registers)
            counts[number, "true" if value else "false"] += 1
            return value

        return {"failed": fail, "given": give}.get(ways[0], test)


def played(program: Program) -> dict[int, int]:
    """Find the points of the game and of what it calls, with the procedure that each belongs to;
    what only invariants call is left out."""
    waiting, called, found = [program.main], {program.main}, dict[int, int]()
    while waiting:
        procedure = waiting.pop()
        points = program.points_from(program.procedures[procedure].entry)
        found |= dict.fromkeys(points, procedure)
        for number in points:
            for part in walk((program.points[number], *(e for _, e in program.edges[number]))):
                if isinstance(part, CallFunction | CallRule | After):
                    if part.procedure not in called:
                        waiting.append(part.procedure)
                    called.add(part.procedure)
    return found


def watched(program: Program) -> Iterator[Watched]:
    """Run through the expressions of the game and of its functions that are worth a look."""
    table = Table(list(program.initial), program.equipment())
    faulting = Faulting(program, Bounds(program), table)
    constant = {one.entry for one in program.procedures}
    for number, procedure in sorted(played(program).items()):
        point, registers = program.points[number], program.procedures[procedure].registers

        def fails(expr: Expr, registers: Sequence[Register] = registers) -> bool:
            return faulting.may(expr, registers)

        def least(expr: Expr, registers: Sequence[Register] = registers) -> int:
            return faulting.bounds.of(expr, registers)[0]

        if isinstance(point, Leave) and point.value is not None:
            if number in constant and isinstance(point.value, Const):
                continue
            yield Watched(point.value, point.span, ("given",))
            yield from conditions_in(point.value, point.span, is_edge=True)
        yield from watched_in(point, point.span, fails, least)
        for _, edge in program.edges[number]:
            if isinstance(edge, StepEdge) and edge.guard is not None:
                yield from conditions_in(edge.guard, edge.span, is_edge=True)
            if isinstance(edge, OptionEdge) and edge.where is not None:
                yield from conditions_in(edge.where, edge.span)
            yield from watched_in(edge, edge.span, fails, least)


def watched_in(
    node: Node, span: Span, fails: Callable[[Expr], bool], least: Callable[[Expr], int]
) -> Iterator[Watched]:
    """Run through what is in a point or an edge: tests, and what may go wrong."""
    for part in walk(node):
        match part:
            case Conditional(_, test, _):
                yield from conditions_in(test, span)
            case Comprehension(collect=collect, value=value, where=where):
                if where is not None:
                    yield from conditions_in(where, part.span)
                if collect in ("any", "all"):
                    yield from conditions_in(value, part.span)
                if collect in CHOOSING and part.span.text.startswith(collect):
                    yield Watched(part, part.span, ("failed",))
            case CallBuiltin(builtin) if builtin.faults and builtin.name not in OVERFLOWING:
                if fails(part):
                    yield Watched(part, part.span, ("failed",))
            case Item() if fails(part):
                yield Watched(part, part.span, ("failed",))
            case Binary("//" | "%", _, right) if least(right) <= 0:
                yield Watched(part, part.span, ("failed",))
            case _:
                pass


def conditions_in(test: Expr, span: Span, is_edge: bool = False) -> Iterator[Watched]:
    """Run through the tests that `and`, `or` and `not` join; one alone that an edge asks is counted
    there."""
    match test:
        case Binary("and" | "or", left, right):
            yield from conditions_in(left, span)
            yield from conditions_in(right, span)
        case Unary("not", operand):
            yield from conditions_in(operand, span, is_edge)
        case Const():
            pass
        case _ if not is_edge:
            yield Watched(test, span_of(test, span), ("true", "false"))


def span_of(expr: Expr, around: Span) -> Span:
    """Say where an expression stands, or what stands around it where it does not know."""
    known = (getattr(part, "span", None) for part in walk(expr))
    return next((one for one in known if isinstance(one, Span)), around)
