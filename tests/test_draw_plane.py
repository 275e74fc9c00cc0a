"""Pictures of planes: every line is told by its colour, and what was laid last is in sight."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from itertools import product

import pytest

from fragma_dsl.play.draw import draw_plane_svg
from fragma_dsl.play.draw.hand import draw_hand
from fragma_dsl.play.draw.newest import newest_tile
from fragma_dsl.play.draw.palette import tones
from fragma_dsl.play.draw.plane import Scene, draw_plane
from fragma_dsl.play.draw.strokes import line_signs, stencil_of, tile_characters
from fragma_dsl.play.plane import Line, Plane, port_names

SVG = "{http://www.w3.org/2000/svg}"
CODE = re.compile("\033\\[[0-9;]*m")


def make(shape="square", ports=4, size=None, lines=((0, 0, 1), (1, 2, 3))) -> Plane:
    """Make a plane of one tile with lines, each a colour and two ports."""
    face = tuple(Line(colour, (a, b)) for colour, a, b in lines)
    names = port_names(shape, ports)
    return Plane("table", shape, names, 0, ((face,),), ((0,),), (0,), size)


def scene(plane: Plane, places: Iterable[tuple[int, int]], newest=None, markers=()) -> Scene:
    """Lay the tile at some places."""
    tiles = {plane.cell(x, y): (0, 0) for x, y in places}
    seats = {(plane.cell(x, y), port): seat for (x, y), port, seat in markers}
    last = None if newest is None else plane.cell(*newest)
    return Scene(plane, tiles, ("green", "pink"), last, seats)


def test_a_square_is_drawn_with_its_lines_and_coordinates():
    assert draw_plane(scene(make(), [(1, 1)])).splitlines() == [
        "2         ·",
        "",
        "        · g\\·",
        "1   ·   p\\ \\g   ·",
        "        ·\\p ·",
        "",
        "0         ·",
        "",
        "    0     1     2",
        "g green, p pink",
    ]


def test_a_hexagon_is_drawn_with_its_name():
    lines = draw_plane(scene(make("hexagon", 6), [(1, 1)])).splitlines()
    assert [line.split() for line in lines[:-1] if line.strip()] == [
        ["x0y2", "x1y2"],
        ["x1y1"],
        ["·", "g"],
        ["x0y1", "·", "\\g", "x2y1"],
        ["p---p"],
        ["x1y0", "x2y0"],
    ]


def test_an_empty_table_says_so():
    assert draw_plane(scene(make(), [])) == "(no tile)"


def test_a_plane_with_edges_shows_all_its_places():
    text = draw_plane(scene(make(size=(3, 2)), []))
    assert text.count("·") == 6
    assert text.splitlines()[-2].split() == ["1", "2", "3"]


@pytest.mark.parametrize("shape", ["square", "hexagon"])
@pytest.mark.parametrize("newest", [(1, 1), (9, 3), (20, 5), (20, 1)])
def test_the_newest_tile_is_in_sight_and_the_others_are_counted(shape, newest):
    drawn = scene(
        make(shape, 6 if shape == "hexagon" else 4),
        product(range(1, 21), range(1, 6)),
        newest,
    )
    lines = draw_plane(drawn, width=50, height=12).splitlines()
    assert all(len(line) <= 50 for line in lines)
    assert sum(line.count("*") for line in lines) == 1
    outside = sum(int(count) for line in lines for count in re.findall("[<>^v] ?([0-9]+)", line))
    ends = sum(line.count("g") for line in lines[:-1])
    assert outside + ends // 2 == 100


def test_colours_change_nothing_but_the_looks():
    drawn = scene(make(), [(1, 1), (2, 1)], (2, 1), [((1, 1), 0, 3)])
    plain = draw_plane(drawn)
    painted = draw_plane(drawn, paint=["32", "35"])
    assert CODE.sub("", painted) == plain
    assert "\033[32mg" in painted
    assert "\033[35mp" in painted


def test_a_marker_stands_at_its_port():
    plane = make(size=(1, 1))
    text = draw_plane(scene(plane, [(1, 1)], None, [((1, 1), 1, 6)]))
    assert "p\\ \\7" in text


@pytest.mark.parametrize(
    ("labels", "most", "signs"),
    [
        (("green", "pink"), (1, 1), ("gG", "pP")),
        (("green", "grey"), (2, 1), ("gG", "rR")),
        (("path",), (4,), ("abcd",)),
        (("red", "blue"), (3, 1), ("abc", "d")),
        (("1", "2"), (1, 1), ("aA", "bB")),
    ],
)
def test_every_line_has_a_sign_of_its_own(labels, most, signs):
    assert line_signs(labels, most) == signs


@pytest.mark.parametrize(("shape", "ports"), [("square", 4), ("square", 8), ("hexagon", 6)])
def test_each_port_of_a_line_shows_its_sign(shape, ports):
    pairs = [(0, port, port + ports // 2) for port in range(ports // 2)]
    plane = make(shape, ports, lines=pairs)
    stencil = stencil_of(plane)
    shown = {spot: sign for spot, sign, _ in tile_characters(stencil, plane.lines(0, 0), ["abcd"])}
    assert [shown[spot] for spot in stencil.ports] == [*"abcd"[: ports // 2]] * 2


def test_the_newest_tile_is_found_where_all_were_moved():
    plane = make()
    before = {plane.cell(1, 1): (0, 0), plane.cell(1, 2): (0, 1)}
    west = {plane.cell(2, 1): (0, 0), plane.cell(2, 2): (0, 1), plane.cell(1, 1): (0, 2)}
    assert newest_tile([before, west]) == plane.cell(1, 1)
    assert newest_tile([before, west, west]) == plane.cell(1, 1)
    assert newest_tile([west, before]) is None
    again = {**{cell + 1: tile for cell, tile in west.items()}, plane.cell(1, 1): (0, 3)}
    without = {cell: tile for cell, tile in again.items() if cell != plane.cell(1, 1)}
    assert newest_tile([before, west, again, without]) == plane.cell(2, 1)


def test_names_of_colours_give_tones():
    green, violet, other = tones(["green", "violeta", "house"])
    assert green[1] == "32"
    assert violet == tones(["purple"])[0]
    assert other not in (green, violet)


@pytest.mark.parametrize(("shape", "ports"), [("square", 4), ("square", 8), ("hexagon", 6)])
def test_svg_has_a_curve_for_each_line(shape, ports):
    drawn = scene(make(shape, ports), [(1, 1), (1, 2)], (1, 2), [((1, 1), 0, 0)])
    root = ET.fromstring(draw_plane_svg(drawn, ["#00ff00", "#ff00ff"], ["#123456"]))
    paths = [path.get("stroke") for path in root.iter(f"{SVG}path")]
    assert paths.count("#00ff00") == paths.count("#ff00ff") == 2
    assert [one.get("fill") for one in root.iter(f"{SVG}circle")] == ["#123456"]
    titles = [one.text for one in root.iter(f"{SVG}title")]
    assert {"x1y1", "x1y2", "x2y1"} <= set(titles)


def test_curves_of_joined_lines_meet():
    drawn = scene(make(lines=((0, 0, 2),)), [(1, 1), (1, 2)])
    root = ET.fromstring(draw_plane_svg(drawn, ["#00ff00", "#ff00ff"], ["#123456"]))
    curves = [p.get("d") for p in root.iter(f"{SVG}path") if p.get("stroke") == "#00ff00"]
    ends = [re.findall(r"-?[0-9.]+ -?[0-9.]+", curve or "") for curve in curves]
    assert ends[0][0] == ends[1][-1] or ends[0][-1] == ends[1][0]


def test_a_hand_shows_the_faces_of_its_tiles():
    tiles = [(0, "2 bends up"), (0, "straight"), (0, "way")]
    assert draw_hand(make(), ["green", "pink"], tiles, 18).splitlines() == [
        "· g\\·    · g\\·",
        "p\\ \\g    p\\ \\g",
        "·\\p ·    ·\\p ·",
        "  2     straight",
        "bends",
        "  up",
        "· g\\·",
        "p\\ \\g",
        "·\\p ·",
        " way",
    ]
