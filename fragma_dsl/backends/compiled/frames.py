"""Frames: the registers that outlive a stop, in slots of the state while the game waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.plain_forms import SlotListForm, SlotsForm
from fragma_dsl.backends.compiled.registers import hold, register_form
from fragma_dsl.backends.compiled.stores import write_run
from fragma_dsl.play.layout import Members, Scalar, Shape, shape_width
from fragma_dsl.play.layout import Sequence as Listed

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


def load_frame(c: Coder, saved: Sequence[int]) -> None:
    """Write that the registers are read from the frame."""
    for index, offset, shape in c.unit.frame_parts(saved):
        load_register(c, index, offset, shape)


def load_lists(c: Coder, saved: Sequence[int]) -> None:
    """Write that those registers are read from the frame that are lists, in the work array."""
    for index, offset, shape in c.unit.frame_parts(saved):
        if isinstance(shape, Listed):
            load_register(c, index, offset, shape)


def load_register(c: Coder, index: int, offset: int, shape: Shape) -> None:
    """Write that a register is read from the frame."""
    if isinstance(shape, Scalar):
        c.w.line(f"r{index} = s[{offset}]")
    elif isinstance(shape, Members):
        hold(c, index, SlotsForm(str(offset), shape.low, shape.high))
    else:
        hold(c, index, SlotListForm(str(offset), shape.low, shape.high, shape.max))


def save_frame(c: Coder, number: int, saved: Sequence[int]) -> None:
    """Write the point of a stop, and the registers that are kept there."""
    for index, offset, shape in c.unit.frame_parts(saved):
        if isinstance(shape, Scalar):
            c.w.line(f"s[{offset}] = r{index}")
        else:
            write_run(c, str(offset), shape, register_form(c, index))
    c.w.line(f"s[0] = {number}")


def empty_frame(c: Coder, saved: Sequence[int]) -> None:
    """Write zeros where registers were kept, so that the next stop finds the frame empty."""
    for _, offset, shape in c.unit.frame_parts(saved):
        width = shape_width(shape)
        if width == 1:
            c.w.line(f"s[{offset}] = 0")
        else:
            with c.w.block(f"for x in range({offset}, {offset + width}):"):
                c.w.line("s[x] = 0")
