"""Flow: maps and lists in brackets to the lines of their canonical form."""

from fragma_dsl.formatting.layout import WIDTH, Line
from fragma_dsl.formatting.scalars import format_key, one_line
from fragma_dsl.formatting.shapes import Shaped, fitting, item_shape, shape_of_entry
from fragma_dsl.formatting.trivia import read_trivia
from fragma_dsl.syntax.yaml_tree import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar
from fragma_dsl.text.source import Source

STEP = 2


def format_flow(
    source: Source, node: YamlMap | YamlList, shape: Shaped, indent: int, lead: str
) -> list[Line]:
    """Write a map or list in brackets behind its key or dash.

    It stands in one line where that fits, unless its bracket ends a line as written. Else what
    stood on one line stays on one line.
    """
    lead = f"{lead} " if lead else ""
    joined = _joined(node, shape)
    is_long = joined is None or indent + len(lead) + len(joined) > WIDTH
    several = "\n" in node.span.text
    breaks = several and (is_long or _stays_open(node) or _has_comment(source, node))
    if joined is not None and not breaks:
        return [Line(indent, lead + joined)]
    rows = _rows(source, node, shape, indent + STEP)
    if rows is None:
        return _as_written(node, indent, lead)
    open, close = ("{", "}") if isinstance(node, YamlMap) else ("[", "]")
    behind, *lines = rows
    return [Line(indent, lead + open, behind.text), *lines, Line(indent, close)]


def _parts(node: YamlMap | YamlList) -> list[YamlEntry] | list[YamlNode]:
    return list(node.entries) if isinstance(node, YamlMap) else list(node.items)


def _start(part: YamlEntry | YamlNode) -> int:
    return part.key.span.start if isinstance(part, YamlEntry) else part.span.start


def _end(part: YamlEntry | YamlNode) -> int:
    if not isinstance(part, YamlEntry):
        return part.span.end
    return max(part.key.span.end, part.value.span.end)


def _stays_open(node: YamlMap | YamlList) -> bool:
    """Say whether a line break follows the bracket."""
    return node.span.text[1:].lstrip(" \t").startswith(("\n", "\r", "#"))


def _has_comment(source: Source, node: YamlMap | YamlList) -> bool:
    """Say whether a comment stands between the parts, at any depth."""
    at = node.span.start
    for part in _parts(node):
        if "#" in source.text[at : _start(part)]:
            return True
        value = part.value if isinstance(part, YamlEntry) else part
        if not isinstance(value, YamlScalar) and _has_comment(source, value):
            return True
        at = _end(part)
    return "#" in source.text[at : node.span.end]


def _joined(node: YamlNode, shape: Shaped) -> str | None:
    """Write a node in one line; None where some of it needs several."""
    if isinstance(node, YamlScalar):
        return one_line(node, shape)
    shape = fitting(shape, node)
    written = [_part(part, shape) for part in _parts(node)]
    if None in written:
        return None
    inner = ", ".join(map(str, written))
    return f"{{{inner}}}" if isinstance(node, YamlMap) else f"[{inner}]"


def _part(part: YamlEntry | YamlNode, shape: Shaped) -> str | None:
    if not isinstance(part, YamlEntry):
        return _joined(part, item_shape(shape))
    value = _joined(part.value, shape_of_entry(shape, part.key.text))
    return None if value is None else f"{format_key(part.key, shape)}: {value}"


def _rows(
    source: Source, node: YamlMap | YamlList, shape: Shaped, indent: int
) -> list[Line] | None:
    """Write the parts that stood on one line in one line each; the first line is the comment behind
    the bracket. None where a part stands on several lines."""
    shape = fitting(shape, node)
    at = node.span.start + 1
    made: list[Line] = [Line(0)]
    for part in _parts(node):
        written = _part(part, shape)
        gap = source.text[at : _start(part)]
        if written is None or "\n" in source.text[_start(part) : _end(part)].rstrip():
            return None
        trivia = read_trivia(source.text, at, _start(part))
        if "\n" in gap or len(made) == 1:
            _close_row(made, trivia.behind)
            made += [Line(indent, one.text) for one in trivia.comments]
            made.append(Line(indent, f"{written},"))
        else:
            made[-1] = Line(indent, f"{made[-1].text} {written},")
        at = _end(part)
    trivia = read_trivia(source.text, at, node.span.end)
    if len(made) > 1:
        made[-1] = Line(indent, made[-1].text.removesuffix(","))
    _close_row(made, trivia.behind)
    return [*made, *(Line(indent, one.text) for one in trivia.comments)]


def _close_row(made: list[Line], comment: str) -> None:
    """Put a comment behind the last row; behind the bracket where there is none yet."""
    if comment:
        last = made[-1]
        made[-1] = Line(0, comment) if len(made) == 1 else Line(last.indent, last.text, comment)


def _as_written(node: YamlMap | YamlList, indent: int, lead: str) -> list[Line]:
    """Keep the lines, with the first indentation alone."""
    first, *rest = (line.strip() for line in node.span.text.split("\n"))
    lines = [Line(indent + (0 if line[:1] in ("]", "}") else STEP), line) for line in rest]
    return [Line(indent, lead + first), *lines]
