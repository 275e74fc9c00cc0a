"""Worded: decisions whose actions are the bits of a few words, counted and never listed.

A game picked at random needs one action: the words of an option with one part have a bit for each
value of it that is legal, and the drawn number is found among them. The words stand in the work
array, or are those that are kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.forms import Form
from fragma_dsl.backends.compiled.frames import load_frame
from fragma_dsl.backends.compiled.listing import may_repeat
from fragma_dsl.backends.compiled.scans import narrowed, scan
from fragma_dsl.backends.compiled.site_forms import SlotsWhereForm
from fragma_dsl.backends.compiled.words import WORD, Rep, rep_for, set_bit

if TYPE_CHECKING:
    from fragma_dsl.automaton.nodes import OptionEdge
    from fragma_dsl.backends.compiled.unit import Unit

MOST_WORDS = 8
"""The most words of one decision."""


class Worded:
    """Writes the functions that count the actions of such decisions, and pick one."""

    def __init__(self, unit: Unit, at: int) -> None:
        self.unit, self.at = unit, at
        found = ((number, self.words_of(number)) for number in unit.edges_by_decision())
        self.words = {number: words for number, words in found if words is not None}
        self.points = list(self.words)
        self.kept = {number for number in self.points if self.is_kept(number)}
        self.room = max((sum(rep.count for rep in reps) for reps in self.words.values()), default=0)

    def words_of(self, number: int) -> list[Rep] | None:
        """Give for each option of a decision which values its words have bits for; None where its
        actions do not fit into some."""
        unit = self.unit
        edges = unit.options(number)
        c = Coder(unit, unit.main_registers)
        if not edges or may_repeat(unit, number):
            return None
        if any(edge.best is not None and not c.is_even(edge.best.value) for edge in edges):
            return None
        reps = []
        for edge in edges:
            if len(edge.generators) > 1:
                return None
            (rep,) = [rep_for(*c.bounds(one.source)) for one in edge.generators] or [Rep(0, 1)]
            reps.append(rep)
        count = sum(rep.count for rep in reps)
        return reps if count <= MOST_WORDS and not any(rep.is_run for rep in reps) else None

    def place(self, number: int) -> int:
        """Say where in the work array the words of a decision begin."""
        kept = self.unit.free_sites
        return kept.words if kept is not None and number in self.kept else self.at

    def is_kept(self, number: int) -> bool:
        """Whether the actions of a decision are the sites that are kept as free."""
        kept, edges = self.unit.free_sites, self.unit.options(number)
        if kept is None or len(edges) != 1 or len(edges[0].generators) != 1:
            return False
        c = Coder(self.unit, self.unit.main_registers)
        form, rest = self.form(c, edges[0])
        if not isinstance(form, SlotsWhereForm) or rest is not None:
            return False
        is_whole = (form.low, form.high) == (kept.low, kept.high) and not form.is_not
        return is_whole and len(kept.words_of(form, kept.rep)) > 0

    def form(self, c: Coder, edge: OptionEdge) -> tuple[Form, object]:
        """Give the values of an option with one part, and what is left of its condition."""
        (generator,) = edge.generators
        form = c.eager(generator.source)
        if edge.where is None:
            return form, None
        return narrowed(c, form, generator.local, edge.where)

    def count(self, number: int) -> list[str]:
        """Write the function that makes the words of a decision and counts their bits."""
        unit = self.unit
        c = Coder(unit, unit.main_registers)
        c.free_sites = unit.free_sites
        place = self.place(number)
        totals: list[str] = []
        load_frame(c, unit.program.stop_at(number).saved)
        for edge, rep in zip(unit.options(number), self.words[number], strict=True):
            c.cite(edge.span)
            for name in self.names_of(c, edge, rep):
                if number not in self.kept:
                    c.w.line(f"w[{place + len(totals)}] = {name}")
                totals.append("0" if name == "0" else f"ones({name})")
        c.w.line(f"return {' + '.join(totals)}")
        return ['@jit("i(s,w,i)")', f"def count_{number}(s, w, top):", *c.finish()]

    def names_of(self, c: Coder, edge: OptionEdge, rep: Rep) -> list[str]:
        """Write the words of an option."""
        if not edge.generators:
            return ["1" if edge.where is None else c.w.let(f"1 if {c.value(edge.where)} else 0")]
        with c.w.aside() as lines:
            form, rest = self.form(c, edge)
        if rest is None:
            c.w.lines.extend(lines)
            return list(form.words(c, rep))
        names = [c.w.let("0", "b") for _ in range(rep.count)]
        local = f"r{edge.generators[0].local}"

        def add(test: str = "") -> None:
            if test and rep.count == 1:
                down = f" - {rep.base}" if rep.base else ""
                c.w.line(f"{names[0]} |= (1 if {test} else 0) << ({local}{down})")
            elif test:
                with c.w.block(f"if {test}:"):
                    set_bit(c.w, names, rep, local)
            else:
                set_bit(c.w, names, rep, local)

        scan(c, edge.generators, edge.where, add, branchless=add)
        return names

    def pick(self, number: int) -> list[str]:
        """Write the function that finds an action by its number."""
        parts = [
            (option, rep.base + WORD * part)
            for option, rep in enumerate(self.words[number])
            for part in range(rep.count)
        ]
        place, row = self.place(number), self.unit.row
        lines = ['@jit("i(s,w,a,i)")', f"def pick_{number}(s, w, out, k):"]
        at, option, base = str(place), str(parts[0][0]), str(parts[0][1])
        if len(parts) > 1:
            tables = self.unit.tables
            lines += [
                "    j = 0",
                f"    for i in range({len(parts) - 1}):",
                f"        n = ones(w[{place} + i])",
                "        past = (1 if j == i else 0) & (1 if k >= n else 0)",
                "        k -= n * past",
                "        j += past",
            ]
            at = f"{place} + j"
            option = f"{tables.add([index for index, _ in parts], 'option')}[j]"
            base = f"{tables.add([one for _, one in parts], 'base')}[j]"
        plus = "" if base == "0" else f"{base} + "
        lines.append(f"    out[0] = {option}")
        if row > 1:
            lines.append(f"    out[1] = {plus}nth(w[{at}], k)")
        lines += [f"    out[{one}] = 0" for one in range(2, row)]
        return [*lines, "    return 0"]
