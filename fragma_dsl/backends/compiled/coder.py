"""Coder: expressions of the automaton as Python text, with the lines that it needs before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from fragma_dsl.automaton.nodes import (
    MAX_RANGE,
    After,
    Best,
    Binary,
    CallBuiltin,
    CallFunction,
    Comprehension,
    Conditional,
    Const,
    Expr,
    Generator,
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
    Value,
)
from fragma_dsl.backends.compiled import places
from fragma_dsl.backends.compiled.bounds import Interval, Named, hull
from fragma_dsl.backends.compiled.forms import (
    Body,
    ConstForm,
    FilterForm,
    Form,
    GatherForm,
    PairForm,
    RangeForm,
    Rep,
    RunForm,
    SetsForm,
    SlotListForm,
    SlotsForm,
    SlotsWhereForm,
    TableForm,
    UnionForm,
    WordsForm,
    rep_for,
)
from fragma_dsl.backends.compiled.sets import SetsRunForm, concatenated
from fragma_dsl.backends.compiled.straight import moved
from fragma_dsl.backends.compiled.tables import words_of
from fragma_dsl.backends.compiled.writer import Writer
from fragma_dsl.library.types import INT_HIGH, INT_LOW, ListOf, SetOf, Type, Var
from fragma_dsl.play.layout import Members, Scalar
from fragma_dsl.play.layout import Sequence as Listed
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.module import Unit

MOST_TEST = 160
"""The longest text of a test that is worked out where a branch could spare it."""

MOST_INLINED = 600
"""How many nodes of functions are written in place in one function."""

MOST_KEPT = 4096
"""The most members of a set or list in the work array whose size is not known before."""


class NotCompiledError(Exception):
    """Raised for rules that the compiled backend has no form for."""


class Marks:
    """A set that is filled while it is asked: in words, or in the work array where it is large."""

    def __init__(self, c: Coder, size: int) -> None:
        self.c, self.size = c, size
        self.rep = rep_for(0, size - 1)
        self.names = [c.w.let("0", "b") for _ in range(self.rep.count)]
        if self.rep.count != 1:
            self.at = c.room_exactly(size)
            with c.w.block(f"for x in range({size}):"):
                c.w.line(f"w[{self.at} + x] = 0")

    def mark(self, x: str) -> str:
        """Write that a number is in the set from now on."""
        if self.rep.count == 1:
            return f"{self.names[0]} |= 1 << {x}"
        return f"w[{self.at} + {x}] = 1"

    def has(self, x: str) -> str:
        """Write the test whether a number is in the set."""
        if self.rep.count == 1:
            return f"(({self.names[0]} >> {x}) & 1 != 0)"
        return f"(w[{self.at} + {x}] != 0)"

    def form(self) -> Form:
        """Give the set as it is now."""
        if self.rep.count == 1:
            return WordsForm(self.names, self.rep, 0, self.size - 1)
        numbers = RangeForm("0", str(self.size - 1), 0, self.size - 1)
        return FilterForm(numbers, self.has).kept(self.c)


class Coder:
    """Writes one function: its lines, its registers, its room in the work array."""

    def __init__(self, unit: Unit, registers: Sequence[Register]) -> None:
        self.unit, self.registers = unit, list(registers)
        self.program, self.tables = unit.program, unit.tables
        self.has_remembered = False  # whether nothing has changed since the position was remembered
        self.inlined = 0  # how many nodes of functions were written in place
        self.w = Writer()
        self.used = 0  # slots of the work array from `top` on
        self.bound: dict[int, Form] = {}  # by register, the set that a scan has come to
        self.rooms: dict[int, str] = {}  # by register, where its set or list is kept
        self.notes: dict[tuple[str, ...], str] = {}  # by a call on the table, its value as a name

    # ---- room and faults

    def room(self, size: int) -> str:
        """Give where that many slots of the work array are free for this function."""
        at = f"(top + {self.used})" if self.used else "top"
        self.used += min(size, MOST_KEPT)
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
        """Write a word of bits; one with its highest bit gets a name, as numba takes no literal."""
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
        result = self.w.let(f"({left}) != 0" if not _is_test(left) else left)
        with self.w.block(f"if {result}:" if word == "and" else f"if not {result}:"):
            self.w.lines.extend(lines)
            self.w.line(f"{result} = {text if _is_test(text) else f'({text}) != 0'}")
        return result

    # ---- kinds of values

    def type_kind(self, type: Type) -> type | None:
        """Say whether a type is a set or a list; None for a single value."""
        return SetOf if isinstance(type, SetOf) else ListOf if isinstance(type, ListOf) else None

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
            case After(_, _, value, _):
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
                return self.binary(expr)
            case Conditional(value, test, otherwise):
                return self.conditional(value, test, otherwise)
            case Item(sequence, index, span):
                return self.item(sequence, index, span)
            case Comprehension():
                return self.comprehension(expr)
            case CallBuiltin():
                return str(self.unit.builtins.emit(self, expr))
            case CallFunction(procedure, arguments, _):
                known = self.from_table(expr, False)
                if known is not None:
                    return str(known)
                inline = self.inline(procedure, arguments)
                return self.call(procedure, arguments) if inline is None else self.value(inline)
            case After():
                return self.after(expr)
            case Require(value, _, span):
                text = self.value(value)
                if self.bounds(value)[0] < 0 and text not in self.notes.values():
                    text = self.as_atom(text)
                    self.fail_if(f"{text} == -1", "none", span)
                return text
            case InRange(value, low, high, span):
                return self.in_range(self.value(value), self.bounds(value), (low, high), span)
            case PieceOf():
                return self.piece_of(expr)
            case Old():
                raise NotCompiledError("`old`, which only an invariant has")
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

    def binary(self, expr: Binary) -> str:
        """Write an operator between two values."""
        word, left, right = expr.word, expr.left, expr.right
        match word:
            case "and":
                return self.conjunction(self.value(left), lambda: self.value(right))
            case "or":
                return self.disjunction(self.value(left), lambda: self.value(right))
            case "in" if self.collection_of(left):
                wanted = self.source(left)
                return self.set_list(right).has_set(self, wanted)
            case "in":
                x = self.atom(left)
                if isinstance(right, MakeSet | MakeList) and 0 < len(right.items) <= 4:
                    texts = [f"{x} == {self.value(item)}" for item in right.items]
                    return f"({' or '.join(texts)})"
                return self.eager(right).has(self, x, self.bounds(left))
            case "subset":
                return self.is_subset(left, right)
            case "==" | "!=" if self.collection_of(left):
                test = self.is_equal(left, right)
                return test if word == "==" else negated(test)
            case "==" | "!=" | "<" | "<=" | ">" | ">=":
                a = self.value(left)
                return f"({a} {word} {self.value(right)})"
            case "+" | "-" | "*" | "//" | "%":
                return self.arithmetic(expr)
            case _:
                raise NotCompiledError(f"a single value was expected, not {word}")

    def arithmetic(self, expr: Binary) -> str:
        """Write a result that is checked where it can leave an int32."""
        word, left, right = expr.word, expr.left, expr.right
        a = self.value(left)
        b = self.value(right)
        (c, d), (e, f) = self.bounds(left), self.bounds(right)
        if word in ("//", "%"):
            if e <= 0 <= f:
                b = self.as_atom(b)
                self.fail_if(f"{b} == 0", "division", expr.span)
            text = f"({a} {word} {b})"
            reach = (INT_LOW, INT_HIGH + (e <= -1 <= f and word == "//" and c == INT_LOW))
        else:
            text = f"({a} {word} {b})"
            reach = {
                "+": (c + e, d + f),
                "-": (c - f, d - e),
                "*": hull(*((x * y,) * 2 for x in (c, d) for y in (e, f))),
            }[word]
        return self.in_range(text, reach, (INT_LOW, INT_HIGH), expr.span)

    def conditional(self, value: Expr, test: Expr, otherwise: Expr) -> str:
        """Write one value or the other."""
        condition = self.value(test)
        with self.w.aside(1) as first:
            one = self.value(value)
        with self.w.aside(1) as second:
            other = self.value(otherwise)
        if not first and not second:
            return f"({one} if {condition} else {other})"
        result = self.w.name()
        with self.w.block(f"if {condition}:"):
            self.w.lines.extend(first)
            self.w.line(f"{result} = {one}")
        with self.w.block("else:"):
            self.w.lines.extend(second)
            self.w.line(f"{result} = {other}")
        return result

    def item(self, sequence: Expr, index: Expr, span: Span) -> str:
        """Write a member of a list."""
        low, high = self.bounds(index)
        position = self.atom(index)
        if isinstance(sequence, Const) and isinstance(sequence.value, tuple):
            members = sequence.value
            self.in_range(position, (low, high), (0, len(members) - 1), span)
            return f"{self.tables.add(tuple(numbers_of(members)), 'list')}[{position}]"
        form = self.source(sequence)
        size = form.size(self)
        self.fail_if(f"{position} < 0 or {position} >= {size}", "range", span)
        if isinstance(form, SlotListForm):
            return f"s[{form.offset} + 1 + {position}]"
        if isinstance(form, TableForm):
            return f"{form.table}[{form.begin} + {position}]"
        at, _ = form.run(self)
        return f"w[{at} + {position}]"

    def piece_of(self, expr: PieceOf) -> str:
        """Write the piece of a kind and an owner."""
        pieces = {(one.kind, one.owner): i for i, one in enumerate(self.program.layout.pieces)}
        owners = range(-1, len(self.program.players))
        flat = [
            pieces.get((kind, owner), -1)
            for kind in range(len(self.program.kinds))
            for owner in owners
        ]
        kind, owner = self.atom(expr.kind), self.atom(expr.owner)
        table = self.tables.add(flat, "piece")
        found = f"{table}[{kind} * {len(owners)} + {owner} + 1]"
        if self.bounds(expr.kind)[0] < 0:
            found = f"({found} if {kind} >= 0 else -1)"
        if -1 in flat or self.bounds(expr.kind)[0] < 0:
            found = self.w.let(found)
            self.fail_if(f"{found} < 0", "missing", expr.span)
        return found

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
                return self.concat(left, right)
            case Binary(word, left, right, _):
                a = self.eager(left)
                return PairForm(word, a, self.eager(right))
            case Conditional(value, test, otherwise):
                return self.either(value, test, otherwise)
            case Range(low, high, span):
                return self.range_form(low, high, span)
            case MakeSet(items):
                return self.gather(items)
            case MakeList(items):
                return self.listed(items)
            case Item(sequence, index, span):
                return self.chosen(sequence, index, span)
            case Comprehension():
                return self.comprehension_form(expr)
            case CallBuiltin():
                if isinstance(expr.builtin.result, Var) and self.holds_sets(expr.arguments[0]):
                    return self.set_list(expr.arguments[0]).chosen(self, expr)
                form = self.unit.builtins.emit(self, expr)
                if not isinstance(form, Form):
                    raise NotCompiledError(f"{expr.builtin.name} as a set")
                return form
            case CallFunction(procedure, arguments, _):
                known = self.from_table(expr, True)
                if isinstance(known, Form):
                    return known
                inline = self.inline(procedure, arguments)
                if inline is not None:
                    return self.source(inline)
                return self.call_form(procedure, arguments)
            case After():
                return self.after_form(expr)
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

    def range_form(self, low: Expr, high: Expr, span: Span) -> Form:
        (least, _), (_, most) = self.bounds(low), self.bounds(high)
        first, last = self.atom(low), self.atom(high)
        if most - least >= MAX_RANGE:
            self.fail_if(f"{last} - {first} >= {MAX_RANGE}", "size", span)
        return RangeForm(first, last, least, most)

    def concat(self, left: Expr, right: Expr) -> Form:
        """Write one list behind another."""
        a, b = self.source(left), self.source(right)
        if isinstance(a, SetsForm) and isinstance(b, SetsForm):
            return concatenated(self, a, b)
        at, n = self.room(a.most + b.most), self.w.let("0", "n")
        for form in (a, b):

            def append(member: str) -> None:
                self.check_room(n, a.most + b.most)
                self.w.line(f"w[{at} + {n}] = {member}")
                self.w.line(f"{n} += 1")

            form.each(self, self.w.name("m"), append)
        low, high = min(a.low, b.low), max(a.high, b.high)
        return RunForm(at, n, low, high, True, a.most + b.most)

    def gather(self, items: Sequence[Expr]) -> Form:
        """Give a set of some values."""
        texts = [self.atom(item) for item in items]
        low, high = hull(*(self.bounds(item) for item in items))

        def scan(body: Body) -> None:
            for text in texts:
                body(text)

        if len(texts) == 1:
            return RangeForm(texts[0], texts[0], low, high)
        return GatherForm(low, high, scan, len(texts))

    def listed(self, items: Sequence[Expr]) -> Form:
        """Write a list of some values."""
        texts = [self.value(item) for item in items]
        at = self.room(len(items))
        for index, text in enumerate(texts):
            self.w.line(f"w[{at} + {index}] = {text}")
        low, high = hull(*(self.bounds(item) for item in items))
        return RunForm(at, str(len(items)), low, high, True, len(items))

    def chosen(self, sequence: Expr, index: Expr, span: Span) -> Form:
        """Give one of some known sets."""
        if not isinstance(sequence, Const) or not isinstance(sequence.value, tuple):
            form, found = self.set_list(sequence).item(self, self.atom(index))
            self.fail_if(f"not {found}", "range", span)
            return form
        sets = [sorted_set(one) for one in sequence.value]
        position = self.atom(index)
        self.in_range(position, self.bounds(index), (0, len(sets) - 1), span)
        flat = [member for one in sets for member in one]
        low, high = min(flat, default=0), max(flat, default=-1)
        rep = rep_for(low, high)
        if rep.is_run:
            return self.table_form(sets, position)
        words = [words_of(one, rep.base, rep.count) for one in sets]
        if all(len(one) == 1 for one in sets):
            one = self.w.let(f"{self.tables.add(flat, 'one')}[{position}]")
            return RangeForm(one, one, low, high)
        names = []
        for number in range(rep.count):
            column = [word[number] for word in words]
            if len(set(column)) == 1:
                names.append(self.word(column[0]))
            else:
                names.append(self.w.let(self.word_in(column, position), "b"))
        return WordsForm(names, rep, low, high)

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

    def set_list(self, expr: Expr) -> SetsRunForm:
        """Write a list of sets into the work array."""
        form = self.source(expr)
        if isinstance(form, SetsRunForm):
            return form
        return SetsRunForm(*form.run(self), form.low, form.high, form.most)

    def either(self, value: Expr, test: Expr, otherwise: Expr) -> Form:
        """Write one set or list or the other."""
        condition = self.value(test)
        low, high = hull(self.bounds(value), self.bounds(otherwise))
        has_sets = self.holds_sets(value) or self.holds_sets(otherwise)
        with self.w.aside():
            kinds = [self.source(one).is_list for one in (value, otherwise)]
        rep = Rep(0, 0) if any(kinds) else rep_for(low, high)
        names = [self.w.name("b") for _ in range(rep.count)]
        at, n, most = self.w.name("a"), self.w.name("n"), 0
        for header, one in ((f"if {condition}:", value), ("else:", otherwise)):
            with self.w.block(header):
                form = self.source(one)
                most = max(most, form.most)
                if rep.is_run:
                    where, count = form.run(self)
                    self.w.line(f"{at} = {where}")
                    self.w.line(f"{n} = {count}")
                for name, word in zip(names, form.words(self, rep), strict=True) if names else ():
                    self.w.line(f"{name} = {word}")
        if has_sets:
            return SetsRunForm(at, n, low, high, most)
        if rep.is_run:
            return RunForm(at, n, low, high, any(kinds), most)
        return WordsForm(names, rep, low, high)

    def is_equal(self, left: Expr, right: Expr) -> str:
        """Write the test whether two sets or lists are equal."""
        if right == Const(frozenset()) or right == Const(()):
            return self.eager(left).is_empty(self)
        if left == Const(frozenset()) or left == Const(()):
            return self.eager(right).is_empty(self)
        a, b = self.source(left), self.source(right)
        rep = rep_for(*hull((a.low, a.high), (b.low, b.high)))
        if a.is_list or b.is_list or rep.is_run:
            (at, n), (to, m) = a.run(self), b.run(self)
            return f"same(w, {at}, {n}, {to}, {m})"
        pairs = zip(a.words(self, rep), b.words(self, rep), strict=True)
        return "(" + " and ".join(f"{x} == {y}" for x, y in pairs) + ")"

    def is_subset(self, left: Expr, right: Expr) -> str:
        """Write the test whether every member of one set is in another."""
        outside = PairForm("without", self.eager(left), self.eager(right))
        return outside.is_empty(self)

    # ---- scans

    def scan(
        self,
        generators: Sequence[Generator],
        where: Expr | None,
        body: Callable[[], None],
        stop: str | None = None,
        branchless: Callable[..., None] | None = None,
    ) -> None:
        """Write the loops over all combinations; `stop` is the test that ends them all after a
        `break` of the innermost. `branchless` writes the body for a last test that is cheap, so
        that it counts only where the test holds: a branch that nobody can foretell costs more."""
        if not generators:
            if where is None:
                body()
                return
            with self.w.aside() as lines:
                test = self.value(where)
            self.w.lines.extend(lines)
            if branchless and not lines and len(test) < MOST_TEST:
                branchless(test=test)
                return
            with self.w.block(f"if {test}:"):
                body()
            return
        generator, rest = generators[0], generators[1:]
        form = self.eager(generator.source)
        if not rest and where is not None:
            form, where = self.narrowed(form, generator.local, where)
        local = generator.local

        def inner(_: str) -> None:
            early, late = self.parted(where, rest)
            if early is None:
                go_on(late)
            else:
                with self.w.block(f"if {self.value(early)}:"):
                    go_on(late)

        def go_on(condition: Expr | None) -> None:
            self.scan(rest, condition, body, stop, branchless)
            if stop is not None and rest:
                with self.w.block(f"if {stop}:"):
                    self.w.line("break")

        if isinstance(form, SetsForm):
            form.each_set(self, lambda one: self.bound.__setitem__(local, one), inner)
            del self.bound[local]
        else:
            form.each(self, f"r{local}", inner)

    def parted(
        self, where: Expr | None, rest: Sequence[Generator]
    ) -> tuple[Expr | None, Expr | None]:
        """Part a condition into what can be asked before the other generators run, and the rest."""
        if where is None or not rest:
            return None, where
        if self.may_fault(where, *(generator.source for generator in rest)):
            return None, where
        bound = [generator.local for generator in rest]
        parts = conjuncts(where)
        early = [one for one in parts if not any(self.unit.uses(one, local) for local in bound)]
        return joined(early), joined([one for one in parts if one not in early])

    def narrowed(self, form: Form, local: int, where: Expr) -> tuple[Form, Expr | None]:
        """Take those parts of a condition into the form of its members that are known before, or
        that look at the slot of a site alone."""
        parts = conjuncts(where)
        if any(self.may_fault(part) for part in parts):
            return form, where
        if isinstance(form, ConstForm) and not form.is_list:
            for part in parts:
                rows = self.unit.static.rows(form.members, local, part, self.registers)
                if rows is not None:
                    other, members = rows
                    rest = joined([one for one in parts if one is not part])
                    if other is None:
                        return ConstForm(frozenset(members[0])), rest
                    index = f"r{other}"
                    table = self.table_form(members, index)
                    assert isinstance(table, TableForm)
                    return self.unit.builtins.tabled(table, members, index), rest
            for part in parts:
                sites = self.slots_of(form, local, part)
                if sites is not None:
                    return sites, joined([one for one in parts if one is not part])
        if type(form) is SetsForm and form.only is None:
            for part in parts:
                match part:
                    case Binary("in", Local(one), Local(of), _) if of == local != one:
                        low, high = self.bounds(part.left)
                        if low >= 0 and high < MOST_KEPT:
                            rest = joined([other for other in parts if other is not part])
                            return form.with_member(self, f"r{one}", (low, high)), rest
        return form, where

    def slots_of(self, form: Form, local: int, test: Expr) -> Form | None:
        """Give those of some sites that pass a test which looks at their slots alone."""
        if not isinstance(form, ConstForm) or form.stride != 1 or form.is_list:
            return None
        negated = isinstance(test, Unary) and test.word == "not"
        inner = test.operand if isinstance(test, Unary) and negated else test
        low, high = form.low, form.high
        match inner:
            case CallBuiltin(builtin, (Local(one),), _) if one == local and builtin.name == "empty":
                return self.slots_where(low, high, "0", is_not=negated)
            case CallBuiltin(builtin, (Local(one), piece), _) if (
                one == local and builtin.name == "has" and not negated
            ):
                return self.slots_with(low, high, local, piece)
            case Binary("==", CallBuiltin(builtin, (Local(one),), _), piece, _) if (
                one == local and builtin.name == "piece" and not negated
            ):
                return self.slots_with(low, high, local, piece)
        return None

    def slots_with(self, low: int, high: int, local: int, piece: Expr) -> Form | None:
        """Give the sites of a range that have a piece, which does not go by the site."""
        if self.unit.uses(piece, local) or self.may_fault(piece):
            return None
        return self.slots_where(low, high, self.as_atom(f"({self.value(piece)} + 1)"))

    def is_even(self, expr: Expr) -> bool:
        """Whether a value is the same for all."""
        return not self.may_fault(expr) and self.trial(expr).lstrip("-").isdigit()

    def best_scan(
        self,
        generators: Sequence[Generator],
        where: Expr | None,
        best: Best | None,
        body: Callable[[], None],
        stop: str | None = None,
    ) -> None:
        """Write the loops over the combinations that `best` keeps: once to find out, once to go
        through."""
        if best is None or self.is_even(best.value):
            self.scan(generators, where, body, stop)
            return
        target, found = self.w.let("0"), self.w.let("False")

        def measure() -> None:
            score = self.atom(best.value)
            sign = ">" if best.most else "<"
            with self.w.block(f"if not {found} or {score} {sign} {target}:"):
                self.w.line(f"{target} = {score}")
                self.w.line(f"{found} = True")

        self.scan(generators, where, measure)

        def keep() -> None:
            score = self.value(best.value)
            with self.w.block(f"if {score} == {target}:"):
                body()

        self.scan(generators, where, keep, stop)

    def comprehension(self, expr: Comprehension) -> str:
        """Write the one value that a comprehension is collected to."""
        match expr.collect:
            case "any" | "all":
                return self.quantified(expr)
            case "count":
                return self.comprehension_form(expr).size(self)
            case "sum":
                return self.summed(expr)
            case "first":
                return self.first_of(expr)
            case "min" | "max" | "only":
                return self.extreme(expr)
            case _:
                raise NotCompiledError("a single value was expected, not a set")

    def quantified(self, expr: Comprehension) -> str:
        wants = expr.collect == "any"
        if wants and len(expr.generators) == 1 and expr.where is None and expr.best is None:
            local = expr.generators[0].local
            sites = self.slots_of(self.source(expr.generators[0].source), local, expr.value)
            if sites is not None:
                return negated(sites.is_empty(self))
        result = self.w.let(str(not wants))

        def body() -> None:
            value = self.value(expr.value)
            if value in ("1", "True"):
                value = "True"
            header = f"if {value}:" if wants else f"if not {value}:"
            with self.w.block(header):
                self.w.line(f"{result} = {wants}")
                self.w.line("break" if expr.generators else "pass")

        stop = result if wants else f"not {result}"
        self.best_scan(expr.generators, expr.where, expr.best, body, stop)
        return result

    def summed(self, expr: Comprehension) -> str:
        if (
            isinstance(expr.value, Const)
            and len(expr.generators) == 1
            and expr.where is None
            and expr.best is None
            and expr.value.value == 1
        ):
            return self.source(expr.generators[0].source).size(self)
        total = self.w.let("0")
        self.best_scan(
            expr.generators,
            expr.where,
            expr.best,
            lambda: self.w.line(f"{total} += {self.value(expr.value)}"),
        )
        low, high = self.bounds(expr.value)
        most = 1
        for generator in expr.generators:
            a, b = self.bounds(generator.source)
            most *= max(0, b - a + 1) if not self.is_listed(generator.source) else INT_HIGH
        reach = min(0, low * most), max(0, high * most)
        return self.in_range(total, reach, (INT_LOW, INT_HIGH), expr.span)

    def is_listed(self, expr: Expr) -> bool:
        """Whether an expression is a list."""
        with self.w.aside():
            return self.source(expr).is_list

    def first_of(self, expr: Comprehension) -> str:
        match expr:
            case Comprehension("first", Local(one), (Generator(local, source),), None, None, _) if (
                one == local
            ):
                first, found = self.source(source).first(self)
                self.fail_if("False" if found == "True" else f"not {found}", "empty", expr.span)
                return first
        found, first = self.w.let("False"), self.w.let("0")

        def take() -> None:
            self.w.line(f"{first} = {self.value(expr.value)}")
            self.w.line(f"{found} = True")
            self.w.line("break")

        self.best_scan(expr.generators, expr.where, expr.best, take, found)
        self.fail_if(f"not {found}", "empty", expr.span)
        return first

    def extreme(self, expr: Comprehension) -> str:
        found, result = self.w.let("False"), self.w.let("0")
        sign = {"min": "<", "max": ">", "only": "!="}[expr.collect]
        several = self.w.let("False") if expr.collect == "only" else ""

        def take() -> None:
            value = self.atom(expr.value)
            if several:
                with self.w.block(f"if {found} and {value} != {result}:"):
                    self.w.line(f"{several} = True")
                with self.w.block(f"if not {found}:"):
                    self.w.line(f"{result} = {value}")
            else:
                with self.w.block(f"if not {found} or {value} {sign} {result}:"):
                    self.w.line(f"{result} = {value}")
            self.w.line(f"{found} = True")

        self.best_scan(expr.generators, expr.where, expr.best, take)
        self.fail_if(f"not {found}", "empty", expr.span)
        if several:
            self.fail_if(several, "size", expr.span)
        return result

    def comprehension_form(self, expr: Comprehension) -> Form:
        """Give the set of the values of a comprehension."""
        match expr:
            case Comprehension(_, Local(one), (Generator(local, source),), where, None, _) if (
                one == local
            ):
                inner = self.eager(source)
                if not inner.is_list and not isinstance(inner, SetsForm):
                    if where is None:
                        return inner
                    slots, rest = self.narrowed(inner, local, where)
                    if rest is None:
                        return slots
                    if slots is not inner:
                        inner, where = slots, rest

                    def test(member: str) -> str:
                        if member != f"r{local}":
                            self.w.line(f"r{local} = {member}")
                        return self.value(where)

                    return FilterForm(inner, test)
        low, high = self.bounds(expr.value)
        last = expr.generators[-1]
        is_union = expr.value == Local(last.local) and expr.where is None and expr.best is None
        if is_union and not self.is_listed(last.source) and not rep_for(low, high).is_run:
            outer = expr.generators[:-1]

            def each_part(body: Callable[[Form], None], stop: str | None) -> None:
                self.scan(outer, None, lambda: body(self.eager(last.source)), stop)

            return UnionForm(low, high, each_part)

        def scan(body: Body) -> None:
            self.best_scan(
                expr.generators, expr.where, expr.best, lambda: body(self.atom(expr.value))
            )

        def some() -> str:
            whether = Comprehension(
                "any", Const(1), expr.generators, expr.where, expr.best, expr.span
            )
            return self.quantified(whether)

        most = MOST_KEPT + 1 if high - low > MOST_KEPT else high - low + 1
        return GatherForm(low, high, scan, most, some)

    # ---- calls

    def from_table(self, call: CallFunction, is_many: bool) -> str | Form | None:
        """Write the call of a function that no move changes as a look at a table; None where it is
        none, or has too many arguments."""
        meaning = self.unit.static_meaning(call.procedure)
        size = 1
        for argument in call.arguments:
            if not isinstance(argument, Const):
                low, high = self.bounds(argument)
                size *= high - low + 1
        if meaning is None or size > MOST_KEPT or not call.arguments:
            return None
        if any(self.collection_of(argument) for argument in call.arguments):
            return None
        return self.unit.builtins.tabulate(self, meaning, is_many, call.arguments, call.span)

    def inline(self, procedure: int, arguments: Sequence[Expr]) -> Expr | None:
        """Write what a function of a straight line sets; give its value, to be written here. None
        where the function is to be called."""
        body = self.unit.straight(procedure)
        if body is None or self.inlined + body.size > MOST_INLINED:
            return None
        self.inlined += body.size
        base = len(self.registers)
        self.registers.extend(self.program.procedures[procedure].registers)
        assigned = {one.index for one in body.lets}
        given: dict[int, Expr] = {}
        for index, argument in enumerate(arguments):
            if isinstance(argument, Const | Local) and index not in assigned:
                given[index] = argument
            elif self.collection_of(argument):
                form = self.eager(argument)
                is_plain = isinstance(form, ConstForm | TableForm | WordsForm | RunForm)
                self.bound[base + index] = form if is_plain else form.kept(self)
            else:
                self.w.line(f"r{base + index} = {self.value(argument)}")
        for let in body.lets:
            self.unit.write_let(self, moved(let, base, given))
        return moved(body.value, base, given)

    def arguments(self, procedure: int, arguments: Sequence[Expr]) -> list[str]:
        """Write the arguments of a procedure, a set in words, a run as its place and its size."""
        registers = self.program.procedures[procedure].registers
        texts: list[str] = []
        for register, argument in zip(registers, arguments, strict=False):
            if not isinstance(register.type, SetOf | ListOf):
                texts.append(self.value(argument))
                continue
            form, rep = self.source(argument), self.unit.rep(register.type)
            texts.extend(form.run(self) if rep.is_run else form.words(self, rep))
        return texts

    def call(self, procedure: int, arguments: Sequence[Expr]) -> str:
        """Write the call of a procedure that gives a single value or nothing."""
        texts = self.arguments(procedure, arguments)
        return self.unit.call(procedure, texts)

    def call_form(self, procedure: int, arguments: Sequence[Expr]) -> Form:
        """Write the call of a function that gives a set or a list."""
        returns = self.unit.returns(procedure)
        texts = self.arguments(procedure, arguments)
        low, high = returns.bounds
        if returns.rep.count > 1:
            names = [self.w.name("b") for _ in range(returns.rep.count)]
            self.w.line(f"{', '.join(names)} = {self.unit.call(procedure, texts)}")
            return WordsForm(names, returns.rep, low, high)
        result = self.w.let(self.unit.call(procedure, texts))
        if returns.rep.is_run:
            at = self.room(returns.most)
            self.w.line(f"bring(w, {self.unit.answer}, {at}, {result})")
            if returns.has_sets:
                return SetsRunForm(at, result, low, high, returns.most)
            return RunForm(at, result, low, high, returns.is_list, returns.most)
        return WordsForm([result], returns.rep, low, high)

    def after(self, expr: After) -> str:
        """Write a value on the table as a rule leaves it, and put the table back."""
        restore = self.on_scratch(expr)
        result = self.w.let(self.value(expr.value))
        restore()
        return result

    def after_form(self, expr: After) -> Form:
        restore = self.on_scratch(expr)
        form = self.source(expr.value).kept(self)
        restore()
        return form

    def on_scratch(self, expr: After) -> Callable[[], None]:
        """Write down the slots that a rule may change and run it; give what writes them back."""
        texts = [self.as_atom(text) for text in self.arguments(expr.procedure, expr.arguments)]
        low, high = self.unit.written(expr.procedure)
        at = self.room_exactly(high - low)
        if high > low:
            self.w.line(f"keep(s, w, {at}, {low}, {high})")
        self.w.line(self.unit.call(expr.procedure, texts))
        notes, self.notes = self.notes, {}

        def restore() -> None:
            self.notes = notes
            if high > low:
                self.w.line(f"restore(s, w, {at}, {low}, {high})")
                if self.unit.plane is not None:
                    self.w.line("w[LEVEL] = 0")

        return restore

    def room_exactly(self, size: int) -> str:
        """Give where that many slots of the work array are free, however many."""
        at = f"(top + {self.used})" if self.used else "top"
        self.used += size
        return at


def numbers_of(members: Value) -> tuple[int, ...] | frozenset[int]:
    """Give the members of a set or a list of numbers, truths among them as 0 and 1."""
    if isinstance(members, int):
        raise NotCompiledError("a set was expected, not a single value")
    numbers = (int(one) for one in members if isinstance(one, int))
    return frozenset(numbers) if isinstance(members, frozenset) else tuple(numbers)


def sorted_set(members: Value) -> tuple[int, ...]:
    """Give the members of a set in ascending order."""
    return tuple(sorted(numbers_of(members)))


def negated(test: str) -> str:
    """Write that a test does not hold."""
    if test in ("True", "False"):
        return "False" if test == "True" else "True"
    if test.startswith("(not ") and closes(test, 0) == len(test) - 1:
        inner = test[5:-1]
        if inner.isidentifier() or (inner[0] == "(" and closes(inner, 0) == len(inner) - 1):
            return inner
    return f"(not {test})"


def closes(text: str, at: int) -> int:
    """Give where the bracket at a place is closed."""
    depth = 0
    for index in range(at, len(text)):
        depth += (text[index] == "(") - (text[index] == ")")
        if depth == 0:
            return index
    return -1


def conjuncts(where: Expr) -> list[Expr]:
    """List the parts of a condition that must all hold."""
    if isinstance(where, Binary) and where.word == "and":
        return [*conjuncts(where.left), *conjuncts(where.right)]
    return [where]


def joined(parts: Sequence[Expr]) -> Expr | None:
    """Give the condition that all parts hold; None of none."""
    whole: Expr | None = None
    for part in parts:
        whole = part if whole is None else Binary("and", whole, part, NOWHERE)
    return whole


NOWHERE = Span(Source("", ""), 0, 0)


def _is_test(text: str) -> bool:
    """Whether a text is a truth, not a number that stands for one."""
    return any(sign in text for sign in ("==", "!=", "<", ">", "not ", "True", "False", "same("))
