"""Collect: the values of a comprehension in, the one value that its word makes of them out."""

from collections.abc import Iterable
from typing import Any, assert_never

from fragma_dsl.automaton.nodes import Collect
from fragma_dsl.backends.interpreter.arithmetic import checked
from fragma_dsl.backends.interpreter.running import fault
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


def collected(collect: Collect, values: Iterable[int], span: Span) -> Any:
    """Collect the values of a comprehension, in the order of their combinations."""
    match collect:
        case "set":
            return frozenset(values)
        case "any":
            return any(values)
        case "all":
            return all(values)
        case "count":
            return len(frozenset(values))
        case "sum":
            return checked(sum(values), span)
        case "min" | "max" | "first" | "only":
            return chosen(collect, values, span)
        case _:
            assert_never(collect)


def chosen(collect: str, values: Iterable[int], span: Span) -> int:
    """Choose one of the values; fault `empty` where there is none, `size` where `only` has more."""
    for first in values:
        if collect == "first":
            return first
        others = list(values)
        if collect == "only" and any(other != first for other in others):
            raise fault("size", "`only` has more than one value", span)
        return min([first, *others]) if collect == "min" else max([first, *others])
    raise fault("empty", say("`{word}` has no value", word=collect), span)
