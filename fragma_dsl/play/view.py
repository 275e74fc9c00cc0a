"""View: a state as one player may see it; what the layout hides from them is not in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from fragma_dsl.play.layout import SEATS_A_SLOT, Layout, PlaceSlots, VariableSlots, Visibility
from fragma_dsl.play.machine import Action, Value
from fragma_dsl.play.state import State, thaw
from fragma_dsl.play.tiles import tile_pieces
from fragma_dsl.play.variables import load_value

EVERYBODY = -1
"""The bits of what was revealed to all."""

Viewer: TypeAlias = int | None
"""A player's seat, or None for an onlooker, who sees what everybody sees."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a place holds: pieces by number, a stack bottom up; None where only `total` is seen."""

    pieces: tuple[int, ...] | None
    total: int


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The table as `viewer` sees it: hidden slots are None, `totals` counts in hidden places."""

    layout: Layout
    viewer: Viewer
    decider: int | None  # the seat that decides, None where nobody does
    actions: tuple[Action, ...]  # () unless the viewer decides
    slots: tuple[int | None, ...]
    totals: Mapping[int, int]

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two views of a game equal: who looks, who decides, all that is seen."""
        totals = tuple(sorted(self.totals.items()))
        return self.viewer, self.decider, self.actions, self.slots, totals

    @property
    def hides_something(self) -> bool:
        """Whether there is a place or a variable that this viewer may not see."""
        variables = self.slots[self.layout.ending : self.layout.box]
        return bool(self.totals) or None in variables

    def knows(self, piece: int) -> bool:
        """Whether all pieces of a sort are in sight."""
        if not self.totals:
            return True
        return sum(self._seen(piece)) == self.layout.pieces[piece].count

    def holding(self, place: int) -> Holding:
        """Say what a place holds, by its number in the layout."""
        if place in self.totals:
            return Holding(None, self.totals[place])
        pieces = held(self.layout.places[place], known(self.slots, self.layout.places[place]))
        return Holding(pieces, len(pieces))

    @property
    def places(self) -> dict[str, Holding]:
        """What every place holds, by the place's name in the layout."""
        return {place.name: self.holding(n) for n, place in enumerate(self.layout.places)}

    def changed_pieces(self, later: "View") -> frozenset[int]:
        """Give the pieces of which this viewer later sees more or fewer than before."""
        return frozenset(
            piece
            for piece in range(len(self.layout.pieces))
            if any(
                now != then for now, then in zip(self._seen(piece), later._seen(piece), strict=True)
            )
        )

    def _seen(self, piece: int) -> list[int]:
        """Count a piece on each place, 0 where the viewer cannot look, and on the plane."""
        pieces = [self.holding(place).pieces or () for place in range(len(self.layout.places))]
        on_plane = tile_pieces(self.slots, self.layout)
        return [*(held.count(piece) for held in pieces), on_plane.count(piece)]

    def variable(self, name: str, *indices: int) -> Value | None:
        """Give a variable's value; the indices are those of its family. None where it is hidden."""
        variable = self.layout.by_name[name]
        offset = variable.offset + variable.width * member(variable, indices)
        slots = self.slots[offset : offset + variable.width]
        seen = [slot for slot in slots if slot is not None]
        return load_value(seen, 0, variable.shape) if len(seen) == len(slots) else None

    def box(self, piece: int) -> int | None:
        """Count a piece in the box, -1 for no limit; None where that would tell what is hidden."""
        return self.slots[self.layout.box + piece]


def make_view(
    layout: Layout,
    state: State,
    viewer: Viewer,
    decider: int | None = None,
    actions: tuple[Action, ...] = (),
) -> View:
    """Give what a viewer may see; the script's own slots and the history are for nobody."""
    slots: list[int | None] = list(thaw(state))
    totals: dict[int, int] = {}
    for number in hidden_places(layout, slots, viewer):
        place = layout.places[number]
        totals[number] = len(held(place, known(slots, place)))
        hide(slots, place.offset, place.size)
    if totals:
        hide(slots, layout.box, len(layout.pieces))
    for _, offset, size in hidden_variables(layout, viewer, slots):
        hide(slots, offset, size)
    hide(slots, 0, 1)
    hide(slots, layout.frame, layout.frame_size)
    hide(slots, layout.history, 2 * layout.history_length)
    shown = actions if viewer is not None and viewer == decider else ()
    return View(layout, viewer, decider, shown, tuple(slots), totals)


