"""Frame: registers in, the slots that keep them while the game waits out, and back."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from fragma_dsl.automaton.nodes import Procedure, Register
from fragma_dsl.backends.interpreter.scan import Registers
from fragma_dsl.library.types import ListOf, SetOf, Type
from fragma_dsl.play.layout import Shape, shape_width
from fragma_dsl.play.variables import Value, load_value, write_value

FramePart: TypeAlias = tuple[int, int, Shape]
"""A saved register: its index, where its slots begin, its shape."""


def frame_parts(
    offset: int, registers: Sequence[Register], saved: Sequence[int]
) -> Iterator[FramePart]:
    """Lay the saved registers one behind the other."""
    for index in saved:
        shape = registers[index].shape
        if shape is None:
            raise ValueError(f"register `{registers[index].name}` is saved without a shape")
        yield index, offset, shape
        offset += shape_width(shape)


def load_frame(slots: list[int], parts: Iterable[FramePart], registers: Registers) -> None:
    """Read the saved registers."""
    for index, offset, shape in parts:
        registers[index] = load_value(slots, offset, shape)


def save_frame(slots: list[int], parts: Iterable[FramePart], registers: Registers) -> None:
    """Write the saved registers."""
    for index, offset, shape in parts:
        write_value(slots, offset, shape, registers[index])


def empty_registers(procedure: Procedure) -> Registers:
    """Give the registers of a procedure before anything is in them."""
    return [empty_value(register.type) for register in procedure.registers]


def empty_value(type: Type) -> Value:
    """Give what a register of a type holds before anything is in it."""
    match type:
        case SetOf():
            return frozenset()
        case ListOf():
            return ()
        case _:
            return 0
