"""Typed: a checked game to the type of what stands at each place of its files."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TypeAlias

from fragma_dsl.library.declare import Builtin
from fragma_dsl.library.types import Type
from fragma_dsl.semantics import model
from fragma_dsl.text.span import Span

Place: TypeAlias = tuple[str, int, int]
"""The name of a file, and where a stretch of it begins and ends."""


def place_of(span: Span) -> Place:
    """Give a span as what can be looked up."""
    return span.source.name, span.start, span.end


def types_by_place(game: model.Game) -> dict[Place, Type]:
    """Give the types of all expressions, and of locals where they are bound."""
    found: dict[Place, Type] = {}
    parts: tuple[object, ...] = (
        tuple(game.functions.values()),
        tuple(game.rules.values()),
        game.flow,
        tuple(game.ends.values()),
        tuple(game.invariants.values()),
        tuple(game.scenarios.values()),
        tuple(game.variables.values()),
    )
    for node in _walk(parts):
        span, type = getattr(node, "span", None), getattr(node, "type", None)
        if isinstance(span, Span) and type is not None:
            found.setdefault(place_of(span), type)
    return found


def _walk(node: object) -> Iterator[object]:
    pending = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            pending.extend(reversed(part))
        elif is_dataclass(part) and not isinstance(part, type | Span | Builtin):
            yield part
            pending.extend(
                value
                for field in reversed(fields(part))
                if isinstance(value := getattr(part, field.name), tuple) or is_dataclass(value)
            )
