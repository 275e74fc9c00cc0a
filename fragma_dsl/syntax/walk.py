"""Walk: all nodes of a tree, each before what is in it."""

from collections.abc import Iterator, Mapping

from fragma_dsl.text.node import Node
from fragma_dsl.text.span import Span

_LEAVES = frozenset((str, int, bool, type(None), Span))


def walk(root: object) -> Iterator[Node]:
    """Run through a node, or a tuple or map of nodes, and everything below, in file order."""
    pending = [root]
    while pending:
        one = pending.pop()
        if isinstance(one, Node):
            yield one
            for name in reversed(one.__match_args__):
                part = getattr(one, name)
                if part.__class__ not in _LEAVES:
                    pending.append(part)
        elif isinstance(one, tuple):
            pending.extend(reversed(one))
        elif isinstance(one, Mapping):
            pending.extend(reversed(list(one.values())))
