"""Builtins: calls of the language's own functions, from their declarations.

One whose value depends on its arguments alone is worked out before for all arguments there are, by
its meaning, and becomes a table. The others say in their declaration how they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from fragma_dsl.automaton.nodes import CallBuiltin, Conditional, Const, Expr, Item, MakeSet
from fragma_dsl.backends.compiled.bounds import Named
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.forms import (
    Body,
    ConstForm,
    Form,
    Rep,
    TableForm,
    WordsForm,
    rep_for,
)
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.compiled.tables import words_of
from fragma_dsl.library import emission
from fragma_dsl.library.types import INT_LOW, ListOf, SetOf
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.table import Table
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.module import Unit

MOST_ROWS = 300_000
"""How many arguments a table may have rows for."""


Argument: TypeAlias = Expr | Named
"""An argument of a call, or one that is already written."""


class TabledForm(TableForm):
    """A set out of a table of sets, as a row of members and as words."""

    def __init__(self, form: TableForm, rows: Sequence[Sequence[int]], index: str) -> None:
        super().__init__(
            form.table, form.begin, form.end, form.low, form.high, form.most, form.is_list
        )
        self.rows, self.index = rows, index

    def each(self, c: Coder, name: str, body: Body) -> None:
        if self.most > 1 or self.is_list or self.low < 0:
            super().each(c, name, body)
            return
        single = c.tables.add([row[0] if row else -1 for row in self.rows], "single")
        one = c.w.let(f"{single}[{self.index}]")
        with c.w.block(f"for {name} in range({one}, {one} + (1 if {one} >= 0 else 0)):"):
            body(name)

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        if rep.is_run or self.low < rep.base:
            return super().words(c, rep)
        columns = zip(*(words_of(row, rep.base, rep.count) for row in self.rows), strict=True)
        return [c.word_in(column, self.index) for column in columns]

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        rep = rep_for(self.low, self.high)
        if rep.count != 1 or self.is_list:
            return super().has(c, x, within)
        return WordsForm(self.words(c, rep), rep, self.low, self.high).has(c, x, within)


class Builtins:
    """Writes the calls of builtins for a module."""

    def __init__(self, unit: Unit) -> None:
        self.unit, program = unit, unit.program
        self.table = Table(list(program.initial), program.equipment())

    def tabled(self, form: TableForm, rows: Sequence[Sequence[int]], index: str) -> Form:
        """Give a row of a table of sets."""
        return TabledForm(form, rows, index)

    def is_ring(self, site: int, direction: int) -> bool:
        """Whether the steps from a site in a direction never end."""
        seen = {site}
        while True:
            onward = [other for other, keys in self.table.links[site].items() if direction in keys]
            if not onward:
                return False
            site = onward[0]
            if site in seen:
                return True
            seen.add(site)

    def emit(self, c: Coder, call: CallBuiltin) -> str | Form:
        """Write the call of a builtin: a text for a single value, else a form."""
        builtin = call.builtin
        if builtin.emit is not None:
            coder: emission.Coder = c
            written = builtin.emit(coder, call, *call.arguments)
            assert isinstance(written, str | Form)
            return written
        if not builtin.static:
            raise NotCompiledError(f"the builtin `{builtin.name}`")
        is_many = isinstance(builtin.result, SetOf | ListOf)
        return self.tabulate(c, builtin.meaning, is_many, call.arguments, call.span)

    def tabulate(
        self,
        c: Coder,
        meaning: Callable[..., Any],
        is_many: bool,
        arguments: Sequence[Argument],
        span: Span,
    ) -> str | Form:
        """Work a meaning out for all arguments there are; write the row of those that are given."""
        choices = [self.choices(c, argument) for argument in arguments]
        size = 1
        for members, _ in choices:
            size *= len(members)
        if size > MOST_ROWS:
            raise NotCompiledError("a table of too many rows")
        index = ""
        for members, text in choices:
            if len(members) == 1:
                continue
            index = f"({index}) * {len(members)} + {text}" if index else text
        rows, fault = [], ""
        for values in product(*(members for members, _ in choices)):
            try:
                rows.append(meaning(self.table, *values))
            except FaultError as error:
                rows.append(None)
                fault = error.fault.code
        if is_many:
            return self.collections(c, rows, index or "0")
        return self.scalars(c, rows, index or "0", fault, span)

    def scalars(
        self, c: Coder, rows: Sequence[int | None], index: str, fault: str, span: Span
    ) -> str:
        if all(row == rows[0] for row in rows) and rows[0] is not None:
            return str(int(rows[0]))
        values = [INT_LOW if row is None else int(row) for row in rows]
        text = f"{c.tables.add(values, 'value')}[{index}]"
        if fault:
            text = c.w.let(text)
            c.fail_if(f"{text} == {INT_LOW}", fault, span)
        return text

    def collections(self, c: Coder, rows: Sequence[Any], index: str) -> Form:
        is_list = isinstance(rows[0], tuple)
        if all(row == rows[0] for row in rows):
            return ConstForm(rows[0])
        members = [tuple(row) if is_list else tuple(sorted(row)) for row in rows]
        if not index.isidentifier():
            index = c.w.let(index)
        form = c.table_form(members, index, is_list)
        assert isinstance(form, TableForm)
        return TabledForm(form, members, index)

    def is_choice(self, c: Coder, argument: Expr) -> bool:
        """Whether an argument is one of a few values that are known."""
        match argument:
            case Const() | Item(Const(), _, _) | Conditional(Const(), _, Const()) | MakeSet((_,)):
                return True
            case _:
                return not c.collection_of(argument)

    def choices(self, c: Coder, argument: Argument) -> tuple[Sequence[Any], str]:
        """List the values that an argument can have, and write the index of the one it has."""
        match argument:
            case Named(text, (low, high)):
                return range(low, high + 1), text if low == 0 else f"({text} - {low})"
            case Const(value):
                return (value,), "0"
            case Item(Const(tuple(members)), index, span) if not isinstance(members[0], int):
                position = c.atom(index)
                c.in_range(position, c.bounds(index), (0, len(members) - 1), span)
                return members, position
            case Conditional(Const(one), test, Const(other)) if not isinstance(one, int):
                return (one, other), c.as_atom(f"(0 if {c.value(test)} else 1)")
            case MakeSet((item,)):
                singles, text = self.choices(c, item)
                return [frozenset((member,)) for member in singles], text
            case _ if c.collection_of(argument):
                raise NotCompiledError("a table for every set")
            case _:
                low, high = c.bounds(argument)
                if high - low > MOST_ROWS:
                    raise NotCompiledError("a table for every number")
                text = c.value(argument)
                return range(low, high + 1), text if low == 0 else f"({text} - {low})"
