"""Forms: sets and lists as loops, tests and words of bits, made only as far as they are needed.

A set of numbers that lie close together is kept in words of 64 bits, in locals; any other, and
every list, as a run of the work array. Most are never made at all: a loop over them, or a test for
a member, is written straight from what they are. Here are what all forms answer and the two that
sets and lists are kept as; the others, by what they are made from, are in `plain_forms`,
`site_forms`, `derived_forms`, `sets` and `plane_forms`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from fragma_dsl.backends.compiled.words import WORD, Rep, guarded, rep_for, set_bit
from fragma_dsl.backends.compiled.work_array import MOST_KEPT

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


Body: TypeAlias = Callable[[str], None]


class Form:
    """A set, or with `is_list` a list; `low` and `high` are bounds of its members."""

    is_list = False
    is_cheap = False  # whether a test for a member costs no more than a look at the table
    is_lazy = False  # whether its parts are worked out only as it is gone through
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
        self.each(c, c.w.name("m"), lambda member: set_bit(c.w, names, rep, member))
        return names

    def run(self, c: Coder) -> tuple[str, str]:
        """Write the members into the work array; give where and how many."""
        return append_all(c, self.most, lambda body: self.each(c, c.w.name("m"), body))

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


class UnsortedForm(Form):
    """A set whose members come in any order, so that it is written down before a loop over it."""

    is_lazy = True

    def each(self, c: Coder, name: str, body: Body) -> None:
        self.kept(c).each(c, name, body)

    def is_empty(self, c: Coder) -> str:
        return self.kept(c).is_empty(c)

    def size(self, c: Coder) -> str:
        return self.kept(c).size(c)

    def first(self, c: Coder) -> tuple[str, str]:
        return self.kept(c).first(c)


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
                lowest = lowest_in(word, base + WORD * index)
                if len(left) > 1:
                    last = index == len(left) - 1
                    header = "else:" if last else f"{'el' if index else ''}if {word}:"
                    with c.w.block(header):
                        c.w.line(f"{name} = {lowest}")
                        c.w.line(f"{word} &= {word} - 1")
                else:
                    c.w.line(f"{name} = {lowest}")
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
            one = lowest_in(name, self.rep.base + WORD * index)
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


def lowest_in(word: str, start: int) -> str:
    """Write the lowest member in a word whose first bit stands for `start`."""
    plus = f" + {start}" if start > 0 else f" - {-start}" if start else ""
    return f"lowest({word}){plus}"


def append_all(c: Coder, most: int, scan: Callable[[Body], None]) -> tuple[str, str]:
    """Write what a scan gives into the work array; give where and how many."""
    at, n = c.room(most), c.w.let("0", "n")

    def append(member: str) -> None:
        c.check_room(n, most)
        c.w.line(f"w[{at} + {n}] = {member}")
        c.w.line(f"{n} += 1")

    scan(append)
    return at, n


def insert_all(c: Coder, most: int, scan: Callable[[Body], None]) -> tuple[str, str]:
    """Write what a scan gives into the work array in ascending order, each member once."""
    at, n = c.room(most), c.w.let("0", "n")

    def insert(member: str) -> None:
        c.check_room(n, most)
        c.w.line(f"{n} = insert(w, {at}, {n}, {member})")

    scan(insert)
    return at, n
