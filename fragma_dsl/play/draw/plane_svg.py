"""Plane as SVG: the tiles of a plane in, a picture with their lines from port to port out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import TypeAlias
from xml.sax.saxutils import escape

from fragma_dsl.play.draw.colour import ink_on
from fragma_dsl.play.draw.plane import Scene, cell_name, free_cells
from fragma_dsl.play.plane import SQUARE, Plane, port_side

UNIT = 72.0  # pixels from a tile to the next
MARGIN = 26.0
PAPER, TILE, EDGE, LABEL, ACCENT = "#fbf9f4", "#f1e6cf", "#8b8272", "#7d7566", "#1d1a15"
FONT = "font-family='system-ui, sans-serif' text-anchor='middle' dominant-baseline='central'"
TURNS = {"e": 0, "ne": 1, "nw": 2, "w": 3, "sw": 4, "se": 5}
"""The sides of a hexagon, in sixths of a turn from the east."""

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Port:
    """Where a port is, from the middle of its tile in tiles, and the way in from there."""

    at: Point
    inward: Point


def draw_plane_svg(scene: Scene, colours: Sequence[str], seats: Sequence[str]) -> str:
    """Draw the tiles with their lines as curves from port to port.

    `colours` are those of the lines and `seats` those of the players' markers. Each tile is a group
    with its number as `data-site` and its name as tooltip; the one laid last has a dark edge.
    """
    plane = scene.plane
    free = free_cells(scene)
    middles = {cell: _middle(plane, cell) for cell in sorted({*scene.tiles, *free})}
    half = _half(plane)
    left = min(x for x, _ in middles.values()) - half[0] - MARGIN
    top = min(y for _, y in middles.values()) - half[1] - MARGIN
    width = max(x for x, _ in middles.values()) + half[0] + MARGIN - left
    height = max(y for _, y in middles.values()) + half[1] + MARGIN - top
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:.0f}' height='{height:.0f}'"
        f" viewBox='{left:.1f} {top:.1f} {width:.1f} {height:.1f}'>",
        f"<rect x='{left:.1f}' y='{top:.1f}' width='100%' height='100%' fill='{PAPER}'/>",
    ]
    ports = [_port(plane, name) for name in plane.ports]
    for cell in sorted(middles, key=lambda cell: (cell in scene.tiles, cell == scene.newest)):
        parts.extend(_draw_cell(scene, cell, middles[cell], ports, colours))
    parts.extend(_draw_coordinates(plane, middles, (left, top + height)))
    for (cell, port), seat in scene.markers.items():
        if cell in middles:
            at = (0.0, 0.0) if port is None else ports[port].at
            parts.append(_draw_marker(middles[cell], at, seat, seats[seat % len(seats)]))
    return "\n".join([*parts, "</svg>", ""])


def _middle(plane: Plane, cell: int) -> Point:
    x, y = plane.place(cell)
    if plane.shape == "hexagon":
        return (x + y / 2) * UNIT, -y * UNIT * 3**0.5 / 2
    return x * UNIT, -y * UNIT


def _half(plane: Plane) -> Point:
    """Give how far a tile reaches from its middle, to the side and up."""
    return UNIT / 2, UNIT / 3**0.5 if plane.shape == "hexagon" else UNIT / 2


def _port(plane: Plane, name: str) -> Port:
    """Find a port; one of a pair stands a sixth of the side before or behind its middle."""
    side, number = port_side(name), name[-1]
    if plane.shape == "hexagon":
        turn = -pi / 3 * TURNS[side]
        out, length = (cos(turn), sin(turn)), 1 / 3**0.5
    else:
        across, up = SQUARE[side]
        size = hypot(across, up)
        out, length = (across / size, -up / size), 1.0
        if size > 1:
            return Port((across / 2, -up / 2), (-out[0], -out[1]))
    shift = {"1": -length / 6, "2": length / 6}.get(number, 0.0)
    at = out[0] / 2 - out[1] * shift, out[1] / 2 + out[0] * shift
    return Port(at, (-out[0], -out[1]))


def _outline(plane: Plane, middle: Point) -> str:
    """Give the corners of a tile."""
    x, y = middle
    if plane.shape == "hexagon":
        reach, turns = UNIT / 3**0.5, [pi / 6 + pi / 3 * i for i in range(6)]
    else:
        reach, turns = UNIT / 2**0.5, [pi / 4 + pi / 2 * i for i in range(4)]
    return " ".join(f"{x + reach * cos(turn):.1f},{y + reach * sin(turn):.1f}" for turn in turns)


def _draw_cell(
    scene: Scene, cell: int, middle: Point, ports: Sequence[Port], colours: Sequence[str]
) -> Iterator[str]:
    """Draw a tile, or the outline of where one may come to lie."""
    plane, name = scene.plane, cell_name(scene.plane, cell)
    yield f"<g data-site='{cell}'><title>{escape(name)}</title>"
    outline = _outline(plane, middle)
    if cell in scene.tiles:
        edge = f"points='{outline}' stroke-linejoin='round'"
        yield f"<polygon {edge} fill='{TILE}' stroke='{EDGE}' stroke-width='1'/>"
        for line in plane.lines(*scene.tiles[cell]):
            start, end = (ports[port] for port in line.ends)
            yield from _draw_line(middle, start, end, colours[line.colour])
        if cell == scene.newest:
            yield f"<polygon {edge} fill='none' stroke='{ACCENT}' stroke-width='3'/>"
    else:
        yield (
            f"<polygon points='{outline}' fill='none' stroke='{EDGE}' stroke-width='0.8'"
            " stroke-dasharray='3 4' opacity='0.7'/>"
        )
    if plane.shape == "hexagon":
        rise = UNIT * 0.46 if cell in scene.tiles else 0.0
        yield _write(name, (middle[0], middle[1] - rise), 8 if rise else 11)
    yield "</g>"


def _draw_line(middle: Point, start: Port, end: Port, colour: str) -> Iterator[str]:
    """Draw a line over a broader one in the colour of the tile, which parts it from those below."""
    (a, b), (e, f) = (_at(middle, port.at) for port in (start, end))
    reach = max(0.22, 0.38 * hypot(start.at[0] - end.at[0], start.at[1] - end.at[1]))
    (c, d), (g, h) = (
        _at(middle, (port.at[0] + port.inward[0] * reach, port.at[1] + port.inward[1] * reach))
        for port in (start, end)
    )
    path = f"M{a:.1f} {b:.1f}C{c:.1f} {d:.1f} {g:.1f} {h:.1f} {e:.1f} {f:.1f}"
    for shade, size in ((TILE, 11), (EDGE, 7.4), (colour, 6)):
        yield f"<path d='{path}' fill='none' stroke='{shade}' stroke-width='{size}'/>"


def _at(middle: Point, place: Point) -> Point:
    return middle[0] + place[0] * UNIT, middle[1] + place[1] * UNIT


def _draw_coordinates(plane: Plane, middles: dict[int, Point], corner: Point) -> Iterator[str]:
    """Write the numbers of rows on the left of squares and those of columns below them."""
    if plane.shape == "hexagon":
        return
    places = {plane.place(cell): middle for cell, middle in middles.items()}
    for number, y in sorted({(place[1], middle[1]) for place, middle in places.items()}):
        yield _write(str(number), (corner[0] + MARGIN / 2, y), 12)
    for number, x in sorted({(place[0], middle[0]) for place, middle in places.items()}):
        yield _write(str(number), (x, corner[1] - MARGIN / 2), 12)


def _draw_marker(middle: Point, at: Point, seat: int, colour: str) -> str:
    """Draw a player's marker with the number of the seat, a little inside its port."""
    x, y = _at(middle, (at[0] * 0.86, at[1] * 0.86))
    disc = (
        f"<circle cx='{x:.1f}' cy='{y:.1f}' r='8.5' fill='{colour}' stroke='{ACCENT}'"
        " stroke-width='1.5'/>"
    )
    return disc + _write(str(seat + 1), (x, y), 10, ink_on(colour), "600")


def _write(text: str, point: Point, size: float, colour: str = LABEL, weight: str = "400") -> str:
    return (
        f"<text x='{point[0]:.1f}' y='{point[1]:.1f}' font-size='{size}' fill='{colour}'"
        f" font-weight='{weight}' {FONT}>{escape(text)}</text>"
    )
