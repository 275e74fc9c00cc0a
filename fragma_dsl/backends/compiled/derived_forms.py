"""Derived forms: sets and lists that are made of others, or of what a scan gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.bounds import hull
from fragma_dsl.backends.compiled.forms import Body, Form, UnsortedForm, insert_all
from fragma_dsl.backends.compiled.texts import conjunction, disjunction
from fragma_dsl.backends.compiled.words import Rep, rep_for, set_bit

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


class FilterForm(Form):
    """Those members of a form that pass a test, which `test` writes."""

    def __init__(self, inner: Form, test: Callable[[str], str]) -> None:
        super().__init__(inner.low, inner.high)
        self.inner, self.test = inner, test
        self.is_lazy = True
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
        return conjunction(c.w, inside, lambda: self.test(x))


class GatherForm(UnsortedForm):
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

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        names = [c.w.let("0", "b") for _ in range(rep.count)]
        self.scan(lambda member: set_bit(c.w, names, rep, member))
        return names

    def run(self, c: Coder) -> tuple[str, str]:
        return insert_all(c, self.most, self.scan)

    def is_empty(self, c: Coder) -> str:
        return super().is_empty(c) if self.some is None else f"(not {self.some()})"


class UnionForm(UnsortedForm):
    """The union of the sets that a scan comes to; `parts` writes the scan, with the test that ends
    it where there is one."""

    def __init__(
        self, low: int, high: int, parts: Callable[[Callable[[Form], None], str | None], None]
    ) -> None:
        super().__init__(low, high)
        self.parts, self.most = parts, high - low + 1

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


class PairForm(Form):
    """The union, the intersection or the difference of two sets."""

    is_lazy = True

    def __init__(self, word: str, left: Form, right: Form) -> None:
        match word:
            case "|":
                super().__init__(
                    *hull(*((one.low, one.high) for one in (left, right) if one.low <= one.high))
                )
            case "&":
                super().__init__(max(left.low, right.low), min(left.high, right.high))
            case _:
                super().__init__(left.low, left.high)
        self.word, self.left, self.right = word, left, right
        self.most = left.most + right.most if word == "|" else left.most

    def each(self, c: Coder, name: str, body: Body) -> None:
        if self.word == "|":
            self.kept(c).each(c, name, body)
            return
        right = self.right
        if not right.is_cheap and not isinstance(right, FilterForm):
            right = right.kept(c)
        bounds = self.left.low, self.left.high

        def tested(member: str) -> None:
            test = right.has(c, member, bounds)
            with c.w.block(f"if {test}:" if self.word == "&" else f"if not {test}:"):
                body(member)

        self.left.each(c, name, tested)

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        first, second = self.left, self.right
        bounds = self.low, self.high
        if first.low <= first.high and second.low <= second.high:
            bounds = hull((first.low, first.high), (second.low, second.high))
        if rep.is_run or rep != rep_for(*bounds):
            return super().words(c, rep)
        left, right = first.words(c, rep), second.words(c, rep)
        sign = {"|": "{} | {}", "&": "{} & {}", "without": "{} & ~{}"}[self.word]
        return [c.w.let(sign.format(a, b), "b") for a, b in zip(left, right, strict=True)]

    def run(self, c: Coder) -> tuple[str, str]:
        if self.word != "|":
            return super().run(c)

        def scan(body: Body) -> None:
            self.left.each(c, c.w.name("m"), body)
            self.right.each(c, c.w.name("m"), body)

        return insert_all(c, self.most, scan)

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        def right() -> str:
            test = self.right.has(c, x, within)
            return f"not {test}" if self.word == "without" else test

        join = disjunction if self.word == "|" else conjunction
        return join(c.w, self.left.has(c, x, within), right)