def whole_view(layout: Layout, state: State) -> View:
    """Give everything on the table, for whoever judges a game rather than plays it."""
    return View(layout, None, None, (), tuple(thaw(state)), {})


def can_see(
    layout: Layout, viewer: Viewer, visible: Visibility, owner: int | None, team: int | None
) -> bool:
    """Whether a viewer may see what has this visibility and belongs to this seat or team."""
    if visible == "all" or viewer is None or visible == "none":
        return visible == "all"
    if owner is not None and (visible == "owner" or not layout.team_of):
        return viewer == owner
    wanted = layout.team_of[owner] if owner is not None else team
    return wanted is not None and layout.team_of[viewer] == wanted


def was_shown(slots: Sequence[int | None], slot: int | None, viewer: Viewer) -> bool:
    """Whether what has this slot was revealed to a viewer; an onlooker sees what all were shown."""
    if slot is None:
        return False
    if viewer is None:
        return slots[slot] == EVERYBODY
    word, bit = divmod(viewer, SEATS_A_SLOT)
    return bool((slots[slot + word] or 0) >> bit & 1)


def hidden_places(layout: Layout, slots: Sequence[int | None], viewer: Viewer) -> list[int]:
    """List the places that a viewer may not see into."""
    return [
        number
        for number, place in enumerate(layout.places)
        if not can_see(layout, viewer, place.visible, place.owner, place.team)
        and not was_shown(slots, place.shown, viewer)
    ]


def hidden_variables(
    layout: Layout, viewer: Viewer, slots: Sequence[int | None]
) -> list[tuple[VariableSlots, int, int]]:
    """List what a viewer may not see of variables: each with the offset and size of a run."""
    hidden = []
    for variable in layout.variables:
        if variable.visible == "all":
            continue
        owners = variable.dimensions[0] if variable.owned else 1
        size = variable.size // max(1, owners)
        for index in range(owners):
            owner = index if variable.owned == "player" else None
            team = index if variable.owned == "team" else None
            shown = None if variable.shown is None else variable.shown + index * layout.shown_slots
            seen = can_see(layout, viewer, variable.visible, owner, team)
            if not seen and not was_shown(slots, shown, viewer):
                hidden.append((variable, variable.offset + index * size, size))
    return hidden


def hide(slots: list[int | None], offset: int, size: int) -> None:
    """Blot out a run of slots."""
    slots[offset : offset + size] = [None] * size


def known(slots: tuple[int | None, ...] | list[int | None], place: PlaceSlots) -> tuple[int, ...]:
    """Give the slots of a place that is not hidden."""
    return tuple(slot or 0 for slot in slots[place.offset : place.offset + place.size])


def held(place: PlaceSlots, slots: tuple[int, ...]) -> tuple[int, ...]:
    """List the pieces in a place, each as often as it is there."""
    if place.holds == "many":
        return tuple(piece for piece, count in enumerate(slots) for _ in range(count))
    return tuple(slot - 1 for slot in slots if slot > 0)


def member(variable: VariableSlots, indices: tuple[int, ...]) -> int:
    """Give the number of one of a family's members; an index outside it is an IndexError."""
    if len(indices) != len(variable.dimensions):
        raise IndexError(f"{variable.name} has {len(variable.dimensions)} indices")
    number = 0
    for index, low, size in zip(indices, variable.lows, variable.dimensions, strict=True):
        if not low <= index < low + size:
            raise IndexError(f"{variable.name} has no member {index}")
        number = number * size + index - low
    return number
