"""Board: a finished board, a networkx graph of sites with names and positions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import networkx as nx

Holds = Literal["one", "many", "stack"]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board of a game.

    Sites are numbered through all boards: this one has `first` to `first + len(sites) - 1`. With
    layers, the sites of layer 0 come first, then those of layer 1, each layer in the same order;
    without, `layers` is (). `graph` is a MultiDiGraph on those numbers; the key of an edge is the
    number of its direction in the program's table, or -1 - i for an unnamed link. Positions are (x
    right, y up), in units of a site's distance.
    """

    name: str
    first: int
    sites: tuple[str, ...]  # names; within a layered board the name within the layer, repeated
    layers: tuple[str, ...]
    graph: "nx.MultiDiGraph[Any]"
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


def column_letters(column: int) -> str:
    """Write a column, counted from 1, in letters: a to z, then aa."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
