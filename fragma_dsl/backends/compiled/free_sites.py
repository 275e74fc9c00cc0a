"""Free sites: which sites are free, in words of bits that follow the board from move to move.

They lie in the work array and hold as long as the module itself changes the state: `play` makes
them anew unless it is told to trust them, as whole games do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import CallBuiltin, Const, OptionEdge
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.scans import narrowed
from fragma_dsl.backends.compiled.site_forms import SlotsWhereForm
from fragma_dsl.backends.compiled.words import WORD, Rep, rep_for
from fragma_dsl.text.node import walk

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.unit import Unit


@dataclass
class FreeSites:
    """The sites from `low` to `high`, whose slots begin `at` that of the site 0, and where in the
    work array the words are."""

    at: int
    low: int
    high: int
    words: int
    is_read: bool = False  # whether any set was written by them

    @property
    def rep(self) -> Rep:
        """How the set is kept."""
        return rep_for(self.low, self.high)

    def word(self, index: int) -> str:
        """Write one of the words."""
        return f"w[{self.words + index}]"

    def words_of(self, form: SlotsWhereForm, rep: Rep) -> Sequence[str]:
        """Give the words of a set of free sites, or of those that are not; none of another."""
        is_inside = self.low <= form.low and form.high <= self.high
        if form.at != self.at or form.wanted != "0" or form.of or not is_inside:
            return ()
        if rep.is_run or rep.base != self.rep.base:
            return ()
        self.is_read = True
        return [self.part(form, rep.base + WORD * index, index) for index in range(rep.count)]

    def part(self, form: SlotsWhereForm, start: int, index: int) -> str:
        """Write those bits of a word that a form has, from the site `start` on."""
        low, high = max(form.low, start), min(form.high, start + WORD - 1)
        if low > high:
            return "0"
        word = f"~{self.word(index)}" if form.is_not else self.word(index)
        bits = ((1 << (high - low + 1)) - 1) << (low - start)
        every = max(self.low, start), min(self.high, start + WORD - 1)
        return word if (low, high) == every and not form.is_not else f"({word} & {bits})"

    def follow(self, c: Coder, place: str, is_free: bool) -> None:
        """Write that a site is free from here on, or is not."""
        rep = self.rep
        down = f" - {rep.base}" if rep.base else ""
        shifted = place if not down else f"({place}{down})"
        at = str(self.words) if rep.count == 1 else f"{self.words} + ({shifted} >> 6)"
        bit = f"1 << {shifted}" if rep.count == 1 else f"1 << ({shifted} & {WORD - 1})"
        c.w.line(f"w[{at}] {f'|= {bit}' if is_free else f'&= ~({bit})'}")

    def without(self, lines: list[str]) -> list[str]:
        """Leave out what keeps the words, which nothing reads."""
        own = f"w[{self.words}", "look(s, w)", "if w[TRUSTED] == 0:"
        return [line for line in lines if not line.lstrip().startswith(own)]

    def look(self) -> list[str]:
        """Write the function that makes the words anew."""
        lines = ['@jit("i(s,w)")', "def look(s, w):"]
        rep = self.rep
        for index in range(rep.count):
            start = rep.base + WORD * index
            low, high = max(self.low, start), min(self.high, start + WORD - 1)
            shift = f" << {low - start}" if low > start else ""
            lines.append(
                f"    {self.word(index)} = mask(s, {self.at + low}, {self.at + high + 1}, 0){shift}"
            )
        return [*lines, "    return 0"]


def find_free_sites(unit: Unit, words: int) -> FreeSites | None:
    """Find a decision whose actions are free sites, or else see whether the rules ask for free ones
    at all; those are kept in words, from a slot of the work array on."""
    for number in unit.edges_by_decision():
        for edge in unit.options(number):
            form = free_sites_of(unit, edge)
            if form is not None and not rep_for(form.low, form.high).is_run:
                return FreeSites(form.at, form.low, form.high, words)
    last = sum(len(board) for board in unit.program.boards) - 1
    c = Coder(unit, unit.main_registers)
    every = c.slots_where(0, last, "0")
    if every is None or rep_for(0, last).is_run or not asks_for_free_sites(unit):
        return None
    assert isinstance(every, SlotsWhereForm)
    return FreeSites(every.at, 0, last, words)


def asks_for_free_sites(unit: Unit) -> bool:
    """Whether the rules ask anywhere for a site on which nothing is."""
    program = unit.program
    parts = [*program.points, *(edge for edges in program.edges for _, edge in edges)]
    return any(
        isinstance(one, CallBuiltin) and one.builtin.name == "empty"
        for part in parts
        for one in walk(part)
    )


def free_sites_of(unit: Unit, edge: OptionEdge) -> SlotsWhereForm | None:
    """Give the free sites that are the actions of an option, None where they are others."""
    if len(edge.generators) != 1 or edge.best or edge.where is None:
        return None
    (generator,) = edge.generators
    if not isinstance(generator.source, Const):
        return None
    c = Coder(unit, unit.main_registers)
    form, _ = narrowed(c, c.source(generator.source), generator.local, edge.where)
    if not isinstance(form, SlotsWhereForm) or form.of or form.is_not or form.wanted != "0":
        return None
    return form
