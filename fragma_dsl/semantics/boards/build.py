"""Build: declarations of boards in, finished boards with one table of directions out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fragma_dsl.play.board import Board
from fragma_dsl.semantics.boards import problems as found
from fragma_dsl.semantics.boards.directions import DirectionTable, read_directions
from fragma_dsl.semantics.boards.drawing_problems import HeightRange, HeightWithoutStack
from fragma_dsl.semantics.boards.find import find_key
from fragma_dsl.semantics.boards.layout import SITE_LIMIT, make_shape, read_layers
from fragma_dsl.semantics.boards.links import link_sites
from fragma_dsl.semantics.boards.names import SiteNames, name_sites
from fragma_dsl.semantics.boards.positions import place_sites
from fragma_dsl.semantics.boards.regions import RegionReader
from fragma_dsl.semantics.boards.seats import Seats
from fragma_dsl.semantics.boards.shapes import Shape
from fragma_dsl.syntax import tree
from fragma_dsl.text.problem import Checked, Problem

DEFAULT_HEIGHT = 16
HEIGHT_LIMIT = 128


@dataclass(frozen=True, slots=True)
class BoardSet:
    """The boards in file order, all directions and each one's opposite, -1 for none."""

    boards: tuple[Board, ...]
    directions: tuple[str, ...]
    opposites: tuple[int, ...]


def build_boards(
    decls: Mapping[str, tree.BoardDecl], players: tuple[str, ...], seats: tuple[str, ...] = ()
) -> Checked[BoardSet]:
    """Build all boards for these players.

    A board whose shape cannot be made stands as a board without sites. `seats` are the names of
    all seats that the file may have, where more can play than do: their regions are no mistake.
    """
    problems: list[Problem] = []
    table = read_directions(decls.values())
    boards: list[Board] = []
    first = 0
    for decl in decls.values():
        shape, layers = _measure(decl, first, table, problems)
        names = name_sites(decl.name.text, first, shape.sites, layers)
        seated = Seats(players, seats or players, decl.span)
        boards.append(_build_board(decl, shape, names, table, seated, problems))
        first += len(boards[-1])
    return Checked(BoardSet(tuple(boards), table.names, table.opposites), tuple(problems))


def _measure(
    decl: tree.BoardDecl, first: int, table: DirectionTable, problems: list[Problem]
) -> tuple[Shape, tuple[str, ...]]:
    """Make the sites and the layers; no sites where there are too many with those before."""
    shape = make_shape(decl, table, problems) or Shape(())
    layers = read_layers(decl, shape, problems)
    count = first + len(shape.sites) * max(1, len(layers))
    if shape.sites and count > SITE_LIMIT:
        problems.append(found.TooManySites(decl.name.span, count, SITE_LIMIT))
        shape = Shape(())
    return shape, layers


def _build_board(
    decl: tree.BoardDecl,
    shape: Shape,
    names: SiteNames,
    table: DirectionTable,
    seats: Seats,
    problems: list[Problem],
) -> Board:
    """Build the links, then what is written about it; a board without sites has only its name."""
    height = _read_height(decl, problems)
    ignored = problems if shape.sites else []
    links = link_sites(decl, shape, names, table, ignored)
    copies = range(max(1, len(names.layers)))
    numbers = range(names.first, names.first + len(links))
    board = Board(
        name=decl.name.text,
        first=names.first,
        sites=shape.sites * len(copies),
        layers=names.layers,
        links=links,
        positions={},
        rows=dict(zip(numbers, shape.rows * len(copies), strict=False)),
        columns=dict(zip(numbers, shape.columns * len(copies), strict=False)),
        regions={},
        lines={},
        direction_sets={},
        directions=(),
        drawing=decl.drawing.text if decl.drawing else None,
        holds=decl.holds,
        height=height,
    )
    directions = tuple(sorted({key for _, _, key in board.edges() if key >= 0}))
    board = replace(board, directions=directions)
    board = replace(board, positions=place_sites(decl, shape, names, board, ignored))
    return _add_sets(decl, RegionReader(board, names, table.names, ignored), seats)


def _add_sets(decl: tree.BoardDecl, reader: RegionReader, seats: Seats) -> Board:
    """Add the regions, the lines and the direction sets."""
    problems = reader.problems
    regions = {
        name: seats.spread(
            region.name, region.sets, lambda written: reader.read_sites(written.words), problems
        )
        for name, region in decl.regions.items()
    }
    lines = {
        name: tuple(line for written in family.sets for line in reader.read_family(written.words))
        for name, family in decl.lines.items()
    }
    direction_sets = {
        name: seats.spread(entry.name, entry.sets, reader.read_directions, problems)
        for name, entry in decl.directions.items()
    }
    return replace(reader.board, regions=regions, lines=lines, direction_sets=direction_sets)


def _read_height(decl: tree.BoardDecl, problems: list[Problem]) -> int:
    """Give the most pieces of a stack, 0 on a board that holds none."""
    span = find_key(decl.span, "height")
    span = decl.name.span if span == decl.span else span
    if decl.holds != "stack":
        if decl.height is not None:
            problems.append(HeightWithoutStack(span, decl.holds))
        return 0
    if decl.height is None:
        return DEFAULT_HEIGHT
    if not 1 <= decl.height <= HEIGHT_LIMIT:
        problems.append(HeightRange(span, decl.height, HEIGHT_LIMIT))
        return DEFAULT_HEIGHT
    return decl.height
