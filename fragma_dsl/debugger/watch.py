"""Watch: expressions evaluated on a position, with what they look at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex

from fragma_dsl.automaton.nodes import Expr
from fragma_dsl.backends.interpreter import InterpreterMachine
from fragma_dsl.backends.interpreter.closures import Context, closure
from fragma_dsl.backends.interpreter.running import Meter, RunningTable
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.layout import Layout
from fragma_dsl.play.state import State, thaw
from fragma_dsl.play.view import Viewer, hidden_places, hidden_variables


class WatchedSlots(list[int]):
    """The slots of a state, which note those that are read."""

    def __init__(self, slots: Iterable[int], read: set[int]) -> None:
        super().__init__(slots)
        self.read = read

    def __getitem__(self, index: Any) -> Any:
        """Give a slot or a run of them, and note it."""
        if isinstance(index, slice):
            self.read.update(range(*index.indices(len(self))))
        else:
            self.read.add(int(index) % len(self))
        return super().__getitem__(index)

    def __iter__(self) -> Any:
        """Run through all slots, and note them."""
        self.read.update(range(len(self)))
        return super().__iter__()

    def copy(self) -> "WatchedSlots":
        """Give slots of their own that note in the same place."""
        return WatchedSlots(super().__iter__(), self.read)

    def index(self, value: int, start: SupportsIndex = 0, stop: SupportsIndex = 2**31) -> int:
        """Find a value; all slots are looked at."""
        self.read.update(range(len(self)))
        return super().index(value, start, stop)


@dataclass(frozen=True, slots=True)
class Seen:
    """What an expression is: its value or the fault that it makes, and the slots that it reads."""

    value: Any
    fault: Fault | None
    read: frozenset[int]


@dataclass(frozen=True, slots=True)
class Watch:
    """Evaluates expressions of a program on a state."""

    machine: InterpreterMachine
    state: State

    def see(self, expr: Expr, registers: Sequence[Any]) -> Seen:
        """Evaluate an expression with registers of its procedure."""
        machine, read = self.machine, set[int]()
        layout = machine.program.layout
        context = Context(layout, layout.piece_numbers, machine.run)
        slots = WatchedSlots(thaw(self.state), read)
        table = RunningTable(slots, machine.equipment, Meter(machine.program.budget))
        try:
            value = closure(expr, context)(table, list(registers))
        except FaultError as error:
            return Seen(None, error.fault, frozenset(read))
        return Seen(value, None, frozenset(read))


def hidden_slots(layout: Layout, state: State, viewer: Viewer) -> frozenset[int]:
    """Give the slots that a viewer may not see."""
    slots = thaw(state)
    found: set[int] = set()
    for number in hidden_places(layout, slots, viewer):
        place = layout.places[number]
        found.update(range(place.offset, place.offset + place.size))
    for _, offset, size in hidden_variables(layout, viewer, slots):
        found.update(range(offset, offset + size))
    return frozenset(found)
