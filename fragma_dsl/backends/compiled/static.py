"""Static: conditions that no move can change, worked out before for every value they go by."""

from collections.abc import Sequence

from fragma_dsl.automaton.nodes import (
    Binary,
    CallBuiltin,
    Conditional,
    Const,
    Expr,
    Item,
    Local,
    MakeSet,
    Program,
    Register,
    Unary,
)
from fragma_dsl.backends.compiled.bounds import Bounds
from fragma_dsl.backends.compiled.walk import walk
from fragma_dsl.backends.interpreter.closures import Context, closure
from fragma_dsl.backends.interpreter.running import Meter, RunningTable
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.table import Equipment

MOST_VALUES = 512
"""How many values the register may have that a table of a condition goes by."""

ALLOWED = Const | Local | Unary | Binary | Conditional | Item | CallBuiltin | MakeSet


class Static:
    """Works out conditions that depend on registers and the equipment alone."""

    def __init__(self, program: Program, bounds: Bounds, equipment: Equipment) -> None:
        self.bounds = bounds
        pieces = {(piece.kind, piece.owner): i for i, piece in enumerate(program.layout.pieces)}
        self.context = Context(program.layout, pieces, lambda *_: None)
        self.table = RunningTable(list(program.initial), equipment, Meter(10**9))

    def is_static(self, expr: Expr) -> bool:
        """Whether an expression goes by registers and the equipment alone."""
        return all(
            isinstance(node, ALLOWED) and (not isinstance(node, CallBuiltin) or node.builtin.static)
            for node in walk(expr)
        )

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
