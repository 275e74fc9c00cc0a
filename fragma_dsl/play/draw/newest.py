"""Newest: tables one after the other in, the tile that was laid or moved last out."""

from collections import Counter
from collections.abc import Mapping, Sequence

from fragma_dsl.play.tiles import Tile


def newest_tile(tables: Sequence[Mapping[int, Tile]]) -> int | None:
    """Give the cell, on the last of the tables, of the tile that came last; None if no tile of it
    came after the first table."""
    moved = 0
    for number in range(len(tables) - 1, 0, -1):
        before, after = tables[number - 1], tables[number]
        step = table_step(before, after)
        stayed = {cell + step: tile for cell, tile in before.items()}
        came = [cell for cell, tile in after.items() if stayed.get(cell) != tile]
        if came and came[-1] + moved in tables[-1]:
            return came[-1] + moved
        moved += step
    return None


def table_step(before: Mapping[int, Tile], after: Mapping[int, Tile]) -> int:
    """Say by how much the tiles that stayed were moved so that the least row and column are 1."""
    if all(before.get(cell) == tile for cell, tile in after.items()):
        return 0
    steps = Counter(
        there - here
        for here, tile in before.items()
        for there, other in after.items()
        if tile == other
    )
    return max(steps, key=lambda step: (steps[step], step == 0), default=0)
