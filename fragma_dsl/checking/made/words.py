"""Words: what can be said of each type where a script stands: what is declared, and locals."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fragma_dsl.checking.made.boards import MadeBoard
from fragma_dsl.library.types import (
    Card,
    Direction,
    Enum,
    Int,
    Kind,
    Layer,
    ListOf,
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
)

ANY_SITE = Site()
"""A site of any board but the plane."""


SCALARS: tuple[Type, ...] = (
    Int(), ANY_SITE, Player(), Direction(), Piece(), Place(), Kind(), Team(), Card(),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """A text that stands for a value."""

    type: Type
    text: str


@dataclass(frozen=True, slots=True)
class Signature:
    """A function or a rule of the file; a rule has no result."""

    name: str
    parameters: tuple[Type, ...]
    result: Type | None


@dataclass(frozen=True, slots=True)
class Store:
    """A variable; `indices` are the types between its brackets."""

    name: str
    type: Type
    indices: tuple[Type, ...] = ()
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone; `owner` is the type of what each has one of."""

    name: str
    owner: Type | None
    order: str
    is_hidden: bool


class Vocabulary:
    """Everything that a file declares; `words` come in the order in which they should be tried."""

    def __init__(self) -> None:
        self.words: list[Word] = []
        self.known: dict[Type, list[str]] = {}  # what `of` has given
        self.boards: list[MadeBoard] = []
        self.plane: MadeBoard | None = None
        self.stores: list[Store] = []
        self.zones: list[Zone] = []
        self.functions: list[Signature] = []
        self.rules: list[Signature] = []
        self.dice: list[Word] = []  # what `roll` gives
        self.pieces: list[str] = []  # texts of pieces that nobody or the mover owns
        self.counters: list[str] = []  # variables for numbers

    def add(self, type: Type, *texts: str) -> None:
        """Note words of a type."""
        self.words += [Word(type, text) for text in texts]
        self.known.clear()

    @contextmanager
    def within(self, *words: Word) -> Iterator[None]:
        """Know some locals for a while, before everything else."""
        before = self.words, self.known
        self.words, self.known = [*self.words, *words], {}
        try:
            yield
        finally:
            self.words, self.known = before

    def sites_of(self, board: MadeBoard) -> Type:
        """Give the type of a board's sites; where there is one board alone, of all sites."""
        is_only = len(self.boards) == 1 and self.plane is None
        return ANY_SITE if is_only else Site(board.name)

    @property
    def site(self) -> Type:
        """Give the type of sites that a variable can keep: not those of a plane without edges."""
        return ANY_SITE if self.plane is None else Site(self.boards[0].name)

    def of(self, wanted: Type) -> list[str]:
        """List the words that fit where a type is wanted."""
        known = self.known.get(wanted)
        if known is None:
            known = [one.text for one in self.words if self.suits(one.type, wanted)]
            self.known[wanted] = known
        return known

    def suits(self, found: Type, wanted: Type) -> bool:
        """Whether a value of one type is one of another without a check."""
        match found, wanted:
            case Int(), Int():
                return True
            case Site(board), (Site(None) | Place()):
                return self.plane is None or board != self.plane.name
            case Card(), Card(None) | Piece():
                return True
            case Optional(one), Optional(other):
                return self.suits(one, other)
            case _, Optional(other):
                return self.suits(found, other)
            case (SetOf(one), SetOf(other)) | (ListOf(one), SetOf(other) | ListOf(other)):
                return self.suits(one, other)
            case _:
                return found == wanted

    def knows(self, wanted: Type) -> bool:
        """Whether something can be said of a type."""
        match wanted:
            case SetOf(Part()) | PlaneType():
                return self.plane is not None
            case ListOf(SetOf()):
                return bool(self.of(wanted))
            case SetOf(item) | ListOf(item) | Optional(item):
                return self.knows(item)
            case _:
                return bool(self.of(wanted))

    def items(self) -> list[Type]:
        """List the types of which sets are made."""
        known = {one.type for one in self.words}
        named: list[Type] = [one for one in known if isinstance(one, Enum | Layer)]
        if self.plane is not None:
            named.append(Site(self.plane.name))
        named.sort(key=str)
        return [one for one in (*SCALARS, *named) if self.knows(one)]
