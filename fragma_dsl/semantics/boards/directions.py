"""Directions: the table of direction names of all boards, and which is the opposite of which."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fragma_dsl.syntax import tree

COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
NO_OPPOSITE = -1


@dataclass(frozen=True, slots=True)
class DirectionTable:
    """The names in order and each one's opposite, -1 where it has none."""

    names: tuple[str, ...]
    opposites: tuple[int, ...]
    numbers: Mapping[str, int]


def read_directions(decls: Iterable[tree.BoardDecl]) -> DirectionTable:
    """Number the compass first, then what rings and links name, in order of appearance."""
    numbers = {name: number for number, name in enumerate(COMPASS)}
    opposites = {number: (number + 4) % 8 for number in range(8)}
    for decl in decls:
        if decl.shape.text == "ring":
            _pair(numbers, opposites, "cw", "ccw")
        for link in decl.links:
            _read_link(link, numbers, opposites)
    in_order = tuple(opposites.get(number, NO_OPPOSITE) for number in range(len(numbers)))
    return DirectionTable(tuple(numbers), in_order, numbers)


def _read_link(link: tree.LinkDecl, numbers: dict[str, int], opposites: dict[int, int]) -> None:
    if link.forward is None:
        return
    forward = link.forward.text
    if link.backward is not None:
        _pair(numbers, opposites, forward, link.backward.text)
    elif forward in ("cw", "ccw"):
        _pair(numbers, opposites, "cw", "ccw")
    else:
        numbers.setdefault(forward, len(numbers))


def _pair(numbers: dict[str, int], opposites: dict[int, int], one: str, other: str) -> None:
    """Make two names each other's opposite; the first pair that a name is in counts."""
    first = numbers.setdefault(one, len(numbers))
    second = numbers.setdefault(other, len(numbers))
    if first not in opposites and second not in opposites:
        opposites[first] = second
        opposites[second] = first
