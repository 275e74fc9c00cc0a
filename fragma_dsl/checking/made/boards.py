"""Boards: declarations of small boards of every shape, with what a script can say about them."""

import itertools
from dataclasses import dataclass

from hypothesis import strategies as st

from fragma_dsl.checking.made.choices import Choices
from fragma_dsl.semantics.boards import shapes
from fragma_dsl.semantics.boards.shapes import Shape, Wrap

SEATS = ("p1", "p2")
SHAPES = ("grid", "path", "ring", "sites", "hexgrid", "hexagon", "triangle")
GRIDS = ("grid", "hexgrid")
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw", "cw", "ccw")
"""By the numbers that shapes give them."""
CW, CCW = 8, 9
HEIGHT = 4
"""The most pieces of a stack."""
PORTS = {"square": ("4", "8", "pairs"), "hexagon": ("6", "pairs")}
PLANE_SITES = ("x1y1", "x2y1", "x1y2", "x2y2")
ARROWS = ("--", "->", "-up-", "-up>", "-up/down-")


@dataclass(frozen=True, slots=True)
class MadeBoard:
    """A board: its entry under `boards` as text, and what scripts can name of it."""

    name: str
    text: str
    sites: tuple[str, ...]  # with their layers
    directions: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    holds: str = "one"
    has_rows: bool = False
    plane: str | None = None  # the form of its cells
    ports: str = ""
    extras: tuple[
        str, ...
    ] = ()  # of home, part, lines, ways, forward; called `NAME_home` and so on


def boards() -> st.SearchStrategy[str]:
    """Draw small boards of every shape, each as the text of its entry under `boards` in a game of
    the seats `p1` and `p2`; plain grids first."""
    return drawn_boards()


@st.composite
def drawn_boards(draw: st.DrawFn) -> str:
    """Draw a board whose own names begin with `board_`."""
    choices = Choices(draw)
    kind = choices.word(*SHAPES, "plane")
    if kind == "plane":
        return make_plane(choices, "board").text
    return make_board(choices, "board", kind, SEATS).text


def make_plane(choices: Choices, name: str) -> MadeBoard:
    """Make a plane, with edges or without."""
    cell = choices.word("square", "hexagon")
    ports = choices.word(*PORTS[cell])
    size = f", size: [{choices.number(2, 3)}, 3]" if choices.once_in(2) else ""
    text = f"{{plane: {cell}, ports: {ports}{size}}}"
    return MadeBoard(name, text, PLANE_SITES, plane=cell, ports=ports)


def make_board(choices: Choices, name: str, kind: str, seats: tuple[str, ...]) -> MadeBoard:
    """Make a board of sites and links."""
    size, shape = make_shape(choices, kind)
    keys = {kind: size}
    if kind in GRIDS and max(shape.columns) > 2 and choices.once_in(6):
        keys["wrap"] = "rows"
    if shape.rows and choices.once_in(6):
        keys["without"] = shape.sites[0]
        shape = shapes.drop_sites(shape, frozenset((0,)))
    directions = tuple(DIRECTIONS[one] for one in sorted({step[1] for step in shape.steps}))
    if kind == "sites" or (kind == "path" and len(shape.sites) > 2 and choices.once_in(3)):
        arrows = ARROWS if kind == "sites" else ARROWS[:2]
        keys["links"], more = make_links(choices, shape.sites, arrows)
        directions += more
    layers = (f"{name}_now", f"{name}_then") if choices.once_in(4) else ()
    if layers:
        keys["layers"] = f"[{', '.join(layers)}]"
    holds = choices.word("one", "one", "one", "stack", "many")
    if holds != "one":
        keys["holds"] = holds
    if holds == "stack":
        keys["height"] = str(HEIGHT)
    extras = make_extras(choices, seats, shape.sites, directions)
    for key, entries in extras.items():
        inner = ", ".join(f"{name}_{word}: {value}" for word, value in entries.items())
        keys[key] = f"{{{inner}}}"
    text = ", ".join(f"{key}: {value}" for key, value in keys.items())
    is_plain = len(keys) == 1 and kind != "sites"
    return MadeBoard(
        name,
        f"{kind} {size.strip('[]').replace(',', '')}" if is_plain else f"{{{text}}}",
        tuple(f"{layer}.{site}" for layer in layers for site in shape.sites) or shape.sites,
        directions,
        layers,
        holds,
        bool(shape.rows),
        extras=tuple(word for entries in extras.values() for word in entries),
    )


def make_shape(choices: Choices, kind: str) -> tuple[str, Shape]:
    """Make a size as the file says it, and the sites and steps that the shape gives."""
    match kind:
        case "grid" | "hexgrid":
            width, height = choices.number(2, 4), choices.number(1, 3)
            make = shapes.make_grid if kind == "grid" else shapes.make_hexgrid
            return f"[{width}, {height}]", make(width, height, Wrap())
        case "hexagon":
            return "2", shapes.make_hexagon(2)
        case "triangle":
            size = choices.number(2, 3)
            return str(size), shapes.make_triangle(size)
        case "ring":
            size = choices.number(3, 5)
            return str(size), shapes.make_ring(size, CW, CCW)
        case "path":
            size = choices.number(2, 5)
            return str(size), shapes.make_path(size)
        case _:
            sites = ("hub", "low", "high", "deep")[: choices.number(2, 4)]
            return f"[{', '.join(sites)}]", Shape(sites)


def make_links(
    choices: Choices, sites: tuple[str, ...], arrows: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """Make links along a chain of sites, and give the directions that they add."""
    ends = [*itertools.pairwise(sites)] if len(arrows) > 2 else [(sites[0], sites[-1])]
    links = [(one, choices.word(*arrows), other) for one, other in ends]
    added = [word for word in ("up", "down") if any(word in arrow for _, arrow, _ in links)]
    return f"[{', '.join(' '.join(link) for link in links)}]", tuple(added)


def make_extras(
    choices: Choices,
    seats: tuple[str, ...],
    sites: tuple[str, ...],
    directions: tuple[str, ...],
) -> dict[str, dict[str, str]]:
    """Make regions, lines and sets of directions: by key of the board, the words and values."""
    first, last = sites[0], sites[-1]
    found: dict[str, dict[str, str]] = {}
    homes = ", ".join(f"{seat}: {sites[at % len(sites)]}" for at, seat in enumerate(seats))
    regions = {"home": f"{{{homes}}}", "part": choices.word(first, f"[{first}, {last}]", "all")}
    found["regions"] = {word: regions[word] for word in choices.some([*regions], 4)}
    if choices.once_in(6):
        found["lines"] = {"lines": f"[[{first}, {last}], [{sites[len(sites) // 2]}]]"}
    if directions:
        turned = (directions[0], directions[-1])
        forward = ", ".join(f"{seat}: {turned[at % 2]}" for at, seat in enumerate(seats))
        ways = {"ways": f"[{', '.join(directions[:2])}]", "forward": f"{{{forward}}}"}
        found["directions"] = {word: ways[word] for word in choices.some([*ways], 5)}
    return {key: entries for key, entries in found.items() if entries}
