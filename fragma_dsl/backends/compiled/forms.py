"""Forms: sets and lists as loops, tests and words of bits, made only as far as they are needed.

A set of numbers that lie close together is kept in words of 64 bits, in locals; any other, and
every list, as a run of the work array. Most are never made at all: a loop over them, or a test for
a member, is written straight from what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from fragma_dsl.backends.compiled.tables import WORD, words_of

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder

Body: TypeAlias = Callable[[str], None]

MOST_WORDS = 8

MOST_KEPT = 4096
"""The most members of a set or list in the work array whose size is not known before."""


@dataclass(frozen=True)
class Rep:
    """How a set is kept: `count` words from the member `base` on; no words: a sorted run."""

    base: int
    count: int

    @property
    def is_run(self) -> bool:
        """Whether the members stand in the work array."""
        return self.count == 0


def rep_for(low: int, high: int) -> Rep:
    """Give how a set with members from `low` to `high` is kept."""
    if high < low:
        return Rep(0, 1)
    base = 0 if low >= 0 and high < MOST_WORDS * WORD else low // WORD * WORD
    count = (high - base) // WORD + 1
    return Rep(base, count) if count <= MOST_WORDS else Rep(0, 0)


class Form:
    """A set, or with `is_list` a list; `low` and `high` are bounds of its members."""

    is_list = False
    is_cheap = False  # whether a test for a member costs no more than a look at the table
    most = MOST_KEPT  # how many members there can be

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def each(self, c: Coder, name: str, body: Body) -> None:
        """Write a loop over the members, of a set in ascending order; `break` leaves it."""
        raise NotImplementedError

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        """Write the test whether x, which lies `within`, is a member."""
        rep = rep_for(self.low, self.high)
        if rep.is_run or self.is_list:
            found = c.w.let("False")

            def look(member: str) -> None:
                with c.w.block(f"if {member} == {x}:"):
                    c.w.line(f"{found} = True")
                    c.w.line("break")

            self.each(c, c.w.name("m"), look)
            return found
        return WordsForm(self.words(c, rep), rep, self.low, self.high).has(c, x, within)

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        """Write the set as words of bits."""
        names = [c.w.let("0", "b") for _ in range(rep.count)]
        self.each(c, c.w.name("m"), lambda member: set_bit(c, names, rep, member))
        return names

    def run(self, c: Coder) -> tuple[str, str]:
        """Write the members into the work array; give where and how many."""
        at, n = c.room(self.most), c.w.let("0", "n")

        def append(member: str) -> None:
            c.check_room(n, self.most)
            c.w.line(f"w[{at} + {n}] = {member}")
            c.w.line(f"{n} += 1")

        self.each(c, c.w.name("m"), append)
        return at, n

    def kept(self, c: Coder) -> Form:
        """Write the members down, so that they can be gone through again and again."""
        rep = rep_for(self.low, self.high)
        if self.is_list or rep.is_run:
            return RunForm(*self.run(c), self.low, self.high, self.is_list, self.most)
        return WordsForm(self.words(c, rep), rep, self.low, self.high)

    def is_empty(self, c: Coder) -> str:
        """Write the test whether there is no member."""
        empty = c.w.let("True")

        def found(_: str) -> None:
            c.w.line(f"{empty} = False")
            c.w.line("break")

        self.each(c, c.w.name("m"), found)
        return empty

    def size(self, c: Coder) -> str:
        """Write the number of members."""
        n = c.w.let("0", "n")
        self.each(c, c.w.name("m"), lambda _: c.w.line(f"{n} += 1"))
        return n

    def first(self, c: Coder) -> tuple[str, str]:
        """Write the first member; give it and the test whether there is one."""
        found, first = c.w.let("False"), c.w.let("0")

        def take(member: str) -> None:
            c.w.line(f"{first} = {member}")
            c.w.line(f"{found} = True")
            c.w.line("break")

        self.each(c, c.w.name("m"), take)
        return first, found


def set_bit(c: Coder, names: Sequence[str], rep: Rep, member: str) -> None:
    """Write a member into words of bits."""
    shifted = member if rep.base == 0 else f"({member} - {rep.base})"
    if rep.count == 1:
        c.w.line(f"{names[0]} |= 1 << {shifted}")
        return
    if not shifted.isidentifier():
        shifted = c.w.let(shifted)
    for index, name in enumerate(names):
        condition = "if" if index == 0 else "elif"
        last = index == rep.count - 1
        header = "else:" if last else f"{condition} {shifted} < {WORD * (index + 1)}:"
        with c.w.block(header):
            down = f"({shifted} - {WORD * index})" if index else shifted
            c.w.line(f"{name} |= 1 << {down}")


def word_by_word(
    c: Coder, rep: Rep, low: int, high: int, bits: Callable[[int, int], str]
) -> Sequence[str]:
    """Write words of bits, each from what `bits` gives for the members from one to another that it
    has bits for."""
    names = []
    for index in range(rep.count):
        start = rep.base + WORD * index
        first, last = max(low, start), min(high, start + WORD - 1)
        if first > last:
            names.append("0")
            continue
        shift = f" << {first - start}" if first > start else ""
        names.append(c.w.let(f"{bits(first, last)}{shift}", "b"))
    return names


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
        return [c.word(word) for word in words_of(self.members, rep.base, rep.count)]

    def run(self, c: Coder) -> tuple[str, str]:
        at, n = super().run(c)
        return at, n

    def is_empty(self, c: Coder) -> str:
        return str(not self.members)

    def size(self, c: Coder) -> str:
        return str(len(self.members))

    def first(self, c: Coder) -> tuple[str, str]:
        return (str(self.members[0]), "True") if self.members else ("0", "False")


def guarded(test: str, x: str, within: tuple[int, int], low: int, high: int) -> str:
    """Put before a test what keeps x inside the table that it asks."""
    guards = []
    if within[0] < low:
        guards.append(f"{x} >= {low}")
    if within[1] > high:
        guards.append(f"{x} <= {high}")
    return "(" + " and ".join([*guards, test]) + ")"


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
        set_bit(c, names, rep, self.begin)
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

        return word_by_word(c, rep, self.low, self.high, bits)

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        return guarded(f"{self.slot(x)} != 0", x, within, self.low, self.high)


class WordsForm(Form):
    """A set in words of bits."""

    is_cheap = True

    def __init__(self, names: Sequence[str], rep: Rep, low: int, high: int) -> None:
        super().__init__(low, high)
        self.names, self.rep = names, rep
        self.most = max(0, high - low + 1)

    def each(self, c: Coder, name: str, body: Body) -> None:
        base = self.rep.base
        left = [c.w.let(word, "b") for word in self.names]
        with c.w.block(f"while {' | '.join(left)}:"):
            for index, word in enumerate(left):
                start = base + WORD * index
                plus = f" + {start}" if start > 0 else f" - {-start}" if start else ""
                if len(left) > 1:
                    last = index == len(left) - 1
                    header = "else:" if last else f"{'el' if index else ''}if {word}:"
                    with c.w.block(header):
                        c.w.line(f"{name} = lowest({word}){plus}")
                        c.w.line(f"{word} &= {word} - 1")
                else:
                    c.w.line(f"{name} = lowest({word}){plus}")
                    c.w.line(f"{word} &= {word} - 1")
            body(name)

    def has(self, c: Coder, x: str, within: tuple[int, int]) -> str:
        rep = self.rep
        shifted = x if rep.base == 0 else f"({x} - {rep.base})"
        end = rep.base + WORD * rep.count - 1
        if rep.count == 1:
            return guarded(f"({self.names[0]} >> {shifted}) & 1 != 0", x, within, rep.base, end)
        test = f"({self.names[-1]} >> ({shifted} - {WORD * (rep.count - 1)})) & 1 != 0"
        for index in reversed(range(rep.count - 1)):
            down = f"({shifted} - {WORD * index})" if index else shifted
            one = f"({self.names[index]} >> {down}) & 1 != 0"
            test = f"({one} if {shifted} < {WORD * (index + 1)} else {test})"
        return guarded(test, x, within, rep.base, end)

    def words(self, c: Coder, rep: Rep) -> Sequence[str]:
        shift = (self.rep.base - rep.base) // WORD
        if rep == self.rep:
            return self.names
        if shift >= 0 and shift + self.rep.count <= rep.count:
            after = rep.count - shift - self.rep.count
            return [*["0"] * shift, *self.names, *["0"] * after]
        return super().words(c, rep)

    def kept(self, c: Coder) -> Form:
        return self

    def is_empty(self, c: Coder) -> str:
        return f"({' | '.join(self.names)} == 0)"

    def size(self, c: Coder) -> str:
        return "(" + " + ".join(f"ones({name})" for name in self.names) + ")"

    def first(self, c: Coder) -> tuple[str, str]:
        test = f"({' | '.join(self.names)} != 0)"
        first = ""
        for index, name in reversed(list(enumerate(self.names))):
            start = self.rep.base + WORD * index
            one = f"lowest({name})" + (
                f" + {start}" if start > 0 else f" - {-start}" if start else ""
            )
            first = f"({one} if {name} else {first})" if first else f"({one})"
        return first, test


class RunForm(Form):
    """A list, or a set in ascending order, in the work array."""

    def __init__(self, at: str, n: str, low: int, high: int, is_list: bool, most: int) -> None:
        super().__init__(low, high)
        self.at, self.n, self.is_list, self.most = at, n, is_list, most

    def each(self, c: Coder, name: str, body: Body) -> None:
        index = c.w.name("i")
        with c.w.block(f"for {index} in range({self.n}):"):
            c.w.line(f"{name} = w[{self.at} + {index}]")
            body(name)

    def run(self, c: Coder) -> tuple[str, str]:
        return self.at, self.n

    def kept(self, c: Coder) -> Form:
        return self

    def is_empty(self, c: Coder) -> str:
        return f"({self.n} == 0)"

    def size(self, c: Coder) -> str:
        return self.n

    def first(self, c: Coder) -> tuple[str, str]:
        first = c.w.let("0")
        with c.w.block(f"if {self.n} > 0:"):
            c.w.line(f"{first} = w[{self.at}]")
        return first, f"({self.n} > 0)"


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
