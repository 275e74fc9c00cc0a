"""Plane: the tiles of a plane, as lines for a terminal."""

from collections.abc import Callable, Mapping

from fragma_dsl.play.plane import Plane
from fragma_dsl.play.tiles import Tile

CELL_WIDTH = 4  # with the gap to the next
PLACES = {
    "nw": (0, 0), "n": (1, 0), "ne": (2, 0),
    "w": (0, 1), "e": (2, 1),
    "sw": (0, 2), "s": (1, 2), "se": (2, 2),
}  # fmt: skip


def draw_plane(
    plane: Plane, tiles: Mapping[int, Tile], colour: Callable[[int], str], width: int = 80
) -> str:
    """Draw each tile as a square of three by three signs with its ports on the rim.

    The two ends of a line are the first letter of its colour (a capital for the second line of that
    colour). Columns and rows are numbered as sites are, `x3y2`. Where the tiles are wider than
    `width` the columns on the right are left out, and the last line says how many.
    """
    if not tiles:
        return "(no tile)"
    places = {plane.place(cell): tile for cell, tile in tiles.items()}
    columns = sorted({x for x, _ in places})
    columns = list(range(columns[0], columns[-1] + 1))
    rows = range(max(y for _, y in places), min(y for _, y in places) - 1, -1)
    margin = len(str(rows[0])) + 1
    room = max(1, (width - margin) // CELL_WIDTH)
    shown, left_out = columns[:room], len(columns[room:])
    lines = []
    for y in rows:
        cells = [_draw_tile(plane, places.get((x, y)), colour) for x in shown]
        for part in range(3):
            label = str(y) if part == 1 else ""
            indent = " " * (CELL_WIDTH // 2 * (y - rows[-1])) if plane.shape == "hexagon" else ""
            row = " ".join(cell[part] for cell in cells)
            lines.append(f"{label:>{margin - 1}} {indent}{row}".rstrip())
        lines.append("")
    lines.append(" " * margin + "".join(f"{x:^{CELL_WIDTH}}" for x in shown).rstrip())
    if left_out:
        lines.append(f"({left_out} more columns to the right)")
    return "\n".join(lines)


def _draw_tile(plane: Plane, tile: Tile | None, colour: Callable[[int], str]) -> list[str]:
    if tile is None:
        return ["   "] * 3
    signs = [list("·-·"), list("| |"), list("·-·")]
    seen: set[int] = set()
    for line in plane.lines(*tile):
        letter = colour(line.colour)[:1].lower()
        letter = letter.upper() if line.colour in seen else letter
        seen.add(line.colour)
        for end in line.ends:
            column, row = PLACES[plane.ports[end]]
            signs[row][column] = letter
    return ["".join(row) for row in signs]
