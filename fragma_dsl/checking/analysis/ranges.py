"""Ranges: what a value may be, when it is not known which: numbers from a set or an interval, and
groups of such numbers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from fragma_dsl.automaton.constant import operate_numbers
from fragma_dsl.library.types import INT_HIGH, INT_LOW

MOST_MEMBERS = 512
MOST_PAIRS = 4096
MOST = 1 << 40
"""More members than any set has."""


@dataclass(frozen=True, slots=True)
class May:
    """A number from `low` to `high`; one of `members` where these are known. Never empty."""

    low: int
    high: int
    members: frozenset[int] | None = None

    def __iter__(self) -> Iterator[int]:
        """Run through all numbers that it may be."""
        if self.members is not None:
            return iter(sorted(self.members))
        return iter(range(self.low, self.high + 1))

    @property
    def size(self) -> int:
        """How many numbers it may be."""
        return self.high - self.low + 1 if self.members is None else len(self.members)

    @property
    def is_run(self) -> bool:
        """Whether it may be every number from its lowest to its highest."""
        return self.size == self.high - self.low + 1

    @property
    def is_one(self) -> bool:
        """Whether there is but one."""
        return self.low == self.high

    def has(self, number: int) -> bool:
        """Whether it may be this number."""
        if self.members is not None:
            return number in self.members
        return self.low <= number <= self.high

    def meets(self, other: "May") -> bool:
        """Whether both may be the same number."""
        if self.high < other.low or other.high < self.low:
            return False
        if self.members is not None and other.members is not None:
            return not self.members.isdisjoint(other.members)
        known = self if self.members is not None else other
        if known.members is not None:
            wide = other if known is self else self
            return any(wide.low <= one <= wide.high for one in known.members)
        return True


@dataclass(frozen=True, slots=True)
class Group:
    """A set or list of `least` to `most` members, each an `item`; None where there can be none."""

    item: May | None
    least: int
    most: int


Estimate: TypeAlias = May | Group


@lru_cache(maxsize=1 << 14)
def between(low: int, high: int) -> May:
    """Give an interval; small ones know their members."""
    low, high = max(low, INT_LOW), min(high, INT_HIGH)
    if high - low < MOST_MEMBERS:
        return May(low, high, frozenset(range(low, high + 1)))
    return May(low, high)


def among(numbers: Iterable[int]) -> May | None:
    """Give one of some numbers; None of none."""
    found = frozenset(numbers)
    if not found:
        return None
    low, high = min(found), max(found)
    return May(low, high, found if len(found) <= MOST_MEMBERS * 8 else None)


def join(one: May | None, other: May | None) -> May | None:
    """Give what either may be."""
    if one is None or other is None:
        return other if one is None else one
    if one == other:
        return one
    low, high = min(one.low, other.low), max(one.high, other.high)
    if one.members is None or other.members is None:
        return May(low, high)
    members = one.members | other.members
    return May(low, high, members if len(members) <= MOST_MEMBERS * 8 else None)


def join_estimates(one: Estimate | None, other: Estimate) -> Estimate:
    """Give what either estimate allows."""
    if one is None:
        return other
    if isinstance(one, Group) and isinstance(other, Group):
        least, most = min(one.least, other.least), max(one.most, other.most)
        return Group(join(one.item, other.item), least, most)
    if isinstance(one, May) and isinstance(other, May):
        joined = join(one, other)
        assert joined is not None
        return joined
    return one if isinstance(one, Group) else other


def within(value: May, low: int, high: int) -> May | None:
    """Give the part of a value that lies in an interval; None where none does."""
    if low <= value.low and value.high <= high:
        return value
    if value.members is not None:
        return among(one for one in value.members if low <= one <= high)
    low, high = max(low, value.low), min(high, value.high)
    return between(low, high) if low <= high else None


def truth(value: Estimate) -> bool | None:
    """Say whether a truth is always the same; None where it may be either."""
    if isinstance(value, May) and value.is_one and value.low in (0, 1):
        return bool(value.low)
    return None


TRUE, FALSE, EITHER = between(1, 1), between(0, 0), between(0, 1)


def known_truth(value: bool | None) -> May:
    """Give the estimate of a truth."""
    return EITHER if value is None else TRUE if value else FALSE


def _results(word: str, left: May, right: May) -> Iterable[int]:
    """List what an operation can result in; sums of numbers without gaps have none either."""
    if word in ("+", "-") and left.is_run and right.is_run:
        ends = (right.low, right.high) if word == "+" else (-right.high, -right.low)
        low, high = left.low + ends[0], left.high + ends[1]
        return range(low, high + 1)
    found = (operate_numbers(word, a, b) for a, b in product(left, right))
    return (one for one in found if one is not None)


def arithmetic(word: str, left: May, right: May) -> May:
    """Give what an operation on numbers may result in."""
    if left.size * right.size <= MOST_PAIRS:
        found = among(_results(word, left, right))
        if found is not None:
            return found
    match word:
        case "+":
            return between(left.low + right.low, left.high + right.high)
        case "-":
            return between(left.low - right.high, left.high - right.low)
        case "*":
            ends = [a * b for a, b in product((left.low, left.high), (right.low, right.high))]
            return between(min(ends), max(ends))
        case "%" if right.low > 0:
            return between(0, right.high - 1)
        case _:
            return May(INT_LOW, INT_HIGH)


def compare(word: str, left: May, right: May) -> bool | None:
    """Say how a comparison of two numbers always comes out; None where it may be either."""
    match word:
        case "==" | "!=":
            if left.is_one and right.is_one and left.low == right.low:
                return word == "=="
            return None if left.meets(right) else word == "!="
        case "<":
            return ordered(left.high < right.low, left.low >= right.high)
        case "<=":
            return ordered(left.high <= right.low, left.low > right.high)
        case ">":
            return ordered(left.low > right.high, left.high <= right.low)
        case _:
            return ordered(left.low >= right.high, left.high < right.low)


def ordered(always: bool, never: bool) -> bool | None:
    """Give one of two answers that are sure, or None."""
    return True if always else False if never else None
