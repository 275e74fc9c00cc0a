"""Sets: lists of sets in the work array, one run each: the size of each set before its members."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import CallBuiltin
from fragma_dsl.backends.compiled.derived_forms import SetsForm
from fragma_dsl.backends.compiled.forms import Body, Form, RunForm

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


class SetsRunForm(SetsForm):
    """A list of sets in the work array, from `at` on in `n` slots."""

    def __init__(self, at: str, n: str, low: int, high: int, most: int) -> None:
        super().__init__(())
        self.low, self.high = low, high
        self.at, self.n, self.most = at, n, most

    def each_set(self, c: Coder, bind: Callable[[Form], None], body: Body) -> None:
        i = c.w.let("0", "i")
        with c.w.block(f"while {i} < {self.n}:"):
            one = self.set_at(c, i)
            c.w.line(f"{i} += {one.n} + 1")
            bind(one)
            body(i)

    def set_at(self, c: Coder, i: str) -> RunForm:
        """Write where a set begins and how large it is."""
        at = c.w.let(f"{self.at} + {i} + 1", "a")
        n = c.w.let(f"w[{self.at} + {i}]", "n")
        return RunForm(at, n, self.low, self.high, False, self.most)

    def run(self, c: Coder) -> tuple[str, str]:
        return self.at, self.n

    def kept(self, c: Coder) -> Form:
        return self

    def is_empty(self, c: Coder) -> str:
        return f"({self.n} == 0)"

    def size(self, c: Coder) -> str:
        n = c.w.let("0", "n")
        self.each_set(c, lambda _: None, lambda _: c.w.line(f"{n} += 1"))
        return n

    def has_set(self, c: Coder, wanted: Form) -> str:
        """Write the test whether a set is in the list."""
        (at, n), found = wanted.run(c), c.w.let("False")
        sets: list[RunForm] = []

        def look(_: str) -> None:
            with c.w.block(f"if same(w, {sets[-1].at}, {sets[-1].n}, {at}, {n}):"):
                c.w.line(f"{found} = True")
                c.w.line("break")

        self.each_set(c, lambda one: sets.append(one), look)  # type: ignore[arg-type]
        return found

    def chosen(self, c: Coder, call: CallBuiltin) -> Form:
        """Write the value of `first` or `only`."""
        one, found = self.item(c, "0")
        c.fail_if(f"not {found}", "empty", call.span)
        match call.builtin.name:
            case "first":
                return one
            case "only":
                sets: list[RunForm] = []

                def compare(_: str) -> None:
                    test = f"same(w, {sets[-1].at}, {sets[-1].n}, {one.at}, {one.n})"
                    c.fail_if(f"not {test}", "size", call.span)

                self.each_set(c, lambda other: sets.append(other), compare)  # type: ignore[arg-type]
                return one
            case name:
                raise NotImplementedError(f"`{name}` of sets")

    def item(self, c: Coder, index: str) -> tuple[RunForm, str]:
        """Write the set at an index from 0; give it and the test whether there is one."""
        i, left = c.w.let("0", "i"), c.w.let(index)
        with c.w.block(f"while {left} > 0 and {i} < {self.n}:"):
            c.w.line(f"{i} += w[{self.at} + {i}] + 1")
            c.w.line(f"{left} -= 1")
        found = c.w.let(f"{left} == 0 and {i} < {self.n}")
        at, n = c.w.let(f"{self.at} + {i} + 1", "a"), c.w.let("0", "n")
        with c.w.block(f"if {found}:"):
            c.w.line(f"{n} = w[{self.at} + {i}]")
        return RunForm(at, n, self.low, self.high, False, self.most), found


def concatenated(c: Coder, left: SetsForm, right: SetsForm) -> SetsRunForm:
    """Write one list of sets behind another."""
    (a, n), (b, m) = left.run(c), right.run(c)
    most = left.most + right.most
    at = c.room(most)
    c.check_room(f"{n} + {m}", most)
    c.w.line(f"bring(w, {a}, {at}, {n})")
    c.w.line(f"bring(w, {b}, {at} + {n}, {m})")
    bounds = min(left.low, right.low), max(left.high, right.high)
    return SetsRunForm(at, c.w.let(f"{n} + {m}", "n"), *bounds, most)
