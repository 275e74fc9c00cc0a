"""Plane: a board in whose squares or hexagons tiles lie, with edges or without; cells are numbered
by row and column.

A cell's number is `first + (y + MARGIN) * WIDTH + x + MARGIN`, x to the east and y to the north.
On a plane without edges the tiles are moved after every stop so that the least x and the least y
are 1: two tables that differ only by where they lie are one state. In hexagons x and y are axial
coordinates: `ne` is one more y, `e` one more x.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from fragma_dsl.text.node import Node, node

WIDTH = 4096
"""Columns and rows; the tiles of a table lie far closer together."""

MARGIN = 1024
"""How far a script may go below 0 before the tiles are moved back."""

Shape: TypeAlias = Literal["square", "hexagon"]

SQUARE: Mapping[str, tuple[int, int]] = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1),
    "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip
HEXAGON: Mapping[str, tuple[int, int]] = {
    "ne": (0, 1), "e": (1, 0), "se": (1, -1), "sw": (0, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip


def port_names(shape: Shape, ports: int, paired: bool = False) -> tuple[str, ...]:
    """Name a tile's ports clockwise: 4 sides of a square, 8 with its corners, 6 of a hexagon;
    paired, each side has two, `n1` and `n2`."""
    square = tuple(SQUARE) if ports == 8 else ("n", "e", "s", "w")
    sides = tuple(HEXAGON) if shape == "hexagon" else square
    return tuple(f"{side}{n}" for side in sides for n in (1, 2)) if paired else sides


def port_side(port: str) -> str:
    """Give the side or corner of a port, `n` of `n2`."""
    return port.rstrip("12")


@node
class Line(Node):
    """A line on a face from port to port (numbers in `Plane.ports`), of a colour."""

    colour: int
    ends: tuple[int, int]


Face: TypeAlias = tuple[Line, ...]


@node
class Plane(Node):
    """The plane of a game and the tiles that may lie on it.

    `faces` has the faces of each piece of the layout's table, () for what is no tile; `turns` the
    numbers of its rotations in `angles`, which are steps of a port, clockwise. A pose is `face *
    len(angles) + rotation`. Tiles are kept in the layout from `tiles` on: three slots a tile, 1 +
    cell - `first`, 1 + piece, pose; sorted by cell, zeros behind.
    """

    name: str
    shape: Shape
    ports: tuple[str, ...]
    first: int
    faces: tuple[tuple[Face, ...], ...]
    turns: tuple[tuple[int, ...], ...]
    angles: tuple[int, ...]
    size: tuple[int, int] | None = None  # columns and rows of a plane with edges

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Where each port leads: the step to the tile that it faces."""
        ways = HEXAGON if self.shape == "hexagon" else SQUARE
        return tuple(ways[port_side(port)] for port in self.ports)

    @property
    def facing(self) -> tuple[int, ...]:
        """The port that each port meets, on the tile that it faces; of a pair the first meets the
        second."""
        count, paired = len(self.ports), int(self.ports[0][-1] == "1")
        return tuple(((port ^ paired) + count // 2) % count for port in range(count))

    @property
    def offsets(self) -> tuple[int, ...]:
        """What to add to a cell to get the one that each port leads to."""
        return tuple(dy * WIDTH + dx for dx, dy in self.steps)

    def cell(self, x: int, y: int) -> int:
        """Give the number of a cell."""
        return self.first + (y + MARGIN) * WIDTH + x + MARGIN

    def place(self, cell: int) -> tuple[int, int]:
        """Give the x and y of a cell."""
        y, x = divmod(cell - self.first, WIDTH)
        return x - MARGIN, y - MARGIN

    def has(self, cell: int) -> bool:
        """Whether a cell is inside the edges."""
        if self.size is None:
            return 0 <= cell - self.first < WIDTH * WIDTH
        x, y = self.place(cell)
        return 1 <= x <= self.size[0] and 1 <= y <= self.size[1]

    def cells(self) -> frozenset[int]:
        """Give all cells of a plane with edges, else the one for a first tile."""
        columns, rows = self.size or (1, 1)
        return frozenset(self.cell(x, y) for x in range(1, columns + 1) for y in range(1, rows + 1))

    def beside(self, cell: int) -> tuple[int, ...]:
        """List the cells that the ports of a tile lead to, in the order of the ports."""
        return tuple(cell + step for step in self.offsets)

    def lines(self, piece: int, pose: int) -> Face:
        """Give the lines of a tile as it lies."""
        face, turn = divmod(pose, len(self.angles))
        angle, count = self.angles[turn], len(self.ports)
        return tuple(
            Line(line.colour, ((line.ends[0] + angle) % count, (line.ends[1] + angle) % count))
            for line in self.faces[piece][face]
        )

    def laid(self) -> dict[tuple[int, int], Face]:
        """Give the lines of every tile in every pose."""
        return {
            (piece, pose): self.lines(piece, pose)
            for piece in range(len(self.faces))
            for pose in self.poses(piece)
        }

    def poses(self, piece: int) -> frozenset[int]:
        """Give the ways in which a tile can lie."""
        faces, count = range(len(self.faces[piece])), len(self.angles)
        return frozenset(face * count + turn for face in faces for turn in self.turns[piece])
