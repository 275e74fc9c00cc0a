"""Build: declarations of boards in, finished boards with one table of directions out."""

from collections.abc import Mapping
from dataclasses import dataclass

from fragma_dsl.play.board import Board
from fragma_dsl.semantics.boards import problems as found
from fragma_dsl.semantics.boards.directions import DirectionTable, read_directions
from fragma_dsl.semantics.boards.layout import SITE_LIMIT, make_shape, read_layers
from fragma_dsl.semantics.boards.links import link_sites
from fragma_dsl.semantics.boards.names import name_sites
from fragma_dsl.semantics.boards.shapes import Shape
from fragma_dsl.syntax import tree
from fragma_dsl.text.problem import Checked, Problem


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
        board = _build_board(decl, first, table, problems)
        first += len(board)
        boards.append(board)
    return Checked(BoardSet(tuple(boards), table.names, table.opposites), tuple(problems))


def _build_board(
    decl: tree.BoardDecl, first: int, table: DirectionTable, problems: list[Problem]
) -> Board:
    shape = make_shape(decl, table, problems) or Shape(())
    layers = read_layers(decl, shape, problems)
    count = first + len(shape.sites) * max(1, len(layers))
    if count > SITE_LIMIT:
        problems.append(found.TooManySites(decl.name.span, count, SITE_LIMIT))
        shape = Shape(())
    names = name_sites(decl.name.text, first, shape.sites, layers)
    graph = link_sites(decl, shape, names, table, problems if shape.sites else [])
    copies = range(max(1, len(layers)))
    numbers = range(first, first + len(graph))
    return Board(
        name=decl.name.text,
        first=first,
        sites=shape.sites * len(copies),
        layers=layers,
        graph=graph,
        positions=dict(zip(numbers, (shape.positions or ()) * len(copies), strict=False)),
        rows=dict(zip(numbers, shape.rows * len(copies), strict=False)),
        columns=dict(zip(numbers, shape.columns * len(copies), strict=False)),
        regions={},
        lines={},
        direction_sets={},
        directions=tuple(sorted({key for _, _, key in graph.edges(keys=True) if key >= 0})),
        drawing=decl.drawing.text if decl.drawing else None,
        holds=decl.holds,
        height=decl.height or 0,
    )
