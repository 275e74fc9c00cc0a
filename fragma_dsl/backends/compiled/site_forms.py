"""Site forms: the sites, one slot each, that have something on them, by comparing their slots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled import places
from fragma_dsl.backends.compiled.forms import Body, Form, WordsForm
from fragma_dsl.backends.compiled.words import Rep, guarded, rep_for, word_by_word

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


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
        return self.kept_words(c, rep) or word_by_word(
            c.w, rep, self.low, self.high, lambda low, high: self.call("mask", low, high)
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

    def kept_words(self, c: Coder, rep: Rep) -> Sequence[str]:
        """Give the words of the set where they are kept and hold, else none."""
        return () if c.free_sites is None else c.free_sites.words_of(self, rep)

    def own_words(self, c: Coder) -> Sequence[str]:
        """Give those of the kept words that have a bit of the set."""
        words = self.kept_words(c, rep_for(self.low, self.high))
        return [word for word in words if word != "0"]

    def is_empty(self, c: Coder) -> str:
        words = self.own_words(c)
        if words:
            return f"(({' | '.join(words)}) == 0)"
        return f"(not {self.call('some', self.low, self.high)})"

    def size(self, c: Coder) -> str:
        words = self.own_words(c)
        if words:
            return f"({' + '.join(f'ones({word})' for word in words)})"
        return self.call("tally", self.low, self.high)


def slots_where(
    c: Coder, low: int, high: int, wanted: str, of: str = "", is_not: bool = False
) -> SlotsWhereForm | None:
    """Give the sites of a range whose slots pass a test, where they are one slot each."""
    here = places.spots(c, (low, high))
    if here.holds != "one" or here.base is None or high < low:
        return None
    return SlotsWhereForm(here.base, low, high, wanted, of, is_not)


def alike(c: Coder, rows: Sequence[Sequence[int]], site: str, piece: str) -> str | None:
    """Write a word with a bit for each site of a row, the row of a site, that has a piece; no
    site, -1, has none. None where sites are no slot each."""
    here = places.spots(c, (0, len(rows) - 1))
    if here.holds != "one" or here.base is None:
        return None
    width = len(rows[0])
    near = c.tables.add([max(0, one) for row in rows for one in row], "near")
    real = [sum((one >= 0) << at for at, one in enumerate(row)) for row in rows]
    begin = f"{site} * {width}"
    bits = f"near(s, {here.base}, {near}, {begin}, {width}, {piece} + 1)"
    return c.w.let(f"{bits} & {c.tables.add(real, 'real')}[{site}]", "b")
