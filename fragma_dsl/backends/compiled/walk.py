"""Walk: the nodes of the automaton that stand in another."""

from collections.abc import Iterator

from fragma_dsl.text.node import Node


def walk(node: object) -> Iterator[Node]:
    """Run through a node and all nodes in it."""
    if isinstance(node, tuple):
        for part in node:
            yield from walk(part)
    elif isinstance(node, Node):
        yield node
        for name in node.__match_args__:
            yield from walk(getattr(node, name))
