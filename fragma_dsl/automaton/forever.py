"""Forever: a draft in, the places out where a game would run on without a decision, a roll or an
end."""

from collections.abc import Iterator

from fragma_dsl.automaton.draft import Draft
from fragma_dsl.automaton.nodes import Step
from fragma_dsl.text.span import Span


def find_forever(draft: Draft, entry: int) -> Iterator[Span]:
    """Give where loops begin that, once entered, nothing leaves; the outermost of each only."""
    order = _reachable(draft, entry)
    doomed = set(order) - _leading_to_stops(draft, order)
    for point in order:
        if point in doomed:
            step = draft.points[point]
            if isinstance(step, Step) and step.loop:
                yield step.span
                doomed -= set(_reachable(draft, point))


def _reachable(draft: Draft, entry: int) -> list[int]:
    """List the points that can be reached, in the order in which a walk meets them."""
    seen = {entry: None}
    pending = [entry]
    while pending:
        for target, _ in draft.edges[pending.pop()]:
            if target not in seen:
                seen[target] = None
                pending.append(target)
    return list(seen)


def _leading_to_stops(draft: Draft, points: list[int]) -> set[int]:
    """Find the points from which a decision, a roll, an end or a return can be reached."""
    before: dict[int, list[int]] = {point: [] for point in points}
    for point in points:
        for target, _ in draft.edges[point]:
            before[target].append(point)
    found = {point for point in points if not isinstance(draft.points[point], Step)}
    pending = list(found)
    while pending:
        for point in before[pending.pop()]:
            if point not in found:
                found.add(point)
                pending.append(point)
    return found
