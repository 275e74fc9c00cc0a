"""Conditions: the parts that must all hold, apart and together."""

from __future__ import annotations

from collections.abc import Sequence

from fragma_dsl.automaton.nodes import Binary, Expr
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

NOWHERE = Span(Source("", ""), 0, 0)


def conjuncts(where: Expr) -> list[Expr]:
    """List the parts of a condition that must all hold."""
    if isinstance(where, Binary) and where.word == "and":
        return [*conjuncts(where.left), *conjuncts(where.right)]
    return [where]


def joined(parts: Sequence[Expr]) -> Expr | None:
    """Give the condition that all parts hold; None of none."""
    whole: Expr | None = None
    for part in parts:
        whole = part if whole is None else Binary("and", whole, part, NOWHERE)
    return whole
