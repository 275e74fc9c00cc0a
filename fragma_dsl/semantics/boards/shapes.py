"""Shapes: the sites, steps, rows and positions that a generator of boards makes, for one layer."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from fragma_dsl.play.board import column_letters

Point = tuple[float, float]
Cell = tuple[int, int]  # column and row
Delta = tuple[int, int, int]  # direction, columns, rows

N, NE, E, SE, S, SW, W, NW = range(8)
SQUARE: tuple[Delta, ...] = (
    (N, 0, 1), (NE, 1, 1), (E, 1, 0), (SE, 1, -1),
    (S, 0, -1), (SW, -1, -1), (W, -1, 0), (NW, -1, 1),
)  # fmt: skip
HEX: tuple[Delta, ...] = (
    (NE, 0, 1), (E, 1, 0), (SE, 1, -1), (SW, 0, -1), (W, -1, 0), (NW, -1, 1),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shape:
    """One layer of a board; a step is an origin, a direction's number and a target."""

    sites: tuple[str, ...]
    steps: tuple[tuple[int, int, int], ...] = ()
    positions: tuple[Point, ...] | None = None
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Wrap:
    """Which edges are joined: east with west, north with south."""

    rows: bool = False
    columns: bool = False


def column_number(text: str) -> int | None:
    """Read a column's letters or number; None where it is neither."""
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    if not (text.isascii() and text.isalpha() and text.islower() and len(text) < 5):
        return None
    number = 0
    for letter in text:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number


def make_grid(width: int, height: int, wrap: Wrap) -> Shape:
    """Make a rectangle of squares, row 1 at the bottom, each linked to the eight around it."""
    cells = [(column, row) for row in range(height) for column in range(width)]
    steps = _steps(cells, SQUARE, _wrapper(width, height, wrap))
    return _lattice(cells, steps, [(float(x), float(y)) for x, y in cells])


def make_hexgrid(width: int, height: int, wrap: Wrap) -> Shape:
    """Make a rhombus of hexagons, each higher row half a step to the right."""
    cells = [(column, row) for row in range(height) for column in range(width)]
    steps = _steps(cells, HEX, _wrapper(width, height, wrap))
    return _lattice(cells, steps, _hex_positions(cells))


def make_hexagon(side: int) -> Shape:
    """Make a hexagon of hexagons; the columns of a row are counted from its left end."""
    reach = side - 1
    cells = [
        (column, row)
        for row in range(-reach, side)
        for column in range(max(-reach, -reach - row), min(reach, reach - row) + 1)
    ]
    return _lattice(cells, _steps(cells, HEX), _hex_positions(cells))


def make_triangle(side: int) -> Shape:
    """Make a triangle of hexagons, its point up."""
    cells = [(column, row) for row in range(side) for column in range(side - row)]
    return _lattice(cells, _steps(cells, HEX), _hex_positions(cells))


def make_ring(size: int, clockwise: int, counter: int) -> Shape:
    """Make a circle of sites, the first at the top and the next clockwise."""
    steps = []
    for site in range(size):
        steps.append((site, clockwise, (site + 1) % size))
        steps.append((site, counter, (site - 1) % size))
    radius = 1 / (2 * sin(pi / size))
    turns = [2 * pi * site / size for site in range(size)]
    positions = tuple((radius * sin(turn), radius * cos(turn)) for turn in turns)
    return Shape(_numbered(size), tuple(steps), positions)


def make_path(size: int) -> Shape:
    """Make a row of sites from west to east."""
    cells = [(column, 0) for column in range(size)]
    steps = _steps(cells, ((E, 1, 0), (W, -1, 0)))
    return Shape(_numbered(size), steps, tuple((float(x), 0.0) for x in range(size)))


def drop_sites(shape: Shape, gone: frozenset[int]) -> Shape:
    """Take sites out, with the steps from and to them."""
    kept = [site for site in range(len(shape.sites)) if site not in gone]
    new = {site: number for number, site in enumerate(kept)}
    return Shape(
        tuple(shape.sites[site] for site in kept),
        tuple((new[a], key, new[b]) for a, key, b in shape.steps if a in new and b in new),
        tuple(shape.positions[site] for site in kept) if shape.positions is not None else None,
        tuple(shape.rows[site] for site in kept) if shape.rows else (),
        tuple(shape.columns[site] for site in kept) if shape.columns else (),
    )


def _numbered(size: int) -> tuple[str, ...]:
    return tuple(f"s{number}" for number in range(1, size + 1))


def _wrapper(width: int, height: int, wrap: Wrap) -> Callable[[Cell], Cell]:
    def land(cell: Cell) -> Cell:
        column, row = cell
        return column % width if wrap.rows else column, row % height if wrap.columns else row

    return land


def _steps(
    cells: Iterable[Cell], deltas: tuple[Delta, ...], land: Callable[[Cell], Cell] | None = None
) -> tuple[tuple[int, int, int], ...]:
    """Link each cell with those at the deltas; a wrap one cell wide links none to itself."""
    index: Mapping[Cell, int] = {cell: number for number, cell in enumerate(cells)}
    steps = []
    for (column, row), site in index.items():
        for direction, right, up in deltas:
            cell = (column + right, row + up)
            target = index.get(cell if land is None else land(cell))
            if target is not None and target != site:
                steps.append((site, direction, target))
    return tuple(steps)


def _hex_positions(cells: Iterable[Cell]) -> list[Point]:
    return [(column + row / 2, row * sqrt(3) / 2) for column, row in cells]


def _lattice(
    cells: list[Cell], steps: tuple[tuple[int, int, int], ...], positions: list[Point]
) -> Shape:
    """Name cells by column letter and row number, both counted from the first cell of each."""
    lowest = min(row for _, row in cells)
    starts: dict[int, int] = {}
    for column, row in cells:
        starts[row] = min(column, starts.get(row, column))
    rows = tuple(row - lowest + 1 for _, row in cells)
    columns = tuple(column - starts[row] + 1 for column, row in cells)
    letters = {column: column_letters(column) for column in set(columns)}
    names = tuple(f"{letters[c]}{r}" for c, r in zip(columns, rows, strict=True))
    return Shape(names, steps, tuple(positions), rows, columns)
