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
from fragma_dsl.backends.compiled.forms import Form, WordsForm
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.compiled.words import rep_for
from fragma_dsl.backends.compiled.work_array import BUDGET, DEPTH
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
    """Writes the conditions of a module's invariants, as far as they have a compiled form."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.names: list[str] = []
        self.parts: list[list[str]] = []
        self.before: dict[tuple[str, str], str] = {}

    def write(self) -> None:
        """Write what can be written; properties without a compiled form are left out."""
        for one in self.unit.program.invariants.values():
            if one.form == "within":
                continue
            mark = len(self.unit.procedures.called), len(self.parts), dict(self.before)
            try:
                self.condition(one)
                self.unit.procedures.write_called()
            except NotCompiledError:
                called, parts, self.before = mark
                self.unit.procedures.forget_since(called)
                del self.parts[parts:]
            else:
                self.names.append(one.name)
        self.parts.append(self.judge())

    def condition(self, one: Invariant) -> None:
        """Write the function of a condition."""
        procedure = self.unit.program.procedures[one.procedure]
        point = self.unit.program.points[procedure.entry]
        if not isinstance(point, Leave) or point.value is None:
            raise NotCompiledError(f"the invariant `{one.name}`")
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
        """Give the set that there was before the move."""
        own = self.coder(c)
        form = own.source(expr.value)
        rep = rep_for(form.low, form.high)
        if rep.is_run or form.is_list:
            raise NotCompiledError("`old` of a list, or of a large set")
        words = form.words(own, rep)
        if rep.count == 1:
            own.w.line(f"return {words[0]}")
            names = [c.w.let(self.call(c, expr.value, own, "i"), "b")]
        else:
            own.w.line(f"return ({', '.join(words)})")
            names = [c.w.name("b") for _ in words]
            c.w.line(f"{', '.join(names)} = {self.call(c, expr.value, own, f'u{rep.count}')}")
        return WordsForm(names, rep, form.low, form.high)

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
        if any(i in c.bound or isinstance(c.registers[i].type, SetOf | ListOf) for i in free):
            raise NotCompiledError("`old` of what goes by a set")
        names = [f"r{index}" for index in free]
        text = "\n".join(own.finish())
        signature = f'@jit("{result}({",".join(["s", "w", *("i" for _ in names)])})")'
        key = f"{signature}({', '.join(['s', 'w', *names])}):", text
        if key not in self.before:
            name = self.before[key] = f"before_{len(self.before)}"
            head = f"def {name}({', '.join(['s', 'w', *names])}):"
            self.parts.append([signature, head, *text.split("\n")])
        return f"{self.before[key]}({', '.join(['b', 'u', *names])})"


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
