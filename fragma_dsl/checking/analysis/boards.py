"""Boards: sites that no piece comes to, links one way, parts, and sites drawn over one another."""

from collections.abc import Iterator
from itertools import combinations
from math import dist
from statistics import median

import networkx as nx

from fragma_dsl.checking.analysis.estimate import Estimator
from fragma_dsl.checking.analysis.problems import InPieces, LayoutOverlap, NeverReached, OneWay
from fragma_dsl.play.board import Board
from fragma_dsl.syntax import tree
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

FEW = 20
"""One link in so many that goes one way looks like an accident."""
MOST_DRAWN = 500


def find_in_boards(known: Estimator, variant: tree.Variant) -> Iterator[Problem]:
    """Look through all boards but the plane."""
    for board in known.game.boards:
        decl = variant.boards.get(board.name)
        if decl is None or not len(board):
            continue
        span = decl.name.span
        yield from find_unreached(known, board, span)
        yield from find_one_way(board, span)
        yield from find_pieces(board, span)
        if decl.shape.text == "sites" or decl.positions or decl.drawing is not None:
            yield from find_overlaps(board, span)


def find_unreached(known: Estimator, board: Board, span: Span) -> Iterator[Problem]:
    """Look for sites where no piece is ever put, on a board where some are."""
    sites = range(board.first, board.first + len(board))
    reached = known.occupied.intersection(sites)
    if known.everywhere or not reached or len(reached) == len(board):
        return
    for name, sets in board.regions.items():
        region = frozenset().union(*sets)
        if region and region.isdisjoint(reached):
            yield NeverReached(span, say("the region `{name}`", name=name))
            return
    left = [site_name(board, site) for site in sites if site not in reached]
    shown = ", ".join(f"`{name}`" for name in left[:4])
    if len(left) > 4:
        shown = say("{shown} and {count} more", shown=shown, count=len(left) - 4)
    yield NeverReached(span, shown)


def site_name(board: Board, site: int) -> str:
    """Give the name of a site, with its layer where there are layers."""
    index = site - board.first
    name = board.sites[index]
    return f"{board.layers[index // board.layer_size]}.{name}" if board.layers else name


def find_one_way(board: Board, span: Span) -> Iterator[Problem]:
    """Look for the few links that cannot be gone back on a board of two-way links."""
    pairs = {(origin, target) for origin, target, _ in board.edges()}
    one_way = sorted((a, b) for a, b in pairs if (b, a) not in pairs)
    both = (len(pairs) - len(one_way)) // 2
    if one_way and both and len(one_way) <= max(1, both // FEW):
        links = tuple(f"{site_name(board, a)} -> {site_name(board, b)}" for a, b in one_way)
        yield OneWay(span, board.name, links, sure="likely")


def find_pieces(board: Board, span: Span) -> Iterator[Problem]:
    """Look for parts that no link joins; layers that nothing links are parts on purpose."""
    graph: nx.Graph[int] = nx.Graph(board.graph)
    if not graph.number_of_edges():
        return
    size = board.layer_size
    layer = {site: (site - board.first) // size for site in graph}
    if not any(layer[a] != layer[b] for a, b in graph.edges()):
        graph = graph.subgraph([site for site in graph if layer[site] == 0])
    parts = sorted(nx.connected_components(graph), key=lambda part: (-len(part), min(part)))
    if len(parts) > 1:
        sites = tuple(site_name(board, site) for site in sorted(parts[-1]))
        yield InPieces(span, board.name, len(parts), sites, sure="likely")


def find_overlaps(board: Board, span: Span) -> Iterator[Problem]:
    """Look for sites of a layer that are drawn much nearer than neighbours usually are."""
    sites = range(board.first, board.first + board.layer_size)
    places = {site: board.positions[site] for site in sites}
    if not 3 <= len(places) <= MOST_DRAWN:
        return
    near = [
        min(dist(places[one], places[other]) for other in places if other != one) for one in places
    ]
    usual = median(near)
    for one, other in combinations(places, 2):
        if 0 < dist(places[one], places[other]) < usual / 3:
            names = site_name(board, one), site_name(board, other)
            yield LayoutOverlap(span, board.name, *names, sure="likely")
            return
