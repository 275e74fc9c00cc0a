"""Positions: where each site of a board is drawn, by its shape, a drawing, numbers or springs."""

import re
from collections.abc import Mapping

from fragma_dsl.play.board import Board
from fragma_dsl.semantics.boards import drawing_problems as found
from fragma_dsl.semantics.boards.find import find_keys, part
from fragma_dsl.semantics.boards.names import SiteNames, find_spot
from fragma_dsl.semantics.boards.problems import UnknownSite
from fragma_dsl.semantics.boards.shapes import Point, Shape
from fragma_dsl.syntax import tree
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span

WORD = re.compile(r"[^\W\d_][^\W_]*(?:_[^\W_]+)*")


def place_sites(
    decl: tree.BoardDecl, shape: Shape, names: SiteNames, board: Board, problems: list[Problem]
) -> dict[int, Point]:
    """Give each site its position: the written one, else the drawn, the natural, the sprung."""
    written = _read_positions(decl, names, problems)
    layer: dict[int, Point] = dict(enumerate(shape.positions or ()))
    if decl.drawing is not None:
        layer |= _read_drawing(decl.drawing, names, problems)
    places: dict[int, Point] = {}
    for copy in range(max(1, len(names.layers))):
        start = names.first + copy * len(names.sites)
        places |= {start + site: point for site, point in layer.items()}
    places |= written
    if len(places) < len(board):
        from fragma_dsl.semantics.boards.springs import spring  # few boards need networkx

        places |= spring(board, names, places)
    if written:
        _check_distinct(decl, names, places, problems)
    return {site: places[site] for site in range(names.first, names.first + len(board))}


def _read_positions(
    decl: tree.BoardDecl, names: SiteNames, problems: list[Problem]
) -> dict[int, Point]:
    """Read the written positions; a name with its layer counts before one for all layers."""
    general: dict[int, Point] = {}
    special: dict[int, Point] = {}
    spans = find_keys(decl.span, decl.positions, "positions")
    for text, point in decl.positions.items():
        name = tree.Identifier(text, spans[text])
        spot = find_spot(names, name, problems)
        if spot is not None:
            target = general if spot.layer is None else special
            target.update(dict.fromkeys(names.expand(spot), point))
    return general | special


def _read_drawing(
    drawing: tree.Drawing, names: SiteNames, problems: list[Problem]
) -> dict[int, Point]:
    """Read where each name stands: half a column and a row are a unit, the first row on top."""
    words = [
        (match.group(), ((match.start() + match.end() - 1) / 4, -float(row)))
        for row, line in enumerate(drawing.text.splitlines())
        for match in WORD.finditer(line)
    ]
    spans = _word_spans(drawing, [word for word, _ in words])
    places: dict[int, Point] = {}
    seen: dict[str, Span] = {}
    meant: set[str | None] = set()
    for (word, point), span in zip(words, spans, strict=True):
        if word in seen:
            problems.append(found.SiteDrawnTwice(span, word, seen[word]))
        elif word not in names.indices:
            meant.add(nearest(word, names.sites))
            problems.append(UnknownSite(span, word, names.sites, names.board))
        else:
            seen[word] = span
            places[names.indices[word]] = point
    missing = tuple(name for name in names.sites if name not in seen and name not in meant)
    if missing:
        problems.append(found.SiteNotDrawn(drawing.span, missing))
    return places


def _word_spans(drawing: tree.Drawing, words: list[str]) -> list[Span]:
    """Find the words of a drawing in the file; the whole drawing where they are not the same."""
    written = list(WORD.finditer(drawing.span.text))[-len(words) :] if words else []
    if [match.group() for match in written] != words:
        return [drawing.span] * len(words)
    return [part(drawing.span, *match.span()) for match in written]


def _check_distinct(
    decl: tree.BoardDecl, names: SiteNames, places: Mapping[int, Point], problems: list[Problem]
) -> None:
    """Report the written positions that two sites of a layer share, each once."""
    seen: dict[tuple[int, Point], str] = {}
    same: dict[str, str] = {}
    for site, point in sorted(places.items()):
        layer, index = divmod(site - names.first, len(names.sites))
        name = names.sites[index]
        other = seen.setdefault((layer, point), name)
        if other != name:
            same.setdefault(name, other)
    spans = find_keys(decl.span, same, "positions")
    problems += [found.SamePosition(spans[name], name, other) for name, other in same.items()]
