"""Declare: the one place where a builtin says its signature, doc, examples, meaning and emitted form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fragma_dsl.library.types import Type


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a builtin. A set is taken where `type` is a set, and a single value there counts as {value}."""

    name: str
    type: Type
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """An expression and the expression that it equals, in the position that `tests/worlds/WORLD.rules.yaml` sets up."""

    text: str
    equals: str
    world: str = "board"


@dataclass(frozen=True, slots=True)
class Builtin:
    """A function of the language.

    Several builtins may share a name; the first whose parameters fit is meant. `meaning(table, *arguments)` gets a
    `play.table.Table` and plain values (see library.types; sets are frozensets) and gives one; it changes nothing.
    """

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    doc: str
    meaning: Callable[..., Any]
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Library:
    """All builtins, by name."""

    builtins: Mapping[str, tuple[Builtin, ...]]
