"""Find: where a key stands in a declaration, for keys that the tree keeps no span of."""

import re

from fragma_dsl.text.span import Span


def find_key(inside: Span, name: str, after: str = "") -> Span:
    """Give the span of a key of a map, the first behind a word; the whole where it is not found."""
    text = inside.text
    start = max(0, text.find(after))
    match = re.compile(rf"(?<![\w.]){re.escape(name)}(?=[\"']?\s*:)").search(text, start)
    return inside if match is None else part(inside, *match.span())


def part(span: Span, start: int, end: int) -> Span:
    """Give the part of a span from one character to another, counted from its start."""
    return Span(span.source, span.start + start, span.start + end)
