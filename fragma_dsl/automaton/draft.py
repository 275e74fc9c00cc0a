"""Draft: an automaton while it is being built; finish leaves out what is not needed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from fragma_dsl.automaton.nodes import Edge, Point, Step, StepEdge
from fragma_dsl.text.span import Span


@dataclass(slots=True)
class Draft:
    """Points by number, and for each its edges in order as (target, edge)."""

    points: list[Point] = field(default_factory=list)
    edges: list[list[tuple[int, Edge]]] = field(default_factory=list)

    def add_point(self, point: Point) -> int:
        """Add a point and give its number."""
        self.points.append(point)
        self.edges.append([])
        return len(self.points) - 1

    def add_step(self, span: Span, loop: bool = False) -> int:
        """Add a point without a stop."""
        return self.add_point(Step(span, loop))

    def add_edge(self, origin: int, target: int, edge: Edge) -> None:
        """Add an edge behind those that leave `origin` already."""
        self.edges[origin].append((target, edge))


def _find_target(draft: Draft, point: int) -> int:
    """Follow edges that do nothing to the point where something happens."""
    seen = {point}
    while isinstance(draft.points[point], Step) and len(draft.edges[point]) == 1:
        target, edge = draft.edges[point][0]
        empty = isinstance(edge, StepEdge) and edge.guard is None and edge.effect is None
        if not empty or target in seen:
            break
        seen.add(target)
        point = target
    return point


def finish(draft: Draft, roots: Iterable[int]) -> tuple[Draft, Mapping[int, int]]:
    """Leave out empty steps and what no root reaches; give what is left and the new numbers of the
    roots.

    Points are numbered in the order in which a depth-first walk from the roots meets them, so that
    equal rules have equal automata.
    """
    numbers: dict[int, int] = {}
    roots = list(roots)
    pending = [_find_target(draft, root) for root in reversed(roots)]
    order: list[int] = []
    while pending:
        point = pending.pop()
        if point in numbers:
            continue
        numbers[point] = len(order)
        order.append(point)
        pending.extend(_find_target(draft, target) for target, _ in reversed(draft.edges[point]))
    edges = [
        [(numbers[_find_target(draft, target)], edge) for target, edge in draft.edges[point]]
        for point in order
    ]
    finished = Draft([draft.points[point] for point in order], edges)
    return finished, {root: numbers[_find_target(draft, root)] for root in roots}
