"""Cards: an entry of `cards` to a family of cards with their attributes."""

import re

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.document_dice import check_faces, make_die
from fragma_dsl.syntax.words import RESERVED
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span


def make_cards(
    entry: v.Entry, count: t.Expression | None, problems: list[Problem]
) -> t.CardDecl | None:
    """Make a family of cards; None where it has none."""
    if not isinstance(entry.value, v.Fields):
        return None
    each, named = _each(entry.value, problems), _named(entry.value, problems)
    tiles = _tiles(entry.value, problems)
    if not each and not named and not tiles:
        problems.append(p.MissingKey(entry.value.span, "cards", "each", "or `named` or `tiles`"))
        return None
    number = count or t.Number(1, entry.name.span)
    turns = _rotations(entry.value, problems) or (t.Number(0, entry.name.span),)
    return t.CardDecl(entry.name, each, named, tiles, turns, number, entry.span)


def _is_bare(items: v.Items) -> bool:
    """Whether nothing is written in a list, not even something mistaken."""
    return not items.items and not items.span.text.strip("[] ")


def _rotations(fields: v.Fields, problems: list[Problem]) -> tuple[t.Number, ...]:
    """Read the angles by which tiles may be turned."""
    found = fields.find("rotations", v.Items)
    if found is None:
        return ()
    if not fields.has("tiles"):
        span = fields.keys["rotations"].span
        problems.append(p.MissingKey(span, "a family with `rotations`", "tiles"))
    if _is_bare(found):
        problems.append(p.EmptyText(found.span, "at least one angle"))
    first: dict[int, v.Number] = {}
    for one in found.items:
        if isinstance(one, v.Number) and first.setdefault(one.value, one) is not one:
            problems.append(p.RepeatedName(one.span, first[one.value].span, str(one.value)))
    return tuple(t.Number(one.value, one.span) for one in first.values())


_LINE = re.compile(r"([^\W\d]\w*)\s+([a-z]+[0-9]?)\s*-\s*([a-z]+[0-9]?)")


def _tiles(fields: v.Fields, problems: list[Problem]) -> dict[str, t.TileDecl]:
    found = fields.find("tiles", v.Entries)
    tiles = {}
    for entry in found.entries if found is not None else ():
        faces = entry.value.items if isinstance(entry.value, v.Items) else ()
        if isinstance(entry.value, v.Items) and _is_bare(entry.value):
            problems.append(p.EmptyText(entry.value.span, "at least one face"))
        made = tuple(_face(face, problems) for face in faces if isinstance(face, v.Items))
        tiles[entry.name.text] = t.TileDecl(entry.name, made, entry.span)
    return tiles


def _face(face: v.Items, problems: list[Problem]) -> tuple[t.LineDecl, ...]:
    lines = []
    for item in face.items:
        if not isinstance(item, t.Identifier):
            continue
        match = _LINE.fullmatch(item.text.strip())
        if match is None:
            problems.append(p.BadForm(item.span, "a line like `green n-s`"))
            continue
        words = [_word(item, match, group) for group in (1, 2, 3)]
        if words[0].text in RESERVED:
            problems.append(p.ReservedName(words[0].span, words[0].text))
        lines.append(t.LineDecl(words[0], (words[1], words[2]), item.span))
    return tuple(lines)


def _word(item: t.Identifier, match: re.Match[str], group: int) -> t.Identifier:
    source, start = item.span.source, item.span.start
    span = Span(source, start + match.start(group), start + match.end(group))
    return t.Identifier(match[group], span)


def _each(fields: v.Fields, problems: list[Problem]) -> dict[str, t.ValueList]:
    found = fields.find("each", v.Entries)
    values = {}
    for entry in found.entries if found is not None else ():
        made = make_die(entry, problems, "value")
        if made is not None:
            values[entry.name.text] = t.ValueList(made.faces, entry.span)
    return values


def _named(fields: v.Fields, problems: list[Problem]) -> dict[str, t.NamedCard]:
    found = fields.find("named", v.Entries)
    cards = {}
    for entry in found.entries if found is not None else ():
        own = entry.value.entries if isinstance(entry.value, v.Entries) else ()
        values = {one.name.text: one.value for one in own if isinstance(one.value, t.Identifier)}
        cards[entry.name.text] = t.NamedCard(entry.name, values, entry.span)
    written: dict[str, dict[str, t.Identifier]] = {}
    for card in cards.values():
        for attribute, value in card.values.items():
            written.setdefault(attribute, {}).setdefault(value.text, value)
    for different in written.values():
        check_faces(tuple(different.values()), problems, "value")
    return cards
