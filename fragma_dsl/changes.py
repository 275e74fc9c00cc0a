"""Changes: two views of a table and the move between them in, what else has changed in words out.

What the move itself says is left out: a piece that came to a site which the action names.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from fragma_dsl.automaton.notation import Move
from fragma_dsl.drawn import OF_THE_FLOW, TableArtist
from fragma_dsl.library.types import Optional, Place, Site, Type
from fragma_dsl.play.machine import Action
from fragma_dsl.play.view import View

MOST = 8
"""How many sites are named one by one."""


@dataclass(frozen=True, slots=True)
class Way:
    """What one sort of piece did: the places it left and came to, each as often as it did."""

    left: Counter[int]
    came: Counter[int]


def changes(artist: TableArtist, before: View, after: View, move: Move) -> list[str]:
    """Say what changed beyond the move: `pouch p1 +1 fragma`, `pawn bob: a1 -> b2`; of a zone all
    that changed stands where the first of it would."""
    named = named_sites(artist, move)
    told: dict[str, list[str]] = {}
    for piece, way in ways(before, after).items():
        for what, how in way_changes(artist, piece, way, named):
            told.setdefault(what, []).append(how)
    pieces = [f"{what} {', '.join(hows)}" for what, hows in told.items()]
    hidden = hidden_changes(artist, before, after)
    return [*hidden, *pieces, *variable_changes(artist, before, after)]


def named_sites(artist: TableArtist, move: Move) -> frozenset[int]:
    """Give the places that an action names."""
    if not isinstance(move, Action):
        return frozenset()
    types = artist.game.program.options[move.option].types
    return frozenset(
        value for type, value in zip(types, move.arguments, strict=True) if is_place(type)
    )


def is_place(type: Type) -> bool:
    """Whether values of a type are places."""
    return isinstance(type.item if isinstance(type, Optional) else type, Site | Place)


def hidden_changes(artist: TableArtist, before: View, after: View) -> Iterator[str]:
    """Say how many came to places that cannot be looked into, or left them."""
    for number, place in enumerate(after.layout.places):
        then, now = before.holding(number), after.holding(number)
        more = now.total - then.total
        if more and (then.pieces is None or now.pieces is None):
            yield f"{artist.place_label(place.name)} {more:+}"


def ways(before: View, after: View) -> Mapping[int, Way]:
    """Collect, by piece, where it left and where it came, as far as both can be seen."""
    found: dict[int, Way] = {}
    for place in range(len(after.layout.places)):
        then, now = before.holding(place).pieces, after.holding(place).pieces
        if then is None or now is None or then == now:
            continue
        more = Counter(now)
        more.subtract(then)
        for piece, count in sorted(more.items()):
            way = found.setdefault(piece, Way(Counter(), Counter()))
            (way.came if count > 0 else way.left).update({place: abs(count)} if count else {})
    return dict(sorted(found.items()))


def way_changes(
    artist: TableArtist, piece: int, way: Way, named: frozenset[int]
) -> Iterator[tuple[str, str]]:
    """Say what one sort of piece did, and behind what: zones by number, sites one by one."""
    places, label = artist.game.program.layout.places, artist.piece_label(piece)
    for place in sorted({*way.left, *way.came}):
        if places[place].zone:
            more = way.came[place] - way.left[place]
            yield artist.place_label(places[place].name), f"{more:+} {label}"
    left, came = (
        [place for place in sorted(side.elements()) if not places[place].zone]
        for side in (way.left, way.came)
    )
    zoned = sum(way.came.values()) - len(came) - sum(way.left.values()) + len(left)
    left, came = left[max(0, zoned) :], came[max(0, -zoned) :]
    left, came = beyond_the_move(left, came, named)
    if left or came:
        yield f"{label}:", passage(artist, left, came)


def beyond_the_move(
    left: Sequence[int], came: Sequence[int], named: frozenset[int]
) -> tuple[list[int], list[int]]:
    """Leave out what came to a named site, and where it came from."""
    arrived = [place for place in came if place in named]
    others = [place for place in came if place not in named]
    in_order = sorted(left, key=lambda place: place not in named)
    return sorted(in_order[len(arrived) :]), others


def passage(artist: TableArtist, left: Sequence[int], came: Sequence[int]) -> str:
    """Write where a piece left and came: `a1 -> b2`, else `-a1 -a2 +b2`."""
    names = artist.game.notation.sites
    if len(left) == len(came) == 1:
        return f"{artist.place_label(names[left[0]])} -> {artist.place_label(names[came[0]])}"
    signed = [*(("-", place) for place in left), *(("+", place) for place in came)]
    shown = [f"{sign}{artist.place_label(names[place])}" for sign, place in signed[:MOST]]
    return " ".join(shown) + (" ..." if len(signed) > MOST else "")


def variable_changes(artist: TableArtist, before: View, after: View) -> Iterator[str]:
    """Say which variables that have a text changed: `score p1 12`."""
    program = artist.game.program
    for variable in after.layout.variables:
        types = program.variable_types.get(variable.name)
        named = artist.game.texts.name(variable.name) is not None
        if types is None or not named or variable.name in OF_THE_FLOW:
            continue
        lows = zip(variable.lows, variable.dimensions, strict=True)
        for index in product(*(range(low, low + size) for low, size in lows)):
            value = after.variable(variable.name, *index)
            if value != before.variable(variable.name, *index):
                names = [artist.value(t, i) for t, i in zip(types[0], index, strict=True)]
                shown = [artist.text(variable.name), *names, artist.value(types[1], value)]
                yield " ".join(shown)
