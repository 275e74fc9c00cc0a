"""Imagine: positions that a seat cannot tell from the true one, for its agent to think ahead in."""

from collections.abc import Callable
from typing import TypeAlias

from fragma_dsl.game import Position

Imagine: TypeAlias = Callable[[int], Position]
"""Gives such a position for a seed; see Position.resampled."""
