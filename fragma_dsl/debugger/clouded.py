"""Clouded: the locals of a game that may have been made of something hidden."""

from collections.abc import Iterator
from functools import lru_cache

from fragma_dsl.automaton.nodes import (
    CallBuiltin,
    CallFunction,
    Load,
    Local,
    OptionEdge,
    Program,
    SetLocal,
)
from fragma_dsl.library.types import is_piece_type
from fragma_dsl.text.node import walk

OPEN = frozenset(
    ("own", "at", "sites", "neighbors", "step", "ray", "slide", "first_on", "in_line", "reach",
     "connected", "edge", "corners", "row", "column", "layer", "distance", "next", "prev", "others",
     "team", "members", "abs", "min", "max", "first", "only", "spots", "loops", "lines", "islands",
     "spanning_line")
)  # fmt: skip
"""Builtins that look at boards alone, which everybody sees."""


@lru_cache(maxsize=8)
def clouded(program: Program) -> frozenset[int]:
    """Give the registers of the game itself that hold pieces, or were set by what reads a hidden
    variable or place, or another such register."""
    main = program.procedures[program.main]
    found = {n for n, register in enumerate(main.registers) if is_piece_type(register.type)}
    sources: dict[int, list[object]] = {}
    for edge in edges_of(program, program.main):
        effect = getattr(edge, "effect", None)
        if isinstance(effect, SetLocal):
            sources.setdefault(effect.index, []).append(effect.value)
        if isinstance(edge, OptionEdge):
            for generator in edge.generators:
                sources.setdefault(generator.local, []).append(generator.source)
    while True:
        more = {
            index
            for index, values in sources.items()
            if index not in found and any(reads_hidden(program, one, found) for one in values)
        }
        if not more:
            return frozenset(found)
        found |= more


def reads_hidden(program: Program, root: object, clouds: set[int]) -> bool:
    """Whether an expression may look at something hidden, through the functions that it calls."""
    hides = any(place.visible != "all" for place in program.layout.places)
    seen: set[int] = set()
    pending = [(root, True)]
    while pending:
        part, own = pending.pop()
        for node in walk(part):
            match node:
                case Load(variable) if program.layout.variables[variable].visible != "all":
                    return True
                case Local(index) if own and index in clouds:
                    return True
                case CallBuiltin(builtin) if hides and not builtin.static:
                    if builtin.name not in OPEN:
                        return True
                case CallFunction(procedure) if procedure not in seen:
                    seen.add(procedure)
                    pending += [(edge, False) for edge in edges_of(program, procedure)]
                    pending += [(point, False) for point in points_of(program, procedure)]
                case _:
                    pass
    return False


def points_of(program: Program, procedure: int) -> Iterator[object]:
    """Run through the points of a procedure."""
    entry = program.procedures[procedure].entry
    for number in program.points_from(entry):
        yield program.points[number]


def edges_of(program: Program, procedure: int) -> Iterator[object]:
    """Run through the edges of a procedure."""
    entry = program.procedures[procedure].entry
    numbers = program.points_from(entry)
    yield from (edge for number in numbers for _, edge in program.edges[number])
