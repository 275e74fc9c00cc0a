"""State: a whole position of a game as immutable bytes, its own key for hashing and search."""

from array import array
from typing import TypeAlias

State: TypeAlias = bytes
"""The int32 slots of a `Layout`, in the machine's byte order; equal positions are equal bytes."""


def freeze(slots: list[int]) -> State:
    """Give the state that holds these slots."""
    return array("i", slots).tobytes()


def thaw(state: State) -> list[int]:
    """Give the slots of a state, a list of one's own."""
    return memoryview(state).cast("i").tolist()
