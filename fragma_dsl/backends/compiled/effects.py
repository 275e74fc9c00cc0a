"""Effects: what an edge does to the registers and the table, as lines."""

from __future__ import annotations

from typing import assert_never

from fragma_dsl.automaton.nodes import (
    BOX,
    CallRule,
    Clear,
    Conclude,
    Const,
    Effect,
    MovePiece,
    Remember,
    SetLocal,
    Settle,
    Show,
    SortStack,
    Store,
)
from fragma_dsl.backends.compiled import calls, places, values
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.derived_forms import PairForm
from fragma_dsl.backends.compiled.forms import Form
from fragma_dsl.backends.compiled.plain_forms import ConstForm, RangeForm, SlotListForm, SlotsForm
from fragma_dsl.backends.compiled.sources import register_form
from fragma_dsl.library.types import ListOf, SetOf
from fragma_dsl.play.layout import Members, Scalar, Sequence, Shape, VariableSlots
from fragma_dsl.text.span import Span


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
        case Clear(place, span):
            within = c.bounds(place)
            clear(c, c.atom(place), within, span)
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


# ---- values into registers and variables


def set_local(c: Coder, effect: SetLocal) -> None:
    register, name = c.registers[effect.index], f"r{effect.index}"
    if not isinstance(register.type, SetOf | ListOf):
        value, found = c.value(effect.value), c.bounds(effect.value)
        if isinstance(register.shape, Scalar):
            wanted = register.shape.low, register.shape.high
            value = c.in_range(value, found, wanted, effect.span)
        c.w.line(f"{name} = {value}")
        return
    form = c.source(effect.value)
    if register.shape is not None:
        form = form.kept(c)
        check_members(c, form, register.shape, effect.span)
    hold(c, effect.index, form)


def hold(c: Coder, index: int, form: Form) -> None:
    """Write a set or list into a register."""
    type = c.registers[index].type
    rep = c.unit.rep(type)
    if rep.is_run:
        at, n = form.run(c)
        c.w.line(f"r{index}n = {n}")
        own = register_room(c, index)
        if at != own:
            c.w.line(f"bring(w, {at}, {own}, r{index}n)")
        c.w.line(f"r{index}a = {own}")
        return
    low, high = c.unit.bounds.of_type(type)
    words = form.words(c, rep) if form.low >= low and form.high <= high else None
    if words is None:
        form = form.kept(c)
        check_members(c, form, Members(low, high), c.unit.nowhere)
        words = form.words(c, rep)
    for number, word in enumerate(words):
        c.w.line(f"r{index}_{number} = {word}")


def register_room(c: Coder, index: int) -> str:
    """Give where a register keeps its set or list."""
    if index not in c.rooms:
        c.rooms[index] = c.room(register_form(c, index).most)
    return c.rooms[index]


def check_members(c: Coder, form: Form, shape: Shape, span: Span) -> None:
    """Write the check that a set or a list fits its shape."""
    if isinstance(shape, Sequence) and form.most > shape.max:
        c.fail_if(f"{form.size(c)} > {shape.max}", "range", span)
    if isinstance(shape, Scalar) or (shape.low <= form.low and form.high <= shape.high):
        return
    if form.high < form.low:
        return

    def check(member: str) -> None:
        c.fail_if(f"{member} < {shape.low} or {member} > {shape.high}", "range", span)

    form.each(c, c.w.name("m"), check)


def store(c: Coder, effect: Store) -> None:
    variable = c.program.layout.variables[effect.variable]
    if isinstance(variable.shape, Scalar):
        slot = values.slot(c, effect.variable, effect.indices)
        wanted = variable.shape.low, variable.shape.high
        value = c.in_range(c.value(effect.value), c.bounds(effect.value), wanted, effect.span)
        c.w.line(f"s[{slot}] = {value}")
        return
    offset = c.as_offset(values.slot(c, effect.variable, effect.indices))
    form = c.source(effect.value)
    if change_one(c, form, offset, variable):
        return
    form = form.kept(c)
    check_members(c, form, variable.shape, effect.span)
    write_run(c, offset, variable.shape, form)


