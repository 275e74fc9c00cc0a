"""Left edge: a `|` block whose first line stands further right than a later one in, a problem that
shows both out."""

import re
from collections.abc import Iterator

from fragma_dsl.syntax import problems as p
from fragma_dsl.text.problem import Fix, Label
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

_OPENING = re.compile(r"([ ]*(?:-[ ]+)*)([^\s#][^#]*?:)?[ ]*$")
_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(#.*)?$")
_DRAWING = (
    "put a `.` or another sign that is no letter at the left edge of the first line: "
    "all but the names of sites is decoration"
)
_OTHER = "let no line of the block begin further left than its first"


def find_left_edge(header: Span, place: Span) -> p.BrokenLayout | None:
    """Blame the line of a block that begins left of its first one, by which YAML ends the block."""
    source = header.source
    number, column = source.position(header.start)
    opening = _OPENING.match(source.line(number)[: column - 1])
    if opening is None or _HEADER.match(source.line(number)[column - 1 :]) is None:
        return None
    outer = len(opening[1]) if opening[2] else len(opening[1].rstrip()) - 1
    lines = list(_lines_inside(source, number, outer))
    if not lines or min(lines, key=_indent) == lines[0]:
        return None
    first = lines[0]
    low = next(line for line in lines if _indent(line) < _indent(first))
    if place.start < low.start:
        return None
    return _left_of_first(opening[2] or "", first, low, min(map(_indent, lines)))


def _left_of_first(key: str, first: Span, low: Span, edge: int) -> p.BrokenLayout:
    """Make the problem; a drawing's first line can be given a sign at the edge."""
    blank = Span(first.source, first.start + edge, first.start + edge + 1)
    is_drawing = key.strip().removesuffix(":") == "drawing"
    return p.BrokenLayout(
        _content(low),
        "this line begins left of the block's first line, which sets its left edge",
        Label(_content(first), "the first line"),
        advice=_DRAWING if is_drawing else _OTHER,
        known_fix=Fix(blank, ".") if is_drawing else None,
    )


def _lines_inside(source: Source, number: int, outer: int) -> Iterator[Span]:
    """Give the lines below a header that stand further in than its key, blank ones left out."""
    for below in range(number + 1, len(source.line_starts) + 1):
        start = source.line_starts[below - 1]
        line = Span(source, start, start + len(source.line(below).rstrip()))
        if line.text and _indent(line) <= outer:
            return
        if line.text:
            yield line


def _indent(line: Span) -> int:
    return len(line.text) - len(line.text.lstrip(" "))


def _content(line: Span) -> Span:
    return Span(line.source, line.start + _indent(line), line.end)
