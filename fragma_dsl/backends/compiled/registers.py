"""Registers: what holds a register in a function: a name for a single value, words for a small set,
a place in the work array and a size for any other set and for every list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import Register
from fragma_dsl.backends.compiled.forms import Form, RunForm, WordsForm
from fragma_dsl.backends.compiled.sets import SetsRunForm
from fragma_dsl.backends.compiled.work_array import MOST_KEPT
from fragma_dsl.library.types import ListOf, SetOf
from fragma_dsl.play.layout import Members, Scalar, Shape
from fragma_dsl.play.layout import Sequence as Listed
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder
    from fragma_dsl.backends.compiled.unit import Unit


def register_names(unit: Unit, index: int, register: Register) -> list[str]:
    """List the names of a register."""
    if not isinstance(register.type, SetOf | ListOf):
        return [f"r{index}"]
    rep = unit.rep(register.type)
    if rep.is_run:
        return [f"r{index}a", f"r{index}n"]
    return [f"r{index}_{word}" for word in range(rep.count)]


def clear_register(c: Coder, index: int) -> None:
    """Write what a register has before anything is in it."""
    for name in register_names(c.unit, index, c.registers[index]):
        c.w.line(f"{name} = 0")


def register_form(c: Coder, index: int) -> Form:
    """Give the form of a register that holds a set or a list."""
    if index in c.bound:
        return c.bound[index]
    type = c.registers[index].type
    low, high = c.unit.bounds.of_type(type)
    rep = c.unit.rep(type)
    if isinstance(type, ListOf) and isinstance(type.item, SetOf):
        return SetsRunForm(f"r{index}a", f"r{index}n", low, high, MOST_KEPT)
    if rep.is_run:
        is_list = isinstance(type, ListOf)
        most = type.max if isinstance(type, ListOf) else max(0, high - low + 1)
        return RunForm(f"r{index}a", f"r{index}n", low, high, is_list, min(most, MOST_KEPT))
    names = [f"r{index}_{number}" for number in range(rep.count)]
    return WordsForm(names, rep, low, high)


def hold(c: Coder, index: int, form: Form) -> None:
    """Write a set or list into a register."""
    type = c.registers[index].type
    rep = c.unit.rep(type)
    if rep.is_run:
        at, n = form.run(c)
        c.w.line(f"r{index}n = {n}")
        own = register_room(c, index)
        if at != own:
            c.w.line(f"bring(w, {at}, {own}, r{index}n)")
        c.w.line(f"r{index}a = {own}")
        return
    low, high = c.unit.bounds.of_type(type)
    words = form.words(c, rep) if form.low >= low and form.high <= high else None
    if words is None:
        form = form.kept(c)
        check_members(c, form, Members(low, high), c.unit.nowhere)
        words = form.words(c, rep)
    for number, word in enumerate(words):
        c.w.line(f"r{index}_{number} = {word}")


def register_room(c: Coder, index: int) -> str:
    """Give where a register keeps its set or list."""
    if index not in c.rooms:
        c.rooms[index] = c.room(register_form(c, index).most)
    return c.rooms[index]


def check_members(c: Coder, form: Form, shape: Shape, span: Span) -> None:
    """Write the check that a set or a list fits its shape."""
    if isinstance(shape, Listed) and form.most > shape.max:
        c.fail_if(f"{form.size(c)} > {shape.max}", "range", span)
    if isinstance(shape, Scalar) or (shape.low <= form.low and form.high <= shape.high):
        return
    if form.high < form.low:
        return

    def check(member: str) -> None:
        c.fail_if(f"{member} < {shape.low} or {member} > {shape.high}", "range", span)

    form.each(c, c.w.name("m"), check)
