"""Layout: the shape that a declaration's generator makes, checked, and its layers."""

import re

from fragma_dsl.semantics.boards import problems as found
from fragma_dsl.semantics.boards import shapes
from fragma_dsl.semantics.boards.directions import DirectionTable
from fragma_dsl.semantics.boards.names import (
    NAME,
    expand_range,
    find_spots,
    name_sites,
    split_words,
)
from fragma_dsl.semantics.boards.shapes import Shape, Wrap
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.problems import ReservedName
from fragma_dsl.syntax.words import RESERVED
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span

SITE_LIMIT = 4096
SIZES = {
    "grid": ("a width", "a height"),
    "hexgrid": ("a width", "a height"),
    "hexagon": ("a side",),
    "triangle": ("a side",),
    "ring": ("a size",),
    "path": ("a size",),
}
SHAPES = (*SIZES, "sites")
_SIZE = re.compile(r"-?[0-9]+")


def make_shape(
    decl: tree.BoardDecl, table: DirectionTable, problems: list[Problem]
) -> Shape | None:
    """Make the sites of one layer without those of `without`; None where there is no telling."""
    wrap = _read_wrap(decl, problems)
    reports = len(problems)
    shape = _generate(decl, table, wrap, problems)
    if shape is None:
        return None
    shape = _without(decl, shape, problems)
    if not shape.sites and len(problems) == reports:
        problems.append(found.EmptyBoard(decl.shape.span, decl.name.text))
    return shape


def read_layers(decl: tree.BoardDecl, shape: Shape, problems: list[Problem]) -> tuple[str, ...]:
    """Give the names of the layers, each once; one that is also a site's is reported."""
    seen: dict[str, None] = {}
    for layer in decl.layers:
        if NAME.fullmatch(layer.text) is None:
            problems.append(found.BadSiteName(layer.span, layer.text))
        elif layer.text in shape.sites:
            problems.append(found.LayerClash(layer.span, layer.text, decl.shape.span))
        seen.setdefault(layer.text)
    return tuple(seen)


def _generate(
    decl: tree.BoardDecl, table: DirectionTable, wrap: Wrap, problems: list[Problem]
) -> Shape | None:
    word = decl.shape.text
    if word == "sites":
        return _list_sites(decl, problems)
    if word not in SIZES:
        return None  # the reader has reported it
    sizes = _read_sizes(decl, problems)
    if sizes is None:
        return None
    match word:
        case "grid":
            return shapes.make_grid(sizes[0], sizes[1], wrap)
        case "hexgrid":
            return shapes.make_hexgrid(sizes[0], sizes[1], wrap)
        case "hexagon":
            return shapes.make_hexagon(sizes[0])
        case "triangle":
            return shapes.make_triangle(sizes[0])
        case "ring":
            return shapes.make_ring(sizes[0], table.numbers["cw"], table.numbers["ccw"])
        case _:
            return shapes.make_path(sizes[0])


def _read_sizes(decl: tree.BoardDecl, problems: list[Problem]) -> tuple[int, ...] | None:
    """Read the numbers of a generator; None where they are not right or too large to build."""
    words = decl.arguments
    parameters = SIZES[decl.shape.text]
    span = words[0].span.to(words[-1].span) if words else decl.shape.span
    strange = [word for word in words if _SIZE.fullmatch(word.text) is None]
    if strange or len(words) != len(parameters):
        wrong = f"`{strange[0].text}`" if strange else f"{len(words) or 'none'}"
        span = strange[0].span if strange else span
        is_name = bool(strange) and NAME.fullmatch(strange[0].text) is not None
        problems.append(found.WrongArguments(span, decl.shape.text, parameters, wrong, is_name))
        return None
    low = 3 if decl.shape.text == "ring" else 1
    sizes = tuple(int(word.text) if len(word.text) < 10 else SITE_LIMIT + 1 for word in words)
    outside = [i for i, size in enumerate(sizes) if not low <= size <= SITE_LIMIT]
    for i in outside:
        problems.append(found.ArgumentRange(words[i].span, parameters[i], low, SITE_LIMIT))
    if outside:
        return None
    count = _count_sites(decl.shape.text, sizes)
    if count > SITE_LIMIT:
        problems.append(found.TooManySites(span, count, SITE_LIMIT))
        return None
    return sizes


def _count_sites(shape: str, sizes: tuple[int, ...]) -> int:
    size = sizes[0]
    match shape:
        case "grid" | "hexgrid":
            return size * sizes[1]
        case "hexagon":
            return 3 * size * (size - 1) + 1
        case "triangle":
            return size * (size + 1) // 2
        case _:
            return size


def _list_sites(decl: tree.BoardDecl, problems: list[Problem]) -> Shape:
    seen: dict[str, Span] = {}
    for phrase in decl.arguments:
        for word in split_words(phrase):
            for name in expand_range(word, problems):
                if NAME.fullmatch(name.text) is None:
                    problems.append(found.BadSiteName(name.span, name.text))
                elif name.text in RESERVED:
                    problems.append(ReservedName(name.span, name.text))
                elif name.text in seen:
                    problems.append(found.DuplicateSite(name.span, name.text, seen[name.text]))
                seen.setdefault(name.text, name.span)
    return Shape(tuple(seen))


def _without(decl: tree.BoardDecl, shape: Shape, problems: list[Problem]) -> Shape:
    layers = tuple(layer.text for layer in decl.layers)
    names = name_sites(decl.name.text, 0, shape.sites, layers)
    gone = set()
    for phrase in decl.without:
        for word in split_words(phrase):
            for spot, name in find_spots(names, word, problems):
                if spot.layer is not None:
                    base = shape.sites[spot.site]
                    problems.append(found.LayeredWithout(name.span, name.text, base))
                gone.add(spot.site)
    return shapes.drop_sites(shape, frozenset(gone)) if gone else shape


def _read_wrap(decl: tree.BoardDecl, problems: list[Problem]) -> Wrap:
    """Read what to join; layers are not linked, so joining them only says that they go round."""
    rows = columns = False
    for word in decl.wrap:
        if word.text == "layers":
            if not decl.layers:
                problems.append(found.LayerOnUnlayered(word.span, decl.name.text, "layers", None))
        elif decl.shape.text in SHAPES and decl.shape.text not in ("grid", "hexgrid"):
            problems.append(found.WrapWithoutRows(word.span, decl.shape.text))
        rows = rows or word.text == "rows"
        columns = columns or word.text == "columns"
    return Wrap(rows, columns)
