"""Flow: points and edges as Python statements.

A branch whose arms meet again is an `if` with what follows behind it. Every other point that is
reached from several sides, a loop's head and a point where a stop goes on are labels: parts of one
`while True` that the variable `pc` picks from, in the order of the points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

import networkx as nx

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    Decision,
    ElseEdge,
    Point,
    Step,
    StepEdge,
)
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.effects import write_effect
from fragma_dsl.backends.compiled.work_array import BUDGET
from fragma_dsl.text.span import Span

AtStop: TypeAlias = Callable[[int, Point], int | None]
"""Writes what happens at a point that is no step, and gives the point that follows where it may go
on; without one the lines return."""

EXIT = -1


class Flow:
    """Writes the points that some entries lead to."""

    def __init__(self, c: Coder, entries: Collection[int], at_stop: AtStop) -> None:
        self.c, self.at_stop = c, at_stop
        self.program = c.program
        self.known_ways: dict[int, list[tuple[int, StepEdge]]] = {}
        self.entries = [self.skip(entry) for entry in entries]
        self.region = self.find_region()
        self.joins: list[int] = []
        heads = {number for number in self.region if self.is_loop(number)}
        merged = {number for number in self.region if self.region.in_degree(number) > 1} - {EXIT}
        self.labels = (merged | heads | set(self.entries)) - {EXIT}
        self.barred: set[int] = set()  # joins that some arm skips
        self.joins_of: dict[int, list[int]] = {}
        for join, branch in self.dominators().items():
            if join in merged - heads and join not in self.entries:
                self.joins_of.setdefault(branch, []).append(join)

    # ---- the shape of the graph

    def point(self, number: int) -> Point:
        """Give the data of a point."""
        point: Point = self.program.points[number]
        return point

    def is_loop(self, number: int) -> bool:
        """Whether a point is the head of a loop."""
        point = self.point(number) if number != EXIT else None
        return isinstance(point, Step) and point.loop

    def skip(self, number: int) -> int:
        """Give the first point from here that does something."""
        seen = set()
        while number not in seen:
            seen.add(number)
            match self.point(number), edges_from(self.program, number):
                case Step(_, False), [(target, _, StepEdge(None, None))]:
                    number = target
                case _:
                    break
        return number

    def ways(self, number: int) -> list[tuple[int, StepEdge]]:
        """List the edges out of a step that can be taken and where they lead; the last is taken
        without asking where it always is."""
        if number not in self.known_ways:
            found: list[tuple[int, StepEdge]] = []
            for target, _, edge in edges_from(self.program, number):
                assert isinstance(edge, StepEdge)
                text = "True" if edge.guard is None else self.c.trial(edge.guard)
                if text == "False":
                    continue
                if text == "True":
                    edge = StepEdge(None, edge.effect, edge.span)
                found.append((self.skip(target), edge))
                if text == "True":
                    break
            self.known_ways[number] = found
        return self.known_ways[number]

    def find_region(self) -> nx.DiGraph[int]:
        """Gather the points that are reached without a stop; stops lead to EXIT."""
        region: nx.DiGraph[int] = nx.DiGraph()
        waiting = list(self.entries)
        region.add_node(EXIT)
        while waiting:
            number = waiting.pop()
            if number in region and region.out_degree(number):
                continue
            region.add_node(number)
            point = self.point(number)
            targets = (
                [target for target, _ in self.ways(number)] if isinstance(point, Step) else [EXIT]
            )
            if isinstance(point, Decision):
                targets += [self.skip(otherwise) for otherwise in self.otherwise(number)]
            for target in targets:
                if target not in region and target != EXIT:
                    waiting.append(target)
                region.add_edge(number, target)
        return region

    def otherwise(self, number: int) -> list[int]:
        """Give the point that follows a decision without an action, where there is one."""
        edges = edges_from(self.program, number)
        return [target for target, _, edge in edges if isinstance(edge, ElseEdge)]

    def dominators(self) -> dict[int, int]:
        graph: Any = self.region.copy()
        graph.add_edges_from((-2, entry) for entry in self.entries)
        return dict(nx.immediate_dominators(graph, -2))

    def join_of(self, number: int) -> int | None:
        """Give the point at which the arms of a branch meet: the one that only this branch leads to
        from several sides."""
        match self.joins_of.get(number, ()):
            case [join] if join not in self.barred:
                return join
            case _:
                return None

    # ---- writing

    def write(self) -> None:
        """Write all: the variable `pc` says where it begins, unless there is only one beginning."""
        w, order = self.c.w, sorted(self.labels)
        before = -1
        while len(self.barred) != before:
            before = len(self.barred)
            self.inlined: set[int] = set()
            names, used = w.names, self.c.used
            with w.aside(2):
                for label in order:
                    self.tree(label, first=True)
            w.names, self.c.used = names, used
            self.c.rooms.clear()
        kept = [label for label in order if label not in self.inlined]
        if len(self.entries) == 1 and kept == [self.entries[0]] and not self.loops_back(kept[0]):
            self.tree(kept[0], first=True)
            return
        if len(self.entries) == 1:
            w.line(f"pc = {self.entries[0]}")
        with w.block("while True:"):
            for label in kept:
                word = "while" if self.is_loop(label) else "if"
                with w.block(f"{word} pc == {label}:"):
                    self.tree(label, first=True)

    def loops_back(self, label: int) -> bool:
        """Whether anything leads back to a label."""
        return bool(self.region.in_degree(label))

    def tree(self, number: int, first: bool = False) -> bool:
        """Write a point and what follows it up to the next label; say whether it never falls
        through."""
        if first:
            self.c.has_remembered = False
        while True:
            if not first and number in self.labels:
                return self.go(number)
            first = False
            point = self.point(number)
            self.mark(point.span)
            if not isinstance(point, Step):
                follows = self.at_stop(number, point)
                if follows is None:
                    return True
                number = self.skip(follows)
                continue
            if point.loop:
                self.count_down(point.span)
            ways = self.ways(number)
            if len(ways) == 1 and ways[0][1].guard is None:
                self.effect(ways[0][1])
                number = ways[0][0]
                continue
            join = self.join_of(number)
            if join is None:
                return self.ladder(ways)
            self.joins.append(join)
            self.inlined.add(join)
            ended = self.ladder(ways)
            self.joins.pop()
            self.c.has_remembered = False
            if ended:
                return True
            number, first = join, True

    def go(self, label: int) -> bool:
        """Write the way to a label; say whether it never falls through."""
        if self.joins and self.joins[-1] == label:
            return False
        self.barred.add(label)
        self.c.w.line(f"pc = {label}")
        self.c.w.line("continue")
        return True

    def ladder(self, ways: list[tuple[int, StepEdge]]) -> bool:
        """Write the first way whose guard holds; say whether no arm falls through."""
        w = self.c.w
        (target, edge), rest = ways[0], ways[1:]
        if edge.guard is None:
            self.effect(edge)
            return self.tree(target)
        test = self.c.value(edge.guard)
        remembered = self.c.has_remembered
        with w.block(f"if {test}:"):
            self.effect(edge)
            arm_ends = self.tree(target)
        self.c.has_remembered = remembered
        if not rest:
            return arm_ends
        if arm_ends:
            return self.ladder(rest)
        with w.aside(1) as lines:
            rest_ends = self.ladder(rest)
        if lines:
            w.line("else:")
            w.lines.extend(lines)
        return rest_ends and arm_ends

    def effect(self, edge: StepEdge) -> None:
        if edge.effect is not None:
            self.mark(edge.effect.span)
            write_effect(self.c, edge.effect)

    def mark(self, span: Span) -> None:
        """Write which line of the rules comes now."""
        self.c.cite(span)

    def count_down(self, span: Span) -> None:
        """Write the check that a loop comes to an end."""
        self.c.w.line(f"w[{BUDGET}] -= 1")
        self.c.fail_if(f"w[{BUDGET}] < 0", "budget", span)
