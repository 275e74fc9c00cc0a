"""Chain: a path or a ring in, its sites one behind the other in lines of a width out."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from fragma_dsl.play.board import Board

LINK, BACK = " - ", " -> "


def is_chain(board: Board, sites: Sequence[int]) -> bool:
    """Whether sites are linked each to the next in their order, the last perhaps to the first."""
    if not sites:
        return False
    pairs = {frozenset((a, b)) for a, b, _ in board.edges() if {a, b} <= set(sites)}
    steps = [frozenset(pair) for pair in pairwise(sites)]
    return set(steps) <= pairs <= {*steps, frozenset((sites[0], sites[-1]))}


def chain_width(sites: int, size: int) -> int:
    """Give how long a chain is in one line, whose sites take up to `size` characters."""
    return sites * (size + len(LINK)) - len(LINK)


def draw_chain(
    board: Board, contents: Mapping[int, str], names: Mapping[int, str], size: int, width: int
) -> list[str]:
    """Write the sites in order, a line as long as fits; a ring ends where it began."""
    sites = list(contents)
    labels = [(contents[site] or names[site]).center(size) for site in sites]
    count = max(1, (width - len(BACK)) // (size + len(LINK)))
    lines = [LINK.join(labels[start : start + count]) for start in range(0, len(labels), count)]
    lines = [line + LINK.rstrip() for line in lines[:-1]] + lines[-1:]
    if sites[0] in board.links[sites[-1]] and len(sites) > 2:
        lines[-1] += BACK + names[sites[0]]
    return lines
