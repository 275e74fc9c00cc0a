"""Bounds: from which number to which the value of an expression can lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

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
    Unary,
)
from fragma_dsl.library.declare import Builtin
from fragma_dsl.library.domains import Domains
from fragma_dsl.library.types import (
    INT_HIGH,
    INT_LOW,
    Layer,
    ListOf,
    Optional,
    SetOf,
    Site,
    Type,
)

Interval: TypeAlias = tuple[int, int]
INT: Interval = (INT_LOW, INT_HIGH)
NEVER: Interval = (INT_HIGH, INT_LOW)
"""Bounds of what has no value, such as the members of the empty set."""


def domains_of(program: Program) -> Domains:
    """Give the domains of a finished program; every kind counts as a family of cards."""
    cards: dict[str, tuple[int, int]] = {}
    for index, piece in enumerate(program.layout.pieces):
        name = program.kinds[piece.kind]
        cards[name] = cards.get(name, (index, index))[0], index
    sites = sum(len(board) for board in program.boards)
    return Domains(
        players=len(program.players),
        teams=len(program.teams),
        boards=program.boards,
        directions=len(program.directions),
        kinds=len(program.kinds),
        pieces=len(program.layout.pieces),
        zones=len(program.layout.places) - sites,
        enums={name: len(values) for name, values in program.enums.items()},
        cards=cards,
        plane=program.plane,
    )


@dataclass(frozen=True)
class Named:
    """A value that is already written: its text and its bounds."""

    text: str
    bounds: Interval


def single(type: Type) -> Type:
    """Give the type of a value, or of the members of a set or list."""
    return single(type.item) if isinstance(type, SetOf | ListOf | Optional) else type


def hull(*intervals: Interval) -> Interval:
    """Give the least interval that holds all of some."""
    if not intervals:
        return NEVER
    lows, highs = zip(*intervals, strict=True)
    return min(lows), max(highs)


def clamp(low: int, high: int) -> Interval:
    """Give what is left of an interval of a result that is checked to be an int32."""
    return max(low, INT_LOW), min(high, INT_HIGH)


class Bounds:
    """The bounds of the expressions of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.domains = domains_of(program)
        self._results: dict[int, Interval] = {}

    def of_type(self, type: Type) -> Interval:
        """Give the bounds of a value of a type, of a set or a list those of its members."""
        match type:
            case SetOf(item) | ListOf(item):
                return self.of_type(item)
            case Optional(item):
                low, high = self.of_type(item)
                return min(low, -1), high
            case Layer(""):
                return 0, max((len(board.layers) for board in self.domains.boards), default=1) - 1
            case _:
                return self.domains.bounds(type)

    def of(self, expr: Expr, registers: Sequence[Register]) -> Interval:
        """Give the bounds of a value, of a set or a list those of its members."""
        match expr:
            case Const(int(value)):
                return int(value), int(value)
            case Const(value):
                members = [self.of(Const(member), registers) for member in value]  # type: ignore[union-attr]
                return hull(*members)
            case Local(index):
                return self.of_type(registers[index].type)
            case Load(variable, _):
                shape = self.program.layout.variables[variable].shape
                return shape.low, shape.high
            case Unary("not", _):
                return 0, 1
            case Unary(_, operand):
                low, high = self.of(operand, registers)
                return clamp(-high, -low)
            case Binary():
                return self._of_binary(expr, registers)
            case Conditional(value, _, otherwise):
                return hull(self.of(value, registers), self.of(otherwise, registers))
            case Range(low, high, _):
                return self.of(low, registers)[0], self.of(high, registers)[1]
            case MakeSet(items) | MakeList(items):
                return hull(*(self.of(item, registers) for item in items))
            case Item(sequence, _, _):
                return self.of(sequence, registers)
            case Comprehension():
                return self._of_comprehension(expr, registers)
            case CallBuiltin(builtin, arguments, _):
                if "Var(" in repr(builtin.result):
                    return self.of(arguments[0], registers)
                if builtin.name in ("min", "max") and len(arguments) == 2:
                    (a, b), (c, d) = (self.of(one, registers) for one in arguments)
                    return (
                        (min(a, c), min(b, d)) if builtin.name == "min" else (max(a, c), max(b, d))
                    )
                return self._of_result_of(builtin)
            case CallFunction(procedure, _, _):
                return self.of_result(procedure)
            case After(_, _, value, _) | Old(value, _):
                return self.of(value, registers)
            case Require(value, _, _):
                low, high = self.of(value, registers)
                return max(low, 0) if low == -1 else low, high
            case InRange(value, low, high, _):
                least, most = self.of(value, registers)
                return max(low, least), min(high, most)
            case PieceOf():
                return 0, len(self.program.layout.pieces) - 1

    def _of_result_of(self, builtin: Builtin) -> Interval:
        """Give the bounds of what a builtin gives; what is not for planes gives none of their
        sites."""
        low, high = self.of_type(builtin.result)
        types = [single(builtin.result), *(single(one.type) for one in builtin.parameters)]
        is_off = not builtin.on_plane and (builtin.static or Site() in types[1:])
        return (low, self.domains.sites - 1) if is_off and types[0] == Site() else (low, high)

    def of_result(self, number: int) -> Interval:
        """Give the bounds of what a function returns."""
        if number not in self._results:
            self._results[number] = INT  # where it calls itself
            procedure = self.program.procedures[number]
            reached = self.program.points_from(procedure.entry)
            points = (self.program.points[point] for point in reached)
            self._results[number] = hull(
                *(
                    self.of(point.value, procedure.registers)
                    for point in points
                    if isinstance(point, Leave) and point.value is not None
                )
            )
        return self._results[number]

    def _of_binary(self, expr: Binary, registers: Sequence[Register]) -> Interval:
        (a, b), (c, d) = self.of(expr.left, registers), self.of(expr.right, registers)
        match expr.word:
            case "+":
                return clamp(a + c, b + d)
            case "-":
                return clamp(a - d, b - c)
            case "*":
                products = (a * c, a * d, b * c, b * d)
                return clamp(min(products), max(products))
            case "//" if c > 0:
                quotients = (a // c, a // d, b // c, b // d)
                return min(quotients), max(quotients)
            case "%" if c > 0:
                return (a, b) if a >= 0 and b < c else (0, d - 1)
            case "//" | "%":
                return INT
            case "|" | "concat":
                return hull((a, b), (c, d))
            case "&":
                return max(a, c), min(b, d)
            case "without":
                return a, b
            case "and" | "or":
                return hull((a, b), (c, d), (0, 0)) if expr.word == "and" else hull((a, b), (c, d))
            case _:
                return 0, 1

    def _of_comprehension(self, expr: Comprehension, registers: Sequence[Register]) -> Interval:
        match expr.collect:
            case "any" | "all":
                return 0, 1
            case "count":
                return 0, INT_HIGH
            case "sum":
                low, _ = self.of(expr.value, registers)
                return (0, INT_HIGH) if low >= 0 else INT
            case _:
                return self.of(expr.value, registers)
