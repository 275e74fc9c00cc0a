"""Tracing: a machine that notes which parts of the rules it runs."""

from collections.abc import Sequence

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.interpreter.machine import InterpreterMachine
from fragma_dsl.backends.interpreter.points import OptionOut, StepOut
from fragma_dsl.backends.interpreter.running import RunningTable
from fragma_dsl.backends.interpreter.scan import Registers
from fragma_dsl.play.machine import Action
from fragma_dsl.text.span import Span


class TracingMachine(InterpreterMachine):
    """An interpreter with a list of the spans of all steps and options that it has taken."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.taken: list[Span] = []

    def offers(
        self, table: RunningTable, option: OptionOut, registers: Registers, action: Action
    ) -> bool:
        """Say whether an option has an action; note the option if so."""
        found = super().offers(table, option, registers, action)
        if found:
            self.taken.append(option.span)
        return found

    def take_step(
        self, table: RunningTable, number: int, edges: Sequence[StepOut], registers: Registers
    ) -> int:
        """Take the first edge whose guard holds, and note what it does."""
        target = super().take_step(table, number, edges, registers)
        edge = next(one for one in edges if one.target == target)
        if edge.act is not None or edge.guard is not None:
            self.taken.append(edge.span)
        return target
