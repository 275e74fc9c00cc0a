"""Places: what stands where, written for the places that an expression can mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import BOX
from fragma_dsl.backends.compiled.bounds import Interval
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


@dataclass(frozen=True)
class Spots:
    """The places from one number to another: how all of them hold pieces (`any` where they differ),
    and the slot of the place 0 and the slots from each to the next, where those are regular."""

    holds: str
    base: int | None
    size: int


def spots(c: Coder, within: Interval) -> Spots:
    """Look at the places that a number `within` can mean."""
    layout = c.program.layout
    plane = c.program.plane
    low, high = max(0, within[0]), within[1]
    if plane is not None and high >= plane.first:
        return Spots("cell" if low >= plane.first else "any", None, 0)
    places = layout.places[low : high + 1]
    holds = {place.holds for place in places}
    sizes = {place.size for place in places}
    if len(holds) != 1 or len(sizes) != 1:
        return Spots("any", None, 0)
    size = places[0].size
    base = places[0].offset - low * size
    regular = all(place.offset == base + (low + i) * size for i, place in enumerate(places))
    return Spots(places[0].holds, base if regular else None, size)


def run_at(c: Coder, place: str, here: Spots) -> str:
    """Write the slot where a place begins."""
    if here.base is None:
        return f"{c.unit.offsets}[{place}]"
    if place.isdigit():
        return str(here.base + int(place) * here.size)
    factor = "" if here.size == 1 else f" * {here.size}"
    return f"{here.base} + {place}{factor}"


def top(c: Coder, place: str, within: Interval) -> str:
    """Write the piece on a place, -1 where there is none."""
    here = spots(c, within)
    if here.holds == "one":
        return f"(s[{run_at(c, place, here)}] - 1)"
    if here.holds == "many" and here.size == 1:
        return f"(0 if s[{run_at(c, place, here)}] != 0 else -1)"
    return c.helper("piece_on", place)


def stands(c: Coder, place: str, within: Interval) -> str:
    """Write the test whether anything is on a place."""
    here = spots(c, within)
    if here.holds == "one" or (here.holds == "many" and here.size == 1):
        return f"(s[{run_at(c, place, here)}] != 0)"
    return f"({c.helper('piece_on', place)} >= 0)"


def count(c: Coder, place: str, within: Interval, piece: str) -> str:
    """Write the number of pieces of one sort on a place."""
    here = spots(c, within)
    if here.holds == "one":
        return f"(1 if s[{run_at(c, place, here)}] == {piece} + 1 else 0)"
    if here.holds == "many":
        return f"s[{run_at(c, place, here)} + {piece}]"
    return c.helper("count", place, piece)


def total(c: Coder, place: str, within: Interval) -> str:
    """Write the number of all pieces on a place."""
    here = spots(c, within)
    if here.holds == "one":
        return f"(1 if s[{run_at(c, place, here)}] != 0 else 0)"
    if here.holds == "many" and here.size == 1:
        return f"s[{run_at(c, place, here)}]"
    return c.helper("total", place)


def has(c: Coder, place: str, within: Interval, piece: str) -> str:
    """Write the test whether a place has a piece."""
    here = spots(c, within)
    if here.holds == "one":
        wanted = str(int(piece) + 1) if piece.isdigit() else f"{piece} + 1"
        return f"(s[{run_at(c, place, here)}] == {wanted})"
    return f"({count(c, place, within, piece)} > 0)"


def box_limited(c: Coder, pieces: Interval) -> Sequence[bool]:
    """Say which of some pieces there is an end of."""
    return [piece.count is not None for piece in c.program.layout.pieces[pieces[0] : pieces[1] + 1]]


class Move:
    """Writes a move of pieces, see nodes.MovePiece."""

    def __init__(self, c: Coder, span: Span) -> None:
        self.c, self.span = c, span

    def slot(self, place: str, here: Spots) -> str:
        return f"s[{run_at(self.c, place, here)}]"

    def box(self, piece: str) -> str:
        """Write the slot of the box for a piece."""
        base = self.c.program.layout.box
        return f"s[{base + int(piece)}]" if piece.isdigit() else f"s[{base} + {piece}]"

    def check_has(self, piece: str, pieces: Interval, origin: str, where: Interval, n: str) -> None:
        """Write the check that the origin has so many of a piece."""
        c = self.c
        if where == (BOX, BOX):
            limited = box_limited(c, pieces)
            if not any(limited):
                return
            lacking = f"{self.box(piece)} < {n}"
            if not all(limited):
                lacking = f"0 <= {lacking}"
            c.fail_if(lacking, "missing", self.span)
            return
        here = spots(c, where)
        if here.holds == "one":
            slot = self.slot(origin, here)
            plus = str(int(piece) + 1) if piece.isdigit() else f"{piece} + 1"
            more = "" if n == "1" else f" or {n} > 1"
            c.fail_if(f"{slot} != {plus}{more}", "missing", self.span)
        else:
            c.fail_if(f"{count(c, origin, where, piece)} < {n}", "missing", self.span)

    def check_room(self, target: str, where: Interval, origin: str, n: str) -> None:
        """Write the check that the target can take so many more."""
        c, here = self.c, spots(self.c, where)
        if where == (BOX, BOX) or here.holds == "many":
            return
        if here.holds == "one":
            full = f"{self.slot(target, here)} != 0"
            if n != "1":
                full = f"({full} or {n} > 1)"
        else:
            full = f"not {c.helper('has_room', target, n)}"
        other = f"{target} != {origin} and " if origin != str(BOX) else ""
        c.fail_if(f"{other}{full}", "full", self.span)

    def take(self, piece: str, pieces: Interval, origin: str, where: Interval, n: str) -> None:
        """Write that pieces leave a place, which has them."""
        c = self.c
        if where == (BOX, BOX):
            self.change_box(piece, pieces, f"-= {n}")
            return
        here = spots(c, where)
        if here.holds == "one":
            c.w.line(f"{self.slot(origin, here)} = 0")
        elif here.holds == "many":
            c.w.line(f"s[{run_at(c, origin, here)} + {piece}] -= {n}")
        else:
            c.w.line(c.helper("take", origin, piece, n))
        self.follow(origin, where, here, is_free=True)

    def add(self, piece: str, pieces: Interval, target: str, where: Interval, n: str) -> None:
        """Write that pieces come to a place, which has room for them."""
        c = self.c
        if where == (BOX, BOX):
            self.change_box(piece, pieces, f"+= {n}")
            return
        here = spots(c, where)
        if here.holds == "one":
            plus = str(int(piece) + 1) if piece.isdigit() else f"{piece} + 1"
            c.w.line(f"{self.slot(target, here)} = {plus}")
        elif here.holds == "many":
            c.w.line(f"s[{run_at(c, target, here)} + {piece}] += {n}")
        else:
            c.w.line(c.helper("add", target, piece, n))
        self.follow(target, where, here, is_free=False)

    def follow(self, place: str, where: Interval, here: Spots, is_free: bool) -> None:
        """Write what a change means for the free sites that are kept in words."""
        kept = self.c.unit.kept
        if kept is None or where[1] < kept.low or where[0] > kept.high:
            return
        if here.holds == "one" and kept.low <= where[0] and where[1] <= kept.high:
            kept.follow(self.c, place, is_free)
        else:
            self.c.w.line("look(s, w)")

    def change_box(self, piece: str, pieces: Interval, change: str) -> None:
        c, limited = self.c, box_limited(self.c, pieces)
        if all(limited):
            c.w.line(f"{self.box(piece)} {change}")
        elif any(limited):
            with c.w.block(f"if {self.box(piece)} >= 0:"):
                c.w.line(f"{self.box(piece)} {change}")
