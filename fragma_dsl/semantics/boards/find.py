"""Find: where a key stands in a declaration, for keys that the tree keeps no span of."""

import re
from collections.abc import Iterable, Mapping

from fragma_dsl.text.span import Span

NAMED = re.compile(r"(?<![\w.])[\w.]+(?=[\"']?\s*:)")


def find_key(inside: Span, name: str, after: str = "") -> Span:
    """Give the span of a key of a map, the first behind a word; the whole where it is not found."""
    text = inside.text
    start = max(0, text.find(after))
    match = re.compile(rf"(?<![\w.]){re.escape(name)}(?=[\"']?\s*:)").search(text, start)
    return inside if match is None else part(inside, *match.span())


def find_keys(inside: Span, names: Iterable[str], after: str) -> Mapping[str, Span]:
    """Give the spans of many keys of a map."""
    text = inside.text
    found: dict[str, Span] = {}
    for match in NAMED.finditer(text, max(0, text.find(after))):
        found.setdefault(match.group(), part(inside, *match.span()))
    return {name: found.get(name) or find_key(inside, name, after) for name in names}


def part(span: Span, start: int, end: int) -> Span:
    """Give the part of a span from one character to another, counted from its start."""
    return Span(span.source, span.start + start, span.start + end)
