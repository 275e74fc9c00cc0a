"""Values: what a shape makes of a YAML node, before it becomes a declaration."""

from collections.abc import Mapping
from typing import TypeVar

from fragma_dsl.syntax.script import Signature
from fragma_dsl.syntax.tree import Block, Expression, Identifier, Text, TypeNode
from fragma_dsl.syntax.yaml_tree import YamlScalar
from fragma_dsl.text.node import Node, node
from fragma_dsl.text.span import Span

T = TypeVar("T")


@node
class Number(Node):
    """A whole number as written."""

    value: int
    span: Span


@node
class Items(Node):
    """A list whose entries could be read."""

    items: "tuple[Value, ...]"
    span: Span


@node
class Entry(Node):
    """An entry of a map whose keys the author chooses; `key` is None where it is no signature."""

    name: Identifier
    signature: Signature | None
    value: "Value | None"
    span: Span


@node
class Entries(Node):
    """The entries of a map as read."""

    entries: tuple[Entry, ...]
    span: Span


@node
class Fields(Node):
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


@node
class Script(Node):
    """An expression or a type, apart from the other values."""

    node: Expression | TypeNode


Value = Text | Identifier | Number | Block | Script | Items | Entries | Fields
