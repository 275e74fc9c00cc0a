"""Liveness: which registers a point still needs, by backward data flow over the points of a
procedure.

The classic equations (Aho, Lam, Sethi, Ullman, Compilers, 9.2.5), iterated to the least fixed
point.
"""

from dataclasses import replace

from fragma_dsl.automaton.draft import Draft
from fragma_dsl.automaton.nodes import (
    Chance,
    Comprehension,
    Conclude,
    Decision,
    Draw,
    DrawEdge,
    Edge,
    ElseEdge,
    Leave,
    Local,
    OptionEdge,
    OutcomeEdge,
    Point,
    SetLocal,
    StepEdge,
)
from fragma_dsl.text.node import Node


def save_live(draft: Draft, entry: int) -> frozenset[int]:
    """Write into each stop the registers that are live there; give all that any stop saves."""
    points = _reachable(draft, entry)
    used = {point: _uses(draft.points[point]) for point in points}
    flows = {
        point: [(target, _edge_uses(edge), _edge_sets(edge)) for target, edge in draft.edges[point]]
        for point in points
    }
    before: dict[int, list[int]] = {point: [] for point in points}
    for point in points:
        for target, _, _ in flows[point]:
            before[target].append(point)
    live = dict(used)
    pending = dict.fromkeys(points)
    while pending:
        point, _ = pending.popitem()
        now = used[point].union(
            *(uses | (live[target] - sets) for target, uses, sets in flows[point])
        )
        if now != live[point]:
            live[point] = now
            pending |= dict.fromkeys(before[point])
    saved: frozenset[int] = frozenset()
    for number in points:
        stop = draft.points[number]
        if isinstance(stop, Decision | Chance | Draw):
            saved |= live[number]
            draft.points[number] = replace(stop, saved=tuple(sorted(live[number])))
    return saved


def _reachable(draft: Draft, entry: int) -> list[int]:
    order: list[int] = []
    seen: set[int] = set()
    pending = [entry]
    while pending:
        point = pending.pop()
        if point not in seen:
            seen.add(point)
            order.append(point)
            pending.extend(target for target, _ in reversed(draft.edges[point]))
    return order


def _uses(point: Point) -> frozenset[int]:
    match point:
        case Decision(decider=decider):
            return free_locals(decider)
        case Draw(place, skip):
            return free_locals((place, skip))
        case Leave(value) if value is not None:
            return free_locals(value)
        case _:
            return frozenset()


def _edge_uses(edge: Edge) -> frozenset[int]:
    match edge:
        case StepEdge(guard, SetLocal(_, value)):
            return free_locals(value) | (free_locals(guard) if guard is not None else frozenset())
        case StepEdge(guard, effect):
            return free_locals((guard, effect))
        case OptionEdge():
            return free_locals(edge)
        case OutcomeEdge() | ElseEdge() | DrawEdge():
            return frozenset()


def _edge_sets(edge: Edge) -> frozenset[int]:
    match edge:
        case StepEdge(effect=SetLocal(index)):
            return frozenset((index,))
        case OptionEdge(generators=generators):
            return frozenset(generator.local for generator in generators)
        case OutcomeEdge(local=local) | DrawEdge(local=local):
            return frozenset((local,))
        case _:
            return frozenset()


def free_locals(node: object) -> frozenset[int]:
    """Give the registers that a node reads and does not bind itself."""
    match node:
        case Local(index):
            return frozenset((index,))
        case Comprehension(generators=generators) | OptionEdge(generators=generators):
            bound = frozenset(generator.local for generator in generators)
            return _free_parts(node) - bound
        case Conclude(local=local):
            return _free_parts(node) - {local}
        case _:
            return _free_parts(node)


def _free_parts(node: object) -> frozenset[int]:
    if isinstance(node, Node):
        parts: tuple[object, ...] = tuple([getattr(node, name) for name in node.__match_args__])
    else:
        parts = node if isinstance(node, tuple) else ()
    return frozenset[int]().union(
        *[free_locals(part) for part in parts if isinstance(part, Node | tuple)]
    )
