"""Stores: values, sets and lists written into registers and into the slots of variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import Expr, InRange, SetLocal, Store
from fragma_dsl.backends.compiled import values
from fragma_dsl.backends.compiled.derived_forms import PairForm
from fragma_dsl.backends.compiled.forms import Form
from fragma_dsl.backends.compiled.plain_forms import ConstForm, RangeForm, SlotsForm
from fragma_dsl.backends.compiled.registers import check_members, hold
from fragma_dsl.library.types import ListOf, SetOf
from fragma_dsl.play.layout import Members, Scalar, Sequence, Shape, VariableSlots

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


def set_local(c: Coder, effect: SetLocal) -> None:
    register, name = c.registers[effect.index], f"r{effect.index}"
    if not isinstance(register.type, SetOf | ListOf):
        value, found = c.value(effect.value), c.bounds(effect.value)
        if isinstance(register.shape, Scalar):
            wanted = register.shape.low, register.shape.high
            value = c.in_range(value, found, wanted, effect.span)
        c.w.line(f"{name} = {value}")
        return
    checks = not c.unit.rep(register.type).is_run
    form = c.source(bare(effect.value) if checks else effect.value)
    if register.shape is not None:
        form = form.kept(c)
        check_members(c, form, register.shape, effect.span)
    hold(c, effect.index, form)


def bare(value: Expr) -> Expr:
    """Give a set or list without the check of its members, which its place makes too."""
    return value.value if isinstance(value, InRange) else value


def store(c: Coder, effect: Store) -> None:
    variable = c.program.layout.variables[effect.variable]
    if isinstance(variable.shape, Scalar):
        slot = values.slot(c, effect.variable, effect.indices)
        wanted = variable.shape.low, variable.shape.high
        value = c.in_range(c.value(effect.value), c.bounds(effect.value), wanted, effect.span)
        c.w.line(f"s[{slot}] = {value}")
        return
    offset = c.as_offset(values.slot(c, effect.variable, effect.indices))
    form = c.source(bare(effect.value))
    if change_one(c, form, offset, variable):
        return
    form = form.kept(c)
    check_members(c, form, variable.shape, effect.span)
    write_run(c, offset, variable.shape, form)


def change_one(c: Coder, form: Form, offset: str, variable: VariableSlots) -> bool:
    """Write a set with one more or one less member into its own slots, where it is that."""
    match form:
        case PairForm(word="|" | "without", left=SlotsForm(offset=own), right=RangeForm() as one):
            shape = variable.shape
            fits = isinstance(shape, Members) and shape.low <= one.low and one.high <= shape.high
            if own == offset and one.begin == one.end and fits:
                c.w.line(f"{form.left.slot(one.begin)} = {int(form.word == '|')}")  # type: ignore[attr-defined]
                return True
    return False


def write_run(c: Coder, offset: str, shape: Shape, form: Form) -> None:
    """Write a set or list that fits into its slots."""
    x = c.w.name("x")
    if isinstance(shape, Members):
        base = f"{offset} + {x}" if shape.low == 0 else f"{offset} + {x} - {shape.low}"
        with c.w.block(f"for {x} in range({shape.low}, {shape.high + 1}):"):
            test = form.has(c, x, (shape.low, shape.high))
            c.w.line(f"s[{base}] = 1 if {test} else 0")
        return
    assert isinstance(shape, Sequence)
    at, n = ("0", "0") if isinstance(form, ConstForm) and not form.members else form.run(c)
    c.w.line(f"s[{offset}] = {n}")
    with c.w.block(f"for {x} in range({shape.max}):"):
        value = f"w[{at} + {x}] if {x} < {n} else 0"
        c.w.line(f"s[{offset} + 1 + {x}] = {value}")
