"""Nodes: walks over values and trees of any kind, for what forks look for and change in them."""

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.walk import walk
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

N = TypeVar("N")

_WORD = re.compile(r"[^\W\d]\w*")
BASE = "base"


def rewrite(node: N, change: Callable[[Any], Any]) -> N:
    """Rebuild a node with each node in it as `change` gives it; what it leaves alone is walked."""
    changed = change(node)
    if changed is not node:
        return changed  # type: ignore[no-any-return]
    found: Any = node
    if isinstance(node, tuple):
        parts = tuple(rewrite(part, change) for part in node)
        same = all(new is old for new, old in zip(parts, node, strict=True))
        found = node if same else parts
    elif isinstance(node, dict):
        found = {key: rewrite(part, change) for key, part in node.items()}
    elif is_dataclass(node) and not isinstance(node, type | Span | Source):
        new = {one.name: rewrite(getattr(node, one.name), change) for one in fields(node)}
        if any(new[name] is not getattr(node, name) for name in new):
            found = replace(node, **new)
    return found  # type: ignore[no-any-return]


def names_in(node: object) -> set[str]:
    """Collect every word that may be a name."""
    found: set[str] = set()
    for part in walk(node):
        if isinstance(part, t.Name | t.TypeName | t.Identifier):
            found.update(_WORD.findall(part.text))
    return found


def is_base(node: object) -> bool:
    """Say whether a node is a call of the parent's version."""
    return (
        isinstance(node, t.Call)
        and isinstance(node.function, t.Name)
        and node.function.text == BASE
    )


def same(one: object, other: object) -> bool:
    """Compare values by what they say, wherever they stand."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Span | Source):
        return True
    if isinstance(one, v.Fields) and isinstance(other, v.Fields):
        return same(one.values, other.values)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    return one == other
