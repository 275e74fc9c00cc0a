"""Table forms: rows of constant tables, as members and as words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.forms import Body, Form, WordsForm
from fragma_dsl.backends.compiled.words import Rep, rep_for, words_of

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


class TableForm(Form):
    """The part of a table from one index to another, members in order."""

    def __init__(
        self, table: str, begin: str, end: str, low: int, high: int, most: int, is_list: bool
    ) -> None:
        super().__init__(low, high)
        self.table, self.begin, self.end = table, begin, end
        self.most, self.is_list = most, is_list

    def each(self, c: Coder, name: str, body: Body) -> None:
        index = c.w.name("i")
        with c.w.block(f"for {index} in range({self.begin}, {self.end}):"):
            c.w.line(f"{name} = {self.table}[{index}]")
            body(name)

    def is_empty(self, c: Coder) -> str:
        return f"({self.begin} == {self.end})"

    def size(self, c: Coder) -> str:
        return f"({self.end} - {self.begin})"


class TabledForm(TableForm):
    """A set out of a table of sets, all of which are known: its members, or its words."""

    def __init__(
        self, c: Coder, rows: Sequence[Sequence[int]], index: str, is_list: bool = False
    ) -> None:
        row = table_row(c, rows, index, is_list)
        super().__init__(row.table, row.begin, row.end, row.low, row.high, row.most, is_list)
        self.rows, self.index = rows, index

    def each(self, c: Coder, name: str, body: Body) -> None:
        if self.most > 1 or self.is_list or self.low < 0:
            super().each(c, name, body)
            return
        single = c.tables.add([row[0] if row else -1 for row in self.rows], "single")
        one = c.w.let(f"{single}[{self.index}]")
        with c.w.block(f"for {name} in range({one}, {one} + (1 if {one} >= 0 else 0)):"):
            body(name)

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        if rep.is_run or self.low < rep.base:
            return super().words(c, rep)
        columns = zip(*(words_of(row, rep.base, rep.count) for row in self.rows), strict=True)
        return [word_in(c, column, self.index) for column in columns]

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        rep = rep_for(self.low, self.high)
        if rep.count != 1 or self.is_list:
            return super().has(c, x, within)
        return WordsForm(self.words(c, rep), rep, self.low, self.high).has(c, x, within)


def table_row(
    c: Coder, rows: Sequence[Sequence[int]], index: str, is_list: bool = False
) -> TableForm:
    """Give the row of a table of rows."""
    flat = [member for row in rows for member in row]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row))
    table, start = c.tables.add(flat, "rows"), c.tables.add(starts, "starts")
    low, high = min(flat, default=0), max(flat, default=-1)
    longest = max(map(len, rows), default=0)
    return TableForm(
        table, f"{start}[{index}]", f"{start}[{index} + 1]", low, high, longest, is_list
    )


def word_in(c: Coder, column: Sequence[int], index: str) -> str:
    """Write a word of bits out of a table of words."""
    numbers = [word - (1 << 64) if word >= 1 << 63 else word for word in column]
    text = f"{c.tables.add(numbers, 'words')}[{index}]"
    return f"word({text})" if max(column) >= 1 << 63 else text
