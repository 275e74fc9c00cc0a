"""Builtins: calls of the language's own functions, from their declarations.

One whose value depends on its arguments alone is worked out before for all arguments there are, by
its meaning, and becomes a table. The others say in their declaration how they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from fragma_dsl.automaton.nodes import CallBuiltin, Conditional, Const, Expr, Item, MakeSet
from fragma_dsl.backends.compiled.bounds import Named
from fragma_dsl.backends.compiled.forms import Form
from fragma_dsl.backends.compiled.kinds import is_collection
from fragma_dsl.backends.compiled.plain_forms import ConstForm
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.compiled.table_forms import TabledForm
from fragma_dsl.library import emission
from fragma_dsl.library.types import ListOf, SetOf
from fragma_dsl.play.fault import FaultError
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


MOST_ROWS = 300_000
"""How many arguments a table may have rows for."""


Argument: TypeAlias = Expr | Named
"""An argument of a call, or one that is already written."""


def emit(c: Coder, call: CallBuiltin) -> str | Form:
    """Write the call of a builtin: a text for a single value, else a form."""
    builtin = call.builtin
    if builtin.emit is not None:
        coder: emission.Coder = c
        written = builtin.emit(coder, call, *call.arguments)
        assert isinstance(written, str | Form)
        return written
    assert builtin.static, f"`{builtin.name}` does not say how it is written"
    if isinstance(builtin.result, SetOf | ListOf):
        return row_of(c, builtin.meaning, call.arguments, call.span)
    return entry_of(c, builtin.meaning, call.arguments, call.span)


def has_table(c: Coder, arguments: Sequence[Expr]) -> bool:
    """Whether there can be a table with a row for all that some single values can be."""
    bounds = (c.bounds(argument) for argument in arguments)
    return prod(high - low + 1 for low, high in bounds) <= MOST_ROWS


def tabulate(
    c: Coder, meaning: Callable[..., Any], arguments: Sequence[Argument], span: Span
) -> tuple[list[Any], str]:
    """Work a meaning out for all arguments there are, and write that those with which it goes
    wrong are a fault: the values, None for a fault, and the index of the arguments given."""
    choices = [choices_of(c, argument) for argument in arguments]
    if prod(len(members) for members, _ in choices) > MOST_ROWS:
        raise NotCompiledError("a table of too many rows")
    index = ""
    for members, text in choices:
        if len(members) == 1:
            continue
        index = f"({index}) * {len(members)} + {text}" if index else text
    rows, faults = [], []
    for values in product(*(members for members, _ in choices)):
        try:
            rows.append(meaning(c.unit.table, *values))
            faults.append("")
        except FaultError as error:
            rows.append(None)
            faults.append(error.fault.code)
    if any(faults):
        index = c.as_atom(index or "0")
    for code in dict.fromkeys(filter(None, faults)):
        wrong = c.tables.add([code == one for one in faults], "wrong")
        c.fail_if(f"{wrong}[{index}] == 1", code, span)
    return rows, index or "0"


def entry_of(
    c: Coder, meaning: Callable[..., Any], arguments: Sequence[Argument], span: Span
) -> str:
    """Write the single value that a meaning gives, out of a table."""
    rows, index = tabulate(c, meaning, arguments, span)
    if all(row == rows[0] for row in rows) and rows[0] is not None:
        return str(int(rows[0]))
    values = [0 if row is None else int(row) for row in rows]
    return f"{c.tables.add(values, 'value')}[{index}]"


def row_of(
    c: Coder, meaning: Callable[..., Any], arguments: Sequence[Argument], span: Span
) -> Form:
    """Give the set or list that a meaning gives, out of a table."""
    rows, index = tabulate(c, meaning, arguments, span)
    found = [row for row in rows if row is not None]
    is_list = any(isinstance(row, tuple) for row in found)
    if rows == found and all(row == rows[0] for row in rows):
        return ConstForm(rows[0])
    members = [tuple(row or ()) if is_list else tuple(sorted(row or ())) for row in rows]
    if not index.isidentifier():
        index = c.w.let(index)
    return TabledForm(c, members, index, is_list)


def choices_of(c: Coder, argument: Argument) -> tuple[Sequence[Any], str]:
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
            singles, text = choices_of(c, item)
            return [frozenset((member,)) for member in singles], text
        case _:
            assert not is_collection(c, argument), "there is no table for every set"
            low, high = c.bounds(argument)
            text = c.value(argument)
            return range(low, high + 1), text if low == 0 else f"({text} - {low})"


def is_choice(c: Coder, argument: Expr) -> bool:
    """Whether an argument is one of a few values that are known."""
    match argument:
        case Const() | Item(Const(), _, _) | Conditional(Const(), _, Const()) | MakeSet((_,)):
            return True
        case _:
            return not is_collection(c, argument)
