"""Sets: lists of sets, known ones and those in the work array: one run, the size of each set before
its members."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import CallBuiltin
from fragma_dsl.backends.compiled.forms import Body, Form, RunForm
from fragma_dsl.backends.compiled.table_forms import TabledForm, table_row

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


class SetsForm(Form):
    """A list of sets that are known."""

    is_list = True

    def __init__(self, rows: Sequence[Sequence[int]], only: Form | None = None) -> None:
        flat = [member for row in rows for member in row]
        super().__init__(min(flat, default=0), max(flat, default=-1))
        self.rows, self.most = rows, sum(len(row) + 1 for row in rows)
        self.only = only  # the numbers of the sets that count, all where there is none

    def each_set(self, c: Coder, bind: Callable[[Form], None], body: Body) -> None:
        """Write a loop over the sets, each bound as a form."""
        index = c.w.name("i")

        def inner(number: str) -> None:
            bind(TabledForm(c, self.rows, number))
            body(number)

        if self.only is not None:
            self.only.each(c, index, inner)
            return
        with c.w.block(f"for {index} in range({len(self.rows)}):"):
            inner(index)

    def with_member(self, c: Coder, x: str, within: tuple[int, int]) -> Form:
        """Give those of the sets that have a member."""
        low, high = max(within[0], 0), within[1]
        rows = [
            [number for number, row in enumerate(self.rows) if value in row]
            for value in range(high + 1)
        ]
        only = table_row(c, rows, x) if low == within[0] else None
        return SetsForm(self.rows, only) if only is not None else self

    def run(self, c: Coder) -> tuple[str, str]:
        flat = [number for row in self.rows for number in (len(row), *row)]
        at, x = c.room_exactly(len(flat)), c.w.name("x")
        with c.w.block(f"for {x} in range({len(flat)}):"):
            c.w.line(f"w[{at} + {x}] = {c.tables.add(flat, 'sets')}[{x}]")
        return at, str(len(flat))

    def size(self, c: Coder) -> str:
        return str(len(self.rows))

    def is_empty(self, c: Coder) -> str:
        return str(not self.rows)


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
    c.check_fits(f"{n} + {m}", most)
    c.w.line(f"bring(w, {a}, {at}, {n})")
    c.w.line(f"bring(w, {b}, {at} + {n}, {m})")
    bounds = min(left.low, right.low), max(left.high, right.high)
    return SetsRunForm(at, c.w.let(f"{n} + {m}", "n"), *bounds, most)
