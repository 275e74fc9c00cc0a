"""Moves: pieces that go from place to place: all is worked out, then checked, then done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import BOX, Expr, MovePiece
from fragma_dsl.backends.compiled import places
from fragma_dsl.backends.compiled.bounds import Interval, Named
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


def move_piece(c: Coder, effect: MovePiece) -> None:
    """Write a move, see nodes.MovePiece."""
    n, piece, origin = (find_atom(c, e) for e in (effect.count, effect.piece, effect.origin))
    target, pose = c.atom(effect.target), find_atom(c, effect.pose)
    if n is not None and not n.lstrip("-").isdigit():
        c.fail_if(f"{n} < 0", "range", effect.span)
        with c.w.block(f"if {n} > 0:"):
            write_move(c, effect, n, piece, origin, target, pose)
    elif n is None or int(n) > 0:
        write_move(c, effect, n, piece, origin, target, pose)
    elif int(n) < 0:
        c.fail("range", effect.span)


def find_atom(c: Coder, expr: Expr | None) -> str | None:
    """Write a part of a move, where it has it."""
    return None if expr is None else c.atom(expr)


def write_move(
    c: Coder,
    effect: MovePiece,
    n: str | None,
    piece: str | None,
    origin: str | None,
    target: str,
    pose: str | None,
) -> None:
    """Write a move of `n` pieces, or of all there are; a piece or an origin that is not given is
    looked for."""
    span = effect.span
    where = c.unit.all_places if effect.origin is None else c.bounds(effect.origin)
    every_piece = 0, len(c.program.layout.pieces) - 1
    pieces = every_piece if effect.piece is None else c.bounds(effect.piece)
    is_found = piece is None or origin is None
    if piece is None:
        assert origin is not None
        piece = c.w.let(places.top(c, origin, where))
        c.fail_if(f"{piece} < 0", "missing", span)
    elif origin is None:
        name = "place_of" if c.unit.is_single(pieces) else "find"
        origin = c.w.let(c.helper(name, piece))
        c.fail_if(f"{origin} < 0", "missing", span)
    assert origin is not None
    ends = Named(origin, where), Named(target, c.bounds(effect.target))
    if n is not None:
        move = Move(c, span, n, Named(piece, pieces), *ends, pose)
        move.write(is_there=is_found and n == "1")
        return
    if where == (BOX, BOX):
        n = c.w.let(box(c, piece))
        c.fail_if(f"{n} < 0", "range", span)
    else:
        n = c.w.let(places.count(c, origin, where, piece))
    with c.w.block(f"if {n} > 0:"):
        Move(c, span, n, Named(piece, pieces), *ends, pose).write(is_there=True)


@dataclass(frozen=True)
class Move:
    """A move of `n` pieces of one sort, its parts written and with their bounds."""

    c: Coder
    span: Span
    n: str
    piece: Named
    origin: Named
    target: Named
    pose: str | None

    def write(self, is_there: bool) -> None:
        """Write the checks and the move; `is_there` where it is known that the origin has so many
        of the piece."""
        if not is_there:
            self.check_origin()
        self.check_target()
        self.take()
        if self.c.unit.is_plane(self.target.bounds):
            self.lay()
        else:
            self.add()

    def check_origin(self) -> None:
        """Write the check that the origin has so many of the piece."""
        c, n, piece = self.c, self.n, self.piece.text
        origin, where = self.origin.text, self.origin.bounds
        if where == (BOX, BOX):
            limited = box_limited(c, self.piece.bounds)
            if not any(limited):
                return
            lacking = f"{box(c, piece)} < {n}"
            if not all(limited):
                lacking = f"0 <= {lacking}"
            c.fail_if(lacking, "missing", self.span)
            return
        here = places.spots(c, where)
        if here.holds == "one":
            more = "" if n == "1" else f" or {n} > 1"
            slot = slot_at(c, origin, here)
            c.fail_if(f"{slot} != {places.slot_value(piece)}{more}", "missing", self.span)
        else:
            c.fail_if(f"{places.count(c, origin, where, piece)} < {n}", "missing", self.span)

    def check_target(self) -> None:
        """Write the check that the target has room for so many more."""
        c, n, target, where = self.c, self.n, self.target.text, self.target.bounds
        here = places.spots(c, where)
        if where == (BOX, BOX) or here.holds == "many":
            return
        if here.holds == "one":
            full = f"{slot_at(c, target, here)} != 0"
            if n != "1":
                full = f"({full} or {n} > 1)"
        else:
            full = f"not {c.helper('has_room', target, n)}"
        origin = self.origin.text
        other = f"{target} != {origin} and " if origin != str(BOX) else ""
        c.fail_if(f"{other}{full}", "full", self.span)

    def take(self) -> None:
        """Write that the pieces leave the origin, which has them."""
        self.change(self.origin, is_leaving=True)

    def add(self) -> None:
        """Write that the pieces come to the target, which has room for them."""
        self.change(self.target, is_leaving=False)

    def change(self, place: Named, is_leaving: bool) -> None:
        """Write that the pieces leave a place, or come to it."""
        c, n, piece, sign = self.c, self.n, self.piece.text, "-=" if is_leaving else "+="
        if place.bounds == (BOX, BOX):
            change_box(c, self.piece, f"{sign} {n}")
            return
        here = places.spots(c, place.bounds)
        if here.holds == "one":
            value = 0 if is_leaving else places.slot_value(piece)
            c.w.line(f"{slot_at(c, place.text, here)} = {value}")
        elif here.holds == "many":
            c.w.line(f"s[{places.run_at(c, place.text, here)} + {piece}] {sign} {n}")
        else:
            c.w.line(c.helper("take" if is_leaving else "add", place.text, piece, n))
        follow(c, place, here, is_free=is_leaving)

    def lay(self) -> None:
        """Write that a tile comes to a place that may be a cell."""
        c, pose = self.c, self.pose or "0"
        wrong = c.helper("add_posed", self.target.text, self.piece.text, self.n, pose)
        c.fail_if(f"{wrong} != 0", "full", self.span)


def clear(c: Coder, place: Named) -> None:
    """Write that a place is emptied into the box."""
    here = places.spots(c, place.bounds)
    if here.holds != "one":
        c.w.line(c.helper("clear", place.text))
        follow(c, place, here, is_free=True)
        return
    piece = c.w.let(places.top(c, place.text, place.bounds))
    with c.w.block(f"if {piece} >= 0:"):
        c.w.line(f"{slot_at(c, place.text, here)} = 0")
        follow(c, place, here, is_free=True)
        change_box(c, Named(piece, (0, len(c.program.layout.pieces) - 1)), "+= 1")


def slot_at(c: Coder, place: str, here: places.Spots) -> str:
    """Write the slot of a place that holds one piece."""
    return f"s[{places.run_at(c, place, here)}]"


def follow(c: Coder, place: Named, here: places.Spots, is_free: bool) -> None:
    """Write what a change means for the free sites that are kept in words."""
    kept, (low, high) = c.unit.free_sites, place.bounds
    if kept is None or high < kept.low or low > kept.high:
        return
    if here.holds == "one" and kept.low <= low and high <= kept.high:
        kept.follow(c, place.text, is_free)
    else:
        c.w.line("look(s, w)")


# ---- the box


def box(c: Coder, piece: str) -> str:
    """Write the slot of the box for a piece."""
    base = c.program.layout.box
    return f"s[{base + int(piece)}]" if piece.isdigit() else f"s[{base} + {piece}]"


def box_limited(c: Coder, pieces: Interval) -> Sequence[bool]:
    """Say which of some pieces there is an end of."""
    return [piece.count is not None for piece in c.program.layout.pieces[pieces[0] : pieces[1] + 1]]


def change_box(c: Coder, piece: Named, change: str) -> None:
    """Write a change of how many of a piece the box has, where there is an end of it."""
    limited, slot = box_limited(c, piece.bounds), box(c, piece.text)
    if all(limited):
        c.w.line(f"{slot} {change}")
    elif any(limited):
        with c.w.block(f"if {slot} >= 0:"):
            c.w.line(f"{slot} {change}")
