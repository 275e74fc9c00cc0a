"""Pieces of text: a text that stands in the file to its parts, each with its own place."""

import re

from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.text.span import Span

_WORD = re.compile(r"[^\s,]+")


def split_text(text: Identifier, pattern: re.Pattern[str] = _WORD) -> tuple[Identifier, ...]:
    """Split a text into what the pattern finds, words by default.

    The span of a `|` block is read as it stands, without its header; comments are not known there.
    """
    source, start, end = text.span.source, text.span.start, text.span.end
    if source.text.startswith("|", start):
        header = source.text.find("\n", start, end)
        start = end if header < 0 else header + 1
    elif source.text[start:end] != text.text and "\n" not in source.text[start:end]:
        return tuple(Identifier(m[0], text.span) for m in pattern.finditer(text.text))
    found = pattern.finditer(source.text, start, end)
    return tuple(Identifier(m[0].strip(), _trimmed(text.span, m)) for m in found if m[0].strip())


def _trimmed(whole: Span, match: re.Match[str]) -> Span:
    """Give the place of a match without the blanks around it."""
    text = match[0]
    start = match.start() + len(text) - len(text.lstrip())
    return Span(whole.source, start, match.end() - (len(text) - len(text.rstrip())))
