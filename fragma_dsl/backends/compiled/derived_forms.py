"""Derived forms: sets and lists that are made of others, or of what a scan gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.forms import (
    Body,
    ConstForm,
    Form,
    RangeForm,
    Rep,
    SlotsForm,
    TableForm,
    WordsForm,
    guarded,
    rep_for,
    set_bit,
    word_by_word,
)

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


class FilterForm(Form):
    """Those members of a form that pass a test, which `test` writes."""

    def __init__(self, inner: Form, test: Callable[[str], str]) -> None:
        super().__init__(inner.low, inner.high)
        self.inner, self.test = inner, test
        self.is_list, self.is_cheap, self.most = inner.is_list, inner.is_cheap, inner.most

    def each(self, c: Coder, name: str, body: Body) -> None:
        def tested(member: str) -> None:
            with c.w.block(f"if {self.test(member)}:"):
                body(member)

        self.inner.each(c, name, tested)

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        inside = self.inner.has(c, x, within)
        if self.is_list:
            return super().has(c, x, within)
        return c.conjunction(inside, lambda: self.test(x))


class SlotsWhereForm(Form):
    """The sites, one slot each, whose slot is `wanted`, or with `of` the slots for which that table
    has `wanted`; all others where `is_not`. `at` is the slot of the site 0."""

    is_cheap = True

    def __init__(
        self, at: int, low: int, high: int, wanted: str, of: str = "", is_not: bool = False
    ) -> None:
        super().__init__(low, high)
        self.at, self.wanted, self.of, self.is_not = at, wanted, of, is_not
        self.most = high - low + 1

    def test(self, x: str) -> str:
        """Write the test of a site of the range."""
        slot = f"s[{self.at + int(x)}]" if x.isdigit() else f"s[{self.at} + {x}]"
        found = f"{self.of}[{slot}]" if self.of else slot
        return f"({found} {'!=' if self.is_not else '=='} {self.wanted})"

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        return guarded(self.test(x), x, within, self.low, self.high)

    def call(self, name: str, low: int, high: int) -> str:
        """Write the call of a function over the slots of the sites from one up to another."""
        begin, end = self.at + low, self.at + high + 1
        kind = "_in" if self.of else "_not" if self.is_not else ""
        table = f"{self.of}, " if self.of else ""
        sign = f", {int(self.is_not)}" if self.of else ""
        return f"{name}{kind}(s, {begin}, {end}, {table}{self.wanted}{sign})"

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        if rep.is_run:
            return super().words(c, rep)
        kept = c.kept.words_of(self, rep) if c.kept is not None else None
        return kept or word_by_word(
            c, rep, self.low, self.high, lambda low, high: self.call("mask", low, high)
        )

    def each(self, c: Coder, name: str, body: Body) -> None:
        rep = rep_for(self.low, self.high)
        if not rep.is_run:
            WordsForm(self.words(c, rep), rep, self.low, self.high).each(c, name, body)
            return
        with (
            c.w.block(f"for {name} in range({self.low}, {self.high + 1}):"),
            c.w.block(f"if {self.test(name)}:"),
        ):
            body(name)

    def kept_words(self, c: Coder) -> Sequence[str]:
        """Give the words of the set where they are kept, else none."""
        found = c.kept.words_of(self, rep_for(self.low, self.high)) if c.kept is not None else None
        return [word for word in found or () if word != "0"]

    def is_empty(self, c: Coder) -> str:
        words = self.kept_words(c)
        if words:
            return f"(({' | '.join(words)}) == 0)"
        return f"(not {self.call('some', self.low, self.high)})"

    def size(self, c: Coder) -> str:
        words = self.kept_words(c)
        if words:
            return f"({' + '.join(f'ones({word})' for word in words)})"
        return self.call("tally", self.low, self.high)


class GatherForm(Form):
    """A set of the values that a scan gives, in any order and some of them twice."""

    def __init__(
        self,
        low: int,
        high: int,
        scan: Callable[[Body], None],
        most: int,
        some: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(low, high)
        self.scan, self.most, self.some = scan, most, some

    def each(self, c: Coder, name: str, body: Body) -> None:
        self.kept(c).each(c, name, body)

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        names = [c.w.let("0", "b") for _ in range(rep.count)]
        self.scan(lambda member: set_bit(c, names, rep, member))
        return names

    def run(self, c: Coder) -> tuple[str, str]:
        at, n = c.room(self.most), c.w.let("0", "n")

        def insert(member: str) -> None:
            c.check_room(n, self.most)
            c.w.line(f"{n} = insert(w, {at}, {n}, {member})")

        self.scan(insert)
        return at, n

    def is_empty(self, c: Coder) -> str:
        if self.some is not None:
            return f"(not {self.some()})"
        return self.kept(c).is_empty(c)

    def size(self, c: Coder) -> str:
        return self.kept(c).size(c)

    def first(self, c: Coder) -> tuple[str, str]:
        return self.kept(c).first(c)


class UnionForm(Form):
    """The union of the sets that a scan comes to; `parts` writes the scan, with the test that ends
    it where there is one."""

    def __init__(
        self, low: int, high: int, parts: Callable[[Callable[[Form], None], str | None], None]
    ) -> None:
        super().__init__(low, high)
        self.parts, self.most = parts, high - low + 1

    def each(self, c: Coder, name: str, body: Body) -> None:
        self.kept(c).each(c, name, body)

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        names = [c.w.let("0", "b") for _ in range(rep.count)]

        def unite(part: Form) -> None:
            for name, word in zip(names, part.words(c, rep), strict=True):
                if word != "0":
                    c.w.line(f"{name} |= {word}")

        self.parts(unite, None)
        return names

    def is_empty(self, c: Coder) -> str:
        found = c.w.let("False")

        def look(part: Form) -> None:
            test = part.is_empty(c)
            with c.w.block(f"if not {test}:"):
                c.w.line(f"{found} = True")
                c.w.line("break")

        self.parts(look, found)
        return f"(not {found})"

    def size(self, c: Coder) -> str:
        return self.kept(c).size(c)

    def first(self, c: Coder) -> tuple[str, str]:
        return self.kept(c).first(c)


class PairForm(Form):
    """The union, the intersection or the difference of two sets."""

    def __init__(self, word: str, left: Form, right: Form) -> None:
        low, high = (
            (min(left.low, right.low), max(left.high, right.high))
            if word == "|"
            else (max(left.low, right.low), min(left.high, right.high))
            if word == "&"
            else (left.low, left.high)
        )
        if left.high < left.low and word == "|":
            low, high = right.low, right.high
        if right.high < right.low and word == "|":
            low, high = left.low, left.high
        super().__init__(low, high)
        self.word, self.left, self.right = word, left, right
        self.most = left.most + right.most if word == "|" else left.most

    def each(self, c: Coder, name: str, body: Body) -> None:
        if self.word == "|":
            self.kept(c).each(c, name, body)
            return
        right = self.right
        if not isinstance(
            right, ConstForm | RangeForm | SlotsForm | WordsForm | FilterForm | SlotsWhereForm
        ):
            right = right.kept(c)
        bounds = self.left.low, self.left.high

        def tested(member: str) -> None:
            test = right.has(c, member, bounds)
            with c.w.block(f"if {test}:" if self.word == "&" else f"if not {test}:"):
                body(member)

        self.left.each(c, name, tested)

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        outer = rep_for(
            *(
                (min(self.left.low, self.right.low), max(self.left.high, self.right.high))
                if self.left.high >= self.left.low and self.right.high >= self.right.low
                else (self.low, self.high)
            )
        )
        if outer.is_run or outer != rep:
            return super().words(c, rep)
        left, right = self.left.words(c, rep), self.right.words(c, rep)
        sign = {"|": "{} | {}", "&": "{} & {}", "without": "{} & ~{}"}[self.word]
        return [c.w.let(sign.format(a, b), "b") for a, b in zip(left, right, strict=True)]

    def run(self, c: Coder) -> tuple[str, str]:
        if self.word != "|":
            return super().run(c)
        at, n = c.room(self.most), c.w.let("0", "n")

        def insert(member: str) -> None:
            c.check_room(n, self.most)
            c.w.line(f"{n} = insert(w, {at}, {n}, {member})")

        self.left.each(c, c.w.name("m"), insert)
        self.right.each(c, c.w.name("m"), insert)
        return at, n

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        left = self.left.has(c, x, within)
        right = lambda: self.right.has(c, x, within)  # noqa: E731
        if self.word == "|":
            return c.disjunction(left, right)
        if self.word == "&":
            return c.conjunction(left, right)
        return c.conjunction(left, lambda: f"not {self.right.has(c, x, within)}")


class SetsForm(Form):
    """A list of sets that are known."""

    is_list = True

    def __init__(self, rows: Sequence[Sequence[int]], only: Form | None = None) -> None:
        flat = [member for row in rows for member in row]
        super().__init__(min(flat, default=0), max(flat, default=-1))
        self.rows, self.most = rows, len(rows)
        self.only = only  # the numbers of the sets that count, all where there is none

    def each_set(self, c: Coder, bind: Callable[[Form], None], body: Body) -> None:
        """Write a loop over the sets, each bound as a form."""
        index = c.w.name("i")

        def inner(number: str) -> None:
            form = c.table_form(self.rows, number)
            assert isinstance(form, TableForm)
            bind(c.unit.builtins.tabled(form, self.rows, number))
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
        only = c.table_form(rows, x) if low == within[0] else None
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
