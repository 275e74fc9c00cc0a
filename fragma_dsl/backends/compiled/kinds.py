"""Kinds: which expressions are sets, lists, or lists of sets."""

from __future__ import annotations

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
from fragma_dsl.backends.compiled.sets import SetsForm
from fragma_dsl.library.types import ListOf, SetOf, Var
from fragma_dsl.play.layout import Scalar

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


def is_collection(c: Coder, expr: Expr) -> bool:
    """Whether an expression is a set or a list."""
    match expr:
        case Const(value):
            return not isinstance(value, int)
        case Local(index):
            return isinstance(c.registers[index].type, SetOf | ListOf)
        case Load(variable, _):
            return not isinstance(c.program.layout.variables[variable].shape, Scalar)
        case Binary(word, _, _, _):
            return word in ("|", "&", "without", "concat")
        case Conditional(value, _, _) | InRange(value, _, _, _):
            return is_collection(c, value)
        case Range() | MakeSet() | MakeList():
            return True
        case Item(sequence, _, _):
            return holds_sets(c, sequence)
        case Comprehension(collect, _, _, _, _, _):
            return collect == "set"
        case CallBuiltin(builtin, arguments, _):
            return isinstance(builtin.result, SetOf | ListOf) or (
                isinstance(builtin.result, Var) and holds_sets(c, arguments[0])
            )
        case CallFunction(procedure, _, _):
            return c.unit.procedures.returns(procedure).is_collection
        case After(_, _, value, _) | Old(value, _):
            return is_collection(c, value)
        case _:
            return False


def holds_sets(c: Coder, expr: Expr) -> bool:
    """Whether an expression is a list of sets."""
    if not is_collection(c, expr):
        return False
    with c.w.aside():
        return isinstance(c.source(expr), SetsForm)


def is_listed(c: Coder, expr: Expr) -> bool:
    """Whether an expression is a list."""
    with c.w.aside():
        return c.source(expr).is_list
