"""Plain forms: sets and lists that stand somewhere already: known, as a range, or in the state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.forms import Body, Form
from fragma_dsl.backends.compiled.words import (
    Rep,
    guarded,
    rep_for,
    set_bit,
    word_by_word,
    word_text,
    words_of,
)

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


class ConstForm(Form):
    """A set that is known."""

    is_cheap = True

    def __init__(self, members: frozenset[int] | tuple[int, ...]) -> None:
        self.is_list = isinstance(members, tuple)
        self.members = tuple(members) if self.is_list else tuple(sorted(members))
        super().__init__(min(members, default=0), max(members, default=-1))
        self.most = len(self.members)

    @property
    def stride(self) -> int | None:
        """How far the members lie apart, where all are as far."""
        steps = {b - a for a, b in zip(self.members, self.members[1:], strict=False)}
        return min(steps) if len(steps) == 1 and min(steps) > 0 else None

    def each(self, c: Coder, name: str, body: Body) -> None:
        if not self.members:
            return
        if len(self.members) == 1:
            header = f"for {name} in range({self.members[0]}, {self.members[0] + 1}):"
        elif self.stride:
            step = "" if self.stride == 1 else f", {self.stride}"
            header = f"for {name} in range({self.members[0]}, {self.members[-1] + 1}{step}):"
        else:
            header = f"for {name} in {c.tables.add(self.members, 'set')}:"
        with c.w.block(header):
            body(name)

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        if not self.members:
            return "False"
        if all(member in self.members for member in range(within[0], within[1] + 1)[:9]) and (
            within[1] - within[0] < 9
        ):
            return "True"
        if len(self.members) <= 2:
            return "(" + " or ".join(f"{x} == {member}" for member in self.members) + ")"
        low, high = min(self.members), max(self.members)
        if len(set(self.members)) == high - low + 1:
            if low <= within[0] and within[1] <= high:
                return "True"
            return f"({low} <= {x} <= {high})"
        rep = rep_for(low, high)
        if rep.count == 0:
            return super().has(c, x, within)
        flags = [int(value in self.members) for value in range(low, high + 1)]
        table = c.tables.add(flags, "in")
        shifted = x if low == 0 else f"{x} - {low}"
        test = f"{table}[{shifted}] != 0"
        return guarded(test, x, within, low, high)

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        return [word_text(word) for word in words_of(self.members, rep.base, rep.count)]

    def is_empty(self, c: Coder) -> str:
        return str(not self.members)

    def size(self, c: Coder) -> str:
        return str(len(self.members))

    def first(self, c: Coder) -> tuple[str, str]:
        return (str(self.members[0]), "True") if self.members else ("0", "False")


class RangeForm(Form):
    """The numbers from one to another."""

    is_cheap = True

    def __init__(self, first: str, last: str, low: int, high: int) -> None:
        super().__init__(low, high)
        self.begin, self.end = first, last
        self.single = first if first == last else None  # the one member, where there is one
        self.most = max(0, min(high - low + 1, 65_536))

    def each(self, c: Coder, name: str, body: Body) -> None:
        with c.w.block(f"for {name} in range({self.begin}, {self.end} + 1):"):
            body(name)

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        return f"({self.begin} <= {x} <= {self.end})"

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        if self.begin != self.end or rep.is_run:
            return super().words(c, rep)
        if rep.count == 1:
            return [
                f"(1 << {self.begin})" if rep.base == 0 else f"(1 << ({self.begin} - {rep.base}))"
            ]
        names = [c.w.let("0", "b") for _ in range(rep.count)]
        set_bit(c.w, names, rep, self.begin)
        return names

    def is_empty(self, c: Coder) -> str:
        return f"({self.end} < {self.begin})"

    def size(self, c: Coder) -> str:
        return f"max(0, {self.end} - {self.begin} + 1)"

    def first(self, c: Coder) -> tuple[str, str]:
        return self.begin, f"({self.begin} <= {self.end})"


class SlotsForm(Form):
    """A set that is kept in slots of the state, one for each value from `low` to `high`."""

    is_cheap = True

    def __init__(self, offset: str, low: int, high: int) -> None:
        super().__init__(low, high)
        self.offset = offset
        self.most = high - low + 1

    def slot(self, x: str) -> str:
        """Write the slot of a value."""
        return (
            f"s[{self.offset} + {x}]" if self.low == 0 else f"s[{self.offset} + {x} - {self.low}]"
        )

    def each(self, c: Coder, name: str, body: Body) -> None:
        with (
            c.w.block(f"for {name} in range({self.low}, {self.high + 1}):"),
            c.w.block(f"if {self.slot(name)} != 0:"),
        ):
            body(name)

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        if rep.is_run or self.low < rep.base:
            return super().words(c, rep)

        def bits(low: int, high: int) -> str:
            begin, end = low - self.low, high - self.low + 1
            return f"mask_not(s, {self.offset} + {begin}, {self.offset} + {end}, 0)"

        return word_by_word(c.w, rep, self.low, self.high, bits)

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        return guarded(f"{self.slot(x)} != 0", x, within, self.low, self.high)


class SlotListForm(Form):
    """A list that is kept in slots of the state: its length, then its members."""

    is_list = True

    def __init__(self, offset: str, low: int, high: int, most: int) -> None:
        super().__init__(low, high)
        self.offset, self.most = offset, most

    def each(self, c: Coder, name: str, body: Body) -> None:
        index = c.w.name("i")
        with c.w.block(f"for {index} in range(s[{self.offset}]):"):
            c.w.line(f"{name} = s[{self.offset} + 1 + {index}]")
            body(name)

    def is_empty(self, c: Coder) -> str:
        return f"(s[{self.offset}] == 0)"

    def size(self, c: Coder) -> str:
        return f"s[{self.offset}]"
