"""Running: a table in the middle of a run, with the meter of what the run may still do."""

from dataclasses import replace

from fragma_dsl.automaton.nodes import MAX_DEPTH
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.table import Equipment, Table
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


class Meter:
    """How many steps are left until the next stop, and how deep the calls stand."""

    __slots__ = ("depth", "left")

    def __init__(self, budget: int) -> None:
        self.left = budget
        self.depth = 0


class RunningTable(Table):
    """A table whose copies share one meter, so that what a run may do has one bound."""

    __slots__ = ("before", "meter")

    def __init__(
        self,
        slots: list[int],
        equipment: Equipment,
        meter: Meter,
        before: "RunningTable | None" = None,
    ) -> None:
        super().__init__(slots, equipment)
        self.meter = meter
        self.before = before  # the table before the move that an invariant judges

    def copy(self) -> "RunningTable":
        """Give a table of its own with the same position and the same meter."""
        return RunningTable(self.slots.copy(), self.equipment, self.meter, self.before)

    def spend(self, steps: int, span: Span | None = None) -> None:
        """Count steps; fault `budget` where none are left."""
        self.meter.left -= steps
        if self.meter.left < 0:
            raise FaultError(Fault("budget", "the rules run on and on without a stop", span))

    def descend(self) -> None:
        """Count a call; fault `budget` where calls stand too deep."""
        self.meter.depth += 1
        if self.meter.depth > MAX_DEPTH:
            raise FaultError(
                Fault("budget", say("more than {most} calls in one another", most=MAX_DEPTH), None)
            )

    def ascend(self) -> None:
        """Count the end of a call."""
        self.meter.depth -= 1


def fault(code: str, message: str, span: Span) -> FaultError:
    """Make a fault at a place in the rules."""
    return FaultError(Fault(code, message, span))


def blamed(error: FaultError, span: Span) -> FaultError:
    """Give a fault from the table the span of what asked for it; one with a span keeps it."""
    return error if error.fault.span else FaultError(replace(error.fault, span=span))
