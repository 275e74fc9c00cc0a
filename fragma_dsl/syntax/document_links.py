"""Links: the lines of a board's `links` to links with their directions."""

import re

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.pieces_of_text import split_text
from fragma_dsl.syntax.words import RESERVED
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span

_LINE = re.compile(r"[^\n]+")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_NAME = r"[^\W\d]\w*"
_ARROW = re.compile(rf"(?<!\S)-(?:({_NAME})(?:/({_NAME}))?)?(->|-|>)(?!\S)")
_FORM = "a link like `a -- b c`, `a -> b` or `a -n- b`"


def read_links(value: v.Value | None, problems: list[Problem]) -> tuple[t.LinkDecl, ...]:
    """Read the links of a `|` block, a line or a list of lines."""
    items = value.items if isinstance(value, v.Items) else (value,)
    lines = [
        line for item in items if isinstance(item, t.Identifier) for line in split_text(item, _LINE)
    ]
    links = [link for line in lines if (link := _read_line(line, problems)) is not None]
    ways = [way for link in links for way in (link.forward, link.backward) if way is not None]
    first = {way.text: way for way in reversed(ways)}
    reserved = [way for text, way in reversed(first.items()) if text in RESERVED]
    problems += [p.ReservedName(way.span, way.text) for way in reserved]
    return tuple(links)


def _read_line(line: t.Identifier, problems: list[Problem]) -> t.LinkDecl | None:
    text = _COMMENT.sub("", line.text).rstrip()
    if not text:
        return None
    span = Span(line.span.source, line.span.start, line.span.start + len(text))
    found = _ARROW.search(text)
    if found is None:
        problems.append(p.BadForm(span, _FORM))
        return None
    origin = split_text(_part(span, 0, found.start()))
    targets = split_text(_part(span, found.end(), len(text)))
    one_way = found[3] in (">", "->")
    is_double = found[3] == "->" or (one_way and found[2] is not None)
    if any(_ARROW.search(target.text) for target in targets):
        advice = "write one link sign a line: `a -- b`, and `b -- c` below it"
        problems.append(p.BadForm(span, _FORM, advice=advice))
        return None
    if len(origin) != 1 or not targets or is_double:
        problems.append(p.BadForm(span, _FORM))
        return None
    forward = None if found[1] is None else _part(span, *found.span(1))
    backward = None if found[2] is None else _part(span, *found.span(2))
    return t.LinkDecl(origin[0], targets, forward, backward, one_way, span)


def _part(whole: Span, start: int, end: int) -> t.Identifier:
    span = Span(whole.source, whole.start + start, whole.start + end)
    return t.Identifier(span.text, span)
