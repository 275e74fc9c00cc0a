"""Effects: what an edge does to the registers and the table, as lines."""

from __future__ import annotations

from typing import assert_never

from fragma_dsl.automaton.nodes import (
    CallRule,
    Clear,
    Conclude,
    Effect,
    MovePiece,
    Remember,
    SetLocal,
    Settle,
    Show,
    SortStack,
    Store,
)
from fragma_dsl.backends.compiled import calls
from fragma_dsl.backends.compiled.bounds import Named
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.endings import conclude, show
from fragma_dsl.backends.compiled.moves import clear, move_piece
from fragma_dsl.backends.compiled.stores import set_local, store


def write_effect(c: Coder, effect: Effect) -> None:
    """Write the lines of an effect."""
    c.has_remembered = isinstance(effect, Remember) or (
        c.has_remembered and isinstance(effect, SetLocal)
    )
    match effect:
        case SetLocal():
            set_local(c, effect)
        case Store():
            store(c, effect)
        case MovePiece():
            move_piece(c, effect)
        case Clear(place, _):
            clear(c, Named(c.atom(place), c.bounds(place)))
        case CallRule(procedure, arguments, _):
            c.w.line(calls.call(c, procedure, arguments))
        case Remember():
            c.w.line(c.helper("remember"))
        case Conclude():
            conclude(c, effect)
        case SortStack(place, _):
            c.w.line(c.helper("sort_stack", c.atom(place)))
        case Settle(place, position, piece, _):
            c.w.line(c.helper("settle_stack", c.atom(place), c.atom(position), c.atom(piece)))
        case Show():
            show(c, effect)
        case _:
            assert_never(effect)
