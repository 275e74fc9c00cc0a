"""Values: what a shape makes of a YAML node, before it becomes a declaration."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from fragma_dsl.syntax.script import Signature
from fragma_dsl.syntax.tree import Block, Expression, Identifier, Text, TypeNode
from fragma_dsl.syntax.yaml_tree import YamlScalar
from fragma_dsl.text.span import Span

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number as written."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Items:
    """A list whose entries could be read."""

    items: "tuple[Value, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a map whose keys the author chooses; `key` is None where it is no signature."""

    name: Identifier
    signature: Signature | None
    value: "Value | None"
    span: Span


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of a map as read."""

    entries: tuple[Entry, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Fields:
    """A record: the keys that are there, with their values; None where the value is mistaken."""

    keys: Mapping[str, YamlScalar]
    values: "Mapping[str, Value | None]"
    span: Span

    def has(self, key: str) -> bool:
        """Whether the key is there, mistaken or not."""
        return key in self.keys

    def find(self, key: str, kind: type[T]) -> T | None:
        """Give the value of a key where it is there and of that kind."""
        value = self.values.get(key)
        return value if isinstance(value, kind) else None

    def number(self, key: str) -> int | None:
        """Give a whole number."""
        found = self.find(key, Number)
        return None if found is None else found.value

    def word(self, key: str, default: str) -> str:
        """Give one of a few words."""
        found = self.find(key, Identifier)
        return default if found is None else found.text


@dataclass(frozen=True, slots=True)
class Script:
    """An expression or a type, apart from the other values."""

    node: Expression | TypeNode


Value = Text | Identifier | Number | Block | Script | Items | Entries | Fields
