"""Calls: procedures called, written in place or looked up, and values on a scratch table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fragma_dsl.automaton.nodes import After, CallFunction, Const, Expr, Local
from fragma_dsl.backends.compiled.forms import Form, RunForm, WordsForm
from fragma_dsl.backends.compiled.inlining import moved
from fragma_dsl.backends.compiled.kinds import is_collection
from fragma_dsl.backends.compiled.plain_forms import ConstForm
from fragma_dsl.backends.compiled.sets import SetsRunForm
from fragma_dsl.backends.compiled.stores import set_local
from fragma_dsl.backends.compiled.table_forms import TableForm
from fragma_dsl.backends.compiled.work_array import ANSWER, MOST_KEPT
from fragma_dsl.library.types import ListOf, SetOf

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder

MOST_INLINED = 600
"""How many nodes of functions are written in place in one function."""


def tabled_meaning(c: Coder, call: CallFunction) -> Callable[..., Any] | None:
    """Give what a function means whose call is a look at a table, as no move changes it; None of
    another, or where it has too many arguments."""
    meaning = c.unit.static_meaning(call.procedure)
    size = 1
    for argument in call.arguments:
        if not isinstance(argument, Const):
            low, high = c.bounds(argument)
            size *= high - low + 1
    if meaning is None or size > MOST_KEPT or not call.arguments:
        return None
    if any(is_collection(c, argument) for argument in call.arguments):
        return None
    if c.unit.procedures.returns(call.procedure).has_sets:
        return None
    return meaning


def inline(c: Coder, procedure: int, arguments: Sequence[Expr]) -> Expr | None:
    """Write what a function of a straight line sets; give its value, to be written here. None
    where the function is to be called."""
    body = c.unit.straight(procedure)
    if body is None or c.inlined + body.size > MOST_INLINED:
        return None
    c.inlined += body.size
    base = len(c.registers)
    c.registers.extend(c.program.procedures[procedure].registers)
    assigned = {one.index for one in body.lets}
    given: dict[int, Expr] = {}
    for index, argument in enumerate(arguments):
        if isinstance(argument, Const | Local) and index not in assigned:
            given[index] = argument
        elif is_collection(c, argument):
            form = c.eager(argument)
            is_plain = isinstance(form, ConstForm | TableForm | WordsForm | RunForm)
            c.bound[base + index] = form if is_plain else form.kept(c)
        else:
            c.w.line(f"r{base + index} = {c.value(argument)}")
    for let in body.lets:
        set_local(c, moved(let, base, given))
    return moved(body.value, base, given)


def argument_texts(c: Coder, procedure: int, arguments: Sequence[Expr]) -> list[str]:
    """Write the arguments of a procedure, a set in words, a run as its place and its size."""
    registers = c.program.procedures[procedure].registers
    texts: list[str] = []
    for register, argument in zip(registers, arguments, strict=False):
        if not isinstance(register.type, SetOf | ListOf):
            texts.append(c.value(argument))
            continue
        form, rep = c.source(argument), c.unit.rep(register.type)
        texts.extend(form.run(c) if rep.is_run else form.words(c, rep))
    return texts


def call(c: Coder, procedure: int, arguments: Sequence[Expr]) -> str:
    """Write the call of a procedure that gives a single value or nothing."""
    texts = argument_texts(c, procedure, arguments)
    return c.unit.procedures.call(procedure, texts)


def call_form(c: Coder, procedure: int, arguments: Sequence[Expr]) -> Form:
    """Write the call of a function that gives a set or a list."""
    returns = c.unit.procedures.returns(procedure)
    texts = argument_texts(c, procedure, arguments)
    low, high = returns.bounds
    if returns.rep.count > 1:
        names = [c.w.name("b") for _ in range(returns.rep.count)]
        c.w.line(f"{', '.join(names)} = {c.unit.procedures.call(procedure, texts)}")
        return WordsForm(names, returns.rep, low, high)
    result = c.w.let(c.unit.procedures.call(procedure, texts))
    if returns.rep.is_run:
        at = c.room(returns.most)
        c.w.line(f"bring(w, {ANSWER}, {at}, {result})")
        if returns.has_sets:
            return SetsRunForm(at, result, low, high, returns.most)
        return RunForm(at, result, low, high, returns.is_list, returns.most)
    return WordsForm([result], returns.rep, low, high)


def after(c: Coder, expr: After) -> str:
    """Write a value on the table as a rule leaves it, and put the table back."""
    restore = on_scratch(c, expr)
    result = c.w.let(c.value(expr.value))
    restore()
    return result


def after_form(c: Coder, expr: After) -> Form:
    restore = on_scratch(c, expr)
    form = c.source(expr.value).kept(c)
    restore()
    return form


def on_scratch(c: Coder, expr: After) -> Callable[[], None]:
    """Write down the slots that a rule may change and run it; give what writes them back."""
    texts = [c.as_atom(text) for text in argument_texts(c, expr.procedure, expr.arguments)]
    low, high = c.unit.written(expr.procedure)
    at = c.room_exactly(high - low)
    if high > low:
        c.w.line(f"keep(s, w, {at}, {low}, {high})")
    c.w.line(c.unit.procedures.call(expr.procedure, texts))
    notes, c.notes = c.notes, {}

    def restore() -> None:
        c.notes = notes
        if high > low:
            c.w.line(f"restore(s, w, {at}, {low}, {high})")
            if c.unit.plane is not None:
                c.w.line("w[LEVEL] = 0")
            if c.unit.free_sites is not None:
                c.w.line("look(s, w)")

    return restore
