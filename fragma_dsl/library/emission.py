"""Emission: what the declaration of a builtin may ask of the compiled backend to say how the
builtin is written.

A function for `Builtin.emit` gets the coder of the function of the module that is being written,
the call and the call's arguments. It gives the text of a single value, or the form of a set or
list, and may write lines before it. Texts are Python expressions; an atom is one that is a name or
a number, so that it may be used again and again.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from fragma_dsl.text.span import Span

Expr: TypeAlias = Any
"""An expression of the automaton, which stands above the library."""

Interval: TypeAlias = tuple[int, int]
"""The least and the greatest number that a value can be."""

Body: TypeAlias = Callable[[str], None]
"""Writes what a loop does with a member, which it gets as an atom."""


class Call(Protocol):
    """The call of a builtin."""

    @property
    def span(self) -> Span:
        """Where it stands in the rules."""


class Form(Protocol):
    """A set or list that is made only as far as it is needed."""

    low: int
    high: int
    most: int
    is_list: bool
    is_cheap: bool  # whether a test for a member costs no more than a look at the table

    def each(self, c: Any, name: str, body: Body) -> None:
        """Write a loop over the members, of a set in ascending order; `break` leaves it."""

    def has(self, c: Any, x: str, within: Interval) -> str:
        """Write the test whether x, which lies `within`, is a member."""

    def words(self, c: Any, rep: Any) -> Sequence[str]:
        """Write the set as words of bits."""

    def kept(self, c: Any) -> "Form":
        """Write the members down, so that they can be gone through again and again."""

    def size(self, c: Any) -> str:
        """Write the number of members."""

    def first(self, c: Any) -> tuple[str, str]:
        """Write the first member; give it and the test whether there is one."""


class Marks(Protocol):
    """A set that is filled while it is asked."""

    def mark(self, x: str) -> str:
        """Write that a number is in the set from now on."""

    def has(self, x: str) -> str:
        """Write the test whether a number is in the set."""

    def form(self) -> Form:
        """Give the set as it is now."""


class Writer(Protocol):
    """Lines of a function, indented by the blocks that they stand in."""

    def line(self, text: str) -> None:
        """Write a line in the block that is open."""

    def name(self, stem: str = "t") -> str:
        """Give a name that nothing else in the function has."""

    def let(self, value: str, stem: str = "t") -> str:
        """Write an assignment to a fresh name; give the name."""

    def block(self, header: str) -> AbstractContextManager[None]:
        """Write a header; what is written inside stands below it."""


class Tables(Protocol):
    """The constants of the module."""

    def add(self, values: Sequence[int], stem: str) -> str:
        """Give the name of a table with these values."""


class Plane(Protocol):
    """What a game with tiles has more than others."""

    poses: int
    bounds: Interval

    def ask(self, c: Any, *call: str) -> str:
        """Write the call of a function on the tiles; where a loop has its value, that."""

    def tile_set(self) -> Form:
        """Give the cells where a tile lies."""

    def spots(self, lifted: str) -> Form:
        """Give the free cells beside tiles."""

    def spanning(self) -> Form:
        """Give the parts of a line that crosses every tile."""

    def line_sets(self, c: Any, closed: bool) -> Form:
        """Give the list of the lines, or of those that are closed, each as a set of parts."""

    def islands(self, c: Any) -> Form:
        """Give the list of the groups of tiles, each as a set of cells."""

    def with_cells(self, form: Any, low: str, high: str) -> Form:
        """Give some sites and the cells whose tile is one of some pieces."""


class Coder(Protocol):
    """Writes one function of the module; `program` is the automaton, `unit` the whole module."""

    program: Any
    unit: Any
    has_remembered: bool

    @property
    def w(self) -> Writer:
        """The lines."""

    @property
    def tables(self) -> Tables:
        """The tables of the module."""

    # ---- arguments

    def value(self, expr: Expr) -> str:
        """Write a single value."""

    def atom(self, expr: Expr) -> str:
        """Write a single value as an atom."""

    def as_atom(self, text: str) -> str:
        """Give a name for a text that is not one yet."""

    def as_offset(self, text: str) -> str:
        """Give an offset as a number or a name."""

    def eager(self, expr: Expr) -> Form:
        """Give the form of a set or list, made at once where making it can go wrong."""

    def bounds(self, expr: Expr) -> Interval:
        """Give the bounds of a value or of the members of a set or list."""

    def is_choice(self, argument: Expr) -> bool:
        """Whether an argument is one of a few values that are known."""

    # ---- faults

    def may_fault(self, *exprs: Expr) -> bool:
        """Whether any of some expressions can go wrong."""

    def fail_if(self, test: str, code: str, span: Span) -> None:
        """Write that the rules go wrong where a test holds."""

    def in_range(self, text: str, found: Interval, wanted: Interval, span: Span) -> str:
        """Write the check that a value lies where it should."""

    # ---- places

    def top(self, place: str, within: Interval) -> str:
        """Write the piece on a place, -1 where there is none."""

    def stands(self, place: str, within: Interval) -> str:
        """Write the test whether anything is on a place."""

    def has_piece(self, place: str, within: Interval, piece: str) -> str:
        """Write the test whether a place has a piece."""

    def count_piece(self, place: str, within: Interval, piece: str) -> str:
        """Write the number of pieces of one sort on a place."""

    def total(self, place: str, within: Interval) -> str:
        """Write the number of all pieces on a place."""

    def slot_of(self, place: str, within: Interval) -> str | None:
        """Write the slot of a place that holds one piece; None for others."""

    def run_of(self, place: str, within: Interval) -> str | None:
        """Write where the slots of a place begin that holds many pieces; None for others."""

    def helper(self, name: str, *arguments: str) -> str:
        """Write the call of a function that is a part of every module."""

    # ---- sets

    def numbers(self, low: int, high: int) -> Form:
        """Give the set of the numbers from one to another."""

    def known(self, members: frozenset[int]) -> Form:
        """Give a set that is known."""

    def filtered(self, form: Any, test: Callable[[str], str]) -> Form:
        """Give the members of a form that pass a test."""

    def gathered(self, low: int, high: int, scan: Callable[[Body], None]) -> Form:
        """Give the set of what a scan gives, in any order."""

    def slots_where(
        self, low: int, high: int, wanted: str, of: str = "", is_not: bool = False
    ) -> Form | None:
        """Give the sites of a range whose slots pass a test, where they are one slot each."""

    def alike(self, rows: Sequence[Sequence[int]], site: str, piece: str) -> str | None:
        """Write a word with a bit for each site of a row, the row of a site, that has a piece; no
        site, -1, has none. None where sites are no slot each."""

    def words_for(self, low: int, high: int) -> Any:
        """Give how a set of numbers is kept in a few words of bits; None where it takes more."""

    def of_words(self, names: Sequence[str], rep: Any, low: int, high: int) -> Form:
        """Give the set that stands in words of bits."""

    def marks(self, size: int) -> Marks:
        """Give a set of numbers below a size, empty now, to be filled one by one."""

    def room(self, size: int) -> str:
        """Give where that many slots of the work array are free for this function."""

    # ---- tables

    def table_form(
        self, rows: Sequence[Sequence[int]], position: str, is_list: bool = False
    ) -> Form:
        """Give the row of a table of rows."""

    def row_of(self, meaning: Callable[..., Any], *arguments: Expr | tuple[str, Interval]) -> Form:
        """Give the set or list that a meaning gives, out of a table for all arguments there are;
        what is written already comes as its text and its bounds."""

    def has_table(self, *arguments: Expr) -> bool:
        """Whether there can be a table for all that some arguments can be."""

    def entry_of(
        self, meaning: Callable[..., Any], span: Span, *arguments: Expr | tuple[str, Interval]
    ) -> str:
        """Write the single value that a meaning gives, out of such a table."""
