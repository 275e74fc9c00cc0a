"""Walk: all nodes of a tree, each before what is in it."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span


def walk(root: object) -> Iterator[object]:
    """Run through a node, or a tuple or map of nodes, and everything below, in file order."""
    pending = [root]
    while pending:
        one = pending.pop()
        if isinstance(one, tuple):
            pending.extend(reversed(one))
        elif isinstance(one, Mapping):
            pending.extend(reversed(list(one.values())))
        elif is_dataclass(one) and not isinstance(one, type | Span | Source):
            yield one
            pending.extend(getattr(one, field.name) for field in reversed(fields(one)))
