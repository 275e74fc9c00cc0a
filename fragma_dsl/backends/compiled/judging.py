"""Judging: the conditions of a file's invariants as functions of its module, asked at every stop of
whole games.

    judge(s, w, b, u, asks, kind, number)    the number of the first property that the stop `s`, or
                                             the move to it from `b`, breaks, and one more; else 0

`u` is the work array of what `old` asks of `b`, the stop before, whose first slot is -1 where there
is none. `asks` has a word for each property, 0 where it is not to be asked; as many more, where the
number of the game that has shown what `sometimes` asks for is written, and one more; then how many
stops were judged. A `sometimes` that has been shown is not asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import (
    Comprehension,
    Expr,
    Invariant,
    Leave,
    Local,
    Old,
)
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.forms import Form, RunForm, WordsForm
from fragma_dsl.backends.compiled.procedures import answer_run, answer_words
from fragma_dsl.backends.compiled.registers import register_form, register_names
from fragma_dsl.backends.compiled.sets import SetsForm, SetsRunForm
from fragma_dsl.backends.compiled.words import rep_for
from fragma_dsl.backends.compiled.work_array import ANSWER, BUDGET, DEPTH
from fragma_dsl.library.types import ListOf, SetOf
from fragma_dsl.text.node import walk

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.unit import Unit

TESTS = {
    "always": ("", "== 0"),
    "never": ("", "!= 0"),
    "at_end": (" and kind == 4", "== 0"),
    "step": (" and b[0] != -1", "== 0"),
}
"""By form, when it is asked, and what must not come of it."""

UNJUDGED = {"kinds": "", "arrays": "", "begin": "", "judge": "", "playouts": "playouts"}
JUDGED = {
    "kinds": ",s,w,w",
    "arrays": ", b, u, asks",
    "begin": "    b[0] = -1\n",
    "judge": """\
        broken = judge(s, w, b, u, asks, kind, number)
        if broken != 0:
            results[at + 1] = broken - 1
            results[at + 2] = decisions
            return 4
