"""Faulting: which expressions can go wrong, so that they must be evaluated where the rules say."""

from collections.abc import Sequence

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    After,
    Binary,
    CallBuiltin,
    CallFunction,
    Comprehension,
    Conditional,
    Const,
    Effect,
    Expr,
    InRange,
    Item,
    Leave,
    Load,
    Local,
    MakeList,
    MakeSet,
    Old,
    PieceOf,
    Program,
    Range,
    Register,
    Require,
    SetLocal,
    Step,
    StepEdge,
    Unary,
)
from fragma_dsl.backends.compiled.bounds import Bounds
from fragma_dsl.library.declare import Builtin
from fragma_dsl.library.types import INT_HIGH, INT_LOW
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.table import Table

MOST_TRIED = 1024
"""How many values a builtin is tried with."""


class Faulting:
    """Says of expressions whether they can go wrong; in doubt they can."""

    def __init__(self, program: Program, bounds: Bounds, table: Table) -> None:
        self.program, self.bounds, self.table = program, bounds, table
        self._functions: dict[int, bool] = {}

    def may(self, expr: Expr | None, registers: Sequence[Register]) -> bool:
        """Whether evaluating an expression can be a fault."""

        def any_of(*exprs: Expr | None) -> bool:
            return any(self.may(one, registers) for one in exprs)

        match expr:
            case None | Const() | Local():
                return False
            case Load(_, indices):
                return any_of(*indices)
            case Unary(_, operand):
                return any_of(operand)
            case Binary(word, left, right, _):
                return self._arithmetic(word, left, right, registers) or any_of(left, right)
            case Conditional(value, test, otherwise):
                return any_of(value, test, otherwise)
            case MakeSet(items) | MakeList(items):
                return any_of(*items)
            case InRange(value, low, high, _):
                least, most = self.bounds.of(value, registers)
                return least < low or most > high or any_of(value)
            case Require(value, _, _):
                return self.bounds.of(value, registers)[0] < 0 or any_of(value)
            case Item(Const(tuple(members)), index, _):
                low, high = self.bounds.of(index, registers)
                return low < 0 or high >= len(members) or any_of(index)
            case Comprehension(collect, value, generators, where, best, _):
                return (
                    collect in ("sum", "min", "max", "first", "only")
                    or any_of(value, where, None if best is None else best.value)
                    or any_of(*(generator.source for generator in generators))
                )
            case CallBuiltin(builtin, arguments, _):
                faults = builtin.faults and not self._is_safe(builtin, arguments, registers)
                return faults or any_of(*arguments)
            case CallFunction(procedure, arguments, _):
                return any_of(*arguments) or self.in_function(procedure)
            case Range() | Item() | PieceOf() | After() | Old():
                return True

    def _is_safe(
        self, builtin: Builtin, arguments: Sequence[Expr], registers: Sequence[Register]
    ) -> bool:
        """Whether a builtin of one value, which no move changes, goes well for all there are."""
        if not builtin.static or len(arguments) != 1:
            return False
        low, high = self.bounds.of(arguments[0], registers)
        if high - low > MOST_TRIED:
            return False
        try:
            for value in range(low, high + 1):
                builtin.meaning(self.table, value)
        except FaultError:
            return False
        return True

    def _arithmetic(
        self, word: str, left: Expr, right: Expr, registers: Sequence[Register]
    ) -> bool:
        (a, b), (c, d) = self.bounds.of(left, registers), self.bounds.of(right, registers)
        match word:
            case "+":
                return a + c < INT_LOW or b + d > INT_HIGH
            case "-":
                return a - d < INT_LOW or b - c > INT_HIGH
            case "*":
                return max(abs(a), abs(b)) * max(abs(c), abs(d)) > INT_HIGH
            case "//" | "%":
                return c <= 0
            case _:
                return False

    def in_function(self, number: int) -> bool:
        """Whether a function can go wrong; one that loops or calls itself can."""
        if number not in self._functions:
            self._functions[number] = True
            procedure = self.program.procedures[number]
            reached = self.program.points_from(procedure.entry)
            self._functions[number] = any(self._at(point, procedure.registers) for point in reached)
        return self._functions[number]

    def _effect_may(self, effect: Effect | None, registers: Sequence[Register]) -> bool:
        match effect:
            case None:
                return False
            case SetLocal(index, value, _) if registers[index].shape is None:
                return self.may(value, registers)
            case _:
                return True

    def _at(self, number: int, registers: Sequence[Register]) -> bool:
        match self.program.points[number]:
            case Leave(value, _):
                return self.may(value, registers)
            case Step(_, False):
                edges = edges_from(self.program, number)
                return any(
                    not isinstance(edge, StepEdge)
                    or self.may(edge.guard, registers)
                    or self._effect_may(edge.effect, registers)
                    for _, _, edge in edges
                )
            case _:
                return True
