"""Tiles: the tiles of a plane in the slots of a state, read, written and moved to where equal
tables lie alike."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias

from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.layout import Layout
from fragma_dsl.play.plane import MARGIN, WIDTH, Plane
from fragma_dsl.play.variables import load_value, write_value

Tile: TypeAlias = tuple[int, int]
"""A piece and its pose."""


def read_tiles(slots: list[int], layout: Layout, plane: Plane) -> dict[int, Tile]:
    """Give the tiles by cell, in the order of the cells."""
    tiles = {}
    for offset in range(layout.tiles, layout.tiles + 3 * layout.most_tiles, 3):
        cell, piece, pose = slots[offset : offset + 3]
        if not cell:
            break
        tiles[plane.first + cell - 1] = piece - 1, pose
    return tiles


def tile_pieces(slots: Sequence[int | None], layout: Layout) -> list[int]:
    """List the pieces that lie on the plane, each as often as it does."""
    run = slots[layout.tiles + 1 : layout.tiles + 3 * layout.most_tiles : 3]
    return [slot - 1 for slot in run if slot]


def check_tiles(slots: list[int], layout: Layout, plane: Plane) -> None:
    """Raise ValueError where the slots of the tiles hold what no table of this plane has."""
    tiles = read_tiles(slots, layout, plane)
    for cell, (piece, pose) in tiles.items():
        if not plane.has(cell) or not 0 <= piece < len(plane.faces):
            raise ValueError("it has a tile where none can lie")
        if pose not in plane.poses(piece):
            raise ValueError("it has a tile that cannot lie like that")
    settled = slots.copy()
    write_tiles(settled, layout, plane, tiles)
    settle_tiles(settled, layout, plane, [], ())
    if settled != slots:
        raise ValueError("its tiles are not in their order")


def write_tiles(slots: list[int], layout: Layout, plane: Plane, tiles: Mapping[int, Tile]) -> None:
    """Write tiles, sorted by cell. Fault `range` for a cell that no plane has."""
    if any(not 0 <= cell - plane.first < WIDTH * WIDTH for cell in tiles):
        raise FaultError(Fault("range", "the table has grown too wide", None))
    run = [
        number
        for cell, (piece, pose) in sorted(tiles.items())
        for number in (cell - plane.first + 1, piece + 1, pose)
    ]
    end = layout.tiles + 3 * layout.most_tiles
    slots[layout.tiles : end] = run + [0] * (3 * layout.most_tiles - len(run))


def settle_tiles(
    slots: list[int],
    layout: Layout,
    plane: Plane,
    registers: list[Any],
    cells: Collection[int],
) -> None:
    """Move the tiles of a plane without edges so that the least x and y are 1, and with them every
    site of the plane that a variable or a register in `cells` holds; a site that leaves the plane
    by that becomes none."""
    if plane.size is not None:
        return
    tiles = read_tiles(slots, layout, plane)
    if not tiles:
        return
    places = [plane.place(cell) for cell in tiles]
    dx, dy = 1 - min(x for x, _ in places), 1 - min(y for _, y in places)
    if (dx, dy) == (0, 0):
        return

    def moved(cell: int) -> int:
        if cell < plane.first:
            return cell
        x, y = plane.place(cell)
        inside = all(-MARGIN <= one < WIDTH - MARGIN for one in (x + dx, y + dy))
        return plane.cell(x + dx, y + dy) if inside else -1

    write_tiles(slots, layout, plane, {moved(cell): tile for cell, tile in tiles.items()})
    for variable in layout.variables:
        if not variable.cell:
            continue
        for start in range(variable.offset, variable.offset + variable.size, variable.width):
            value = load_value(slots, start, variable.shape)
            write_value(slots, start, variable.shape, moved_value(value, moved))
    for register in cells:
        registers[register] = moved_value(registers[register], moved)


def moved_value(value: Any, moved: Callable[[int], int]) -> Any:
    """Move each cell of a value; what has left the plane is no member any more."""
    if isinstance(value, int):
        return moved(value)
    if isinstance(value, frozenset):
        return frozenset(map(moved, value)) - {-1}
    if isinstance(value, tuple):
        return tuple(cell for cell in map(moved, value) if cell >= 0)
    return value
