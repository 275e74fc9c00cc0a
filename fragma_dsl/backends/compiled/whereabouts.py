"""Whereabouts: the function of a module that finds a piece of which there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.work_array import PIECES

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.unit import Unit


def write_whereabouts(unit: Unit) -> list[str]:
    """Write that the piece is looked for where it was last, and then everywhere."""
    c = Coder(unit, ())
    last = len(unit.layout.places) - 1
    c.w.line(f"place = w[{PIECES} + piece]")
    test = c.has_piece("place", (0, last), "piece")
    with c.w.block(f"if {test}:"):
        c.w.line("return place")
    with c.w.block(f"for place in range({last + 1}):"):
        test = c.has_piece("place", (0, last), "piece")
        with c.w.block(f"if {test}:"):
            c.w.line(f"w[{PIECES} + piece] = place")
            c.w.line("return place")
    c.w.line("return -1")
    return ['@jit("i(s,w,i,i)")', "def place_of(s, w, top, piece):", *c.finish()]