def change_one(c: Coder, form: Form, offset: str, variable: VariableSlots) -> bool:
    """Write a set with one more or one less member into its own slots, where it is that."""
    match form:
        case PairForm(word="|" | "without", left=SlotsForm(offset=own), right=RangeForm() as one):
            shape = variable.shape
            fits = isinstance(shape, Members) and shape.low <= one.low and one.high <= shape.high
            if own == offset and one.begin == one.end and fits:
                c.w.line(f"{form.left.slot(one.begin)} = {int(form.word == '|')}")  # type: ignore[attr-defined]
                return True
    return False


def write_run(c: Coder, offset: str, shape: Shape, form: Form) -> None:
    """Write a set or list that fits into its slots."""
    x = c.w.name("x")
    if isinstance(shape, Members):
        base = f"{offset} + {x}" if shape.low == 0 else f"{offset} + {x} - {shape.low}"
        with c.w.block(f"for {x} in range({shape.low}, {shape.high + 1}):"):
            test = form.has(c, x, (shape.low, shape.high))
            c.w.line(f"s[{base}] = 1 if {test} else 0")
        return
    assert isinstance(shape, Sequence)
    at, n = ("0", "0") if isinstance(form, ConstForm) and not form.members else form.run(c)
    c.w.line(f"s[{offset}] = {n}")
    with c.w.block(f"for {x} in range({shape.max}):"):
        value = f"w[{at} + {x}] if {x} < {n} else 0"
        c.w.line(f"s[{offset} + 1 + {x}] = {value}")


def save_register(c: Coder, index: int, offset: int, shape: Shape) -> None:
    """Write a register into the frame."""
    if isinstance(shape, Scalar):
        c.w.line(f"s[{offset}] = r{index}")
    else:
        write_run(c, str(offset), shape, register_form(c, index))


def load_register(c: Coder, index: int, offset: int, shape: Shape) -> None:
    """Read a register from the frame."""
    if isinstance(shape, Scalar):
        c.w.line(f"r{index} = s[{offset}]")
    elif isinstance(shape, Members):
        hold(c, index, SlotsForm(str(offset), shape.low, shape.high))
    else:
        hold(c, index, SlotListForm(str(offset), shape.low, shape.high, shape.max))


# ---- pieces


def move_piece(c: Coder, effect: MovePiece) -> None:
    """Write a move: everything is worked out first, then checked, then done."""
    n = None if effect.count is None else c.atom(effect.count)
    piece = None if effect.piece is None else c.atom(effect.piece)
    origin = None if effect.origin is None else c.atom(effect.origin)
    target = c.atom(effect.target)
    pose = None if effect.pose is None else c.atom(effect.pose)
    if n is not None and not n.lstrip("-").isdigit():
        c.fail_if(f"{n} < 0", "range", effect.span)
        with c.w.block(f"if {n} > 0:"):
            write_move(c, effect, n, piece, origin, target, pose)
    elif n is None or int(n) > 0:
        write_move(c, effect, n, piece, origin, target, pose)
    elif int(n) < 0:
        c.fail("range", effect.span)


def write_move(
    c: Coder,
    effect: MovePiece,
    n: str | None,
    piece: str | None,
    origin: str | None,
    target: str,
    pose: str | None,
) -> None:
    move, span = places.Move(c, effect.span), effect.span
    last_piece = len(c.program.layout.pieces) - 1
    sites = len(c.program.layout.places) - 1
    where = (0, sites) if effect.origin is None else c.bounds(effect.origin)
    pieces = (0, last_piece) if effect.piece is None else c.bounds(effect.piece)
    checked = False
    if c.program.plane is not None and origin is None:
        where = c.unit.all_places
    if piece is None:
        assert origin is not None
        piece = c.w.let(places.top(c, origin, where))
        c.fail_if(f"{piece} < 0", "missing", span)
        checked = n == "1"
    elif origin is None:
        name = "place_of" if c.unit.is_single(pieces) else "find"
        origin = c.w.let(c.helper(name, piece))
        c.fail_if(f"{origin} < 0", "missing", span)
        checked = n == "1"
    assert origin is not None
    if n is None:
        if where == (BOX, BOX):
            n = c.w.let(move.box(piece))
            c.fail_if(f"{n} < 0", "range", span)
        else:
            n = c.w.let(places.count(c, origin, where, piece))
        with c.w.block(f"if {n} > 0:"):
            finish_move(c, move, n, (piece, pieces), (origin, where), effect, target, pose, True)
        return
    finish_move(c, move, n, (piece, pieces), (origin, where), effect, target, pose, checked)


