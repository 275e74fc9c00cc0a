"""Svg: a board and what stands on it in, a picture as SVG text out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, inf, pi, sin
from xml.sax.saxutils import escape, quoteattr

from fragma_dsl.play.board import Board, column_letters
from fragma_dsl.play.draw.colour import ink_on
from fragma_dsl.play.draw.lattice import Tiling, find_tiling, layer_sites

UNIT = 56.0  # pixels from a tile to the next
REACH = 74.0  # pixels from a site of other boards to the nearest
MARGIN = 22.0
GAP = 36.0  # between layers
TITLE = 30.0
FONT = "font-family='system-ui, sans-serif' text-anchor='middle' dominant-baseline='central'"
PAPER, LINE, LABEL = "#fbf9f4", "#8b8272", "#7d7566"
LIGHT, DARK, MIDDLE = "#f1e6cf", "#dcc9a3", "#e7d8b8"

Point = tuple[float, float]
Cell = Callable[[int], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A layer laid out: where its sites stand in pixels, their room, and the size of all."""

    board: Board
    sites: range
    tiling: Tiling | None
    points: dict[int, Point]
    radius: float
    width: float
    height: float


def draw_svg(board: Board, cell: Cell, title: Callable[[str], str] = str) -> str:
    """Draw a board as an SVG picture, its layers side by side.

    `cell` gives the symbol and the colour of what stands on a site, ("", "") for nothing, and
    `title` writes the name of a layer for people.
    Each site is a group with its number as `data-site` and its name as tooltip.
    """
    sheets = [_lay_out(board, sites) for sites in layer_sites(board)]
    top = TITLE if board.layers else 0.0
    width = sum(sheet.width for sheet in sheets) + GAP * (len(sheets) - 1)
    height = max(sheet.height for sheet in sheets) + top
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:.0f}' height='{height:.0f}'"
        f" viewBox='0 0 {width:.1f} {height:.1f}'>",
        f"<rect width='100%' height='100%' fill='{PAPER}'/>",
    ]
    left = 0.0
    for number, sheet in enumerate(sheets):
        if board.layers:
            name = title(board.layers[number])
            parts.append(_write(name, (left + sheet.width / 2, TITLE * 0.6), 15, "#4a453c"))
        parts.append(f"<g transform='translate({left:.1f} {top:.1f})'>")
        parts.extend(_draw_sheet(sheet, cell))
        parts.append("</g>")
        left += sheet.width + GAP
    return "\n".join([*parts, "</svg>", ""])


def _lay_out(board: Board, sites: range) -> Sheet:
    """Turn positions into pixels, with y down, the usual distance between neighbours one unit."""
    tiling = find_tiling(board, sites)
    usual, least = (1.0, 1.0) if tiling else _distances(board, sites)
    scale = (UNIT if tiling else REACH) / usual
    radius = UNIT / 2 if tiling else min(REACH * 0.28, max(REACH * 0.1, least * scale * 0.4))
    xs = [board.positions[site][0] for site in sites] or [0.0]
    ys = [board.positions[site][1] for site in sites] or [0.0]
    pad = MARGIN + (UNIT * 0.58 if tiling else radius)
    points = {
        site: (
            (board.positions[site][0] - min(xs)) * scale + pad,
            (max(ys) - board.positions[site][1]) * scale + pad,
        )
        for site in sites
    }
    width = (max(xs) - min(xs)) * scale + 2 * pad
    height = (max(ys) - min(ys)) * scale + 2 * pad
    return Sheet(board, sites, tiling, points, radius, width, height)


