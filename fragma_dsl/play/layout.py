"""Layout: what each slot of a state means. A state is one flat array of int32, and equal positions
are equal arrays.

    slot 0            the program point
    frame             what the script still needs of its locals, zero elsewhere
    ending            0 while the game goes on, 1 places (1 is best), 2 payoffs, 3 places of a
                      ranking; then one number a player; see play.ending
    variables         each a run of slots, see VariableSlots
    places            each site and zone, see PlaceSlots
    tiles             three slots for each tile that may lie on the plane, see play.plane
    box               how many of each piece are in the box; -1 for pieces without a limit
    history           two slots a remembered position, the newest first; see Table.remember
    shown             who what is hidden was revealed to: 31 seats a slot, -1 for all
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from fragma_dsl.text.node import Node, node

Visibility: TypeAlias = Literal["all", "owner", "team", "none"]


@node
class Scalar(Node):
    """One slot that holds the value, from `low` to `high` (none is -1 and within)."""

    low: int
    high: int


@node
class Members(Node):
    """A set: one slot for each value from `low` to `high`, 1 where it is a member."""

    low: int
    high: int


@node
class Sequence(Node):
    """A list: its length, then `max` slots, zero behind its end."""

    low: int
    high: int
    max: int


SEATS_A_SLOT = 31
"""How many seats a slot has bits for that says who was shown something."""

Shape: TypeAlias = Scalar | Members | Sequence


def shape_width(shape: Shape) -> int:
    """Give how many slots a value of this shape takes."""
    match shape:
        case Scalar():
            return 1
        case Members(low, high):
            return high - low + 1
        case Sequence(max=size):
            return 1 + size


def shown_slots(players: int) -> int:
    """Give how many slots say who was shown one thing."""
    return (players + SEATS_A_SLOT - 1) // SEATS_A_SLOT


@node
class VariableSlots(Node):
    """A variable at `offset`; a family has one run of slots for each combination of `dimensions`,
    row-major.

    `lows` are the least values of the indices. `owned` says that the first index is a player or a
    team.
    """

    name: str
    offset: int
    dimensions: tuple[int, ...]
    lows: tuple[int, ...]
    shape: Shape
    visible: Visibility = "all"
    owned: Literal["player", "team"] | None = None
    pieces: bool = False  # whether its values are pieces
    optional: bool = False  # whether -1 stands for none
    shown: int | None = None  # the slot of its first owner that says who it was revealed to
    cell: bool = False  # whether its values are sites of the plane
    remembered: bool = True  # whether it is a part of the positions of the history

    @property
    def width(self) -> int:
        """How many slots one member takes."""
        return shape_width(self.shape)

    @property
    def size(self) -> int:
        """How many slots the whole family takes."""
        size = self.width
        for dimension in self.dimensions:
            size *= dimension
        return size


Holding: TypeAlias = Literal["one", "many", "stack"]


@node
class PlaceSlots(Node):
    """A site or a zone.

    one: a slot, 1 + the piece or 0. many: a slot for each piece of the layout's table, its number
    there. stack: `size` slots, 1 + the piece from the bottom up, 0 above the top.
    """

    name: str  # as texts show it
    offset: int
    size: int
    holds: Holding
    owner: int | None = None  # of a zone: the seat
    visible: Visibility = "all"
    zone: bool = False
    team: int | None = None  # of a zone that a team owns
    shown: int | None = None  # the slot that says who it was revealed to


@node
class PieceEntry(Node):
    """A kind with its owner (-1 for none) and how many there are in all (None for no limit)."""

    name: str
    kind: int
    owner: int
    count: int | None


@node
class Layout(Node):
    """Where everything stands in a state; offsets count slots."""

    players: int
    frame: int
    frame_size: int
    ending: int
    variables: tuple[VariableSlots, ...]
    by_name: Mapping[str, VariableSlots]
    pieces: tuple[PieceEntry, ...]
    places: tuple[PlaceSlots, ...]  # all sites of all boards, then all zones
    box: int
    history: int
    history_length: int  # positions, two slots each
    size: int
    team_of: tuple[int, ...] = ()  # by seat; () where there are no teams
    tiles: int = 0  # where the tiles of the plane are kept, see play.plane
    most_tiles: int = 0

    @property
    def piece_numbers(self) -> Mapping[tuple[int, int], int]:
        """The number of each piece, by its kind and its owner."""
        return {(piece.kind, piece.owner): index for index, piece in enumerate(self.pieces)}

    @property
    def position_runs(self) -> tuple[tuple[int, int], ...]:
        """The runs of slots, each from and up to, that make a position of the history: variables,
        places, tiles and box, without the variables that are not remembered."""
        begin, runs = self.ending + 1 + self.players, []
        for variable in self.variables:
            if not variable.remembered:
                runs.append((begin, variable.offset))
                begin = variable.offset + variable.size
        return (*(run for run in runs if run[0] < run[1]), (begin, self.history))

    @property
    def shown_slots(self) -> int:
        """How many slots say who was shown one thing."""
        return shown_slots(self.players)

    @property
    def mover(self) -> int:
        """The slot of the variable `mover`, which every game has."""
        return self.by_name["mover"].offset
