"""Node: frozen data with fields, of which a program has hundreds of kinds."""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import cache
from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


class Node:
    """Compares, hashes and shows itself by its fields.

    A dataclass would generate these methods anew for each kind, which costs more time at start than
    reading a rule file; nodes share them, and `__init__` is written once a kind is first made: most
    kinds of problems never are.
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        for name in self.__match_args__:  # noqa: SIM110  a generator takes longer
            if getattr(self, name) != getattr(other, name):
                return False
        return True

    def __hash__(self) -> int:
        return hash((self.__class__, *[getattr(self, name) for name in self.__match_args__]))

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{self.__class__.__name__}({parts})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __getstate__(self) -> tuple[object, ...]:
        kind: Any = self.__class__  # mypy takes a kind of nodes for a node without a hash
        return tuple([getattr(self, name) for name in field_names(kind)])

    def __setstate__(self, values: tuple[object, ...]) -> None:
        kind: Any = self.__class__
        for name, value in zip(field_names(kind), values, strict=True):
            object.__setattr__(self, name, value)


@cache
def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Give the names of the fields of a kind of nodes."""
    return tuple(one.name for one in fields(kind))


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(kind: type[T]) -> type[T]:
    """Make a subclass of `Node` a frozen dataclass with slots."""
    made = dataclass(init=False, eq=False, repr=False, slots=True)(kind)
    made.__init__ = prepare  # type: ignore[method-assign]
    return made


def prepare(self: Any, *arguments: object, **named: object) -> None:
    """Write the `__init__` of a kind of nodes, and begin with it."""
    kind = self.__class__
    kind.__init__ = written_init(kind)
    kind.__init__(self, *arguments, **named)


def written_init(kind: type) -> Callable[..., None]:
    """Write a function that takes the fields of a kind and puts them into its slots."""
    names: dict[str, Any] = {}
    positional, by_name, lines = ["self"], ["*"], []
    for one in fields(kind):
        parameter = one.name
        names[f"set_{one.name}"] = getattr(kind, one.name).__set__
        lines.append(f"    set_{one.name}(self, {one.name})")
        if one.default is not MISSING:
            names[f"default_{one.name}"] = one.default
            parameter += f"=default_{one.name}"
        (by_name if one.kw_only else positional).append(parameter)
    parameters = ", ".join(positional + (by_name if len(by_name) > 1 else []))
    exec("\n".join([f"def __init__({parameters}):", *lines, "    pass"]), names)
    written: Callable[..., None] = names["__init__"]
    return written


def walk(node: object) -> Iterator[Node]:
    """Run through a node and all nodes in it."""
    if isinstance(node, tuple):
        for part in node:
            yield from walk(part)
    elif isinstance(node, Node):
        yield node
        for name in node.__match_args__:
            yield from walk(getattr(node, name))
