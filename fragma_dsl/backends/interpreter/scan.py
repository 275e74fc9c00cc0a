"""Scan: generators, `where` and `best` in, an iterator that binds registers to each combination
out."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from fragma_dsl.backends.interpreter.running import RunningTable

Registers: TypeAlias = list[Any]
Closure: TypeAlias = Callable[[RunningTable, Registers], Any]
Scan: TypeAlias = Callable[[RunningTable, Registers], Iterator[None]]
Source: TypeAlias = tuple[int, Closure]
"""A generator: its register and what its members come from."""


def make_scan(sources: Sequence[Source], where: Closure | None) -> Scan:
    """Bind the registers to every combination that `where` lets through, the last generator
    fastest."""
    scan = scan_once(where)
    for local, source in reversed(sources):
        scan = scan_each(local, source, scan)
    return scan


def scan_once(where: Closure | None) -> Scan:
    """Yield once, or not at all where the condition fails."""

    def scan(table: RunningTable, registers: Registers) -> Iterator[None]:
        if where is None or where(table, registers):
            yield

    return scan


def scan_each(local: int, source: Closure, inner: Scan) -> Scan:
    """Bind a register to each member in turn: a set's in ascending order, a list's as they
    stand."""

    def scan(table: RunningTable, registers: Registers) -> Iterator[None]:
        members = source(table, registers)
        table.spend(len(members))
        for member in sorted(members) if isinstance(members, frozenset) else members:
            registers[local] = member
            yield from inner(table, registers)

    return scan


Test: TypeAlias = Callable[[RunningTable, Registers, Sequence[int]], bool]


def make_test(sources: Sequence[Source], where: Closure | None) -> Test:
    """Say whether a scan would come by a combination; bind the registers to it."""

    def test(table: RunningTable, registers: Registers, values: Sequence[int]) -> bool:
        if len(values) != len(sources):
            return False
        for (local, source), value in zip(sources, values, strict=True):
            if value not in source(table, registers):
                return False
            registers[local] = value
        return where is None or bool(where(table, registers))

    return test


def keep_best(scan: Scan, locals: Sequence[int], most: bool, value: Closure) -> Scan:
    """Bind the registers again to those combinations at which the value is best, in their order."""

    def best(table: RunningTable, registers: Registers) -> Iterator[None]:
        scored = [
            (value(table, registers), [registers[local] for local in locals])
            for _ in scan(table, registers)
        ]
        scores = [score for score, _ in scored]
        target = (max(scores) if most else min(scores)) if scores else None
        for score, members in scored:
            if score == target:
                for local, member in zip(locals, members, strict=True):
                    registers[local] = member
                yield

    return best
