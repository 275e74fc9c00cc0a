"""Sources: sets and lists as forms, by what they are in the automaton."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

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
    Range,
)
from fragma_dsl.backends.compiled import builtins, calls, comprehensions, set_forms, values
from fragma_dsl.backends.compiled.derived_forms import PairForm
from fragma_dsl.backends.compiled.forms import Form
from fragma_dsl.backends.compiled.kinds import holds_sets
from fragma_dsl.backends.compiled.plain_forms import ConstForm, SlotListForm, SlotsForm
from fragma_dsl.backends.compiled.registers import check_members, register_form
from fragma_dsl.backends.compiled.set_forms import numbers_of, sorted_set
from fragma_dsl.backends.compiled.sets import SetsForm
from fragma_dsl.library.types import Var
from fragma_dsl.play.layout import Members
from fragma_dsl.play.layout import Sequence as Listed

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


def source(c: Coder, expr: Expr) -> Form:
    """Give the form of a set or a list, lazily made."""
    match expr:
        case Const(frozenset() | tuple() as members):
            if members and not isinstance(next(iter(members)), int):
                return SetsForm([sorted_set(one) for one in members])
            return ConstForm(numbers_of(members))
        case Local(index):
            return register_form(c, index)
        case Load(variable, indices):
            return load_form(c, variable, indices)
        case Binary("concat", left, right, _):
            return set_forms.concat(c, left, right)
        case Binary(word, left, right, _):
            a = c.eager(left)
            return PairForm(word, a, c.eager(right))
        case Conditional(value, test, otherwise):
            return set_forms.either(c, value, test, otherwise)
        case Range(low, high, span):
            return set_forms.range_form(c, low, high, span)
        case MakeSet(items):
            return set_forms.gather(c, items)
        case MakeList(items):
            return set_forms.listed(c, items)
        case Item(sequence, index, span):
            return set_forms.chosen(c, sequence, index, span)
        case Comprehension():
            return comprehensions.comprehension_form(c, expr)
        case CallBuiltin():
            if isinstance(expr.builtin.result, Var) and holds_sets(c, expr.arguments[0]):
                return set_forms.set_list(c, expr.arguments[0]).chosen(c, expr)
            form = builtins.emit(c, expr)
            assert isinstance(form, Form)
            return form
        case CallFunction(procedure, arguments, span):
            meaning = calls.tabled_meaning(c, expr)
            if meaning is not None:
                return builtins.row_of(c, meaning, arguments, span)
            inline = calls.inline(c, procedure, arguments)
            if inline is not None:
                return c.source(inline)
            return calls.call_form(c, procedure, arguments)
        case After():
            return calls.after_form(c, expr)
        case InRange(value, low, high, span):
            form = c.source(value).kept(c)
            check_members(c, form, Members(low, high), span)
            return form
        case Old():
            return c.unit.require_judging().old_set(c, expr)
        case _:
            raise AssertionError(f"a set was expected, not {expr}")


def load_form(c: Coder, variable: int, indices: Sequence[Expr]) -> Form:
    constant = c.unit.constant(variable)
    if constant is not None and not isinstance(constant, int):
        return ConstForm(constant)
    shape = c.program.layout.variables[variable].shape
    offset = c.as_offset(values.slot(c, variable, indices))
    match shape:
        case Members(low, high):
            return SlotsForm(offset, low, high)
        case Listed(low, high, most):
            return SlotListForm(offset, low, high, most)
        case _:
            raise AssertionError("a set was expected, not a single variable")
