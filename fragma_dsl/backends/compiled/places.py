"""Places: what stands where, written for the places that an expression can mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.bounds import Interval

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
        return f"(s[{run_at(c, place, here)}] == {slot_value(piece)})"
    return f"({count(c, place, within, piece)} > 0)"


def slot_value(piece: str) -> str:
    """Write what the slot of a place says that holds the piece: its number and one more."""
    return str(int(piece) + 1) if piece.isdigit() else f"{piece} + 1"
