"""Outline: a board in, the sites on its rim out."""

from collections.abc import Iterable

from fragma_dsl.play.board import Board

Point = tuple[float, float]
FLAT = 1e-6  # of a turn that counts as straight


def find_edge(board: Board, direction: int) -> frozenset[int]:
    """Give the sites that no link leaves in a direction: the edge of the board on that side."""
    return frozenset(board.links) - {a for a, _, key in board.edges() if key == direction}


def find_corners(board: Board) -> frozenset[int]:
    """Give the sites at the corners of the board's outline as it is drawn, in every layer."""
    corners: set[int] = set()
    for layer in range(max(1, len(board.layers))):
        start = board.first + layer * board.layer_size
        sites = range(start, start + board.layer_size)
        at = {board.positions[site]: site for site in sites}
        corners.update(at[point] for point in _hull(at))
    return frozenset(corners)


def _hull(points: Iterable[Point]) -> set[Point]:
    """Give the points where the convex hull turns (Andrew's monotone chain)."""
    in_order = sorted(points)
    return {*_chain(in_order), *_chain(in_order[::-1])}


def _chain(points: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= FLAT:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
