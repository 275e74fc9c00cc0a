"""Springs: where sites are drawn that nothing places, as their links pull them."""

from collections.abc import Mapping
from statistics import median

import networkx as nx

from fragma_dsl.play.board import Board
from fragma_dsl.semantics.boards.names import SiteNames
from fragma_dsl.semantics.boards.shapes import Point

SEED = 8
SPRING_LIMIT = 300  # sites; springs among more of them need more than networkx and numpy


def spring(board: Board, names: SiteNames, known: Mapping[int, Point]) -> dict[int, Point]:
    """Let links pull the sites of each layer into place, beside those that have one."""
    places: dict[int, Point] = {}
    size = len(names.sites)
    for start in range(names.first, names.first + len(board), size):
        sites = range(start, start + size)
        fixed = {site: known[site] for site in sites if site in known}
        if len(fixed) < size:
            places |= _spring_layer(board, sites, fixed)
    return places


def _spring_layer(board: Board, sites: range, fixed: dict[int, Point]) -> dict[int, Point]:
    graph = _flatten(board, sites)
    if len(sites) > SPRING_LIMIT:
        places = nx.circular_layout(graph, scale=len(sites) / 6)
    elif fixed:
        places = nx.spring_layout(graph, pos=fixed, fixed=list(fixed), seed=SEED)
    else:
        places = nx.spring_layout(graph, iterations=min(200, 20_000 // len(sites)), seed=SEED)
    found = {site: (float(x), float(y)) for site, (x, y) in places.items()}
    unit = 1.0 if fixed else _unit(graph, found)
    sprung = {site: (round(x / unit, 3), round(y / unit, 3)) for site, (x, y) in found.items()}
    return sprung | fixed


def _flatten(board: Board, sites: range) -> "nx.Graph[int]":
    """Give the links within layers, of all of them, as links of one; so layers look alike."""
    size = len(sites)
    ends = [
        divmod(a - board.first, size) + divmod(b - board.first, size) for a, b, _ in board.edges()
    ]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(sites)
    graph.add_edges_from((sites[a], sites[b]) for here, a, there, b in ends if here == there)
    return graph


def _unit(graph: "nx.Graph[int]", places: Mapping[int, Point]) -> float:
    """Give the usual length of a link, or a usual distance where there are no links."""
    pairs = graph.edges() or [(a, b) for a in places for b in places if a < b]
    lengths = [
        ((places[a][0] - places[b][0]) ** 2 + (places[a][1] - places[b][1]) ** 2) ** 0.5
        for a, b in pairs
    ]
    return median(lengths) or 1.0 if lengths else 1.0
