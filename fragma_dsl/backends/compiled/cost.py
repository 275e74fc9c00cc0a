"""Cost: which parts of a condition cost so much that a playout had better pick an action first
and test only that."""

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    After,
    Binary,
    CallBuiltin,
    CallFunction,
    CallRule,
    Comprehension,
    Expr,
    Program,
)
from fragma_dsl.text.node import Node

TOO_DEAR = 150
"""The cost from which a part is left to the action that was picked."""

SCAN, TABLE_WALK, SCRATCH = 8, 60, 100
"""What a scan multiplies its parts by; what a walk over the table costs, and a scratch table."""


class Costs:
    """Tells roughly what expressions cost: one for a node, more for what goes over the table."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known: dict[int, int] = {}

    def split(self, where: Expr | None) -> tuple[Expr | None, Expr | None]:
        """Give the part of a condition that is cheap, and the part that is dear."""
        if where is None or self.of(where) < TOO_DEAR:
            return where, None
        if isinstance(where, Binary) and where.word == "and":
            cheap, dear = self.split(where.left)
            if dear is None:
                more, dear = self.split(where.right)
                if more is None:
                    return cheap, dear
                return Binary("and", cheap or more, more, where.span) if cheap else more, dear
            return cheap, Binary("and", dear, where.right, where.span)
        return None, where

    def of(self, expr: object) -> int:
        """Estimate what a node costs."""
        match expr:
            case Comprehension(_, value, generators, condition, best, _):
                sources = sum(self.of(generator.source) for generator in generators)
                inner = self.of((value, condition, best))
                rounds: int = SCAN ** len(generators)
                return sources + rounds * (1 + inner)
            case After(procedure, arguments, value, _):
                return SCRATCH + self.of_procedure(procedure) + self.of((*arguments, value))
            case CallFunction(procedure, arguments, _) | CallRule(procedure, arguments, _):
                return self.of_procedure(procedure) + self.of(arguments)
            case CallBuiltin(builtin, arguments, _):
                walks = not builtin.static and builtin.emit is not None
                dear = builtin.name in ("reach", "connected", "slide", "islands", "lines", "loops")
                return (TABLE_WALK if walks and dear else 1) + self.of(arguments)
            case tuple():
                return sum(self.of(part) for part in expr)
            case Node():
                parts = (getattr(expr, name) for name in expr.__match_args__)
                return 1 + sum(self.of(part) for part in parts)
            case _:
                return 0

    def of_procedure(self, number: int) -> int:
        """Estimate what a procedure costs, each of its points passed once."""
        if number not in self.known:
            self.known[number] = SCRATCH  # where it calls itself
            points = self.program.points_from(self.program.procedures[number].entry)
            self.known[number] = sum(
                self.of(part)
                for point in points
                for part in (
                    self.program.points[point],
                    *(edge for _, _, edge in edges_from(self.program, point)),
                )
            )
        return self.known[number]
