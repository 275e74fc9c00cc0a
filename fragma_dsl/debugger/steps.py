"""Steps: a move in, each edge of the automaton that the rules take by it out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Any

from fragma_dsl.automaton.notation import Move
from fragma_dsl.backends.interpreter import InterpreterMachine
from fragma_dsl.backends.interpreter.points import StepOut
from fragma_dsl.backends.interpreter.running import RunningTable
from fragma_dsl.backends.interpreter.scan import Registers
from fragma_dsl.debugger.watch import hidden_slots
from fragma_dsl.game import Game, Position
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.layout import Layout
from fragma_dsl.play.table import Table
from fragma_dsl.play.view import Viewer
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

MOST_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Step:
    """An edge that was taken: from where to where, by which words, and the table behind it."""

    point: int
    target: int
    span: Span
    does: bool  # whether it asks or changes something
    held: bool | None  # how the condition that it asks came out
    depth: int  # how many functions and rules are running
    slots: tuple[int, ...]

    @property
    def line(self) -> tuple[str, int]:
        """The file and the line of the words."""
        return self.span.source.name, self.span.line


class SteppingMachine(InterpreterMachine):
    """An interpreter that lists the edges it takes."""

    def __init__(self, machine: InterpreterMachine) -> None:
        super().__init__(machine.program)
        self.steps: list[Step] = []
        self.depth = 0

    def take_step(
        self, table: RunningTable, number: int, edges: Sequence[StepOut], registers: Registers
    ) -> int:
        """Take the first edge whose guard holds, and note it."""
        target = super().take_step(table, number, edges, registers)
        if len(self.steps) < MOST_STEPS:
            edge = next(one for one in edges if one.target == target)
            does = edge.act is not None or edge.guard is not None or len(edges) > 1
            slots = tuple(table.slots)
            asks = len(edges) > 1 or edge.guard is not None
            held = edge.guard is not None if asks else None
            self.steps.append(Step(number, target, edge.span, does, held, self.depth, slots))
        return target

    def run(self, procedure: int, table: RunningTable, arguments: Sequence[Any]) -> Any:
        """Run a procedure, one deeper."""
        self.depth += 1
        try:
            return super().run(procedure, table, arguments)
        finally:
            self.depth -= 1


def steps_of(position: Position, move: Move) -> tuple[tuple[Step, ...], Fault | None]:
    """Give the edges that are taken from a position by a move, and the fault that stops them."""
    machine = position.game.machine
    assert isinstance(machine, InterpreterMachine)
    stepping = SteppingMachine(machine)
    try:
        stepping.play(position.state, move)
    except FaultError as error:
        return tuple(stepping.steps), error.fault
    return tuple(stepping.steps), None


def lines_of(steps: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
    """Group the steps that do something by runs of one line."""
    for _, group in groupby((one for one in steps if one.does), key=lambda one: one.line):
        yield tuple(group)


def changed(
    game: Game,
    before: Sequence[int],
    after: Sequence[int],
    hidden: frozenset[int],
    values_only: bool = False,
) -> Iterator[str]:
    """Say which variables and places two tables differ in, without what is hidden; with
    `values_only` what the variables are."""
    layout, notation = game.program.layout, game.notation
    one, other = table_of(game, before), table_of(game, after)
    for number, variable in enumerate(layout.variables):
        indices, type = game.program.variable_types[variable.name]
        ranges = (
            range(low, low + size)
            for low, size in zip(variable.lows, variable.dimensions, strict=True)
        )
        for place, values in enumerate(product(*ranges)):
            start = variable.offset + place * variable.width
            run = slice(start, start + variable.width)
            if list(before[run]) == list(after[run]) or not hidden.isdisjoint(
                range(run.start, run.stop)
            ):
                continue
            shown = ", ".join(map(notation.value_text, indices, values))
            name = f"{variable.name}[{shown}]" if values else variable.name
            now = notation.value_text(type, other.load(number, values))
            if values_only:
                yield f"{name} = {now}"
            else:
                yield f"{name}: {notation.value_text(type, one.load(number, values))} -> {now}"
    if not values_only:
        yield from changed_places(game, layout, before, after, hidden)


def changed_places(
    game: Game, layout: Layout, before: Sequence[int], after: Sequence[int], hidden: frozenset[int]
) -> Iterator[str]:
    """Say which places hold something else."""
    one, other = table_of(game, before), table_of(game, after)
    names = (*game.notation.sites, *(p.name for p in layout.places[len(game.notation.sites) :]))
    for number, place in enumerate(layout.places):
        run = range(place.offset, place.offset + place.size)
        if list(before[run.start : run.stop]) == list(after[run.start : run.stop]):
            continue
        if not hidden.isdisjoint(run):
            yield say("{place!s}: hidden", place=names[number])
            continue
        for piece, text in enumerate(game.notation.pieces):
            more = other.count(number, piece) - one.count(number, piece)
            if more:
                yield f"{names[number]}: {more:+} {text}"


def table_of(game: Game, slots: Sequence[int]) -> Table:
    """Give the table of some slots."""
    machine = game.machine
    assert isinstance(machine, InterpreterMachine)
    return Table(list(slots), machine.equipment)


def hidden_of(position: Position, viewer: Viewer) -> frozenset[int]:
    """Give the slots that a viewer does not see; none for somebody who sees everything."""
    if viewer is None:
        return frozenset()
    return hidden_slots(position.game.program.layout, position.state, viewer)
