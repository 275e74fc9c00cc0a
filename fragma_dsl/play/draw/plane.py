"""Plane: the tiles of a plane, as lines for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeAlias

from fragma_dsl.play.draw.strokes import (
    Spot,
    Stencil,
    line_signs,
    most_lines,
    stencil_of,
    tile_characters,
)
from fragma_dsl.play.plane import Plane
from fragma_dsl.play.tiles import Tile

NEWEST, FREE = "*", "·"
FAINT = "2"
Sign: TypeAlias = tuple[str, str]
"""A character and how the terminal is to show it, "" for plainly."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on a plane: tiles by cell, the colours' labels, the tile laid last, and the
    players whose markers stand at a cell and port (None for the middle)."""

    plane: Plane
    tiles: Mapping[int, Tile]
    colours: Sequence[str]
    newest: int | None = None
    markers: Mapping[tuple[int, int | None], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a drawing that is shown, in characters."""

    left: int
    top: int
    width: int
    height: int

    def side(self, spot: Spot, stencil: Stencil) -> str:
        """Say where a tile is whose upper left is at a spot: `n`, `s`, `w`, `e`, or "" for in
        sight."""
        if spot[1] < self.top:
            return "n"
        if spot[1] + stencil.height > self.top + self.height:
            return "s"
        if spot[0] < self.left:
            return "w"
        return "e" if spot[0] + stencil.width > self.left + self.width else ""


def draw_plane(
    scene: Scene, width: int = 80, height: int | None = None, paint: Sequence[str] = ()
) -> str:
    """Draw each tile with its lines from port to port, the ends with the letter of their colour.

    Squares have their columns and rows numbered at the rim, as sites are, `x3y2`; hexagons have
    their names above them. What is further off than `width` and `height` allow is left out, and
    counted at the rim; the tile laid last is in sight and has a `*` in its middle. `paint` says how
    the terminal shows each colour, where it shows colours.
    """
    if not scene.tiles and not scene.markers and scene.plane.size is None:
        return "(no tile)"
    drawing = _Drawing(scene, paint)
    lines = list(drawing.lines(width, height))
    while not lines[0].strip():
        del lines[0]
    while not lines[-1].strip():
        del lines[-1]
    return "\n".join([*lines, drawing.legend()])


def free_cells(scene: Scene) -> frozenset[int]:
    """Give the cells that a tile may come to: all of a plane with a size, else those beside."""
    plane, tiles = scene.plane, scene.tiles
    if plane.size is not None or not tiles:
        return plane.cells() - tiles.keys()
    beside = {cell for tile in tiles for cell in plane.beside(tile)}
    return frozenset(beside - tiles.keys())


def cell_name(plane: Plane, cell: int) -> str:
    """Name a cell as the rules do, `x3y2`."""
    return "x{}y{}".format(*plane.place(cell))


