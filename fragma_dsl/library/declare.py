"""Declare: the one place where a builtin says its signature, doc, examples, meaning and emitted
form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fragma_dsl.library.emission import Form
from fragma_dsl.library.types import INT_HIGH, Type

ANY_LENGTH = INT_HIGH


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a builtin. A set is taken where `type` is a set, and a single value there
    counts as {value}."""

    name: str
    type: Type
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """An expression and the expression that it equals, in the position that
    `tests/worlds/WORLD.rules.yaml` sets up."""

    text: str
    equals: str
    world: str = "board"


@dataclass(frozen=True, slots=True)
class Builtin:
    """A function of the language.

    Several builtins may share a name; the first whose parameters fit is meant. `meaning(table,
    *arguments)` gets a `play.table.Table` and plain values (see library.types; sets are frozensets)
    and gives one; it changes nothing.

    Three words in a signature stand for what only a call knows. A result `Site(None)`, also inside
    a set, a list or an optional, is a site of the board of the first argument that is a site or a
    set of sites, or else of the only board there is; `Layer("")` goes by the same board. A
    parameter `Layer("")` takes a layer of any board. A list of at most ANY_LENGTH takes a list of
    any length; as a result it has no member twice, so the number of values of its item type bounds
    it. With `needs_domain`, the first argument is a player, a layer or a value of an enum, and the
    meaning gets one more argument behind the others: how many values that type has.
    """

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    doc: str
    meaning: Callable[..., Any]
    examples: tuple[Example, ...] = ()
    needs_domain: bool = False
    on_plane: bool = False  # whether it takes the sites of a plane
    static: bool = False  # whether its value depends on its arguments and the equipment alone
    faults: bool = False  # whether it can go wrong
    compares: bool = False  # whether it asks which of its values is more, so that none is a set
    emit: Callable[..., str | Form] | None = None  # its compiled form, see library.emission


@dataclass(frozen=True, slots=True)
class Library:
    """All builtins, by name."""

    builtins: Mapping[str, tuple[Builtin, ...]]
