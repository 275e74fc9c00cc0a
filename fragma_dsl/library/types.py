"""Types: what a value can be. Every value but a set or a list is one int32; `none` is -1."""

from dataclasses import dataclass
from typing import TypeAlias

INT_LOW = -(2**31)
INT_HIGH = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Bool:
    """0 or 1."""


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number from `low` to `high`."""

    low: int = INT_LOW
    high: int = INT_HIGH


@dataclass(frozen=True, slots=True)
class Player:
    """The seat, from 0."""


@dataclass(frozen=True, slots=True)
class Team:
    """The number of a team."""


@dataclass(frozen=True, slots=True)
class Site:
    """The index of a site among all sites of all boards; `board` is None where any board will
    do."""

    board: str | None = None


@dataclass(frozen=True, slots=True)
class Layer:
    """The index of a layer of a board."""

    board: str


@dataclass(frozen=True, slots=True)
class Direction:
    """The index in the program's table of directions."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The index of a kind of piece."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The index of a kind with its owner, in the layout's table of pieces."""


@dataclass(frozen=True, slots=True)
class Card:
    """The index of a card in the layout's table of pieces; `family` is None where any card will do.

    Cards of which there are several, all alike, share an index. A card is a piece.
    """

    family: str | None = None


@dataclass(frozen=True, slots=True)
class PlaneType:
    """The plane of a game: 0."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a line: where a line crosses a tile; see stdlib.network."""


@dataclass(frozen=True, slots=True)
class Place:
    """The index of a site or, behind all sites, of a zone. A site is a place."""


@dataclass(frozen=True, slots=True)
class Enum:
    """The index of a named value; `name` is the enum's, the die's, the option's, or `phase`."""

    name: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type of `none` alone: -1."""


@dataclass(frozen=True, slots=True)
class Optional:
    """A value of `item`, or none."""

    item: "Type"


@dataclass(frozen=True, slots=True)
class SetOf:
    """A set; its order is that of the numbers behind its members."""

    item: "Type"


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of at most `max` members."""

    item: "Type"
    max: int


@dataclass(frozen=True, slots=True)
class Var:
    """In a builtin's signature: any one type, the same wherever the name stands."""

    name: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of what has already been reported; fits everywhere."""


Type: TypeAlias = (
    Bool | Int | Player | Team | Site | Layer | Direction | Kind | Piece | Card | PlaneType | Part |
    Place | Enum |
    Nothing
    | Optional | SetOf | ListOf | Var | Unknown
)  # fmt: skip


def is_piece_type(type: Type) -> bool:
    """Whether values of a type are pieces or cards, or none, sets or lists of them."""
    item = type.item if isinstance(type, Optional | SetOf | ListOf) else type
    return isinstance(item, Piece | Card)


def type_text(type: Type) -> str:
    """Write a type as a rule file writes it."""
    match type:
        case Int(low, high):
            return "int" if (low, high) == (INT_LOW, INT_HIGH) else f"{low}..{high}"
        case Site(board):
            return "site" if board is None else f"site of {board}"
        case Layer(board):
            return f"layer of {board}"
        case Card(family):
            return "card" if family is None else f"card of {family}"
        case Enum(name) | Var(name):
            return name
        case Nothing():
            return "none"
        case Optional(item):
            return f"{type_text(item)} or none"
        case SetOf(item):
            return f"set of {type_text(item)}"
        case ListOf(item, size):
            return f"list of {type_text(item)} max {size}"
        case _:
            return type_name(type)


def type_name(type: Type) -> str:
    """Give the word for a type without parts."""
    return "plane" if isinstance(type, PlaneType) else type.__class__.__name__.lower()
