"""Resample: a state and a viewer in, a state that the viewer cannot tell from it out."""

from fragma_dsl.play.layout import Layout, Scalar
from fragma_dsl.play.random import Random
from fragma_dsl.play.state import State, freeze, thaw
from fragma_dsl.play.view import Viewer, hidden_places, hidden_variables

MOST_VALUES = 2**20


def resample(layout: Layout, state: State, viewer: Viewer, stream: Random) -> State:
    """Deal what the viewer cannot see anew, each way equally likely.

    The pieces in the places that they cannot see change places among each other, each place keeping
    how many it holds; hidden variables of one number are drawn from their ranges, where these have
    at
    most MOST_VALUES values. The box, and hidden sets and lists, stay as they are.
    """
    slots = thaw(state)
    places = hidden_places(layout, slots, viewer)
    sizes = [len(_pieces(layout, slots, place)) for place in places]
    pool = [piece for place in places for piece in _pieces(layout, slots, place)]
    _shuffle(pool, stream)
    for place, size in zip(places, sizes, strict=True):
        _fill(layout, slots, place, pool[:size])
        del pool[:size]
    for offset, size in hidden_variables(layout, viewer, slots):
        shape = next(v.shape for v in layout.variables if v.offset <= offset < v.offset + v.size)
        if isinstance(shape, Scalar) and shape.high - shape.low < MOST_VALUES:
            for slot in range(offset, offset + size):
                slots[slot] = shape.low + stream.below(shape.high - shape.low + 1)
    return freeze(slots)


def _pieces(layout: Layout, slots: list[int], place: int) -> list[int]:
    spot = layout.places[place]
    run = slots[spot.offset : spot.offset + spot.size]
    if spot.holds == "many":
        return [piece for piece, number in enumerate(run) for _ in range(number)]
    return [slot - 1 for slot in run if slot]


def _fill(layout: Layout, slots: list[int], place: int, pieces: list[int]) -> None:
    spot = layout.places[place]
    run = [0] * spot.size
    if spot.holds == "many":
        for piece in pieces:
            run[piece] += 1
    else:
        run[: len(pieces)] = [piece + 1 for piece in pieces]
    slots[spot.offset : spot.offset + spot.size] = run


def _shuffle(pool: list[int], stream: Random) -> None:
    """Put a list in an order of which each is equally likely (Fisher and Yates, from the end)."""
    for last in range(len(pool) - 1, 0, -1):
        other = stream.below(last + 1)
        pool[last], pool[other] = pool[other], pool[last]
