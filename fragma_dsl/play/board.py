"""Board: a finished board, a graph of sites with names and positions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import networkx as nx

Links = Mapping[int, Mapping[int, tuple[int, ...]]]
Holds = Literal["one", "many", "stack"]


@dataclass(frozen=True, eq=False)
class Board:
    """A board of a game.

    Sites are numbered through all boards: this one has `first` to `first + len(sites) - 1`. With
    layers, the sites of layer 0 come first, then those of layer 1, each layer in the same order;
    without, `layers` is (). `links` has all sites, each with those that its links lead to, and the
    keys of those links: the number of the direction in the program's table, -1 for an unnamed
    link. Positions are (x right, y up), in units of a site's distance.
    """

    name: str
    first: int
    sites: tuple[str, ...]  # names; within a layered board the name within the layer, repeated
    layers: tuple[str, ...]
    links: Links
    positions: Mapping[int, tuple[float, float]]  # by site; each layer in its own coordinates
    rows: Mapping[int, int]  # by site, from 1; {} where the board has no rows
    columns: Mapping[int, int]
    regions: Mapping[str, tuple[frozenset[int], ...]]  # one set, or one for each player
    lines: Mapping[str, tuple[frozenset[int], ...]]
    direction_sets: Mapping[str, tuple[frozenset[int], ...]]  # one set, or one for each player
    directions: tuple[int, ...]  # that its links carry
    drawing: str | None
    holds: Holds
    height: int  # the most pieces of a stack; else 0

    @property
    def layer_size(self) -> int:
        """How many sites a layer has; all of them where there are no layers."""
        return len(self.sites) // max(1, len(self.layers))

    def __len__(self) -> int:
        return len(self.sites)

    def edges(self) -> Iterator[tuple[int, int, int]]:
        """Run through the links: origin, target and key."""
        for origin, targets in self.links.items():
            for target, keys in targets.items():
                for key in keys:
                    yield origin, target, key

    @cached_property
    def graph(self) -> "nx.MultiDiGraph[Any]":
        """The board as a graph of its sites' numbers, the edges by the keys of the links."""
        import networkx as nx  # only here: it takes longer to import than a game to begin

        graph: nx.MultiDiGraph[Any] = nx.MultiDiGraph()
        graph.add_nodes_from(self.links)
        for origin, target, key in self.edges():
            graph.add_edge(origin, target, key)
        return graph


def column_letters(column: int) -> str:
    """Write a column, counted from 1, in letters: a to z, then aa."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
