"""Constant: the value of an expression that is known before the game begins, and the folding of
what is."""

from dataclasses import replace

from fragma_dsl.automaton.nodes import (
    Binary,
    CallBuiltin,
    Conditional,
    Const,
    Expr,
    InRange,
    Item,
    MakeList,
    MakeSet,
    Range,
    Unary,
    Value,
)
from fragma_dsl.library.types import INT_HIGH, INT_LOW
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.table import Table

MOST_FOLDED = 4096


def fold(expr: Expr) -> Expr:
    """Replace an operation on constants by its value; its operands have been folded before."""
    match expr:
        case Unary(word, Const(int(value))):
            return Const(-value if word == "-" else int(not value))
        case Binary("and", Const(left), right):
            return right if left else Const(0)
        case Binary("or", Const(left), right):
            return Const(1) if left else right
        case Binary("and", left, Const(1)) | Binary("or", left, Const(0)):
            return left  # what may fault on the left is never dropped
        case Binary("+", Const(0), other) | Binary("+", other, Const(0)):
            return other
        case Binary(word, Const(first), Const(second)):
            result = _operate(word, first, second)
            return expr if result is None or _overflows(result) else Const(result)
        case Conditional(value, Const(test), otherwise):
            return value if test else otherwise
        case MakeSet(items) if all(isinstance(item, Const) for item in items):
            return Const(frozenset(_constants(items)))  # type: ignore[arg-type]
        case MakeList(items) if all(isinstance(item, Const) for item in items):
            return Const(_constants(items))
        case Range(Const(int(low)), Const(int(high))) if high - low < MOST_FOLDED:
            return Const(frozenset(range(low, high + 1)))
        case Item(Const(tuple(sequence)), Const(int(index))) if 0 <= index < len(sequence):
            return Const(sequence[index])
        case InRange(Const(int(value)), low, high) if low <= value <= high:
            return Const(value)
        case _:
            return expr


def _overflows(value: Value) -> bool:
    return isinstance(value, int) and not INT_LOW <= value <= INT_HIGH


def _constants(items: tuple[Expr, ...]) -> tuple[Value, ...]:
    return tuple(item.value for item in items if isinstance(item, Const))


def _operate(word: str, left: Value, right: Value) -> Value | None:
    match word, left, right:
        case "==", _, _:
            return int(left == right)
        case "!=", _, _:
            return int(left != right)
        case "in", int(), (frozenset() | tuple()):
            return int(left in right)
        case _, frozenset(), frozenset():
            return _operate_sets(word, left, right)
        case _, int(), int():
            return operate_numbers(word, left, right)
        case "concat", tuple(), tuple():
            return left + right
        case _:
            return None


def _operate_sets(word: str, left: frozenset[int], right: frozenset[int]) -> Value | None:
    match word:
        case "|":
            return left | right
        case "&":
            return left & right
        case "without":
            return left - right
        case "subset":
            return int(left <= right)
        case _:
            return None


def operate_numbers(word: str, left: int, right: int) -> int | None:
    """Do an operation on numbers; None where it is a fault, or none on numbers."""
    match word:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//" if right:
            return left // right
        case "%" if right:
            return left % right
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case ">=":
            return int(left >= right)
        case _:
            return None


def constant_value(expr: Expr, table: Table) -> Value | None:
    """Give the value of an expression on a table, builtins included, or None where it is not
    constant or goes wrong."""
    match expr:
        case Const(value):
            return value
        case CallBuiltin(builtin, arguments):
            values = [constant_value(argument, table) for argument in arguments]
            if any(value is None for value in values):
                return None
            try:
                result: Value = builtin.meaning(table, *values)
            except FaultError:
                return None
            return result
        case Binary(_, left, right):
            first, second = constant_value(left, table), constant_value(right, table)
            if first is None or second is None:
                return None
            folded = fold(replace(expr, left=Const(first), right=Const(second)))
            return folded.value if isinstance(folded, Const) else None
        case InRange(value):
            return constant_value(value, table)
        case _:
            return None
