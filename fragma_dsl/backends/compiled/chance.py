"""Chance: how dice roll and pieces are drawn, and how a game goes on from what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import Chance, Decision, Draw, End, OutcomeEdge
from fragma_dsl.backends.compiled.flow import Flow

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder
    from fragma_dsl.backends.compiled.unit import Unit


def resume_chance(c: Coder, edges: Sequence[tuple[int, object]], flow: Flow) -> None:
    """Write how the game goes on from a die."""
    faces = [(target, edge) for target, edge in edges if isinstance(edge, OutcomeEdge)]
    values = [edge.value for _, edge in faces]
    locals_, targets = {edge.local for _, edge in faces}, {target for target, _ in faces}
    if len(locals_) == 1 and len(targets) == 1:
        table = c.tables.add(values, "faces")
        c.w.line(f"r{min(locals_)} = {table}[a[i]]")
        c.w.line(f"pc = {flow.skip(min(targets))}")
        return
    for index, (target, edge) in enumerate(faces):
        with c.w.block(f"{'el' if index else ''}if a[i] == {index}:"):
            c.w.line(f"r{edge.local} = {edge.value}")
            c.w.line(f"pc = {flow.skip(target)}")


def write_chance() -> list[list[str]]:
    """Write the functions that roll a die and draw a piece, as play.random says."""
    rolled = [
        '@jit("i(g,i)")',
        "def rolled(streams, point):",
        "    low, high = WEIGHT_STARTS[point], WEIGHT_STARTS[point + 1]",
        "    if high - low == 1:",
        "        return 0",
        "    whole = 0",
        "    for i in range(low, high):",
        "        whole += WEIGHTS[i]",
        "    left = below(streams, 0, whole)",
        "    i = low",
        "    while left >= WEIGHTS[i]:",
        "        left -= WEIGHTS[i]",
        "        i += 1",
        "    return i - low",
    ]
    drawn = [
        '@jit("i(s,w,a,g)")',
        "def drawn(s, w, out, streams):",
        "    n = draws(s, w, out)",
        "    if n < 0:",
        "        raise Overfull",
        "    if n == 1:",
        "        return out[0]",
        "    whole = 0",
        "    for i in range(n):",
        "        whole += out[2 * i + 1]",
        "    left = below(streams, 0, whole)",
        "    i = 0",
        "    while left >= out[2 * i + 1]:",
        "        left -= out[2 * i + 1]",
        "        i += 1",
        "    return out[2 * i]",
    ]
    return [rolled, drawn]


def stop_tables(unit: Unit) -> tuple[list[int], list[int], list[int]]:
    """Give for each point its kind, and of dice the weights."""
    kinds, weights, starts = [], [], [0]
    for number, point in enumerate(unit.program.points):
        kind = {Decision: 1, Chance: 2, Draw: 3, End: 4}.get(type(point), 0)
        kinds.append(kind)
        if kind == 2:
            for _, _, edge in edges_from(unit.program, number):
                assert isinstance(edge, OutcomeEdge)
                weights.append(edge.weight)
        starts.append(len(weights))
    return kinds, weights, starts
