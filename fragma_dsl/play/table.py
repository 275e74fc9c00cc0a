"""Table: a state's slots in, the words of the game out: pieces on places, variables, history,
ending."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from fragma_dsl.play.board import Board, Links
from fragma_dsl.play.ending import Conclusion, ending_returns, ending_slots
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.history import hash_slots
from fragma_dsl.play.layout import SEATS_A_SLOT, Layout
from fragma_dsl.play.plane import Face, Plane
from fragma_dsl.play.tiles import Tile, read_tiles, settle_tiles, write_tiles
from fragma_dsl.play.variables import Value, load_value, store_value
from fragma_dsl.text.said import say

BOX = -1
"""Stands for the box where a place is asked for."""

TracedLine: TypeAlias = tuple[frozenset[int], bool]
"""A line of tiles: its parts, and whether it is closed; see stdlib.network."""

SomeTable = TypeVar("SomeTable", bound="Table")


@dataclass(frozen=True, slots=True, eq=False)
class Equipment:
    """What stays the same through all games of a program.

    `board_of` gives each site's board, `links` the sites that its links lead to, each with the
    keys of those links (see Board.links).
    """

    layout: Layout
    players: tuple[str, ...]
    boards: tuple[Board, ...]
    directions: tuple[str, ...]
    opposites: tuple[int, ...]
    board_of: tuple[Board, ...]
    links: Links
    plane: Plane | None = None
    laid: Mapping[Tile, Face] = field(default_factory=dict)  # the lines of a tile as it lies
    offsets: tuple[int, ...] = ()  # by port, what to add to a cell of the plane
    facing: tuple[int, ...] = ()  # by port, the one that it meets on the tile there
    poses: tuple[frozenset[int], ...] = ()  # by piece, the ways in which a tile can lie

    @classmethod
    def of(
        cls,
        layout: Layout,
        players: Sequence[str],
        boards: Sequence[Board] = (),
        directions: Sequence[str] = (),
        opposites: Sequence[int] = (),
        plane: Plane | None = None,
    ) -> "Equipment":
        """Gather the equipment; boards stand in the order of their sites."""
        return cls(
            layout,
            tuple(players),
            tuple(boards),
            tuple(directions),
            tuple(opposites),
            tuple(board for board in boards for _ in board.sites),
            dict(links_of(boards)),
            plane,
            {} if plane is None else plane.laid(),
            () if plane is None else plane.offsets,
            () if plane is None else plane.facing,
            () if plane is None else tuple(map(plane.poses, range(len(plane.faces)))),
        )


def links_of(boards: Sequence[Board]) -> Iterator[tuple[int, Mapping[int, tuple[int, ...]]]]:
    """Run through all sites of all boards, with the links that leave them."""
    for board in boards:
        yield from board.links.items()


class Table:
    """A mutable view over the slots of a state. Every change keeps them canonical: equal
    positions, equal slots."""

    __slots__ = (
        "_read", "boards", "directions", "equipment", "layout", "links", "opposites", "slots",
        "traced",
    )  # fmt: skip

    def __init__(self, slots: list[int], equipment: Equipment) -> None:
        self.slots = slots
        self.equipment = equipment
        self.layout = equipment.layout
        self.boards = equipment.boards
        self.links = equipment.links
        self.directions = equipment.directions
        self.opposites = equipment.opposites
        self._read: tuple[list[int], dict[int, Tile]] = [], {}  # the tiles as last read
        self.traced: tuple[object, tuple[TracedLine, ...]] = None, ()  # their lines

    def copy(self: SomeTable) -> SomeTable:
        """Give a table of its own with the same position."""
        return type(self)(self.slots.copy(), self.equipment)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.layout.players

    def board_of(self, site: int) -> Board:
        """Give the board that a site belongs to."""
        return self.equipment.board_of[site]

    # ---- tiles

    @property
    def plane(self) -> Plane:
        """The plane; ValueError in a game without."""
        if self.equipment.plane is None:
            raise ValueError("this game has no plane")
        return self.equipment.plane

    def is_cell(self, place: int) -> bool:
        """Whether a place is a site of the plane."""
        return self.equipment.plane is not None and place >= self.equipment.plane.first

    def tiles(self) -> dict[int, Tile]:
        """Give the tiles of the plane by their sites: piece and pose. Not to be changed."""
        layout = self.layout
        run = self.slots[layout.tiles : layout.tiles + 3 * layout.most_tiles]
        if run != self._read[0]:
            self._read = run, read_tiles(self.slots, layout, self.plane)
        return self._read[1]

    def settle(self, registers: list[Any], cells: Collection[int]) -> None:
        """Move the tiles to where equal tables lie alike, with all that names their sites:
        variables,
        and the registers in `cells`."""
        if self.equipment.plane is not None:
            settle_tiles(self.slots, self.layout, self.plane, registers, cells)

    # ---- pieces

    def count(self, place: int, piece: int) -> int:
        """Count the pieces of one sort on a place."""
        if self.is_cell(place):
            return int(self.top(place) == piece)
        spot = self.layout.places[place]
        if spot.holds == "one":
            return int(self.slots[spot.offset] == piece + 1)
        if spot.holds == "many":
            return self.slots[spot.offset + piece]
        return self.slots[spot.offset : spot.offset + spot.size].count(piece + 1)

    def total(self, place: int) -> int:
        """Count all pieces on a place."""
        if self.is_cell(place):
            return int(place in self.tiles())
        spot = self.layout.places[place]
        if spot.holds == "one":
            return int(self.slots[spot.offset] != 0)
        run = self.slots[spot.offset : spot.offset + spot.size]
        return sum(run) if spot.holds == "many" else spot.size - run.count(0)

    def top(self, place: int) -> int:
        """Give the piece on a place: the top of a stack, the first sort of many; -1 where there
        is none."""
        if self.is_cell(place):
            return self.tiles().get(place, (-1, 0))[0]
        spot = self.layout.places[place]
        if spot.holds == "one":
            return self.slots[spot.offset] - 1
        if spot.holds == "many":
            return next((p for p in range(spot.size) if self.slots[spot.offset + p]), -1)
        height = self.total(place)
        return self.slots[spot.offset + height - 1] - 1 if height else -1

    def pieces(self, place: int) -> frozenset[int]:
        """Give the sorts of pieces on a place."""
        if self.is_cell(place):
            return frozenset(() if self.top(place) < 0 else (self.top(place),))
        spot = self.layout.places[place]
        run = self.slots[spot.offset : spot.offset + spot.size]
        if spot.holds == "many":
            return frozenset(piece for piece, number in enumerate(run) if number)
        return frozenset(slot - 1 for slot in run if slot)

    def has_any(self, place: int, pieces: Collection[int]) -> bool:
        """Whether a place has a piece of any of some sorts."""
        if self.is_cell(place):
            return self.top(place) in pieces
        spot = self.layout.places[place]
        if spot.holds == "one":
            return self.slots[spot.offset] - 1 in pieces
        if spot.holds == "many":
            return any(self.slots[spot.offset + piece] for piece in pieces)
        return any(self.count(place, piece) for piece in pieces)

    def sites_with(self, pieces: Collection[int]) -> frozenset[int]:
        """Give the sites that have a piece of any of some sorts, those of the plane among them."""
        sites = (site for board in self.boards for site in self._sites_of_board(board, pieces))
        if self.equipment.plane is None:
            return frozenset(sites)
        cells = (cell for cell, (piece, _) in self.tiles().items() if piece in pieces)
        return frozenset((*sites, *cells))

    def _sites_of_board(self, board: Board, pieces: Collection[int]) -> Iterable[int]:
        """Read the runs of slots that a board's sites lie in, one site behind the other."""
        sites = range(board.first, board.first + len(board))
        if board.holds == "stack":
            return [site for site in sites if self.has_any(site, pieces)]
        begin = self.layout.places[board.first].offset
        if board.holds == "one":
            wanted = {piece + 1 for piece in pieces}
            run = self.slots[begin : begin + len(board)]
            return [site for site, slot in zip(sites, run, strict=True) if slot in wanted]
        width = len(self.layout.pieces)
        runs = [self.slots[begin + one : begin + width * len(board) : width] for one in pieces]
        return [site for run in runs for site, number in zip(sites, run, strict=True) if number]

    def has_room(self, place: int, number: int) -> bool:
        """Whether a place can take that many more pieces."""
        if self.is_cell(place):
            return self.total(place) + number <= 1 and self.plane.has(place)
        spot = self.layout.places[place]
        return spot.holds == "many" or self.total(place) + number <= spot.size

    def find(self, piece: int) -> int:
        """Give the first place, sites before zones, that has a piece; -1 where none has."""
        sites = self.sites_with((piece,))
        if sites:
            return min(sites)
        zones = range(len(self.equipment.board_of), len(self.layout.places))
        return next((zone for zone in zones if self.count(zone, piece)), -1)

    def pick(self, place: int, skip: int = 0) -> list[tuple[int, int]]:
        """List the sorts of pieces on a place with their numbers; of a stack, above so many."""
        spot = self.layout.places[place]
        run = self.slots[spot.offset : spot.offset + spot.size]
        if spot.holds == "many":
            return [(piece, number) for piece, number in enumerate(run) if number]
        left = [slot - 1 for slot in run[skip:] if slot]
        return [(piece, left.count(piece)) for piece in sorted(set(left))]

    def sort_stack(self, place: int) -> None:
        """Put a stack in the order of its pieces' numbers, the lowest at the bottom."""
        spot = self.layout.places[place]
        run = self.slots[spot.offset : spot.offset + spot.size]
        ordered = sorted(slot for slot in run if slot)
        self.slots[spot.offset : spot.offset + len(ordered)] = ordered

    def settle_stack(self, place: int, position: int, piece: int) -> None:
        """Take the lowest such piece at or above a position of a stack down to it."""
        offset = self.layout.places[place].offset + position
        found = self.slots.index(piece + 1, offset)
        self.slots[offset : found + 1] = [piece + 1, *self.slots[offset:found]]

    def show(self, slot: int | None, players: frozenset[int] | None, shown: bool) -> None:
        """Reveal what has this slot to players, None for all, or hide it again."""
        if slot is None:
            return
        for number in range(self.layout.shown_slots):
            seats = range(number * SEATS_A_SLOT, (number + 1) * SEATS_A_SLOT)
            some = [seat for seat in seats if players is not None and seat in players]
            bits = -1 if players is None else sum(1 << seat - seats.start for seat in some)
            self.slots[slot + number] = self.slots[slot + number] | bits if shown else 0

    def box(self, piece: int) -> int:
        """Count the pieces of one sort in the box; -1 where there is no limit."""
        return self.slots[self.layout.box + piece]

    def add(self, place: int, piece: int, number: int = 1, pose: int = 0) -> None:
        """Put pieces on a place, on top of a stack, or into the BOX. Fault `full` where they do
        not fit."""
        if place == BOX:
            if self.box(piece) >= 0:
                self.slots[self.layout.box + piece] += number
            return
        if not self.has_room(place, number):
            raise self.fault("full", "{place} has no room for {piece}", piece, place)
        if self.is_cell(place):
            if pose not in self.plane.poses(piece):
                raise self.fault("full", "{place} takes no such pose of {piece}", piece, place)
            tiles = {**self.tiles(), place: (piece, pose)}
            write_tiles(self.slots, self.layout, self.plane, tiles)
            return
        spot = self.layout.places[place]
        if spot.holds == "many":
            self.slots[spot.offset + piece] += number
        else:
            base = spot.offset + self.total(place)
            self.slots[base : base + number] = [piece + 1] * number

    def take(self, place: int, piece: int, number: int = 1) -> None:
        """Take pieces from a place or the BOX, from a stack the highest. Fault `missing` where
        there are too few."""
        if not self.has_pieces(place, piece, number):
            raise self.fault("missing", "{place} lacks {piece}", piece, place)
        if place == BOX:
            if self.box(piece) >= 0:
                self.slots[self.layout.box + piece] -= number
            return
        if self.is_cell(place):
            tiles = {cell: tile for cell, tile in self.tiles().items() if cell != place}
            write_tiles(self.slots, self.layout, self.plane, tiles)
            return
        spot = self.layout.places[place]
        if spot.holds == "one":
            self.slots[spot.offset] = 0 if number else self.slots[spot.offset]
        elif spot.holds == "many":
            self.slots[spot.offset + piece] -= number
        else:
            self.take_from_stack(spot.offset, spot.size, piece, number)

    def take_from_stack(self, offset: int, size: int, piece: int, number: int) -> None:
        """Take the highest pieces of one sort; what lay above them sinks."""
        run = self.slots[offset : offset + size]
        for _ in range(number):
            index = size - 1 - run[::-1].index(piece + 1)
            del run[index]
            run.append(0)
        self.slots[offset : offset + size] = run

    def has_pieces(self, place: int, piece: int, number: int) -> bool:
        """Whether a place or the BOX has that many pieces of one sort."""
        if place == BOX:
            return self.box(piece) < 0 or self.box(piece) >= number
        return self.count(place, piece) >= number

    def move(self, piece: int, origin: int, target: int, number: int = 1, pose: int = 0) -> None:
        """Move pieces between places or the BOX. On fault `missing` or `full` nothing has moved."""
        if not self.has_pieces(origin, piece, number):
            raise self.fault("missing", "{place} lacks {piece}", piece, origin)
        if target not in (BOX, origin) and not self.has_room(target, number):
            raise self.fault("full", "{place} has no room for {piece}", piece, target)
        self.take(origin, piece, number)
        self.add(target, piece, number, pose)

    def clear(self, place: int) -> None:
        """Put all pieces of a place into the box."""
        for piece in sorted(self.pieces(place)):
            self.move(piece, place, BOX, self.count(place, piece))

    def fault(self, code: str, template: str, piece: int, place: int = BOX) -> FaultError:
        """Make a fault about a piece, and a place."""
        piece_text, place_text = self.piece_text(piece), self.place_text(place)
        return FaultError(Fault(code, say(template, piece=piece_text, place=place_text), None))

    def piece_text(self, piece: int) -> str:
        """Give what messages call a piece."""
        return f"`{self.layout.pieces[piece].name}`"

    def place_text(self, place: int) -> str:
        """Give what messages call a place."""
        if self.is_cell(place):
            return "`x{}y{}`".format(*self.plane.place(place))
        return "the box" if place == BOX else f"`{self.layout.places[place].name}`"

    # ---- variables

    def load(self, variable: int, indices: Sequence[int] = ()) -> Value:
        """Read a variable, by its number in the layout."""
        slots = self.layout.variables[variable]
        return load_value(self.slots, self.offset_of(variable, indices), slots.shape)

    def store(self, variable: int, indices: Sequence[int], value: Value) -> None:
        """Write a variable; a value outside its shape is fault `range`."""
        slots = self.layout.variables[variable]
        store_value(self.slots, self.offset_of(variable, indices), slots.shape, value)

    def offset_of(self, variable: int, indices: Sequence[int]) -> int:
        """Give where a member of a variable's family begins."""
        slots = self.layout.variables[variable]
        member = 0
        for dimension, low, index in zip(slots.dimensions, slots.lows, indices, strict=True):
            member = member * dimension + index - low
        return slots.offset + member * slots.width

    # ---- history and ending

    def position(self) -> tuple[int, int]:
        """Hash what makes a position (see Layout.position_runs and history.hash_slots)."""
        table = self
        if self.equipment.plane is not None:
            table = self.copy()
            table.settle([], ())
        slots = table.slots
        return hash_slots(
            slot for start, stop in self.layout.position_runs for slot in slots[start:stop]
        )

    def remember(self) -> None:
        """Note this position as the newest of the history; the oldest falls out where the
        history is full."""
        layout = self.layout
        if layout.history_length:
            end = layout.history + 2 * layout.history_length
            kept = self.slots[layout.history : end - 2]
            self.slots[layout.history : end] = [*self.position(), *kept]

    def repeats(self) -> int:
        """Count the remembered positions that equal this one."""
        layout = self.layout
        if not layout.history_length:
            return 0
        end = layout.history + 2 * layout.history_length
        remembered = self.slots[layout.history : end]
        return list(zip(remembered[::2], remembered[1::2], strict=True)).count(self.position())

    def conclude(self, kind: Conclusion, values: Sequence[int]) -> None:
        """Write the ending, from a number for each player; see ending.ending_slots."""
        ending = self.layout.ending
        self.slots[ending : ending + 1 + self.players] = ending_slots(kind, values)

    @property
    def ending(self) -> list[int]:
        """The slots of the ending: its kind, 0 while the game goes on, and a number a player."""
        return self.slots[self.layout.ending : self.layout.ending + 1 + self.players]

    def returns(self) -> tuple[float, ...]:
        """Give what each player gets; see ending.ending_returns."""
        return ending_returns(self.ending)
