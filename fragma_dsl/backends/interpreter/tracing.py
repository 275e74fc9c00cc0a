"""Tracing: a machine that notes which parts of the rules it runs."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.interpreter.machine import InterpreterMachine
from fragma_dsl.backends.interpreter.points import (
    ChancePoint,
    DecisionPoint,
    EndPoint,
    OptionOut,
    StepOut,
)
from fragma_dsl.backends.interpreter.running import RunningTable
from fragma_dsl.backends.interpreter.scan import Registers
from fragma_dsl.play.machine import Action, Outcome
from fragma_dsl.play.state import State
from fragma_dsl.text.span import Span

Taken: TypeAlias = tuple[int, int]
"""A point and the number of an edge out of it, in the order of their keys."""


class TracingMachine(InterpreterMachine):
    """An interpreter that lists the spans of the steps and options it takes, and counts edges."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.taken: list[Span] = []
        self.counts: Counter[Taken] = Counter()
        self.options: dict[int, Taken] = {}
        self.elses: dict[int, Taken] = {}
        for number, point in self.points.items():
            if isinstance(point, DecisionPoint):
                for index, option in enumerate(point.options):
                    self.options[id(option)] = number, index
                self.elses[id(point)] = number, len(point.options)

    def play(self, state: State, move: Action | Outcome) -> State:
        """Run from a stop to the next; note the face that was rolled and the end that came."""
        table, point = self.resume(state)
        if isinstance(point, ChancePoint) and move in point.outcomes:
            self.counts[table.slots[0], point.outcomes.index(move)] += 1
        after = super().play(state, move)
        table, point = self.resume(after)
        if isinstance(point, EndPoint):
            self.counts[table.slots[0], 0] += 1
        return after

    def offers(
        self, table: RunningTable, option: OptionOut, registers: Registers, action: Action
    ) -> bool:
        """Say whether an option has an action; note the option if so."""
        found = super().offers(table, option, registers, action)
        if found:
            self.taken.append(option.span)
            self.counts[self.options[id(option)]] += 1
        return found

    def has_action(self, table: RunningTable, point: DecisionPoint, registers: Registers) -> bool:
        """Say whether any option has an action; note that the `else` comes if not."""
        found = super().has_action(table, point, registers)
        if not found and point.otherwise is not None:
            self.counts[self.elses[id(point)]] += 1
        return found

    def take_step(
        self, table: RunningTable, number: int, edges: Sequence[StepOut], registers: Registers
    ) -> int:
        """Take the first edge whose guard holds, and note what it does."""
        target = super().take_step(table, number, edges, registers)
        index = next(index for index, one in enumerate(edges) if one.target == target)
        self.counts[number, index] += 1
        edge = edges[index]
        if edge.act is not None or edge.guard is not None:
            self.taken.append(edge.span)
        return target
