"""Effects: an edge's effect in, a Python function out that changes registers and table."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, assert_never

from fragma_dsl.automaton.nodes import (
    BOX,
    CallRule,
    Clear,
    Conclude,
    Effect,
    MovePiece,
    Register,
    Remember,
    SetLocal,
    Settle,
    Show,
    SortStack,
    Store,
)
from fragma_dsl.backends.interpreter.closures import Context, closure, closures, optional_closure
from fragma_dsl.backends.interpreter.running import RunningTable
from fragma_dsl.backends.interpreter.scan import Closure, Registers
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.table import Table
from fragma_dsl.play.variables import check_shape
from fragma_dsl.text.said import say

Act: TypeAlias = Callable[[RunningTable, Registers], None]


def effect_act(effect: Effect, registers: Sequence[Register], context: Context) -> Act:
    """Make the function of an effect; its faults may lack a span."""
    match effect:
        case SetLocal():
            return set_local(effect, registers[effect.index], closure(effect.value, context))
        case Store():
            return store(effect, closures(effect.indices, context), closure(effect.value, context))
        case MovePiece():
            return move_piece(effect, context)
        case Clear(place):
            return clear(closure(place, context))
        case CallRule():
            return call_rule(effect, closures(effect.arguments, context), context)
        case Remember():
            return lambda table, _registers: table.remember()
        case SortStack(place):
            return sort_stack(closure(place, context))
        case Settle():
            return settle(closures([effect.place, effect.position, effect.piece], context))
        case Show():
            return show(effect, context)
        case Conclude():
            return conclude(effect, closure(effect.value, context))
        case _:
            assert_never(effect)


def set_local(effect: SetLocal, register: Register, value: Closure) -> Act:
    index, shape = effect.index, register.shape

    def act(table: RunningTable, registers: Registers) -> None:
        found = value(table, registers)
        if shape is not None:
            check_shape(shape, found)
        registers[index] = found

    return act


def store(effect: Store, indices: list[Closure], value: Closure) -> Act:
    number = effect.variable

    def act(table: RunningTable, registers: Registers) -> None:
        where = [index(table, registers) for index in indices]
        table.store(number, where, value(table, registers))

    return act


def sort_stack(place: Closure) -> Act:
    return lambda table, registers: table.sort_stack(place(table, registers))


def settle(operands: list[Closure]) -> Act:
    return lambda table, registers: table.settle_stack(*[one(table, registers) for one in operands])


def show(effect: Show, context: Context) -> Act:
    thing, index = closures([effect.thing, effect.index], context)
    players = optional_closure(effect.players, context)
    layout = context.layout

    def act(table: RunningTable, registers: Registers) -> None:
        number = thing(table, registers)
        if effect.kind == "place":
            slot = layout.places[number].shown
        else:
            variable = layout.variables[number]
            slot = variable.shown
            if slot is not None and variable.owned:
                slot += (index(table, registers) - variable.lows[0]) * layout.shown_slots
        viewers = None if players is None else players(table, registers)
        table.show(slot, viewers, effect.shown)

    return act


def move_piece(effect: MovePiece, context: Context) -> Act:
    count = optional_closure(effect.count, context)
    piece = optional_closure(effect.piece, context)
    origin = optional_closure(effect.origin, context)
    target = closure(effect.target, context)
    pose = optional_closure(effect.pose, context)

    def act(table: RunningTable, registers: Registers) -> None:
        move_pieces(
            table,
            None if count is None else count(table, registers),
            None if piece is None else piece(table, registers),
            None if origin is None else origin(table, registers),
            target(table, registers),
            0 if pose is None else pose(table, registers),
        )

    return act


def move_pieces(
    table: Table,
    number: int | None,
    piece: int | None,
    origin: int | None,
    target: int,
    pose: int,
) -> None:
    """Move pieces as `MovePiece` says; a number of zero moves nothing and is never at fault."""
    if number is not None and number < 0:
        raise FaultError(Fault("range", say("cannot move {number} pieces", number=number), None))
    if number == 0:
        return
    if piece is None:
        origin, piece = require_piece_on(table, origin)
    elif origin is None:
        origin = require_place_of(table, piece)
    if number is None:
        number = count_all(table, piece, origin)
    table.move(piece, origin, target, number, pose)


def require_piece_on(table: Table, origin: int | None) -> tuple[int, int]:
    """Give the origin and the piece on it; fault `missing` where it is empty."""
    if origin is None or origin == BOX:
        raise ValueError("a move needs a piece or a place that has one")
    piece = table.top(origin)
    if piece < 0:
        raise FaultError(
            Fault("missing", say("{place} is empty", place=table.place_text(origin)), None)
        )
    return origin, piece


def require_place_of(table: Table, piece: int) -> int:
    """Give the first place that has a piece; fault `missing` where none has."""
    place = table.find(piece)
    if place < 0:
        raise table.fault("missing", "no place has {piece}", piece)
    return place


def count_all(table: Table, piece: int, origin: int) -> int:
    """Count what `all` moves; fault `range` where the box has no limit."""
    number = table.box(piece) if origin == BOX else table.count(origin, piece)
    if number < 0:
        raise table.fault("range", "there is no end of {piece}", piece)
    return number


def clear(place: Closure) -> Act:
    return lambda table, registers: table.clear(place(table, registers))


def call_rule(effect: CallRule, arguments: list[Closure], context: Context) -> Act:
    run, number = context.run, effect.procedure

    def act(table: RunningTable, registers: Registers) -> None:
        values: list[Any] = [argument(table, registers) for argument in arguments]
        run(number, table, values)

    return act


def conclude(effect: Conclude, value: Closure) -> Act:
    kind, local = effect.kind, effect.local
    if kind == "draw":
        return lambda table, _registers: table.conclude(kind, [0] * table.players)

    def act(table: RunningTable, registers: Registers) -> None:
        values = []
        for player in range(table.players):
            registers[local] = player
            values.append(value(table, registers))
        table.conclude(kind, values)

    return act