def finish_move(
    c: Coder,
    move: places.Move,
    n: str,
    piece: tuple[str, tuple[int, int]],
    origin: tuple[str, tuple[int, int]],
    effect: MovePiece,
    target: str,
    pose: str | None,
    checked: bool,
) -> None:
    to, plane = c.bounds(effect.target), c.unit.plane
    if plane is not None and (c.unit.is_plane(origin[1]) or c.unit.is_plane(to)):
        plane.move(c, effect.span, n, piece, origin, (target, to), pose, checked)
        return
    if not checked:
        move.check_has(*piece, *origin, n)
    move.check_room(target, to, origin[0], n)
    move.take(*piece, *origin, n)
    move.add(*piece, target, to, n)


def clear(c: Coder, place: str, within: tuple[int, int], span: Span) -> None:
    """Write that a place is emptied into the box."""
    here = places.spots(c, within)
    last = len(c.program.layout.pieces) - 1
    move = places.Move(c, span)
    if here.holds != "one":
        c.w.line(c.helper("clear", place))
        move.follow(place, within, here, is_free=True)
        return
    piece = c.w.let(places.top(c, place, within))
    with c.w.block(f"if {piece} >= 0:"):
        c.w.line(f"{move.slot(place, here)} = 0")
        move.follow(place, within, here, is_free=True)
        move.change_box(piece, (0, last), "+= 1")


# ---- endings and revelations


def conclude(c: Coder, effect: Conclude) -> None:
    layout = c.program.layout
    first, players = layout.ending + 1, layout.players
    if effect.kind == "draw":
        c.w.line(f"s[{layout.ending}] = 1")
        with c.w.block(f"for x in range({first}, {first + players}):"):
            c.w.line("s[x] = 1")
        return
    c.unit.shared.write(c, "ending", lambda own: conclude_by(own, effect))


def conclude_by(c: Coder, effect: Conclude) -> None:
    """Write an ending from a number for each player."""
    layout = c.program.layout
    first, players = layout.ending + 1, layout.players
    name = f"r{effect.local}"
    at = c.room_exactly(players)
    with c.w.block(f"for {name} in range({players}):"):
        value = c.value(effect.value)
        truth = effect.kind in ("win", "lose")
        c.w.line(f"w[{at} + {name}] = {f'1 if {value} else 0' if truth else value}")
    kinds = {"win": 1, "lose": 1, "pay": 2, "rank": 3}
    c.w.line(f"s[{layout.ending}] = {kinds[effect.kind]}")
    if effect.kind == "pay":
        with c.w.block(f"for x in range({players}):"):
            c.w.line(f"s[{first} + x] = w[{at} + x]")
        return
    sign = -1 if effect.kind == "lose" else 1
    c.w.line(f"rank(s, w, {at}, {first}, {players}, {sign})")


def show(c: Coder, effect: Show) -> None:
    layout, width = c.program.layout, c.program.layout.shown_slots
    if not isinstance(effect.thing, Const) and effect.kind == "variable":
        raise AssertionError("a variable is shown by its number")
    if effect.kind == "place":
        slots = [-1 if place.shown is None else place.shown for place in layout.places]
        slot = f"{c.tables.add(slots, 'shown')}[{c.atom(effect.thing)}]"
    else:
        assert isinstance(effect.thing, Const)
        assert isinstance(effect.thing.value, int)
        variable = layout.variables[effect.thing.value]
        if variable.shown is None:
            return
        slot = str(variable.shown)
        if variable.owned:
            index = c.value(effect.index)
            slot = f"{variable.shown} + ({index} - {variable.lows[0]}) * {width}"
    slot = c.w.let(slot)
    with c.w.block(f"if {slot} >= 0:"):
        if not effect.shown:
            for number in range(width):
                c.w.line(f"s[{slot} + {number}] = 0")
        elif effect.players is None:
            for number in range(width):
                c.w.line(f"s[{slot} + {number}] = -1")
        else:
            form = c.source(effect.players)

            def reveal(player: str) -> None:
                part = f" + {player} // 31" if width > 1 else ""
                c.w.line(f"s[{slot}{part}] |= 1 << ({player} % 31)")

            form.each(c, c.w.name("m"), reveal)