""",
    "playouts": "judged",
}
"""What the text of whole games leaves open: judged ones have more arguments, and end where a
property is broken."""


class Judging:
    """Writes the conditions of a module's invariants."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.names: list[str] = []
        self.parts: list[list[str]] = []
        self.before: dict[tuple[str, str], str] = {}

    def write(self) -> None:
        """Write the conditions and what asks them."""
        for one in self.unit.program.invariants.values():
            if one.form == "within":
                continue
            self.condition(one)
            self.unit.procedures.write_called()
            self.names.append(one.name)
        self.parts.append(self.judge())

    def condition(self, one: Invariant) -> None:
        """Write the function of a condition."""
        procedure = self.unit.program.procedures[one.procedure]
        point = self.unit.program.points[procedure.entry]
        assert isinstance(point, Leave)
        assert point.value is not None
        c = Coder(self.unit, procedure.registers)
        self.begin(c)
        c.cite(procedure.span)
        c.w.line(f"return 1 if {c.value(point.value)} else 0")
        number = len(self.names)
        head = ['@jit("i(s,w,s,w)")', f"def condition_{number}(s, w, b, u):"]
        self.parts.append([*head, *c.finish()])
        if one.form == "sometimes":
            self.parts.append(shown(number))

    def begin(self, c: Coder) -> None:
        """Write what a function begins with that runs by itself."""
        c.w.line(f"top = {self.unit.top}")
        c.w.line(f"w[{BUDGET}] = {self.unit.program.budget}")
        if self.unit.counts_depth:
            c.w.line(f"w[{DEPTH}] = 0")

    def judge(self) -> list[str]:
        """Write the function that asks all."""
        forms = self.unit.program.invariants
        lines = ['@jit("i(s,w,s,w,w,i,i)")', "def judge(s, w, b, u, asks, kind, number):"]
        count = len(self.names)
        lines.append(f"    asks[{2 * count}] += 1")
        for index, name in enumerate(self.names):
            form = forms[name].form
            lines.append(f"    # {form}: {name}")
            if form == "sometimes":
                lines.append(f"    if asks[{index}] != 0 and shown_{index}(s, w, b, u) != 0:")
                lines.append(f"        asks[{index}] = 0")
                lines.append(f"        asks[{count + index}] = number + 1")
                continue
            when, wrong = TESTS[form]
            test = f"condition_{index}(s, w, b, u) {wrong}"
            lines.append(f"    if asks[{index}] != 0{when} and {test}:")
            lines.append(f"        return {index + 1}")
        lines += ["    for slot in range(SLOTS):", "        b[slot] = s[slot]"]
        if self.unit.plane is not None:
            lines.append("    u[LEVEL] = 0")
        return [*lines, "    return 0"]

    # ---- old

    def old(self, c: Coder, expr: Old) -> str:
        """Write a single value before the move."""
        own = self.coder(c)
        own.w.line(f"return {own.value(expr.value)}")
        return self.call(c, expr.value, own, "i")

    def old_set(self, c: Coder, expr: Old) -> Form:
        """Give the set or list that there was before the move."""
        own = self.coder(c)
        form = own.source(expr.value)
        rep = rep_for(form.low, form.high)
        if rep.is_run or form.is_list:
            return self.old_run(c, expr.value, own, form)
        own.w.line(f"return {answer_words(own, form, rep)}")
        if rep.count == 1:
            names = [c.w.let(self.call(c, expr.value, own, "i"), "b")]
        else:
            names = [c.w.name("b") for _ in range(rep.count)]
            c.w.line(f"{', '.join(names)} = {self.call(c, expr.value, own, f'u{rep.count}')}")
        return WordsForm(names, rep, form.low, form.high)

    def old_run(self, c: Coder, expr: Expr, own: Coder, form: Form) -> Form:
        """Give the list, or the large set, that there was before the move."""
        own.w.line(f"return {answer_run(own, form)}")
        n, at = c.w.let(self.call(c, expr, own, "i"), "n"), c.room(form.most)
        copy_run(c, f"u[{ANSWER} + {{}}]", f"w[{at} + {{}}]", n)
        if isinstance(form, SetsForm):
            return SetsRunForm(at, n, form.low, form.high, form.most)
        return RunForm(at, n, form.low, form.high, form.is_list, form.most)

    def coder(self, c: Coder) -> Coder:
        """Give what writes the function of a part that is asked of the stop before."""
        own = c.apart()
        self.begin(own)
        return own

    def call(self, c: Coder, expr: Expr, own: Coder, result: str) -> str:
        """Write the call of a function on the stop before, which equal ones share."""
        inner = {
            one.local
            for node in walk(expr)
            if isinstance(node, Comprehension)
            for one in node.generators
        }
        free = sorted({n.index for n in walk(expr) if isinstance(n, Local)} - inner)
        given = [text for index in free for text in self.given(c, own, index)]
        names = [name for i in free for name in register_names(self.unit, i, c.registers[i])]
        text = "\n".join(own.finish())
        signature = f'@jit("{result}({",".join(["s", "w", *("i" for _ in names)])})")'
        key = f"{signature}({', '.join(['s', 'w', *names])}):", text
        if key not in self.before:
            name = self.before[key] = f"before_{len(self.before)}"
            head = f"def {name}({', '.join(['s', 'w', *names])}):"
            self.parts.append([signature, head, *text.split("\n")])
        return f"{self.before[key]}({', '.join(['b', 'u', *given])})"

    def given(self, c: Coder, own: Coder, index: int) -> Sequence[str]:
        """Write what the function gets of a register: a run is copied to where it can read it."""
        type = c.registers[index].type
        if not isinstance(type, SetOf | ListOf):
            return [f"r{index}"]
        form, rep = register_form(c, index), self.unit.rep(type)
        if not rep.is_run:
            return form.words(c, rep)
        (at, n), to = form.run(c), own.room(form.most)
        copy_run(c, f"w[{at} + {{}}]", f"u[{to} + {{}}]", n)
        return [to, n]


def copy_run(c: Coder, source: str, target: str, n: str) -> None:
    """Write that so many slots are copied from one work array to the other."""
    x = c.w.name("x")
    with c.w.block(f"for {x} in range({n}):"):
        c.w.line(f"{target.format(x)} = {source.format(x)}")


def shown(number: int) -> list[str]:
    """Write the function that asks for what may be, which is not where asking goes wrong."""
    return [
        '@jit("i(s,w,s,w)")',
        f"def shown_{number}(s, w, b, u):",
        "    found = 0",
        "    try:",
        f"        found = condition_{number}(s, w, b, u)",
        "    except Exception:",
        "        found = 0",
        "    return found",
    ]
