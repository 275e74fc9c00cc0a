"""Kept: decisions whose list of actions a playout keeps and changes as a move changes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import Const
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.derived_forms import SlotsWhereForm
from fragma_dsl.backends.compiled.scans import narrowed

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.module import Unit


@dataclass(frozen=True)
class Kept:
    """A decision whose actions are the sites from `low` to `high` whose slot is `wanted`."""

    point: int
    at: int
    low: int
    high: int
    wanted: int


def find_kept(unit: Unit) -> Kept | None:
    """Find a decision whose actions are the sites with one thing on them, so that a playout can
    keep its list and change only what a move changes."""
    found = (keepable(unit, number) for number in unit.edges_by_decision())
    return next((kept for kept in found if kept is not None), None)


def keepable(unit: Unit, number: int) -> Kept | None:
    """Say of what a decision's list can be kept, None where it cannot."""
    edges = unit.options(number)
    if len(edges) != 1 or len(edges[0].generators) != 1 or edges[0].best:
        return None
    (edge,) = edges
    (generator,) = edge.generators
    if edge.where is None or not isinstance(generator.source, Const):
        return None
    c = Coder(unit, unit.main_registers)
    form = c.source(generator.source)
    form, rest = narrowed(c, form, generator.local, edge.where)
    if rest is not None or not isinstance(form, SlotsWhereForm) or form.of or form.is_not:
        return None
    if not form.wanted.isdigit():
        return None
    return Kept(number, form.at, form.low, form.high, int(form.wanted))