def _distances(board: Board, sites: Sequence[int]) -> tuple[float, float]:
    """Give the usual distance from a site to the nearest other one, and the least."""
    points = [board.positions[site] for site in sites]
    if len(points) < 2:
        return 1.0, 1.0
    spans = [max(axis) - min(axis) for axis in zip(*points, strict=True)]
    if spans[1] > spans[0]:
        points = [(y, x) for x, y in points]
    points.sort()
    nearest = sorted(_nearest(points, i) for i in range(len(points)))
    return nearest[len(nearest) // 2] or 1.0, nearest[0]


def _nearest(points: Sequence[Point], i: int) -> float:
    """Give the distance from a point to the nearest other one; the points are sorted."""
    x, y = points[i]
    best = inf
    for others in (range(i + 1, len(points)), range(i - 1, -1, -1)):
        for j in others:
            a, b = points[j]
            if abs(a - x) >= best:
                break
            best = min(best, hypot(a - x, b - y))
    return best


def _draw_sheet(sheet: Sheet, cell: Cell) -> Iterator[str]:
    if sheet.tiling is None:
        yield from _draw_links(sheet)
    for site in sheet.sites:
        name = sheet.board.sites[site - sheet.board.first]
        symbol, colour = cell(site)
        yield f"<g data-site='{site}'><title>{escape(name)}</title>"
        yield from _draw_ground(sheet, site, name, bool(symbol or colour))
        if symbol or colour:
            yield _draw_piece(sheet, site, symbol, colour or "#ffffff")
        yield "</g>"
    if sheet.tiling is not None:
        yield from _draw_links(sheet)
    if sheet.tiling == "square":
        yield from _draw_coordinates(sheet)


def _draw_links(sheet: Sheet) -> Iterator[str]:
    """Draw links as lines, one-way links with an arrow; of tiles only those between far sites."""
    pairs = {(a, b) for a, b, key in sheet.board.edges() if key < 0 or not sheet.tiling}
    for a, b in sorted(pairs):
        if a not in sheet.points or b not in sheet.points or a == b:
            continue
        back = a in sheet.board.links[b]
        if back and a > b:
            continue
        yield _draw_line(sheet.points[a], sheet.points[b], sheet.radius)
        if not back:
            yield _draw_arrow(sheet.points[a], sheet.points[b], sheet.radius)


def _draw_line(start: Point, end: Point, radius: float) -> str:
    (a, b), (c, d) = start, end
    width = max(1.4, min(2.6, radius / 8))
    return (
        f"<line x1='{a:.1f}' y1='{b:.1f}' x2='{c:.1f}' y2='{d:.1f}'"
        f" stroke='{LINE}' stroke-width='{width:.1f}'/>"
    )


def _draw_arrow(start: Point, end: Point, radius: float) -> str:
    """Draw the head of an arrow where the line meets the end's circle."""
    (a, b), (c, d) = start, end
    length = ((c - a) ** 2 + (d - b) ** 2) ** 0.5 or 1.0
    x, y = (c - a) / length, (d - b) / length
    tip = (c - x * (radius + 1), d - y * (radius + 1))
    size = max(7.0, radius * 0.45)
    back = (tip[0] - x * size, tip[1] - y * size)
    wing = (-y * size * 0.5, x * size * 0.5)
    corners = [tip, (back[0] + wing[0], back[1] + wing[1]), (back[0] - wing[0], back[1] - wing[1])]
    return f"<polygon points='{_points(corners)}' fill='{LINE}'/>"


def _draw_ground(sheet: Sheet, site: int, name: str, taken: bool) -> Iterator[str]:
    """Draw the site itself: a square, a hexagon or a circle, with its name where there is room."""
    x, y = sheet.points[site]
    edge = f"stroke='{LINE}' stroke-width='1.2'"
    if sheet.tiling == "square":
        dark = (sheet.board.rows[site] + sheet.board.columns[site]) % 2 == 0
        half = UNIT / 2
        fill = DARK if dark else LIGHT
        yield (
            f"<rect x='{x - half:.1f}' y='{y - half:.1f}' width='{UNIT:.1f}' height='{UNIT:.1f}'"
            f" fill='{fill}' stroke='{LINE}' stroke-width='0.8'/>"
        )
    elif sheet.tiling == "hex":
        reach = UNIT / 3**0.5
        turns = [pi / 6 + pi / 3 * i for i in range(6)]
        corners = [(x + reach * cos(turn), y + reach * sin(turn)) for turn in turns]
        yield f"<polygon points='{_points(corners)}' fill='{MIDDLE}' {edge}/>"
        yield _write(name, (x, y + UNIT * 0.41) if taken else (x, y), 9 if taken else 12, LABEL)
    else:
        yield f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{sheet.radius:.1f}' fill='{LIGHT}' {edge}/>"
        size = min(13.0, sheet.radius * 1.9 / max(1.6, len(name) * 0.62))
        if taken:
            reach = sheet.radius * 0.75 + 6
            yield _write_over(name, (x + reach, y + reach), 10)
        else:
            yield _write(name, (x, y), size, LABEL)


def _draw_piece(sheet: Sheet, site: int, symbol: str, colour: str) -> str:
    x, y = sheet.points[site]
    radius = sheet.radius * (0.92 if sheet.tiling is None else 0.72)
    if sheet.tiling == "hex":
        radius, y = sheet.radius * 0.62, y - UNIT * 0.06
    size = min(radius * 1.15, radius * 1.5 / max(1.0, len(symbol) * 0.66))
    disc = (
        f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{radius:.1f}' fill={quoteattr(colour)}"
        f" stroke='#3a352c' stroke-width='1.5'/>"
    )
    return disc + (_write(symbol, (x, y), size, ink_on(colour), bold=True) if symbol else "")


def _draw_coordinates(sheet: Sheet) -> Iterator[str]:
    """Write the numbers of rows on the left and the letters of columns below."""
    board = sheet.board
    bottom, left = sheet.height - MARGIN * 0.85, MARGIN * 0.85
    rows = {board.rows[site]: sheet.points[site][1] for site in sheet.sites}
    columns = {board.columns[site]: sheet.points[site][0] for site in sheet.sites}
    for row, y in rows.items():
        yield _write(str(row), (left, y), 12, LABEL)
    for column, x in columns.items():
        yield _write(column_letters(column), (x, bottom), 12, LABEL)


def _write(
    text: str, point: Point, size: float, colour: str, *, bold: bool = False, extra: str = ""
) -> str:
    weight = " font-weight='600'" if bold else ""
    return (
        f"<text x='{point[0]:.1f}' y='{point[1]:.1f}' font-size='{size:.1f}' fill='{colour}'"
        f" {FONT}{weight}{extra}>{escape(text)}</text>"
    )


def _write_over(text: str, point: Point, size: float) -> str:
    """Write a label over lines: first a broad stroke in the colour of the paper."""
    under = f" stroke='{PAPER}' stroke-width='3'"
    return _write(text, point, size, PAPER, extra=under) + _write(text, point, size, LABEL)


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
