"""Boards: builtins on the graph of sites, whatever stands there: links, lines, distances, edges."""

from fragma_dsl.library.declare import ANY_LENGTH, Builtin, Example, Parameter
from fragma_dsl.library.types import (
    INT_HIGH,
    Bool,
    Direction,
    Int,
    Layer,
    ListOf,
    Optional,
    SetOf,
    Site,
)
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.table import Table
from fragma_dsl.stdlib import emitted_boards
from fragma_dsl.stdlib.links import (
    Directions,
    mean_corners,
    mean_corners_of_all,
    mean_edge,
    mean_edge_of_all,
    mean_neighbors,
    mean_ray,
    mean_step,
    rings_around,
)
from fragma_dsl.text.said import say

SITE = Parameter("s", Site())
SITES = Parameter("sites", SetOf(Site()))
DIRECTION = Parameter("dir", Direction())
DIRECTIONS = Parameter("dirs", SetOf(Direction()), optional=True)


def mean_reach(
    table: Table, origins: frozenset[int], within: frozenset[int], directions: Directions = None
) -> frozenset[int]:
    reached = set(origins & within)
    waiting = list(reached)
    while waiting:
        fresh = (mean_neighbors(table, waiting.pop(), directions) & within) - reached
        reached |= fresh
        waiting.extend(fresh)
    return frozenset(reached)


def mean_connected(
    table: Table,
    first: frozenset[int],
    second: frozenset[int],
    within: frozenset[int],
    directions: Directions = None,
) -> bool:
    return not mean_reach(table, first, within, directions).isdisjoint(second)


def mean_distance(table: Table, origin: int, target: int) -> int:
    rings = enumerate(rings_around(table, origin))
    return next((steps for steps, ring in rings if target in ring), -1)


def mean_row(table: Table, site: int) -> int:
    rows = table.board_of(site).rows
    return rows[site] if site in rows else lacking(table, site, "row")


def mean_column(table: Table, site: int) -> int:
    columns = table.board_of(site).columns
    return columns[site] if site in columns else lacking(table, site, "column")


def mean_layer(table: Table, site: int) -> int:
    board = table.board_of(site)
    return (site - board.first) // board.layer_size


def lacking(table: Table, site: int, what: str) -> int:
    """Raise fault `missing` for a site whose board has no such thing."""
    raise FaultError(
        Fault(
            "missing", say("{place} has no {what}", place=table.place_text(site), what=what), None
        )
    )


BUILTINS = (
    Builtin(
        "neighbors",
        (SITE, DIRECTIONS),
        SetOf(Site()),
        "Gives the sites that links lead to, all or those in some directions.",
        mean_neighbors,
        (
            Example("neighbors(a1)", "{b1, a2, b2}"),
            Example("neighbors(a1, orthogonal)", "{b1, a2}"),
            Example("neighbors(a1, w)", "{}"),
        ),
        emit=emitted_boards.neighbors,
    ),
    Builtin(
        "step",
        (SITE, DIRECTION),
        Optional(Site()),
        "Gives the site one step in a direction, or none.",
        mean_step,
        (Example("step(a1, ne)", "b2"), Example("step(a1, w)", "none")),
        static=True,
    ),
    Builtin(
        "ray",
        (SITE, DIRECTION),
        ListOf(Site(), ANY_LENGTH),
        "Gives the sites in a direction, nearest first, once around where the board is wrapped.",
        mean_ray,
        (Example("ray(c1, e)", "[d1, e1]"), Example("count(ray(e1, e))", "0")),
        static=True,
    ),
    Builtin(
        "reach",
        (Parameter("origins", SetOf(Site())), Parameter("within", SetOf(Site())), DIRECTIONS),
        SetOf(Site()),
        "Gives the sites of a set that can be reached inside it from those origins that lie in it.",
        mean_reach,
        (
            Example("reach(a1, {a1, b1, c1, e1})", "{a1, b1, c1}"),
            Example("reach(a1, {a1, b2}, orthogonal)", "{a1}"),
            Example("reach(a1, {b1})", "{}"),
        ),
        emit=emitted_boards.reach,
    ),
    Builtin(
        "connected",
        (
            Parameter("a", SetOf(Site())),
            Parameter("b", SetOf(Site())),
            Parameter("within", SetOf(Site())),
            DIRECTIONS,
        ),
        Bool(),
        "Says whether a path inside a set leads from a site of `a` to one of `b`, both in the set.",
        mean_connected,
        (
            Example("connected(a1, c1, {a1, b1, c1})", "true"),
            Example("connected(a1, c1, {a1, c1})", "false"),
            Example("connected(a1, b2, {a1, b2}, orthogonal)", "false"),
        ),
        emit=emitted_boards.connected,
    ),
    Builtin(
        "distance",
        (Parameter("a", Site()), Parameter("b", Site())),
        Optional(Int(0, INT_HIGH)),
        "Counts the links on a shortest path, whatever stands there; none where no path leads.",
        mean_distance,
        (Example("distance(a1, c2)", "2"), Example("distance(a1, a1)", "0")),
        static=True,
        emit=emitted_boards.distance,
    ),
    Builtin(
        "edge",
        (DIRECTION,),
        SetOf(Site()),
        "Gives the sites that no link leaves in a direction, of boards that have it.",
        mean_edge_of_all,
        (Example("edge(n)", "{a5, b5, c5, d5, e5}"),),
        static=True,
    ),
    Builtin(
        "edge",
        (SITES, DIRECTION),
        SetOf(Site()),
        "Gives the sites of a set that no link leaves in a direction.",
        mean_edge,
        (Example("edge({a1, a5, b3}, n)", "{a5}"),),
        emit=emitted_boards.edge,
    ),
    Builtin(
        "corners",
        (),
        SetOf(Site()),
        "Gives the sites at the corners of the boards, as they are drawn.",
        mean_corners_of_all,
        (Example("corners()", "{a1, e1, a5, e5}"),),
        static=True,
    ),
    Builtin(
        "corners",
        (SITES,),
        SetOf(Site()),
        "Gives the sites of a set that are at corners of their board, as it is drawn.",
        mean_corners,
        (Example("corners({a1, b1, e5})", "{a1, e5}"),),
        emit=emitted_boards.corners,
    ),
    Builtin(
        "row",
        (SITE,),
        Int(1, INT_HIGH),
        "Gives the number of a site's row, from 1 at the bottom, on grids and boards of hexes.",
        mean_row,
        (Example("row(b3)", "3"), Example("b3.row", "3")),
        static=True,
        faults=True,
    ),
    Builtin(
        "column",
        (SITE,),
        Int(1, INT_HIGH),
        "Gives the number of a site's column, from 1 at the left, of boards that have rows.",
        mean_column,
        (Example("column(b3)", "2"), Example("b3.column", "2")),
        static=True,
        faults=True,
    ),
    Builtin(
        "layer",
        (SITE,),
        Layer(""),
        "Gives the layer that a site lies in.",
        mean_layer,
        (
            Example("layer(present.a1)", "present", "layers"),
            Example("next(layer(future.hub))", "past", "layers"),
        ),
        static=True,
    ),
)
