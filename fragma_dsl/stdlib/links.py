"""Links: what the links of a board alone say of its sites, whatever stands there."""

from collections.abc import Iterable, Iterator

from fragma_dsl.play.outline import find_corners, find_edge
from fragma_dsl.play.table import Table

Directions = frozenset[int] | None
"""The directions that count; None for every link, also those without one."""


def links_from(table: Table, site: int, directions: Directions) -> Iterator[int]:
    """Run through the sites that links in some directions lead to, each once."""
    for target, keys in table.links[site].items():
        if directions is None or not directions.isdisjoint(keys):
            yield target


def mean_neighbors(table: Table, site: int, directions: Directions = None) -> frozenset[int]:
    return frozenset(links_from(table, site, directions))


def rings_around(table: Table, origin: int) -> Iterator[set[int]]:
    """Run through the sites that paths lead to from one, those of each distance together."""
    reached, ring = {origin}, {origin}
    while ring:
        yield ring
        ring = {other for site in ring for other in links_from(table, site, None)} - reached
        reached |= ring


def mean_step(table: Table, site: int, direction: int) -> int:
    for target, keys in table.links[site].items():
        if direction in keys:
            return target
    return -1


def mean_ray(table: Table, site: int, direction: int) -> tuple[int, ...]:
    ray = [site]
    while (site := mean_step(table, site, direction)) >= 0 and site not in ray:
        ray.append(site)
    return tuple(ray[1:])


def mean_edge(table: Table, sites: frozenset[int], direction: int) -> frozenset[int]:
    boards = [board for board in table.boards if not sites.isdisjoint(board.links)]
    return unite(find_edge(board, direction) for board in boards) & sites


def mean_edge_of_all(table: Table, direction: int) -> frozenset[int]:
    boards = [board for board in table.boards if direction in board.directions]
    return unite(find_edge(board, direction) for board in boards)


def mean_corners(table: Table, sites: frozenset[int]) -> frozenset[int]:
    boards = [board for board in table.boards if not sites.isdisjoint(board.links)]
    return unite(find_corners(board) for board in boards) & sites


def mean_corners_of_all(table: Table) -> frozenset[int]:
    return unite(find_corners(board) for board in table.boards)


def unite(sets: Iterable[frozenset[int]]) -> frozenset[int]:
    """Give the members of all sets."""
    return frozenset().union(*sets)
