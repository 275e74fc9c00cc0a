"""Coder: expressions of the automaton as Python text, with the lines that it needs before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from fragma_dsl.automaton.nodes import (
    After,
    Binary,
    CallBuiltin,
    CallFunction,
    Comprehension,
    Conditional,
    Const,
    Expr,
    InRange,
    Item,
    Load,
    Local,
    MakeList,
    MakeSet,
    Old,
    PieceOf,
    Range,
    Register,
    Require,
    Unary,
)
from fragma_dsl.backends.compiled import calls, comprehensions, operators, places, set_forms
from fragma_dsl.backends.compiled.bounds import Interval, Named
from fragma_dsl.backends.compiled.derived_forms import (
    FilterForm,
    GatherForm,
    PairForm,
    SetsForm,
    SlotsWhereForm,
    UnionForm,
)
from fragma_dsl.backends.compiled.forms import (
    MOST_KEPT,
    Body,
    ConstForm,
    Form,
    RangeForm,
    Rep,
    RunForm,
    SlotListForm,
    SlotsForm,
    TableForm,
    WordsForm,
    rep_for,
)
from fragma_dsl.backends.compiled.marks import Marks
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.compiled.set_forms import numbers_of, sorted_set
from fragma_dsl.backends.compiled.sets import SetsRunForm
from fragma_dsl.backends.compiled.texts import is_test, negated
from fragma_dsl.backends.compiled.writer import Writer
from fragma_dsl.library.types import INT_LOW, ListOf, SetOf, Var
from fragma_dsl.play.layout import Members, Scalar
from fragma_dsl.play.layout import Sequence as Listed
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.judging import Judging
    from fragma_dsl.backends.compiled.kept import Kept
    from fragma_dsl.backends.compiled.module import Unit


class Coder:
    """Writes one function: its lines, its registers, its room in the work array."""

    def __init__(self, unit: Unit, registers: Sequence[Register]) -> None:
        self.unit, self.registers = unit, list(registers)
        self.program, self.tables = unit.program, unit.tables
        self.kept: Kept | None = None  # the words that are sure to hold where this is run
        self.has_remembered = False  # whether nothing has changed since the position was remembered
        self.inlined = 0  # how many nodes of functions were written in place
        self.w = Writer()
        self.used = 0  # slots of the work array from `top` on
        self.bound: dict[int, Form] = {}  # by register, the set that a scan has come to
        self.rooms: dict[int, str] = {}  # by register, where its set or list is kept
        self.notes: dict[tuple[str, ...], str] = {}  # by a call on the table, its value as a name

    @property
    def judging(self) -> Judging:
        """What writes the conditions of invariants."""
        if self.unit.judging is None:
            raise NotCompiledError("`old`, which only an invariant has")
        return self.unit.judging

    # ---- room and faults

    def room(self, size: int) -> str:
        """Give where that many slots of the work array are free for this function."""
        at = f"(top + {self.used})" if self.used else "top"
        self.used += min(size, MOST_KEPT)
        return at

    def room_exactly(self, size: int) -> str:
        """Give where that many slots of the work array are free, however many."""
        at = f"(top + {self.used})" if self.used else "top"
        self.used += size
        return at

    def register_room(self, index: int) -> str:
        """Give where a register keeps its set or list."""
        if index not in self.rooms:
            form = self.register_form(index)
            self.rooms[index] = self.room(form.most)
        return self.rooms[index]

    def check_room(self, n: str, most: int) -> None:
        """Write the check that a run does not outgrow its room."""
        if most > MOST_KEPT:
            with self.w.block(f"if {n} >= {MOST_KEPT}:"):
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

    # ---- bounds

    def bounds(self, expr: Expr) -> Interval:
        """Give the bounds of a value or of the members of a set or list."""
        return self.unit.bounds.of(expr, self.registers)

    def may_fault(self, *exprs: Expr | None) -> bool:
        """Whether any of some expressions can go wrong."""
        return any(self.unit.faulting.may(expr, self.registers) for expr in exprs)

    # ---- texts

    def atom(self, expr: Expr) -> str:
        """Write a value as a name or a number, to be used again and again."""
        return self.as_atom(self.value(expr))

    def as_atom(self, text: str) -> str:
        """Give a name for a text that is not one yet."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text
        return self.w.let(text)

    def word_in(self, column: Sequence[int], index: str) -> str:
        """Write a word of bits out of a table of words."""
        numbers = [word - (1 << 64) if word >= 1 << 63 else word for word in column]
        text = f"{self.tables.add(numbers, 'words')}[{index}]"
        return f"word({text})" if max(column) >= 1 << 63 else text

    def word(self, word: int) -> str:
        """Write a word of bits; one with its highest bit is written as a signed number."""
        return str(word) if word < 1 << 63 else f"word({word - (1 << 64)})"

    def conjunction(self, left: str, right: Callable[[], str]) -> str:
        """Write `left and right`, the right only worked out where it matters."""
        return self._short(left, right, "and")

    def disjunction(self, left: str, right: Callable[[], str]) -> str:
        """Write `left or right`, the right only worked out where it matters."""
        return self._short(left, right, "or")

    # ---- what the declarations of builtins write with

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

    def helper(self, name: str, *arguments: str) -> str:
        """Write the call of a function that is a part of every module."""
        return f"{name}({', '.join(['s', 'w', 'top + FRAME', *arguments])})"

    def numbers(self, low: int, high: int) -> Form:
        """Give the set of the numbers from one to another."""
        return RangeForm(str(low), str(high), low, high)

    def slots_where(
        self, low: int, high: int, wanted: str, of: str = "", is_not: bool = False
    ) -> Form | None:
        """Give the sites of a range whose slots pass a test, where they are one slot each."""
        here = places.spots(self, (low, high))
        if here.holds != "one" or here.base is None or high < low:
            return None
        return SlotsWhereForm(here.base, low, high, wanted, of, is_not)

    def alike(self, rows: Sequence[Sequence[int]], site: str, piece: str) -> str | None:
        """Write a word with a bit for each site of a row, the row of a site, that has a piece; no
        site, -1, has none. None where sites are no slot each."""
        here = places.spots(self, (0, len(rows) - 1))
        if here.holds != "one" or here.base is None:
            return None
        width = len(rows[0])
        near = self.tables.add([max(0, one) for row in rows for one in row], "near")
        real = [sum((one >= 0) << at for at, one in enumerate(row)) for row in rows]
        begin = f"{site} * {width}"
        bits = f"near(s, {here.base}, {near}, {begin}, {width}, {piece} + 1)"
        return self.w.let(f"{bits} & {self.tables.add(real, 'real')}[{site}]", "b")

    def filtered(self, form: Form, test: Callable[[str], str]) -> Form:
        """Give the members of a form that pass a test."""
        return FilterForm(form, test)

    def gathered(self, low: int, high: int, scan: Callable[[Body], None]) -> Form:
        """Give the set of what a scan gives, in any order."""
        return GatherForm(low, high, scan, high - low + 1)

    def words_for(self, low: int, high: int) -> Rep | None:
        """Give how a set of numbers is kept in a few words of bits; None where it takes more."""
        rep = rep_for(low, high)
        return rep if 1 <= rep.count <= 4 and rep.base == 0 else None

    def of_words(self, names: Sequence[str], rep: Rep, low: int, high: int) -> Form:
        """Give the set that stands in words of bits."""
        return WordsForm(names, rep, low, high)

    def known(self, members: frozenset[int]) -> Form:
        """Give a set that is known."""
        return ConstForm(members)

    def marks(self, size: int) -> Marks:
        """Give a set of numbers below a size, empty now, to be filled one by one."""
        return Marks(self, size)

    def row_of(
        self, meaning: Callable[..., Any], span: Span, *arguments: Expr | tuple[str, Interval]
    ) -> Form:
        """Give the set or list that a meaning gives, out of a table for all arguments there are;
        what is written already comes as its text and its bounds."""
        named = [Named(*one) if isinstance(one, tuple) else one for one in arguments]
        form = self.unit.builtins.tabulate(self, meaning, True, named, span)
        assert isinstance(form, Form)
        return form

    def entry_of(
        self, meaning: Callable[..., Any], span: Span, *arguments: Expr | tuple[str, Interval]
    ) -> str:
        """Write the single value that a meaning gives, out of such a table."""
        named = [Named(*one) if isinstance(one, tuple) else one for one in arguments]
        return str(self.unit.builtins.tabulate(self, meaning, False, named, span))

    def _short(self, left: str, right: Callable[[], str], word: str) -> str:
        with self.w.aside(1) as lines:
            text = right()
        if not lines:
            neutral = "True" if word == "and" else "False"
            if neutral in (left, text):
                return text if left == neutral else left
            return f"({left} {word} {text})"
        result = self.w.let(f"({left}) != 0" if not is_test(left) else left)
        with self.w.block(f"if {result}:" if word == "and" else f"if not {result}:"):
            self.w.lines.extend(lines)
            self.w.line(f"{result} = {text if is_test(text) else f'({text}) != 0'}")
        return result

    # ---- kinds of values

    def collection_of(self, expr: Expr) -> bool:
        """Whether an expression is a set or a list."""
        match expr:
            case Const(value):
                return not isinstance(value, int)
            case Local(index):
                return isinstance(self.registers[index].type, SetOf | ListOf)
            case Load(variable, _):
                return not isinstance(self.program.layout.variables[variable].shape, Scalar)
            case Binary(word, _, _, _):
                return word in ("|", "&", "without", "concat")
            case Conditional(value, _, _):
                return self.collection_of(value)
            case Range() | MakeSet() | MakeList():
                return True
            case Item(sequence, _, _):
                return self.holds_sets(sequence)
            case Comprehension(collect, _, _, _, _, _):
                return collect == "set"
            case CallBuiltin(builtin, arguments, _):
                return isinstance(builtin.result, SetOf | ListOf) or (
                    isinstance(builtin.result, Var) and self.holds_sets(arguments[0])
                )
            case CallFunction(procedure, _, _):
                return self.unit.returns(procedure).is_collection
            case After(_, _, value, _) | Old(value, _):
                return self.collection_of(value)
            case _:
                return False

    def holds_sets(self, expr: Expr) -> bool:
        """Whether an expression is a list of sets."""
        if not self.collection_of(expr):
            return False
        with self.w.aside():
            return isinstance(self.source(expr), SetsForm)

    # ---- single values

    def trial(self, expr: Expr) -> str:
        """Give the text of a value without writing anything."""
        names, used, inlined, count = self.w.names, self.used, self.inlined, len(self.registers)
        rooms = dict(self.rooms)
        with self.w.aside():
            text = self.value(expr)
        self.w.names, self.used, self.inlined, self.rooms = names, used, inlined, rooms
        del self.registers[count:]
        return text

    def value(self, expr: Expr) -> str:
        """Write a single value; a truth is a test or a number."""
        match expr:
            case Const(int(value)):
                return str(int(value))
            case Local(index):
                return f"r{index}"
            case Load(variable, indices):
                constant = self.unit.constant(variable)
                if constant is not None and isinstance(constant, int):
                    return str(constant)
                return f"s[{self.slot(variable, indices)}]"
            case Unary("not", operand):
                return negated(self.value(operand))
            case Unary(_, operand):
                low, _ = self.bounds(operand)
                text = self.value(operand)
                if low == INT_LOW:
                    text = self.as_atom(text)
                    self.fail_if(f"{text} == {INT_LOW}", "range", self.unit.nowhere)
                return f"(-{text})"
            case Binary():
                return operators.binary(self, expr)
            case Conditional(value, test, otherwise):
                return operators.conditional(self, value, test, otherwise)
            case Item(sequence, index, span):
                return operators.item(self, sequence, index, span)
            case Comprehension():
                return comprehensions.comprehension(self, expr)
            case CallBuiltin():
                return str(self.unit.builtins.emit(self, expr))
            case CallFunction(procedure, arguments, _):
                known = calls.from_table(self, expr, False)
                if known is not None:
                    return str(known)
                inline = calls.inline(self, procedure, arguments)
                return (
                    calls.call(self, procedure, arguments) if inline is None else self.value(inline)
                )
            case After():
                return calls.after(self, expr)
            case Require(value, _, span):
                text = self.value(value)
                if self.bounds(value)[0] < 0 and text not in self.notes.values():
                    text = self.as_atom(text)
                    self.fail_if(f"{text} == -1", "none", span)
                return text
            case InRange(value, low, high, span):
                return self.in_range(self.value(value), self.bounds(value), (low, high), span)
            case PieceOf():
                return operators.piece_of(self, expr)
            case Old():
                return self.judging.old(self, expr)
            case Range() | MakeSet() | MakeList() | Const():
                raise NotCompiledError(f"a single value was expected, not {expr}")
            case _:
                assert_never(expr)

    def in_range(self, text: str, found: Interval, wanted: Interval, span: Span) -> str:
        """Write the check that a value lies where it should."""
        tests = []
        if found[0] < wanted[0] or found[1] > wanted[1]:
            text = self.as_atom(text)
        if found[0] < wanted[0]:
            tests.append(f"{text} < {wanted[0]}")
        if found[1] > wanted[1]:
            tests.append(f"{text} > {wanted[1]}")
        if tests:
            self.fail_if(" or ".join(tests), "range", span)
        return text

    def slot(self, variable: int, indices: Sequence[Expr]) -> str:
        """Write where the run of slots of a variable begins."""
        slots = self.program.layout.variables[variable]
        offset, terms, stride = slots.offset, [], slots.width
        parts = list(zip(slots.dimensions, slots.lows, indices, strict=True))
        for dimension, low, index in reversed(parts):
            offset -= low * stride
            text = self.value(index)
            if text.lstrip("-").isdigit():
                offset += int(text) * stride
            else:
                terms.append(text if stride == 1 else f"{text} * {stride}")
            stride *= dimension
        return " + ".join([str(offset), *reversed(terms)])

    # ---- sets and lists

    def source(self, expr: Expr) -> Form:
        """Give the form of a set or a list, lazily made."""
        match expr:
            case Const(frozenset() | tuple() as members):
                if members and not isinstance(next(iter(members)), int):
                    return SetsForm([sorted_set(one) for one in members])
                return ConstForm(numbers_of(members))
            case Local(index):
                return self.register_form(index)
            case Load(variable, indices):
                return self.load_form(variable, indices)
            case Binary("concat", left, right, _):
                return set_forms.concat(self, left, right)
            case Binary(word, left, right, _):
                a = self.eager(left)
                return PairForm(word, a, self.eager(right))
            case Conditional(value, test, otherwise):
                return set_forms.either(self, value, test, otherwise)
            case Range(low, high, span):
                return set_forms.range_form(self, low, high, span)
            case MakeSet(items):
                return set_forms.gather(self, items)
            case MakeList(items):
                return set_forms.listed(self, items)
            case Item(sequence, index, span):
                return set_forms.chosen(self, sequence, index, span)
            case Comprehension():
                return comprehensions.comprehension_form(self, expr)
            case CallBuiltin():
                if isinstance(expr.builtin.result, Var) and self.holds_sets(expr.arguments[0]):
                    return set_forms.set_list(self, expr.arguments[0]).chosen(self, expr)
                form = self.unit.builtins.emit(self, expr)
                if not isinstance(form, Form):
                    raise NotCompiledError(f"{expr.builtin.name} as a set")
                return form
            case CallFunction(procedure, arguments, _):
                known = calls.from_table(self, expr, True)
                if isinstance(known, Form):
                    return known
                inline = calls.inline(self, procedure, arguments)
                if inline is not None:
                    return self.source(inline)
                return calls.call_form(self, procedure, arguments)
            case After():
                return calls.after_form(self, expr)
            case Old():
                return self.judging.old_set(self, expr)
            case _:
                raise NotCompiledError(f"{type(expr).__name__} as a set")

    def eager(self, expr: Expr) -> Form:
        """Give the form of a set, made at once where making it can go wrong."""
        form = self.source(expr)
        return form.kept(self) if self.is_lazy(form) and self.may_fault(expr) else form

    def is_lazy(self, form: Form) -> bool:
        """Whether a form is worked out only as it is gone through."""
        return isinstance(form, FilterForm | GatherForm | PairForm | UnionForm)

    def register_form(self, index: int) -> Form:
        """Give the form of a register that holds a set or a list."""
        if index in self.bound:
            return self.bound[index]
        type = self.registers[index].type
        low, high = self.unit.bounds.of_type(type)
        rep = self.unit.rep(type)
        if isinstance(type, ListOf) and isinstance(type.item, SetOf):
            return SetsRunForm(f"r{index}a", f"r{index}n", low, high, MOST_KEPT)
        if rep.is_run:
            is_list = isinstance(type, ListOf)
            most = type.max if isinstance(type, ListOf) else max(0, high - low + 1)
            return RunForm(f"r{index}a", f"r{index}n", low, high, is_list, min(most, MOST_KEPT))
        names = [f"r{index}_{number}" for number in range(rep.count)]
        return WordsForm(names, rep, low, high)

    def load_form(self, variable: int, indices: Sequence[Expr]) -> Form:
        constant = self.unit.constant(variable)
        if constant is not None and not isinstance(constant, int):
            return ConstForm(constant)
        shape = self.program.layout.variables[variable].shape
        offset = self.as_offset(self.slot(variable, indices))
        match shape:
            case Members(low, high):
                return SlotsForm(offset, low, high)
            case Listed(low, high, most):
                return SlotListForm(offset, low, high, most)
            case _:
                raise NotCompiledError("a single variable as a set")

    def as_offset(self, text: str) -> str:
        """Give an offset as a number or a name."""
        return text if text.isdigit() else self.w.let(text, "o")

    def table_form(
        self, rows: Sequence[Sequence[int]], position: str, is_list: bool = False
    ) -> Form:
        """Give the row of a table of rows."""
        flat = [member for row in rows for member in row]
        starts = [0]
        for row in rows:
            starts.append(starts[-1] + len(row))
        table, start = self.tables.add(flat, "rows"), self.tables.add(starts, "starts")
        low, high = min(flat, default=0), max(flat, default=-1)
        longest = max(map(len, rows), default=0)
        begin = f"{start}[{position}]"
        end = f"{start}[{position} + 1]"
        return TableForm(table, begin, end, low, high, longest, is_list)

    # ---- what is true of all members

    def is_even(self, expr: Expr) -> bool:
        """Whether a value is the same for all."""
        return not self.may_fault(expr) and self.trial(expr).lstrip("-").isdigit()

    def is_listed(self, expr: Expr) -> bool:
        """Whether an expression is a list."""
        with self.w.aside():
            return self.source(expr).is_list
