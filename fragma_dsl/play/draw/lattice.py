"""Lattice: which boards are rows of squares or of hexagons, and so can be drawn as tiles."""

from collections.abc import Sequence
from math import isclose, sqrt
from typing import Literal

from fragma_dsl.play.board import Board

Point = tuple[float, float]
Tiling = Literal["square", "hex"]


def layer_sites(board: Board) -> tuple[range, ...]:
    """Give the sites of each layer, all of them where there are no layers."""
    size = board.layer_size
    layers = range(max(1, len(board.layers)))
    return tuple(
        range(board.first + layer * size, board.first + (layer + 1) * size) for layer in layers
    )


def find_tiling(board: Board, sites: Sequence[int]) -> Tiling | None:
    """Tell how the sites of a layer tile the plane; None where they stand elsewhere.

    A single row could be either and counts as squares.
    """
    if not board.rows or board.drawing is not None or not sites:
        return None
    if _fits(board, sites, 1.0, 1):
        return "square"
    return "hex" if _fits(board, sites, sqrt(3) / 2, 2) else None


def _fits(board: Board, sites: Sequence[int], height: float, parts: int) -> bool:
    """Whether rows are this high and sites stand at whole parts of a step within them."""
    base = board.positions[sites[0]][1]
    lowest = board.rows[sites[0]]
    for site in sites:
        x, y = board.positions[site]
        level = base + (board.rows[site] - lowest) * height
        if not (_is_near(y, level) and _is_near(x * parts, round(x * parts))):
            return False
    return True


def _is_near(a: float, b: float) -> bool:
    return isclose(a, b, abs_tol=1e-3)
