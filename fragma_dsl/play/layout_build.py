"""Layout build: parts without offsets in, a finished layout and the slots at its beginning out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from fragma_dsl.play.layout import (
    Layout,
    PieceEntry,
    PlaceSlots,
    Scalar,
    VariableSlots,
    shown_slots,
)
from fragma_dsl.play.variables import Value, store_value

Part = TypeVar("Part", VariableSlots, PlaceSlots)


def build_layout(
    players: int,
    frame_size: int,
    variables: Sequence[VariableSlots],
    pieces: Sequence[PieceEntry],
    places: Sequence[PlaceSlots],
    history_length: int,
    team_of: Sequence[int] = (),
    most_tiles: int = 0,
) -> Layout:
    """Assign the offsets, in the order that `play.layout` documents; given offsets are ignored."""
    ending = 1 + frame_size
    placed_variables, after_variables = place_in_order(variables, ending + 1 + players)
    placed_places, tiles = place_in_order(places, after_variables)
    box = tiles + 3 * most_tiles
    history = box + len(pieces)
    shown = history + 2 * history_length
    width = shown_slots(players)
    placed_places, shown = place_shown(placed_places, shown, width)
    placed_variables, shown = place_shown(placed_variables, shown, width)
    return Layout(
        players=players,
        frame=1,
        frame_size=frame_size,
        ending=ending,
        variables=placed_variables,
        by_name={variable.name: variable for variable in placed_variables},
        pieces=tuple(pieces),
        places=placed_places,
        box=box,
        history=history,
        history_length=history_length,
        size=shown,
        team_of=tuple(team_of),
        tiles=tiles,
        most_tiles=most_tiles,
    )


def place_shown(parts: tuple[Part, ...], offset: int, width: int) -> tuple[tuple[Part, ...], int]:
    """Give each part that can be revealed the slots for that, from `offset`; `width` for each
    owner."""
    placed = []
    for part in parts:
        if part.shown is not None:
            owners = part.dimensions[0] if isinstance(part, VariableSlots) and part.owned else 1
            part = replace(part, shown=offset)
            offset += owners * width
        placed.append(part)
    return tuple(placed), offset


def place_in_order(parts: Sequence[Part], offset: int) -> tuple[tuple[Part, ...], int]:
    """Lay parts one behind the other from `offset`; give them and the offset behind the last."""
    placed = []
    for part in parts:
        placed.append(replace(part, offset=offset))
        offset += part.size
    return tuple(placed), offset


def boxed_slots(layout: Layout) -> list[int]:
    """Give slots that are zero but for the box, which holds all pieces."""
    slots = [0] * layout.size
    for index, piece in enumerate(layout.pieces):
        slots[layout.box + index] = -1 if piece.count is None else piece.count
    return slots


def initial_slots(layout: Layout, starts: Mapping[str, Value]) -> list[int]:
    """Give the slots before the first point: all pieces in the box, each variable at its start.

    Every member of a family starts at the value that `starts` has for the name, or else at zero,
    empty or false.
    """
    slots = boxed_slots(layout)
    for variable in layout.variables:
        if variable.name in starts:
            for offset in range(variable.offset, variable.offset + variable.size, variable.width):
                store_value(slots, offset, variable.shape, starts[variable.name])
        else:
            require_zero_start(variable)
    return slots


def require_zero_start(variable: VariableSlots) -> None:
    """Raise ValueError where a variable without a start cannot hold zero."""
    match variable.shape:
        case Scalar(low, high) if not low <= 0 <= high:
            raise ValueError(f"`{variable.name}` needs a start")
