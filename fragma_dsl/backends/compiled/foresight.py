"""Foresight: what the actions of a state bring a seat, all of them in one call of a module."""

from collections.abc import Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.support import Faulty, Overfull
from fragma_dsl.play.ending import ending_returns
from fragma_dsl.play.machine import Action, Foreseen
from fragma_dsl.play.state import State

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.machine import CompiledMachine

GOES_ON, ENDS = 1, 2
"""How a game stands at the stop behind an action; 0 where the interpreter must say."""


def foresee(
    machine: "CompiledMachine", state: State, seat: int, actions: Sequence[Action]
) -> list[Foreseen | None]:
    """Answer `play.machine.Foreseeing`."""
    try:
        found = dict(zip(*foreseen_rows(machine, state, seat), strict=True))
    except (Faulty, Overfull):
        return [None] * len(actions)
    width = machine.code.shape.row - 1
    zeros = (0,) * width
    return [found.get((one.option, *(one.arguments + zeros)[:width])) for one in actions]


def foreseen_rows(
    machine: "CompiledMachine", state: State, seat: int
) -> tuple[list[tuple[int, ...]], list[Foreseen | None]]:
    """Give the rows of the legal actions, their options in front, and what each brings."""
    code, arrays, players = machine.code, machine.arrays, machine.program.layout.players
    slots = machine.slots(state)
    options = code.shape.edges.get(slots[0])
    if options is None:
        return [], []
    row, width = code.shape.row, 3 + players
    n = machine.listed("actions", slots)
    rows = arrays.out[: n * row]
    scratch, results = slots[:], code.zeros("w", n * width)
    weigh = code.function("weigh")
    while weigh(seat, n, scratch, slots, arrays.work, arrays.out, rows, results) < 0:
        arrays.out = code.zeros("a", 2 * len(arrays.out))
    columns = [rows[i::row] for i in range(1, row)]
    keys = list(zip([options[edge] for edge in rows[::row]], *columns, strict=True))
    if ENDS not in results[::width] and 0 not in results[::width]:
        return keys, list(zip(repeat(0.0), results[1::width], strict=False))
    return keys, [read(results[at : at + width], seat) for at in range(0, n * width, width)]


def read(result: Sequence[int], seat: int) -> Foreseen | None:
    """Read what the module wrote of an action."""
    status, score, *ending = result
    if status == GOES_ON:
        return 0.0, score
    return (ending_returns(ending)[seat], score) if status == ENDS else None
