"""Variables: how a value stands in a run of slots, by its shape."""

from typing import TypeAlias

from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.layout import Members, Scalar, Sequence, Shape
from fragma_dsl.text.said import say

Value: TypeAlias = int | frozenset[int] | tuple[int, ...]


def load_value(slots: list[int], offset: int, shape: Shape) -> Value:
    """Read the value of a shape whose run of slots begins at `offset`."""
    match shape:
        case Scalar():
            return slots[offset]
        case Members(low, high):
            run = slots[offset : offset + high - low + 1]
            return frozenset(low + index for index, member in enumerate(run) if member)
        case Sequence():
            return tuple(slots[offset + 1 : offset + 1 + slots[offset]])


def store_value(slots: list[int], offset: int, shape: Shape, value: Value) -> None:
    """Write a value where its run begins; one outside the shape is fault `range`."""
    check_shape(shape, value)
    write_value(slots, offset, shape, value)


def write_value(slots: list[int], offset: int, shape: Shape, value: Value) -> None:
    """Write a value that is known to fit."""
    match shape, value:
        case Scalar(), int():
            slots[offset] = int(value)
        case Members(low, high), frozenset():
            slots[offset : offset + high - low + 1] = [
                int(member in value) for member in range(low, high + 1)
            ]
        case Sequence(max=size), tuple():
            run = [len(value), *map(int, value), *[0] * (size - len(value))]
            slots[offset : offset + 1 + size] = run


def check_shape(shape: Shape, value: Value) -> None:
    """Raise fault `range` where a value does not fit its shape."""
    match shape, value:
        case Scalar(low, high), int():
            if not low <= value <= high:
                raise range_fault(value, low, high)
        case Members(low, high), frozenset():
            for member in sorted(value):
                if not low <= member <= high:
                    raise range_fault(member, low, high)
        case Sequence(low, high, size), tuple():
            if len(value) > size:
                raise FaultError(
                    Fault(
                        "range",
                        say(
                            "a list of {count}, where {size} is the most",
                            count=len(value),
                            size=size,
                        ),
                        None,
                    )
                )
            for member in value:
                if not low <= member <= high:
                    raise range_fault(member, low, high)
        case _:
            raise TypeError(f"{value!r} is not a value of {shape!r}")


def range_fault(value: int, low: int, high: int) -> FaultError:
    """Make the fault for a number outside low..high."""
    return FaultError(
        Fault(
            "range",
            say("{number} is not in {low}..{high}", number=int(value), low=low, high=high),
            None,
        )
    )
