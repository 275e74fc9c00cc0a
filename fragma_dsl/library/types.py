"""Types: what a value can be. Every value but a set or a list is one int32; `none` is -1."""

from typing import TypeAlias

from fragma_dsl.text.node import Node, node

INT_LOW = -(2**31)
INT_HIGH = 2**31 - 1


@node
class Bool(Node):
    """0 or 1."""


@node
class Int(Node):
    """A whole number from `low` to `high`."""

    low: int = INT_LOW
    high: int = INT_HIGH


@node
class Player(Node):
    """The seat, from 0."""


@node
class Team(Node):
    """The number of a team."""


@node
class Site(Node):
    """The index of a site among all sites of all boards; `board` is None where any board will
    do."""

    board: str | None = None


@node
class Layer(Node):
    """The index of a layer of a board."""

    board: str


@node
class Direction(Node):
    """The index in the program's table of directions."""


@node
class Kind(Node):
    """The index of a kind of piece."""


@node
class Piece(Node):
    """The index of a kind with its owner, in the layout's table of pieces."""


@node
class Card(Node):
    """The index of a card in the layout's table of pieces; `family` is None where any card will do.

    Cards of which there are several, all alike, share an index. A card is a piece.
    """

    family: str | None = None


@node
class PlaneType(Node):
    """The plane of a game: 0."""


@node
class Part(Node):
    """A part of a line: where a line crosses a tile; see stdlib.network."""


@node
class Place(Node):
    """The index of a site or, behind all sites, of a zone. A site is a place."""


@node
class Enum(Node):
    """The index of a named value; `name` is the enum's, the die's, the option's, or `phase`."""

    name: str


@node
class Nothing(Node):
    """The type of `none` alone: -1."""


@node
class Optional(Node):
    """A value of `item`, or none."""

    item: "Type"


@node
class SetOf(Node):
    """A set; its order is that of the numbers behind its members."""

    item: "Type"


@node
class ListOf(Node):
    """A list of at most `max` members."""

    item: "Type"
    max: int


@node
class Var(Node):
    """In a builtin's signature: any one type, the same wherever the name stands."""

    name: str


@node
class Unknown(Node):
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
