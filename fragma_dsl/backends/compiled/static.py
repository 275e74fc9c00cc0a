"""Static: conditions that no move can change, worked out before for every value they go by."""

from collections.abc import Callable, Sequence
from typing import Any

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    Best,
    Binary,
    CallBuiltin,
    CallFunction,
    Comprehension,
    Conditional,
    Const,
    Expr,
    Generator,
    Item,
    Leave,
    Local,
    MakeList,
    MakeSet,
    Program,
    Range,
    Register,
    SetLocal,
    Step,
    StepEdge,
    Unary,
)
from fragma_dsl.backends.compiled.bounds import Bounds
from fragma_dsl.backends.interpreter.closures import Context, closure
from fragma_dsl.backends.interpreter.machine import InterpreterMachine
from fragma_dsl.backends.interpreter.running import Meter, RunningTable
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.table import Equipment
from fragma_dsl.text.node import walk

MOST_VALUES = 512
"""How many values the register may have that a table of a condition goes by."""

FLOW = Step | StepEdge | SetLocal | Leave
ALLOWED = Const | Local | Unary | Binary | Conditional | Item | CallBuiltin | MakeSet


class Static:
    """Works out conditions that depend on registers and the equipment alone."""

    def __init__(self, program: Program, bounds: Bounds, equipment: Equipment) -> None:
        self.program, self.bounds = program, bounds
        self._functions: dict[int, bool] = {}
        layout = program.layout
        self.context = Context(layout, layout.piece_numbers, lambda *_: None)
        self.table = RunningTable(list(program.initial), equipment, Meter(10**9))

    def is_static(self, expr: Expr) -> bool:
        """Whether an expression goes by registers and the equipment alone."""
        return all(
            isinstance(node, ALLOWED) and (not isinstance(node, CallBuiltin) or node.builtin.static)
            for node in walk(expr)
        )

    def is_static_function(self, number: int) -> bool:
        """Whether a function goes by its arguments and the equipment alone."""
        if number not in self._functions:
            self._functions[number] = False  # where it calls itself
            points = self.program.points_from(self.program.procedures[number].entry)
            self._functions[number] = all(
                self._is_static_part(part)
                for point in points
                for part in (
                    self.program.points[point],
                    *(edge for _, _, edge in edges_from(self.program, point)),
                )
            )
        return self._functions[number]

    def _is_static_part(self, part: object) -> bool:
        return all(
            isinstance(node, FLOW | ALLOWED | Comprehension | Generator | Best | MakeList | Range)
            or (isinstance(node, CallFunction) and self.is_static_function(node.procedure))
            for node in walk(part)
        ) and all(node.builtin.static for node in walk(part) if isinstance(node, CallBuiltin))

    def meaning(self, number: int) -> Callable[..., Any] | None:
        """Give what a static function means, as a builtin would; None of another."""
        if not self.is_static_function(number):
            return None
        machine = InterpreterMachine(self.program)
        return lambda _table, *arguments: machine.run(number, self.table.copy(), arguments)

    def rows(
        self, members: Sequence[int], local: int, test: Expr, registers: Sequence[Register]
    ) -> tuple[int | None, list[list[int]]] | None:
        """Give the members that pass a test, one row for each value of the one other register that
        the test goes by, with that register; None where it goes by more or can go wrong."""
        others = {node.index for node in walk(test) if isinstance(node, Local)} - {local}
        if not self.is_static(test) or len(others) > 1:
            return None
        other = min(others, default=None)
        low, high = (0, 0) if other is None else self.bounds.of_type(registers[other].type)
        if not 0 <= low <= high < MOST_VALUES:
            return None
        run = closure(test, self.context)
        values: list[int] = [0] * len(registers)
        rows = []
        try:
            for value in range(high + 1):
                row = []
                for member in members:
                    if other is not None:
                        values[other] = value
                    values[local] = member
                    if value >= low and run(self.table, values):
                        row.append(member)
                rows.append(row)
        except FaultError:
            return None
        return other, rows
