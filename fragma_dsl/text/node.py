"""Node: frozen data with fields, of which a program has hundreds of kinds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


class Node:
    """Compares, hashes and shows itself by its fields.

    A dataclass would generate these methods anew for each kind, which costs more time at start than
    reading a rule file; nodes share them.
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__match_args__)

    def __hash__(self) -> int:
        return hash((self.__class__, *(getattr(self, name) for name in self.__match_args__)))

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{self.__class__.__name__}({parts})"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(kind: type[T]) -> type[T]:
    """Make a subclass of `Node` a frozen dataclass with slots."""
    return dataclass(frozen=True, slots=True, eq=False, repr=False)(kind)


def walk(node: object) -> Iterator[Node]:
    """Run through a node and all nodes in it."""
    if isinstance(node, tuple):
        for part in node:
            yield from walk(part)
    elif isinstance(node, Node):
        yield node
        for name in node.__match_args__:
            yield from walk(getattr(node, name))
