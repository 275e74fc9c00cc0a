"""Lines: builtins on the straight lines that pieces open, block and form."""

from fragma_dsl.library.declare import Builtin, Example, Parameter
from fragma_dsl.library.types import Bool, Int, Optional, SetOf, Site
from fragma_dsl.play.table import Table
from fragma_dsl.stdlib import emitted_lines
from fragma_dsl.stdlib.boards import DIRECTION, DIRECTIONS, SITE
from fragma_dsl.stdlib.links import Directions, mean_ray


def mean_slide(table: Table, site: int, directions: Directions = None) -> frozenset[int]:
    reached: set[int] = set()
    for direction in all_directions(table, site) if directions is None else directions:
        for target in mean_ray(table, site, direction):
            if table.top(target) >= 0:
                break
            reached.add(target)
    return frozenset(reached)


def mean_first_on(table: Table, site: int, direction: int) -> int:
    ray = mean_ray(table, site, direction)
    return next((target for target in ray if table.top(target) >= 0), -1)


def mean_in_line(table: Table, site: int, number: int, directions: Directions = None) -> bool:
    piece = table.top(site)
    if piece < 0:
        return False
    for direction in all_directions(table, site) if directions is None else directions:
        line = {site, *run_of(table, site, piece, direction)}
        if (opposite := table.opposites[direction]) >= 0:
            line |= run_of(table, site, piece, opposite)
        if len(line) >= number:
            return True
    return False


def run_of(table: Table, site: int, piece: int, direction: int) -> set[int]:
    """Give the sites from here on in a direction, without a gap, that have a piece on top."""
    run: set[int] = set()
    for target in mean_ray(table, site, direction):
        if table.top(target) != piece:
            break
        run.add(target)
    return run


def all_directions(table: Table, site: int) -> frozenset[int]:
    """Give the directions of a site's board."""
    return frozenset(table.board_of(site).directions)


BUILTINS = (
    Builtin(
        "slide",
        (SITE, DIRECTIONS),
        SetOf(Site()),
        "Gives the empty sites in straight lines, up to the first piece in each direction.",
        mean_slide,
        (
            Example("slide(b2, n)", "{b3, b4, b5}"),
            Example("slide(a1, orthogonal)", "{a2, a3, a4, a5}"),
            Example("slide(a1, ne)", "{}"),
        ),
        emit=emitted_lines.slide,
    ),
    Builtin(
        "first_on",
        (SITE, DIRECTION),
        Optional(Site()),
        "Gives the first site in a direction that is not empty, or none.",
        mean_first_on,
        (Example("first_on(a3, e)", "c3"), Example("first_on(a4, n)", "none")),
        emit=emitted_lines.first_on,
    ),
    Builtin(
        "in_line",
        (SITE, Parameter("n", Int()), DIRECTIONS),
        Bool(),
        "Says whether the piece on a site stands in a straight line of `n` or more of its sort.",
        mean_in_line,
        (
            Example("in_line(b1, 3)", "true"),
            Example("in_line(b1, 4)", "false"),
            Example("in_line(b2, 2, diagonal)", "true"),
            Example("in_line(e5, 1)", "false"),
        ),
        emit=emitted_lines.in_line,
    ),
)
