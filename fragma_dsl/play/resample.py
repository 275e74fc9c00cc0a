"""Resample: a state and a viewer in, a state that the viewer cannot tell from it out."""

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Run
from typing import TypeAlias

from fragma_dsl.play.layout import Layout, Members, PlaceSlots, Scalar, Sequence, Shape
from fragma_dsl.play.random import Random
from fragma_dsl.play.state import State, freeze, thaw
from fragma_dsl.play.variables import load_value, store_value
from fragma_dsl.play.view import Viewer, held, hidden_places, hidden_variables

MOST_VALUES = 2**20

Exchange: TypeAlias = tuple[PlaceSlots, Run[int], Run[int]]
"""A place with the pieces that it held and those that took their places, one for one."""


def resample(
    layout: Layout,
    state: State,
    viewer: Viewer,
    stream: Random,
    locals: Iterable[tuple[int, Shape]] = (),
) -> State:
    """Deal what the viewer cannot see anew, each way equally likely.

    The pieces in the places that they cannot see change places among each other, each place keeping
    how many it holds; where they lie now has no part in where they go. Hidden variables and
    `locals` (offsets and shapes) whose values are such pieces follow them: where one spoke of a
    card, it speaks of the card that took its place. Of cards that are alike it spoke of one with
    the player whom the variable is for, or whose turn it is, if they have one. Other hidden
    variables of one number are drawn from their ranges, where these have at most MOST_VALUES
    values, and are none where they were. The box, and other hidden sets and lists, stay as they
    are.
    """
    slots = thaw(state)
    places = [layout.places[number] for number in hidden_places(layout, slots, viewer)]
    hands = [_pieces(slots, place) for place in places]
    before = [piece for hand in hands for piece in hand]
    after = sorted(before)
    _shuffle(after, stream)
    exchanged: list[Exchange] = []
    for place, hand in zip(places, hands, strict=True):
        exchanged.append((place, hand, after[: len(hand)]))
        _fill(slots, place, after[: len(hand)])
        del after[: len(hand)]
    exchanged.sort(key=lambda one: one[0].owner is None)
    for place in layout.places:
        if place.owner is not None and place not in places:
            exchanged.append((place, _pieces(slots, place), _pieces(slots, place)))
    for variable, offset, size in hidden_variables(layout, viewer, thaw(state)):
        owner = (offset - variable.offset) // size if variable.owned == "player" else None
        for start in range(offset, offset + size, variable.width):
            if variable.pieces:
                _follow(slots, start, variable.shape, _became(exchanged, owner))
            elif isinstance(variable.shape, Scalar):
                _draw(slots, start, variable.shape, variable.optional, stream)
    mover = layout.by_name.get("mover")
    turn = _became(exchanged, None if mover is None else slots[mover.offset])
    for offset, shape in locals:
        _follow(slots, offset, shape, turn)
    return freeze(slots)


def _became(exchanged: Run[Exchange], owner: int | None) -> dict[int, int]:
    """Say which piece took the place of each: first of those that an owner had, then of all in the
    order of the places."""
    own = [one for one in exchanged if owner is not None and one[0].owner == owner]
    became: dict[int, int] = {}
    for _, before, after in (*own, *exchanged):
        for old, new in zip(before, after, strict=True):
            became.setdefault(old, new)
    return became


def _pieces(slots: list[int], place: PlaceSlots) -> tuple[int, ...]:
    return held(place, tuple(slots[place.offset : place.offset + place.size]))


def _fill(slots: list[int], place: PlaceSlots, pieces: list[int]) -> None:
    run = [0] * place.size
    if place.holds == "many":
        for piece in pieces:
            run[piece] += 1
    else:
        run[: len(pieces)] = [piece + 1 for piece in pieces]
    slots[place.offset : place.offset + place.size] = run


def _follow(slots: list[int], offset: int, shape: Shape, became: Mapping[int, int]) -> None:
    """Put for each piece of a value the one that took its place."""
    value = load_value(slots, offset, shape)
    match shape, value:
        case Scalar(), int():
            store_value(slots, offset, shape, became.get(value, value))
        case Members(), frozenset():
            store_value(slots, offset, shape, frozenset(became.get(one, one) for one in value))
        case Sequence(), tuple():
            store_value(slots, offset, shape, tuple(became.get(one, one) for one in value))


def _draw(slots: list[int], offset: int, shape: Scalar, optional: bool, stream: Random) -> None:
    """Draw a number from its range; none stays none."""
    low = shape.low + 1 if optional else shape.low
    if shape.high - low < MOST_VALUES and not (optional and slots[offset] < low):
        slots[offset] = low + stream.below(shape.high - low + 1)


def _shuffle(pool: list[int], stream: Random) -> None:
    """Put a list in an order of which each is equally likely (Fisher and Yates, from the end)."""
    for last in range(len(pool) - 1, 0, -1):
        other = stream.below(last + 1)
        pool[last], pool[other] = pool[other], pool[last]
