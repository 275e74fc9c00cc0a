"""Boards: an entry of `boards` to a board as written; what its words mean is for later."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeVar, cast

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.document_links import read_links
from fragma_dsl.syntax.pieces_of_text import split_text
from fragma_dsl.syntax.schema import BOARD_SHAPES
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Fix, Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

D = TypeVar("D")

PLANE_KEYS = ("ports", "size")

_DECIMAL = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,6})?")


def make_board(entry: v.Entry, problems: list[Problem]) -> t.BoardDecl:
    """Make a board; its shape is "" where that is missing or mistaken, which is then reported."""
    fields = entry.value if isinstance(entry.value, v.Fields) else v.Fields({}, {}, entry.span)
    shape, arguments = _shape(entry, fields, problems)
    _check_keys(fields, shape.text, problems)
    layers = fields.find("layers", v.Items)
    return t.BoardDecl(
        name=entry.name,
        shape=shape,
        arguments=arguments,
        layers=tuple(_identifiers(layers)),
        wrap=tuple(_identifiers(fields.values.get("wrap"))),
        without=tuple(_identifiers(fields.values.get("without"))),
        links=read_links(fields.values.get("links"), problems),
        regions=_map(fields, "regions", _region),
        lines=_map(fields, "lines", _lines),
        directions=_map(fields, "directions", _directions),
        drawing=_drawing(fields),
        positions=_positions(fields, problems),
        ports=fields.find("ports", t.Identifier),
        size=tuple(_words(fields.values.get("size"))),
        holds=cast(Literal["one", "many", "stack"], fields.word("holds", "one")),
        height=fields.number("height"),
        span=entry.span,
    )


def _check_keys(fields: v.Fields, shape: str, problems: list[Problem]) -> None:
    """Report keys of planes on other boards, and keys of these on planes."""
    is_plane = shape == "plane"
    for word, key in fields.keys.items():
        if shape and word not in BOARD_SHAPES and (word in PLANE_KEYS) is not is_plane:
            problems.append(p.KeyOfOthers(key.span, is_plane))
    if fields.has("size") and not any(_words(fields.values.get("size"))):
        problems.append(p.EmptyText(fields.keys["size"].span, "columns and rows like `6 6`"))


def _shape(
    entry: v.Entry, fields: v.Fields, problems: list[Problem]
) -> tuple[t.Identifier, tuple[t.Identifier, ...]]:
    """Give the shape's word and what follows it."""
    unknown = t.Identifier("", entry.name.span)
    if isinstance(entry.value, t.Identifier):
        return _short_shape(entry.value, problems) or (unknown, ())
    for word in BOARD_SHAPES:
        if fields.has(word):
            key = t.Identifier(word, fields.keys[word].span)
            found = tuple(_words(fields.values.get(word)))
            return (key, found) if found else (unknown, ())
    if isinstance(entry.value, v.Fields):
        known = ", ".join(f"`{word}`" for word in BOARD_SHAPES)
        advice = say("say what the board is with one of {known}", known=known)
        problems.append(p.MissingKey(entry.name.span, "a board", "grid", advice=advice))
    return unknown, ()


def _short_shape(
    text: t.Identifier, problems: list[Problem]
) -> tuple[t.Identifier, tuple[t.Identifier, ...]] | None:
    """Read `grid 8 8`."""
    word, *arguments = split_text(text)
    if word.text in BOARD_SHAPES:
        if arguments:
            return word, tuple(arguments)
        problems.append(p.BadForm(word.span, say("`{word}` with its size", word=word.text)))
        return None
    close = nearest(word.text, BOARD_SHAPES)
    fix = None if close is None else Fix(word.span, close)
    problems.append(p.NotAmong(word.span, BOARD_SHAPES, known_fix=fix))
    return None


def _identifiers(value: v.Value | None) -> Iterator[t.Identifier]:
    """Give the phrases of a text or a list, as written."""
    items = value.items if isinstance(value, v.Items) else (value,)
    yield from (item for item in items if isinstance(item, t.Identifier))


def _words(value: v.Value | None) -> Iterator[t.Identifier]:
    """Give the single words of a text or a list."""
    for phrase in _identifiers(value):
        yield from split_text(phrase)


def _map(fields: v.Fields, key: str, make: Callable[[v.Entry], D | None]) -> Mapping[str, D]:
    found = fields.find(key, v.Entries)
    made = [(e.name.text, make(e)) for e in found.entries] if found is not None else []
    return {name: decl for name, decl in made if decl is not None}


def _site_set(value: v.Value, span: Span) -> t.SiteSet:
    return t.SiteSet(tuple(_identifiers(value)), span)


def _region(entry: v.Entry) -> t.RegionDecl | None:
    if entry.value is None:
        return None
    return t.RegionDecl(entry.name, dict(_sets(entry.value, _site_set)), entry.span)


def _sets(value: v.Value, make: Callable[[v.Value, Span], D]) -> Iterator[tuple[str, D]]:
    """Give one set under "", or one for each player."""
    if isinstance(value, v.Entries):
        for entry in value.entries:
            if entry.value is not None:
                yield entry.name.text, make(entry.value, entry.span)
    elif isinstance(value, v.Items | t.Identifier):
        yield "", make(value, value.span)


def _lines(entry: v.Entry) -> t.LinesDecl | None:
    if not isinstance(entry.value, v.Items):
        return None
    sets = tuple(
        _site_set(item, item.span)
        for item in entry.value.items
        if isinstance(item, v.Items | t.Identifier)
    )
    return t.LinesDecl(entry.name, sets, entry.span)


def _directions(entry: v.Entry) -> t.DirectionsDecl | None:
    if entry.value is None:
        return None
    sets = dict(_sets(entry.value, lambda value, _: tuple(_words(value))))
    return t.DirectionsDecl(entry.name, sets, entry.span)


def _drawing(fields: v.Fields) -> t.Drawing | None:
    found = fields.find("drawing", t.Identifier)
    return None if found is None else t.Drawing(found.text, found.span)


def _positions(fields: v.Fields, problems: list[Problem]) -> Mapping[str, tuple[float, float]]:
    found = fields.find("positions", v.Entries)
    positions: dict[str, tuple[float, float]] = {}
    for entry in found.entries if found is not None else ():
        if not isinstance(entry.value, v.Items):
            continue
        numbers = [
            float(item.text)
            for item in entry.value.items
            if isinstance(item, t.Identifier) and _DECIMAL.fullmatch(item.text)
        ]
        if len(numbers) == 2 == len(entry.value.items):
            positions[entry.name.text] = (numbers[0], numbers[1])
        else:
            problems.append(p.BadForm(entry.value.span, "two numbers like `[0, 1.5]`"))
    return positions
