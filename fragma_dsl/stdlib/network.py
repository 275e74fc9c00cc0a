"""Network: builtins on the tiles of a plane and the lines that they join."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from fragma_dsl.library.declare import ANY_LENGTH, Builtin, Example, Parameter
from fragma_dsl.library.types import (
    Bool,
    Card,
    Enum,
    ListOf,
    Optional,
    Part,
    PlaneType,
    SetOf,
    Site,
)
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.plane import Line
from fragma_dsl.play.table import Table, TracedLine
from fragma_dsl.stdlib import emitted_network

if TYPE_CHECKING:
    import networkx as nx

LINES = 16
"""The most lines of a face: a part is `(cell - first) * LINES + line`."""

PLANE = Parameter("plane", PlaneType())
SITE = Parameter("site", Site())
LIFTED = Parameter("lifted", Optional(Site()), optional=True)
POSE, PORT = Enum("pose"), Enum("port")
LAID = (Parameter("card", Card()), Parameter("pose", POSE), Parameter("port", PORT))
SITES, PARTS = SetOf(Site()), SetOf(Part())


def tiles_without(table: Table, lifted: int) -> dict[int, tuple[int, int]]:
    """Give the tiles by cell, but for one that is lifted."""
    tiles = table.tiles()
    return {cell: tile for cell, tile in tiles.items() if cell != lifted}


def mean_tiles(table: Table, _plane: int) -> frozenset[int]:
    return frozenset(table.tiles())


def mean_spots(table: Table, _plane: int, lifted: int = -1) -> frozenset[int]:
    tiles = tiles_without(table, lifted)
    plane, offsets = table.plane, table.equipment.offsets
    if not tiles:
        return plane.cells()
    beside = {tile + step for tile in tiles for step in offsets}
    free = frozenset(beside - tiles.keys())
    return free if plane.size is None else free & plane.cells()


def mean_poses(table: Table, card: int) -> frozenset[int]:
    return table.equipment.poses[card]


def mean_card(table: Table, cell: int) -> int:
    return table.tiles().get(cell, (-1, 0))[0]


def mean_pose(table: Table, cell: int) -> int:
    return table.tiles().get(cell, (0, -1))[1]


def mean_joins(table: Table, card: int, cell: int, pose: int, lifted: int = -1) -> bool:
    tiles, laid, offsets = table.tiles(), table.equipment.laid, table.equipment.offsets
    for line in laid.get((card, pose), ()):
        for port in line.ends:
            beside = cell + offsets[port]
            neighbour = tiles.get(beside) if beside != lifted else None
            if neighbour is not None:
                facing = table.equipment.facing[port]
                if any(facing in other.ends for other in laid[neighbour]):
                    return True
    return False


def network(table: Table) -> "nx.MultiGraph[Any]":
    """Give the graph of the lines: nodes are parts, edges join those that meet at facing ports."""
    import networkx as nx  # only here: most games have no tiles

    plane, tiles, laid = table.plane, table.tiles(), table.equipment.laid
    graph: nx.MultiGraph[Any] = nx.MultiGraph()
    ends: dict[tuple[int, int], int] = {}
    for cell, (card, pose) in tiles.items():
        for index, line in enumerate(laid[card, pose]):
            part = (cell - plane.first) * LINES + index
            graph.add_node(part)
            for port in line.ends:
                ends[cell, port] = part
    offsets, facing = table.equipment.offsets, table.equipment.facing
    for (cell, port), part in ends.items():
        other = ends.get((cell + offsets[port], facing[port]))
        if other is not None and port < facing[port]:  # each meeting once
            graph.add_edge(part, other)
    return graph


def cell_of(table: Table, part: int) -> int:
    return table.plane.first + part // LINES


def components(table: Table) -> tuple[TracedLine, ...]:
    """List the lines in the order of their least part; they are traced once for a laying of
    tiles."""
    tiles = table.tiles()
    if table.traced[0] is not tiles:
        table.traced = tiles, tuple(trace(table))
    return table.traced[1]


def trace(table: Table) -> Iterator[TracedLine]:
    """Run through the lines of the network; say whether each is closed."""
    import networkx as nx  # only here: most games have no tiles

    graph = network(table)
    found = [frozenset(nodes) for nodes in nx.connected_components(graph)]
    for nodes in sorted(found, key=min):
        yield nodes, all(degree == 2 for _, degree in graph.degree(nodes))


def mean_lines(table: Table, _plane: int) -> tuple[frozenset[int], ...]:
    return tuple(nodes for nodes, _ in components(table))


def mean_loops(table: Table, _plane: int) -> tuple[frozenset[int], ...]:
    return tuple(nodes for nodes, closed in components(table) if closed)


def mean_spanning_line(table: Table, _plane: int) -> frozenset[int]:
    cells = frozenset(table.tiles())
    spanning = (
        nodes
        for nodes, _ in components(table)
        if frozenset(cell_of(table, part) for part in nodes) == cells
    )
    return next(spanning, frozenset())


def mean_islands(table: Table, _plane: int) -> tuple[frozenset[int], ...]:
    import networkx as nx  # only here: most games have no tiles

    tiles = table.tiles()
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(tiles)
    graph.add_edges_from(
        (cell, cell + step)
        for cell in tiles
        for step in table.equipment.offsets
        if cell + step in tiles
    )
    return tuple(sorted((frozenset(nodes) for nodes in nx.connected_components(graph)), key=min))


def mean_tile(table: Table, part: int) -> int:
    return cell_of(table, part)


def mean_colour(table: Table, part: int) -> int:
    tile = table.tiles().get(cell_of(table, part))
    lines = () if tile is None else table.equipment.laid[tile]
    if part % LINES >= len(lines):
        raise FaultError(Fault("missing", "the part of a line is no longer there", None))
    return lines[part % LINES].colour


def mean_port_step(table: Table, cell: int, port: int) -> int:
    there = cell + table.equipment.offsets[port]
    return there if table.is_cell(cell) and table.plane.has(there) else -1


def mean_facing(table: Table, port: int) -> int:
    return table.equipment.facing[port]


def line_at(table: Table, card: int, pose: int, port: int) -> Line | None:
    """Find the line of a tile so put that ends at a port."""
    lines = table.equipment.laid.get((card, pose), ())
    return next((line for line in lines if port in line.ends), None)


def mean_through(table: Table, card: int, pose: int, port: int) -> int:
    line = line_at(table, card, pose, port)
    return -1 if line is None else sum(line.ends) - port


def mean_port_colour(table: Table, card: int, pose: int, port: int) -> int:
    line = line_at(table, card, pose, port)
    return -1 if line is None else line.colour


BUILTINS: tuple[Builtin, ...] = (
    Builtin(
        "tiles",
        (PLANE,),
        SITES,
        "Gives the sites where a tile lies.",
        mean_tiles,
        (Example("count(tiles(table))", "4", "tiles"),),
        emit=emitted_network.tiles,
    ),
    Builtin(
        "spots",
        (PLANE, LIFTED),
        SITES,
        "Gives the free sites beside tiles, as if `lifted` were none; of no tiles those for one.",
        mean_spots,
        (Example("x1y1 in spots(table, x1y1)", "true", "tiles"),),
        on_plane=True,
        emit=emitted_network.spots,
    ),
    Builtin(
        "poses",
        (Parameter("card", Card()),),
        SetOf(POSE),
        "Gives the ways in which a tile can lie: its faces, each with its rotations.",
        mean_poses,
        (Example("count(poses(bend))", "4", "tiles"),),
        static=True,
    ),
    Builtin(
        "card",
        (SITE,),
        Optional(Card()),
        "Gives the tile on a site.",
        mean_card,
        (Example("card(x1y1)", "bend", "tiles"),),
        on_plane=True,
        emit=emitted_network.card,
    ),
    Builtin(
        "pose",
        (SITE,),
        Optional(POSE),
        "Gives how the tile on a site lies.",
        mean_pose,
        (Example("pose(x1y1)", "face1", "tiles"),),
        on_plane=True,
        emit=emitted_network.pose,
    ),
    Builtin(
        "joins",
        (Parameter("card", Card()), SITE, Parameter("pose", POSE), LIFTED),
        Bool(),
        "Says whether a tile so put would join a line of another, as if `lifted` were not there.",
        mean_joins,
        (Example("joins(bend, x3y1, face1)", "false", "tiles"),),
        on_plane=True,
        emit=emitted_network.joins,
    ),
    Builtin(
        "lines",
        (PLANE,),
        ListOf(PARTS, ANY_LENGTH),
        "Lists the lines, each the set of its parts, one on each tile that it crosses.",
        mean_lines,
        (Example("count(lines(table))", "1", "tiles"),),
        emit=emitted_network.lines,
    ),
    Builtin(
        "loops",
        (PLANE,),
        ListOf(PARTS, ANY_LENGTH),
        "Lists the closed lines.",
        mean_loops,
        (Example("count({x.tile for loop in loops(table), x in loop})", "4", "tiles"),),
        emit=emitted_network.loops,
    ),
    Builtin(
        "spanning_line",
        (PLANE,),
        PARTS,
        "Gives a line that crosses every tile, open or closed; {} where there is none.",
        mean_spanning_line,
        (Example("count(spanning_line(table))", "4", "tiles"),),
        emit=emitted_network.spanning_line,
    ),
    Builtin(
        "islands",
        (PLANE,),
        ListOf(SITES, ANY_LENGTH),
        "Lists the groups of tiles that lie beside each other.",
        mean_islands,
        (Example("count(islands(table))", "1", "tiles"),),
        emit=emitted_network.islands,
    ),
    Builtin(
        "tile",
        (Parameter("part", Part()),),
        Site(),
        "Gives the site of a part of a line.",
        mean_tile,
        (Example("{x.tile for x in spanning_line(table)} == tiles(table)", "true", "tiles"),),
        on_plane=True,
        emit=emitted_network.tile,
    ),
    Builtin(
        "colour",
        (Parameter("part", Part()),),
        Enum("colour"),
        "Gives the colour of a part of a line.",
        mean_colour,
        (Example("{x.colour for x in spanning_line(table)}", "{green}", "tiles"),),
        faults=True,
        emit=emitted_network.colour,
    ),
    Builtin(
        "colour",
        LAID,
        Optional(Enum("colour")),
        "Gives the colour of the line that a tile so put has at a port, or none.",
        mean_port_colour,
        (
            Example("colour(bend, face1, port.n)", "green", "tiles"),
            Example("colour(bend, face1, port.s)", "none", "tiles"),
        ),
        static=True,
    ),
    Builtin(
        "through",
        LAID,
        Optional(PORT),
        "Gives the other end of the line that a tile so put has at a port, or none.",
        mean_through,
        (
            Example("through(bend, face1, port.n)", "port.e", "tiles"),
            Example("through(bend, face1, port.s)", "none", "tiles"),
        ),
        static=True,
    ),
    Builtin(
        "facing",
        (Parameter("port", PORT),),
        PORT,
        "Gives the port that a port meets on the tile beside.",
        mean_facing,
        (Example("facing(port.n)", "port.s", "tiles"),),
        static=True,
    ),
    Builtin(
        "step",
        (SITE, Parameter("port", PORT)),
        Optional(Site()),
        "Gives the site that a port leads to; none beyond the edge of a plane with a size.",
        mean_port_step,
        (Example("step(x1y1, port.n)", "x1y2", "tiles"),),
        on_plane=True,
        emit=emitted_network.port_step,
    ),
)
