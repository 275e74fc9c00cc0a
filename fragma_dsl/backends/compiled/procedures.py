"""Procedures: those of a program that something in its module calls, each as a function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import networkx as nx

from fragma_dsl.automaton.nodes import MAX_DEPTH, Expr, Leave, Point
from fragma_dsl.backends.compiled.bounds import Interval, hull
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.flow import Flow
from fragma_dsl.backends.compiled.forms import Form
from fragma_dsl.backends.compiled.kinds import is_collection
from fragma_dsl.backends.compiled.liveness import drop_dead_clearing
from fragma_dsl.backends.compiled.registers import clear_register, register_names
from fragma_dsl.backends.compiled.sets import SetsForm
from fragma_dsl.backends.compiled.words import Rep, rep_for
from fragma_dsl.backends.compiled.work_array import ANSWER, DEPTH

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.unit import Unit

SINGLE = Rep(0, 1)
"""How a single value is kept: in one local."""


@dataclass(frozen=True)
class Returns:
    """What a function returns: a single value, or a set or list kept so."""

    is_collection: bool
    is_list: bool = False
    rep: Rep = SINGLE
    bounds: Interval = (0, 0)
    most: int = 1
    has_sets: bool = False


class Procedures:
    """The procedures that are a part of a module."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.called: list[int] = []
        self.functions: dict[int, list[str]] = {}
        self._returns: dict[int, Returns] = {}

    def call(self, number: int, arguments: Sequence[str]) -> str:
        """Write the call of a procedure, which is then a part of the module."""
        self.require(number)
        return f"{self.unit.name(number)}({', '.join(['s', 'w', 'top + FRAME', *arguments])})"

    def require(self, number: int) -> None:
        """Make a procedure a part of the module."""
        if number not in self.called:
            self.called.append(number)

    def write_called(self) -> None:
        """Write the procedures that have been called so far, and those that they call."""
        for number in self.called:  # it grows
            if number not in self.functions:
                self.functions[number] = write_procedure(self.unit, number)

    def in_order(self) -> list[list[str]]:
        """List the functions, those that others call before them."""
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(self.called)
        for number in self.called:
            graph.add_edges_from((called, number) for called in self.unit.calls(number))
        groups = nx.condensation(graph)
        order = [
            number
            for group in nx.topological_sort(groups)
            for number in sorted(groups.nodes[group]["members"])
        ]
        return [self.functions[number] for number in order if number in self.functions]

    def returns(self, number: int) -> Returns:
        """Say what a function returns."""
        if number not in self._returns:
            self._returns[number] = Returns(False)  # where it calls itself
            self._returns[number] = find_returns(self.unit, number)
        return self._returns[number]


def find_returns(unit: Unit, number: int) -> Returns:
    """Find out what a function returns, from all its values."""
    leaves = [unit.program.points[point] for point in sorted(unit.points(number))]
    values = [one.value for one in leaves if isinstance(one, Leave) and one.value]
    registers = unit.program.procedures[number].registers
    trial = Coder(unit, registers)
    if not values or not is_collection(trial, values[0]):
        return Returns(False)
    forms = [trial.source(value) for value in values]
    bounds = hull(*(unit.bounds.of(value, registers) for value in values))
    is_list = any(form.is_list for form in forms)
    rep = Rep(0, 0) if is_list else rep_for(*bounds)
    most = max(form.most for form in forms)
    has_sets = any(isinstance(form, SetsForm) for form in forms)
    return Returns(True, is_list, rep, bounds, most, has_sets)


def write_procedure(unit: Unit, number: int) -> list[str]:
    """Write the function of a procedure."""
    procedure = unit.program.procedures[number]
    c = Coder(unit, procedure.registers)
    returns = unit.procedures.returns(number)
    if unit.counts_depth:
        c.w.line(f"w[{DEPTH}] += 1")
        c.fail_if(f"w[{DEPTH}] > {MAX_DEPTH}", "budget", unit.nowhere)
    for index in range(procedure.parameters, len(procedure.registers)):
        clear_register(c, index)

    def leave(_: int, point: Point) -> None:
        assert isinstance(point, Leave)
        text = "0" if point.value is None else answer(c, point.value, returns)
        if unit.counts_depth:
            text = c.as_atom(text) if not text.isdigit() else text
            c.w.line(f"w[{DEPTH}] -= 1")
        c.w.line(f"return {text}")

    Flow(c, [procedure.entry], leave).write()
    c.w.lines = drop_dead_clearing(c.w.lines)
    registers = enumerate(procedure.registers[: procedure.parameters])
    names = ["top", *(name for one in registers for name in register_names(unit, *one))]
    result = f"u{returns.rep.count}" if returns.is_collection and returns.rep.count > 1 else "i"
    return [
        f'@jit("{result}({",".join(["s", "w", *("i" for _ in names)])})")',
        f"def {unit.name(number)}({', '.join(['s', 'w', *names])}):",
        *c.finish(),
    ]


def answer(c: Coder, value: Expr, returns: Returns) -> str:
    """Write what a function returns."""
    if not returns.is_collection:
        return c.value(value)
    form = c.source(value)
    return answer_run(c, form) if returns.rep.is_run else answer_words(c, form, returns.rep)


def answer_run(c: Coder, form: Form) -> str:
    """Write a set or list where the caller looks for it; give how many members it has."""
    at, n = form.run(c)
    n = c.as_atom(n)
    c.w.line(f"bring(w, {at}, {ANSWER}, {n})")
    return n


def answer_words(c: Coder, form: Form, rep: Rep) -> str:
    """Write a set as the words that a function returns."""
    words = form.words(c, rep)
    return words[0] if len(words) == 1 else f"({', '.join(words)})"