class _Drawing:
    """A scene being drawn: where each cell is, and the character at each spot."""

    def __init__(self, scene: Scene, paint: Sequence[str]) -> None:
        self.scene, self.paint = scene, paint
        self.plane, self.stencil = scene.plane, stencil_of(scene.plane)
        self.is_hexagon = self.plane.shape == "hexagon"
        self.signs = line_signs(scene.colours, most_lines(self.plane, len(scene.colours)))
        self.free = free_cells(scene)
        self.cells = {*scene.tiles, *self.free}
        self.spots = {cell: self._spot(cell) for cell in self.cells}

    def _spot(self, cell: int) -> Spot:
        """Give the upper left of a cell in the drawing."""
        x, y = self.plane.place(cell)
        across, down = self.stencil.width + 1, self.stencil.height + int(self.is_hexagon)
        return x * across + (y * across // 2 if self.is_hexagon else 0), -y * down

    # ---- the window

    def lines(self, width: int, height: int | None) -> Iterator[str]:
        """Give the lines of the picture, with what lies outside counted at the rim."""
        ys = [self.plane.place(cell)[1] for cell in self.cells]
        margin = 1 if self.is_hexagon else max(len(str(y)) for y in ys) + 1
        window = self._window(width - margin, height)
        sides = {cell: window.side(spot, self.stencil) for cell, spot in self.spots.items()}
        canvas = self._canvas([cell for cell, side in sides.items() if not side])
        away = {side: [c for c in self.scene.tiles if sides[c] == side] for side in "nswe"}
        counts = self._counts(away["w"], "<{} "), self._counts(away["e"], " >{}")
        wide = max([0, *map(len, counts[0].values())])
        labels = {} if self.is_hexagon else self._rows()
        if away["n"]:
            yield f"{'':{margin + wide}}^ {len(away['n'])}"
        for line in range(window.top, window.top + window.height):
            text = self._line(canvas, line, window)
            left = f"{labels.get(line, ''):>{margin - 1}} {counts[0].get(line, ''):<{wide}}"
            yield (left + text + counts[1].get(line, "")).rstrip()
        if not self.is_hexagon:
            yield (" " * (margin + wide) + self._columns(sides, window)).rstrip()
        if away["s"]:
            yield f"{'':{margin + wide}}v {len(away['s'])}"

    def _window(self, width: int, height: int | None) -> Window:
        """Choose what is shown: everything if it fits, else what lies around the newest tile."""
        size, above = self.stencil, int(self.is_hexagon)
        lefts = [spot[0] for spot in self.spots.values()]
        tops = [spot[1] - above for spot in self.spots.values()]
        newest = self.scene.newest
        focus = self.spots[newest] if newest in self.spots else (min(lefts), min(tops) + above)
        ends = (min(lefts), max(lefts) + size.width), (min(tops), max(tops) + size.height + above)
        step, down = size.width + 1, size.height + above
        room, high = (end - start for start, end in ends)
        if room > width:
            room = width - 2 * (len(str(len(self.scene.tiles))) + 2)
            room -= (room + 1) % step
        if height is not None:
            high = min(high, max(1, height // down) * down)
        left = _around(focus[0], size.width, step, room, ends[0])
        return Window(left, _around(focus[1] - above, down, down, high, ends[1]), room, high)

    def _counts(self, cells: Sequence[int], text: str) -> dict[int, str]:
        """Count tiles out of sight on one side, by the line in the middle of their row."""
        lines = [self.spots[cell][1] + self.stencil.middle[1] for cell in cells]
        return {line: text.format(lines.count(line)) for line in lines}

    # ---- labels

    def _rows(self) -> dict[int, str]:
        """Number the rows, by the line in the middle of each."""
        return {
            self.spots[cell][1] + self.stencil.middle[1]: str(self.plane.place(cell)[1])
            for cell in self.cells
        }

    def _columns(self, sides: Mapping[int, str], window: Window) -> str:
        """Number the columns that are in sight."""
        line = ""
        columns = {
            self.spots[cell][0]: self.plane.place(cell)[0]
            for cell, side in sides.items()
            if side not in ("w", "e")
        }
        for column, x in sorted(columns.items()):
            if window.left <= column <= window.left + window.width - self.stencil.width:
                line = line.ljust(column - window.left) + f"{x:^{self.stencil.width}}"
        return line

    def legend(self) -> str:
        """Say which letters stand for which colour."""
        most = most_lines(self.plane, len(self.scene.colours))
        parts = []
        for number, (signs, label) in enumerate(zip(self.signs, self.scene.colours, strict=True)):
            shown = signs[: most[number]]
            shown = f"{shown[0]}-{shown[-1]}" if len(shown) > 2 else " ".join(shown)
            parts.append(self._show(f"{shown} {label}", self._paint(number)))
        return ", ".join(parts)

    # ---- characters

    def _canvas(self, cells: Sequence[int]) -> dict[Spot, Sign]:
        """Draw some cells."""
        canvas: dict[Spot, Sign] = {}
        for cell in cells:
            left, top = self.spots[cell]
            for (column, row), character, look in self._cell(cell):
                canvas[left + column, top + row] = character, look
        return canvas

    def _cell(self, cell: int) -> Iterator[tuple[Spot, str, str]]:
        """Run through the characters of a cell, from its upper left."""
        column, row = self.stencil.middle
        if cell in self.scene.tiles:
            face = self.plane.lines(*self.scene.tiles[cell])
            for spot, character, colour in tile_characters(self.stencil, face, self.signs):
                yield spot, character, self._paint(colour)
            if self.is_hexagon:
                yield from self._name(cell, -1)
            if cell == self.scene.newest:
                yield (column, row), NEWEST, "1"
        elif self.is_hexagon:
            yield from self._name(cell, row)
        else:
            yield (column, row), FREE, FAINT
        for (place, port), seat in self.scene.markers.items():
            if place == cell:
                yield (
                    (column, row) if port is None else self.stencil.ports[port],
                    str(seat + 1)[-1],
                    "1;7",
                )

    def _name(self, cell: int, row: int) -> Iterator[tuple[Spot, str, str]]:
        """Write the name of a cell in the middle of a row."""
        name = cell_name(self.plane, cell)
        start = (self.stencil.width - len(name)) // 2
        for column, character in enumerate(name, start):
            yield (column, row), character, FAINT

    def _paint(self, colour: int) -> str:
        if not self.paint:
            return ""
        return self.paint[colour] if colour >= 0 else FAINT

    def _line(self, canvas: Mapping[Spot, Sign], line: int, window: Window) -> str:
        """Write one line of the window, as wide as it is where something stands at its right."""
        signs = [
            canvas.get((column, line), (" ", ""))
            for column in range(window.left, window.left + window.width)
        ]
        runs = groupby(signs, key=lambda sign: sign[1])
        return "".join(self._show("".join(one for one, _ in run), look) for look, run in runs)

    def _show(self, character: str, look: str) -> str:
        return f"\033[{look}m{character}\033[0m" if look and self.paint else character


def _around(focus: int, size: int, step: int, room: int, ends: tuple[int, int]) -> int:
    """Choose where a window begins, whole steps before what is in focus, so that this is in its
    middle as far as there is something to be seen on both sides."""
    start = focus - (room - size) // 2 // step * step
    return max(ends[0], min(start, ends[1] - room))
