"""Words: sets of small numbers as bitboards, words of 64 bits with a bit for each member."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fragma_dsl.backends.compiled.writer import Writer

WORD = 64
"""How many members a word of a set has a bit for."""

MOST_WORDS = 8
"""The most words that a set is kept in."""


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


def words_of(members: Iterable[int], base: int, count: int) -> tuple[int, ...]:
    """Give a set as words of bits: member `base + 64 * i + j` is bit j of word i."""
    words = [0] * count
    for member in members:
        words[(member - base) // WORD] |= 1 << (member - base) % WORD
    return tuple(words)


def word_text(word: int) -> str:
    """Write a word; one with its highest bit is written as a signed number."""
    return str(word) if word < 1 << 63 else f"word({word - (1 << 64)})"


def set_bit(w: Writer, names: Sequence[str], rep: Rep, member: str) -> None:
    """Write that a number is a member from now on."""
    shifted = member if rep.base == 0 else f"({member} - {rep.base})"
    if rep.count == 1:
        w.line(f"{names[0]} |= 1 << {shifted}")
        return
    if not shifted.isidentifier():
        shifted = w.let(shifted)
    for index, name in enumerate(names):
        condition = "if" if index == 0 else "elif"
        last = index == rep.count - 1
        header = "else:" if last else f"{condition} {shifted} < {WORD * (index + 1)}:"
        with w.block(header):
            down = f"({shifted} - {WORD * index})" if index else shifted
            w.line(f"{name} |= 1 << {down}")


def word_by_word(
    w: Writer, rep: Rep, low: int, high: int, bits: Callable[[int, int], str]
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
        names.append(w.let(f"{bits(first, last)}{shift}", "b"))
    return names


def guarded(test: str, x: str, within: tuple[int, int], low: int, high: int) -> str:
    """Put before a test what keeps x inside the table that it asks."""
    guards = []
    if within[0] < low:
        guards.append(f"{x} >= {low}")
    if within[1] > high:
        guards.append(f"{x} <= {high}")
    return "(" + " and ".join([*guards, test]) + ")"
