"""Coder: what one function of a module is written with: its lines, its room in the work array, and
what the parts of it may ask.

The cases of each kind are in modules of their own, as plain functions that take the coder. The
declarations of builtins know it as `library.emission.Coder`, so what they may ask is here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fragma_dsl.automaton.nodes import Expr, Register
from fragma_dsl.backends.compiled import builtins, places, site_forms, sources, values
from fragma_dsl.backends.compiled.bounds import Interval, Named
from fragma_dsl.backends.compiled.derived_forms import FilterForm, GatherForm
from fragma_dsl.backends.compiled.forms import Body, Form, WordsForm
from fragma_dsl.backends.compiled.marks import Marks
from fragma_dsl.backends.compiled.plain_forms import ConstForm, RangeForm
from fragma_dsl.backends.compiled.site_forms import SlotsWhereForm
from fragma_dsl.backends.compiled.table_forms import table_row
from fragma_dsl.backends.compiled.words import Rep, rep_for
from fragma_dsl.backends.compiled.work_array import MOST_KEPT
from fragma_dsl.backends.compiled.writer import Writer
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.free_sites import FreeSites
    from fragma_dsl.backends.compiled.unit import Unit


class Coder:
    """Writes one function: its lines, its registers, its room in the work array."""

    def __init__(self, unit: Unit, registers: Sequence[Register]) -> None:
        self.unit, self.registers = unit, list(registers)
        self.program, self.tables = unit.program, unit.tables
        self.free_sites: FreeSites | None = None  # where its words are sure to hold
        self.has_remembered = False  # whether nothing has changed since the position was remembered
        self.inlined = 0  # how many nodes of functions were written in place
        self.w = Writer()
        self.used = 0  # slots of the work array from `top` on
        self.bound: dict[int, Form] = {}  # by register, the set that a scan has come to
        self.rooms: dict[int, str] = {}  # by register, where its set or list is kept
        self.notes: dict[tuple[str, ...], str] = {}  # by a call on the table, its value as a name

    def apart(self) -> Coder:
        """Give what writes a function of its own with the same registers."""
        return Coder(self.unit, self.registers)

    def cite(self, span: Span) -> None:
        """Write which line of the rules the next lines stand for."""
        line = span.line
        if span.source is not self.unit.nowhere.source:
            text = f"# {span.source.name.rpartition('/')[2]}:{line}"
        else:
            text = f"# {line}: {span.source.line(line).strip()}"
        if not self.w.lines or text.strip() not in [one.strip() for one in self.w.lines[-6:]]:
            self.w.line(text)

    def finish(self) -> list[str]:
        """Give the lines of the function, with the size of its room written in."""
        self.unit.frames.append(self.used)
        plus = f" + {self.used}" if self.used else ""
        return [line.replace("top + FRAME", f"top{plus}") for line in self.w.lines]

    # ---- room and faults

    def room(self, size: int) -> str:
        """Give where that many slots of the work array are free for this function, or as many as
        are kept at most."""
        return self.room_exactly(min(size, MOST_KEPT))

    def room_exactly(self, size: int) -> str:
        """Give where that many slots of the work array are free, however many."""
        at = f"(top + {self.used})" if self.used else "top"
        self.used += size
        return at

    def check_room(self, n: str, most: int) -> None:
        """Write the check that a run does not outgrow its room."""
        if most > MOST_KEPT:
            with self.w.block(f"if {n} >= {MOST_KEPT}:"):
                self.w.line("raise Overfull")

    def check_fits(self, n: str, most: int) -> None:
        """Write the check that a whole run fits the room of as many as are kept at most."""
        if most > MOST_KEPT:
            with self.w.block(f"if {n} > {MOST_KEPT}:"):
                self.w.line("raise Overfull")

    def fail(self, code: str, span: Span) -> None:
        """Write that the rules go wrong here."""
        self.w.line(f"raise Faulty({self.tables.fault(code, span)})")

    def fail_if(self, test: str, code: str, span: Span) -> None:
        """Write that the rules go wrong where a test holds."""
        if test == "False":
            return
        with self.w.block(f"if {test}:"):
            self.fail(code, span)

    # ---- expressions

    def value(self, expr: Expr) -> str:
        """Write a single value; a truth is a test or a number."""
        return values.value(self, expr)

    def atom(self, expr: Expr) -> str:
        """Write a value as a name or a number, to be used again and again."""
        return self.as_atom(self.value(expr))

    def source(self, expr: Expr) -> Form:
        """Give the form of a set or a list, lazily made."""
        return sources.source(self, expr)

    def eager(self, expr: Expr) -> Form:
        """Give the form of a set, made at once where making it can go wrong."""
        form = self.source(expr)
        return form.kept(self) if form.is_lazy and self.may_fault(expr) else form

    def trial(self, expr: Expr) -> str:
        """Give the text of a value without writing anything."""
        names, used, inlined, count = self.w.names, self.used, self.inlined, len(self.registers)
        rooms = dict(self.rooms)
        with self.w.aside():
            text = self.value(expr)
        self.w.names, self.used, self.inlined, self.rooms = names, used, inlined, rooms
        del self.registers[count:]
        return text

    def bounds(self, expr: Expr) -> Interval:
        """Give the bounds of a value or of the members of a set or list."""
        return self.unit.bounds.of(expr, self.registers)

    def may_fault(self, *exprs: Expr | None) -> bool:
        """Whether any of some expressions can go wrong."""
        return any(self.unit.faulting.may(expr, self.registers) for expr in exprs)

    def is_even(self, expr: Expr) -> bool:
        """Whether a value is the same for all members."""
        return not self.may_fault(expr) and self.trial(expr).lstrip("-").isdigit()

    def is_choice(self, argument: Expr) -> bool:
        """Whether an argument is one of a few values that are known."""
        return builtins.is_choice(self, argument)

    # ---- texts

    def as_atom(self, text: str) -> str:
        """Give a name for a text that is not one yet."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text
        return self.w.let(text)

    def as_offset(self, text: str) -> str:
        """Give an offset as a number or a name."""
        return text if text.isdigit() else self.w.let(text, "o")

    def in_range(self, text: str, found: Interval, wanted: Interval, span: Span) -> str:
        """Write the check that a value lies where it should."""
        return values.in_range(self, text, found, wanted, span)

    def helper(self, name: str, *arguments: str) -> str:
        """Write the call of a function that is a part of every module."""
        return f"{name}({', '.join(['s', 'w', 'top + FRAME', *arguments])})"

    # ---- what stands on places

    def top(self, place: str, within: Interval) -> str:
        """Write the piece on a place, -1 where there is none."""
        return places.top(self, place, within)

    def stands(self, place: str, within: Interval) -> str:
        """Write the test whether anything is on a place."""
        return places.stands(self, place, within)

    def has_piece(self, place: str, within: Interval, piece: str) -> str:
        """Write the test whether a place has a piece."""
        return places.has(self, place, within, piece)

    def count_piece(self, place: str, within: Interval, piece: str) -> str:
        """Write the number of pieces of one sort on a place."""
        return places.count(self, place, within, piece)

    def total(self, place: str, within: Interval) -> str:
        """Write the number of all pieces on a place."""
        return places.total(self, place, within)

    def slot_of(self, place: str, within: Interval) -> str | None:
        """Write the slot of a place that holds one piece; None for others."""
        here = places.spots(self, within)
        return f"s[{places.run_at(self, place, here)}]" if here.holds == "one" else None

    def run_of(self, place: str, within: Interval) -> str | None:
        """Write where the slots of a place begin that holds many pieces; None for others."""
        here = places.spots(self, within)
        return places.run_at(self, place, here) if here.holds == "many" else None

    # ---- sets

    def known(self, members: frozenset[int]) -> Form:
        """Give a set that is known."""
        return ConstForm(members)

    def numbers(self, low: int, high: int) -> Form:
        """Give the set of the numbers from one to another."""
        return RangeForm(str(low), str(high), low, high)

    def filtered(self, form: Form, test: Callable[[str], str]) -> Form:
        """Give the members of a form that pass a test."""
        return FilterForm(form, test)

    def gathered(self, low: int, high: int, scan: Callable[[Body], None]) -> Form:
        """Give the set of what a scan gives, in any order."""
        return GatherForm(low, high, scan, high - low + 1)

    def slots_where(
        self, low: int, high: int, wanted: str, of: str = "", is_not: bool = False
    ) -> SlotsWhereForm | None:
        """Give the sites of a range whose slots pass a test, where they are one slot each."""
        return site_forms.slots_where(self, low, high, wanted, of, is_not)

    def alike(self, rows: Sequence[Sequence[int]], site: str, piece: str) -> str | None:
        """Write a word with a bit for each site of a row that has a piece, see site_forms."""
        return site_forms.alike(self, rows, site, piece)

    def words_for(self, low: int, high: int) -> Rep | None:
        """Give how a set of numbers is kept in a few words of bits; None where it takes more."""
        rep = rep_for(low, high)
        return rep if 1 <= rep.count <= 4 and rep.base == 0 else None

    def of_words(self, names: Sequence[str], rep: Rep, low: int, high: int) -> Form:
        """Give the set that stands in words of bits."""
        return WordsForm(names, rep, low, high)

    def marks(self, size: int) -> Marks:
        """Give a set of numbers below a size, empty now, to be filled one by one."""
        return Marks(self, size)

    # ---- tables

    def table_form(
        self, rows: Sequence[Sequence[int]], position: str, is_list: bool = False
    ) -> Form:
        """Give the row of a table of rows."""
        return table_row(self, rows, position, is_list)

    def row_of(self, meaning: Callable[..., Any], *arguments: Expr | tuple[str, Interval]) -> Form:
        """Give the set or list that a meaning gives, out of a table for all arguments there are;
        what is written already comes as its text and its bounds."""
        return builtins.row_of(self, meaning, named(arguments), self.unit.nowhere)

    def has_table(self, *arguments: Expr) -> bool:
        """Whether there can be a table for all that some arguments can be."""
        return builtins.has_table(self, arguments)

    def entry_of(
        self, meaning: Callable[..., Any], span: Span, *arguments: Expr | tuple[str, Interval]
    ) -> str:
        """Write the single value that a meaning gives, out of such a table."""
        return builtins.entry_of(self, meaning, named(arguments), span)


def named(arguments: Sequence[Expr | tuple[str, Interval]]) -> list[Expr | Named]:
    """Give arguments as tables take them."""
    return [Named(*one) if isinstance(one, tuple) else one for one in arguments]
