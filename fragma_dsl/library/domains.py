"""Domains: which numbers the values of a type are, in a game with so many players, sites and
pieces."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from fragma_dsl.library.types import (
    INT_HIGH,
    INT_LOW,
    Bool,
    Card,
    Direction,
    Enum,
    Int,
    Kind,
    Layer,
    ListOf,
    Nothing,
    Optional,
    Part,
    Piece,
    Place,
    PlaneType,
    Player,
    SetOf,
    Site,
    Team,
    Type,
    Unknown,
    Var,
)
from fragma_dsl.play.board import Board
from fragma_dsl.play.layout import Members, Scalar, Sequence, Shape
from fragma_dsl.play.plane import WIDTH, Plane


@dataclass(frozen=True, slots=True)
class Domains:
    """The sizes that a game's declarations give to its types."""

    players: int
    teams: int
    boards: tuple[Board, ...]
    directions: int
    kinds: int
    pieces: int
    zones: int
    enums: Mapping[str, int]
    cards: Mapping[str, tuple[int, int]]  # by family: its first and last piece
    plane: Plane | None = None

    @property
    def sites(self) -> int:
        """How many sites there are in all."""
        return sum(len(board) for board in self.boards)

    def bounds(self, type: Type) -> tuple[int, int]:
        """Give the least and the greatest number of a single value's type."""
        match type:
            case Bool():
                return 0, 1
            case Int(low, high):
                return low, high
            case Player():
                return 0, self.players - 1
            case Team():
                return 0, self.teams - 1
            case Site(None):
                return 0, self.sites - 1 if self.plane is None else self._last_cell
            case Site(name) if self.plane is not None and name == self.plane.name:
                return self.plane.first, self._last_cell
            case Site(name):
                board = self.find_board(str(name))
                return (0, -1) if board is None else (board.first, board.first + len(board) - 1)
            case Layer(name):
                board = self.find_board(name)
                return 0, -1 if board is None else len(board.layers) - 1
            case Direction():
                return 0, self.directions - 1
            case Kind():
                return 0, self.kinds - 1
            case Piece():
                return 0, self.pieces - 1
            case Card(None):
                lows, highs = (
                    zip(*self.cards.values(), strict=True) if self.cards else ((0,), (-1,))
                )
                return min(lows), max(highs)
            case Card(family):
                return self.cards[str(family)]
            case Place():
                last = self.sites + self.zones - 1
                return 0, last if self.plane is None else self._last_cell
            case PlaneType():
                return 0, 0
            case Part():
                return 0, INT_HIGH
            case Enum(name):
                return 0, self.enums[name] - 1
            case Optional(item):
                low, high = self.bounds(item)
                return min(low, -1), high
            case Nothing():
                return -1, -1
            case SetOf() | ListOf() | Var() | Unknown():
                return INT_LOW, INT_HIGH
            case _:
                assert_never(type)

    @property
    def _last_cell(self) -> int:
        return 0 if self.plane is None else self.plane.first + WIDTH * WIDTH - 1

    def find_board(self, name: str) -> Board | None:
        """Find a board by name; a file with mistakes may speak of one that could not be made."""
        return next((board for board in self.boards if board.name == name), None)

    def board(self, name: str) -> Board:
        """Give the board of a name."""
        found = self.find_board(name)
        assert found is not None
        return found

    def shape(self, type: Type) -> Shape | None:
        """Give how a value of this type is kept in slots, or None where it has no bounds."""
        match type:
            case SetOf(SetOf() | ListOf()) | ListOf(SetOf() | ListOf()):
                return None
            case SetOf(item):
                low, high = self.bounds(item)
                return Members(low, high) if high - low < MOST_MEMBERS else None
            case ListOf(item, size):
                low, high = self.bounds(item)
                return Sequence(low, high, size) if size < MOST_MEMBERS else None
            case Part() | Optional(Part()):
                return None  # parts are numbers on the table as it lies
            case _:
                return Scalar(*self.bounds(type))


MOST_MEMBERS = 4096
MOST_CALLS = 64
