"""Planes: the plane of a game and the faces of its tiles, as declared, to numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from fragma_dsl.play.plane import Face, Line, Plane, Shape, port_names
from fragma_dsl.semantics import problems
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.words import is_whole
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import chained, say

WIDEST = 64
"""The most columns and the most rows of a plane with edges."""


def is_plane(node: tree.BoardDecl) -> bool:
    """Say whether a board is a plane."""
    return node.shape.text == "plane"


def tile_enums(families: Mapping[str, tree.CardDecl]) -> dict[str, tuple[str, ...]]:
    """Give the colours of lines and the names of poses, {} where there are no tiles."""
    tiles = [tile for node in families.values() for tile in node.tiles.values()]
    if not tiles:
        return {}
    lines = (line for tile in tiles for face in tile.faces for line in face)
    colours = dict.fromkeys(line.colour.text for line in lines)
    most = max(len(tile.faces) for tile in tiles)
    return {"colour": tuple(colours), "pose": tuple(_pose_names(most, _angles(families)))}


def _pose_names(faces: int, angles: tuple[int, ...]) -> Iterator[str]:
    for face in range(1, faces + 1):
        for angle in angles:
            yield f"face{face}_{angle}" if angle else f"face{face}"


def _angles(families: Mapping[str, tree.CardDecl]) -> tuple[int, ...]:
    tiles = [node for node in families.values() if node.tiles]
    return tuple(sorted({angle.value for node in tiles for angle in node.rotations})) or (0,)


def port_enum(boards: Mapping[str, tree.BoardDecl]) -> dict[str, tuple[str, ...]]:
    """Give the ports of the plane's tiles, {} where there is no plane."""
    nodes = [node for node in boards.values() if is_plane(node)]
    return {"port": _ports(nodes[0], _shape(nodes[0], []), [])} if nodes else {}


def check_plane_names(
    enums: Mapping[str, tree.EnumDecl],
    boards: Mapping[str, tree.BoardDecl],
    families: Mapping[str, tree.CardDecl],
    found: list[Problem],
) -> None:
    """Report enums that are called like those of planes and their tiles; colours may be declared,
    which puts them in an order."""
    taken = {**port_enum(boards), **tile_enums(families)}.keys() - {"colour"}
    for name in sorted(taken & enums.keys()):
        found.append(problems.Taken(enums[name].name.span, name, f"the {name}s of tiles"))


def build_plane(
    boards: Mapping[str, tree.BoardDecl],
    families: Mapping[str, tree.CardDecl],
    colours: tuple[str, ...],
    first: tuple[int, int],
    found: list[Problem],
) -> Plane | None:
    """Build the plane; `first` is the numbers of its first cell and of the first card's piece."""
    nodes = [node for node in boards.values() if is_plane(node)]
    if not nodes:
        tiled = [family.name.span for family in families.values() if family.tiles]
        if tiled:
            missing = "no board with `plane`"
            found.append(problems.BadPlane(tiled[0], missing, "a plane for these tiles"))
        return None
    node = nodes[0]
    for other in nodes[1:]:
        problem = problems.BadPlane(other.span, "another", "one plane at most")
        found.append(problem)
    shape = _shape(node, found)
    ports = _ports(node, shape, found)
    step = 60 if shape == "hexagon" else 90
    per_step = len(ports) * step // 360
    angles = _angles(families)
    plane = Plane(node.name.text, shape, ports, first[0], ((),) * first[1], ((),) * first[1], ())
    for family in families.values():
        own = {angle.value: angle for angle in family.rotations} if family.tiles else {}
        for angle in own.values():
            if angle.value % step:
                found.append(problems.BadRotation(angle.span, angle.value, step))
        turns = tuple(angles.index(angle) for angle in sorted(own))
        cards = family.tiles.values() if family.tiles else _untiled(family)
        faces = [_faces(tile, ports, colours, found) if tile else () for tile in cards]
        plane = replace(
            plane,
            faces=(*plane.faces, *faces),
            turns=(*plane.turns, *(turns for _ in faces)),
        )
    turned = tuple(angle // step * per_step for angle in angles)
    return replace(plane, angles=turned, size=_size(node, found))


def _untiled(family: tree.CardDecl) -> list[None]:
    count = len(family.named)
    if family.each:
        count = 1
        for values in family.each.values():
            count *= len(values.names)
    return [None] * count


def _shape(node: tree.BoardDecl, found: list[Problem]) -> Shape:
    word = node.arguments[0] if node.arguments else node.shape
    if word.text == "hexagon":
        return "hexagon"
    if word.text != "square" or len(node.arguments) > 1:
        found.append(problems.BadPlane(word.span, f"`{word.text}`", "`square` or `hexagon`"))
    return "square"


def _ports(node: tree.BoardDecl, shape: Shape, found: list[Problem]) -> tuple[str, ...]:
    allowed = ("6", "pairs") if shape == "hexagon" else ("4", "8", "pairs")
    word = allowed[0] if node.ports is None else node.ports.text
    if node.ports is not None and word not in allowed:
        counts = chained(allowed[:-1], "or")
        expected = say("{counts} ports or `pairs`", counts=counts)
        found.append(problems.BadPlane(node.ports.span, f"`{word}`", expected))
        word = allowed[0]
    paired = word == "pairs"
    return port_names(shape, int(allowed[0] if paired else word), paired)


def _size(node: tree.BoardDecl, found: list[Problem]) -> tuple[int, int] | None:
    """Read the columns and rows of a plane with edges."""
    if not node.size:
        return None
    numbers = [int(word.text) for word in node.size if is_whole(word.text)]
    if len(numbers) == len(node.size) == 2 and min(numbers) >= 1:
        if max(numbers) <= WIDEST:
            return numbers[0], numbers[1]
        found.append(
            problems.BadPlane(
                node.size[0].span, str(max(numbers)), say("at most {most}", most=WIDEST)
            )
        )
        return None
    shown = "`" + " ".join(word.text for word in node.size) + "`"
    found.append(problems.BadPlane(node.size[0].span, shown, "columns and rows like `6 6`"))
    return None


def _faces(
    tile: tree.TileDecl, ports: tuple[str, ...], colours: tuple[str, ...], found: list[Problem]
) -> tuple[Face, ...]:
    return tuple(tuple(_lines(face, ports, colours, found)) for face in tile.faces)


def _lines(
    face: tuple[tree.LineDecl, ...],
    ports: tuple[str, ...],
    colours: tuple[str, ...],
    found: list[Problem],
) -> Iterator[Line]:
    taken: set[int] = set()
    for line in face:
        ends = []
        for port in line.ends:
            if port.text not in ports:
                close = nearest(port.text, ports)
                found.append(problems.UnknownName(port.span, port.text, "port", close))
                continue
            number = ports.index(port.text)
            if number in taken:
                found.append(problems.BadFace(port.span, port.text, "has another line already"))
                continue
            taken.add(number)
            ends.append(number)
        if len(ends) == 2 and line.colour.text in colours:
            yield Line(colours.index(line.colour.text), (ends[0], ends[1]))
        elif line.colour.text not in colours:
            close = nearest(line.colour.text, colours)
            span = line.colour.span
            found.append(problems.UnknownName(span, line.colour.text, "colour", close))
