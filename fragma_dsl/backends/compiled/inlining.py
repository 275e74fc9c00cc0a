"""Inlining: a function that is one straight line, written where it is called."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    Expr,
    Generator,
    Leave,
    Local,
    Program,
    SetLocal,
    Step,
    StepEdge,
)
from fragma_dsl.text.node import Node, walk

N = TypeVar("N")

MOST_NODES = 90
"""How many nodes a function may have that is written in place."""


@dataclass(frozen=True)
class Straight:
    """A function without branches: what it sets, one after the other, and what it gives."""

    lets: tuple[SetLocal, ...]
    value: Expr

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return sum(1 for _ in walk((*self.lets, self.value)))


def straight(program: Program, number: int) -> Straight | None:
    """Give a function as a straight line, None where it is none or too long."""
    lets: list[SetLocal] = []
    point = program.procedures[number].entry
    while True:
        match program.points[point], edges_from(program, point):
            case Leave(value, _), _:
                if value is None:
                    return None
                found = Straight(tuple(lets), value)
                return found if found.size <= MOST_NODES else None
            case Step(_, False), [(target, _, StepEdge(None, effect))]:
                if isinstance(effect, SetLocal):
                    lets.append(effect)
                elif effect is not None:
                    return None
                point = target
            case _:
                return None


def moved(node: N, base: int, given: Mapping[int, Expr]) -> N:
    """Give a node with its registers `base` further on, but for those that are given as
    expressions."""
    found: Any = node
    match node:
        case Local(index):
            found = given.get(index) or Local(index + base)
        case Generator(local, source):
            found = Generator(local + base, moved(source, base, given))
        case SetLocal(index, value, span):
            found = SetLocal(index + base, moved(value, base, given), span)
        case tuple():
            found = tuple(moved(one, base, given) for one in node)
        case Node():
            parts = [moved(getattr(node, name), base, given) for name in node.__match_args__]
            found = type(node)(*parts)
    return found  # type: ignore[no-any-return]
