"""Facts: what a program says of itself before any of it is written."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    MAX_DEPTH,
    After,
    CallFunction,
    CallRule,
    Chance,
    Clear,
    Conclude,
    Decision,
    Draw,
    DrawEdge,
    Effect,
    Local,
    MovePiece,
    OptionEdge,
    OutcomeEdge,
    Program,
    Register,
    Remember,
    SetLocal,
    Settle,
    Show,
    SortStack,
    StepEdge,
    Store,
)
from fragma_dsl.backends.compiled.bounds import Interval, hull
from fragma_dsl.play.layout import Shape, shape_width
from fragma_dsl.play.variables import Value, load_value
from fragma_dsl.text.node import walk


class Facts:
    """What a program says of itself: its points, calls, constants and stops."""

    def __init__(self, program: Program) -> None:
        self.program, self.layout = program, program.layout
        self._constants = dict(self.find_constants())

    def points(self, procedure: int) -> set[int]:
        """Gather the points of a procedure."""
        return self.program.points_from(self.program.procedures[procedure].entry)

    def effects(self, procedure: int) -> list[Effect]:
        """List the effects of a procedure."""
        found: list[Effect] = []
        for point in sorted(self.points(procedure)):
            for _, _, edge in edges_from(self.program, point):
                if isinstance(edge, StepEdge) and edge.effect is not None:
                    found.append(edge.effect)
        return found

    def find_constants(self) -> list[tuple[int, Value]]:
        """Find the variables that nothing ever stores, scenarios included, with their values."""
        stored = {
            effect.variable
            for number in range(len(self.program.procedures))
            for effect in self.effects(number)
            if isinstance(effect, Store)
        }
        found = []
        for number, variable in enumerate(self.layout.variables):
            if number not in stored and not variable.dimensions:
                value = load_value(list(self.program.initial), variable.offset, variable.shape)
                found.append((number, value))
        return found

    def constant(self, variable: int) -> Value | None:
        """Give the value of a variable that nothing stores, None of another."""
        return self._constants.get(variable)

    def calls(self, procedure: int) -> set[int]:
        """Give the procedures that one calls."""
        found: set[int] = set()
        for number in self.points(procedure):
            parts = (
                self.program.points[number],
                *(edge for _, _, edge in edges_from(self.program, number)),
            )
            for part in parts:
                for node in walk(part):
                    if isinstance(node, CallFunction | CallRule | After):
                        found.add(node.procedure)
        return found

    def is_deep(self, roots: Sequence[int]) -> bool:
        """Whether calls from some procedures on may stand deeper in one another than is allowed."""
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(roots)
        waiting = list(roots)
        while waiting:
            number = waiting.pop()
            for called in self.calls(number):
                if called not in graph:
                    waiting.append(called)
                graph.add_edge(number, called)
        if not nx.is_directed_acyclic_graph(graph):
            return True
        return nx.dag_longest_path_length(graph) > MAX_DEPTH

    def written(self, procedure: int) -> Interval:
        """Give the slots that a procedure may change, from and up to."""
        layout = self.layout
        runs: list[Interval] = []
        seen: set[int] = set()
        waiting = [procedure]
        while waiting:
            number = waiting.pop()
            if number in seen:
                continue
            seen.add(number)
            for effect in self.effects(number):
                match effect:
                    case Store(variable, _, _, _):
                        slots = layout.variables[variable]
                        runs.append((slots.offset, slots.offset + slots.size))
                    case MovePiece() | Clear() | SortStack() | Settle():
                        first = min((one.offset for one in layout.places), default=layout.tiles)
                        runs.append((first, layout.history))
                    case Remember():
                        runs.append((layout.history, layout.history + 2 * layout.history_length))
                    case Conclude():
                        runs.append((layout.ending, layout.ending + 1 + layout.players))
                    case Show():
                        end = layout.history + 2 * layout.history_length
                        runs.append((end, layout.size))
                    case CallRule(called, _, _):
                        waiting.append(called)
                    case SetLocal():
                        pass
        return hull(*runs) if runs else (0, 0)

    def uses(self, expr: object, local: int) -> bool:
        """Whether an expression reads a register."""
        return any(isinstance(node, Local) and node.index == local for node in walk(expr))

    def is_plane(self, within: Interval) -> bool:
        """Whether a place may be a site of the plane."""
        plane = self.program.plane
        return plane is not None and within[1] >= plane.first

    def is_single(self, pieces: Interval) -> bool:
        """Whether of each of some pieces there is only one, in a game without a plane."""
        some = self.layout.pieces[pieces[0] : pieces[1] + 1]
        return self.program.plane is None and all(piece.count == 1 for piece in some)

    def name(self, procedure: int) -> str:
        """Give what a procedure is called in the module, which nothing else is."""
        _, _, word = self.program.procedures[procedure].name.rpartition(" ")
        return f"do_{procedure}_{word}"

    @property
    def main_registers(self) -> Sequence[Register]:
        """The registers of the game."""
        return self.program.procedures[self.program.main].registers

    def stops(self) -> list[int]:
        """List the points of the game that are stops."""
        kinds = Decision | Chance | Draw
        points = sorted(self.points(self.program.main) | self.points_after_setup())
        return [p for p in points if isinstance(self.program.points[p], kinds)]

    def points_after_setup(self) -> set[int]:
        """Gather the points from after setup on."""
        return self.program.points_from(self.program.after_setup)

    def frame_parts(self, saved: Sequence[int]) -> list[tuple[int, int, Shape]]:
        """Lay the saved registers one behind the other: register, offset and shape."""
        parts, offset = [], self.layout.frame
        for index in saved:
            shape = self.main_registers[index].shape
            assert shape is not None
            parts.append((index, offset, shape))
            offset += shape_width(shape)
        return parts

    def entry_points(self, entry: int) -> list[int]:
        """List the points at which the game begins or goes on."""
        found = [entry, self.program.after_setup]
        for number in self.stops():
            found += [
                target
                for target, _, edge in edges_from(self.program, number)
                if isinstance(edge, OptionEdge | OutcomeEdge | DrawEdge)
            ]
        return list(dict.fromkeys(found))

    def options(self, number: int) -> list[OptionEdge]:
        """List the options of a decision."""
        edges = edges_from(self.program, number)
        return [edge for _, _, edge in edges if isinstance(edge, OptionEdge)]

    def edges_by_decision(self) -> list[int]:
        """List the decisions of the game."""
        points = self.program.points
        return [number for number in self.stops() if isinstance(points[number], Decision)]

    def option_numbers(self, number: int) -> list[int]:
        """Give the option of each edge of a decision."""
        return [edge.option for edge in self.options(number)]

    @property
    def row(self) -> int:
        """How many numbers a row of an action takes."""
        edges = [edge for number in self.stops() for edge in self.options(number)]
        return 1 + max((len(edge.generators) for edge in edges), default=0)
