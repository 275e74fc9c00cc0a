"""Scalars: keys, texts and scripts to the lines of their canonical form."""

import re

from fragma_dsl.formatting.layout import Line
from fragma_dsl.formatting.script import format_block, format_line, format_values
from fragma_dsl.formatting.shapes import Shaped, fitting
from fragma_dsl.formatting.trivia import read_trivia
from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.grammar import Start
from fragma_dsl.syntax.script_place import find_place
from fragma_dsl.syntax.yaml_tree import YamlScalar

STEP = 2
_SCRIPTS = (s.BlockShape, s.ValueShape, s.ValuesShape, s.TypeShape)
_HEADER = re.compile(r"[|>][-+0-9]*")


def is_script(shape: Shaped) -> bool:
    """Say whether a shape is that of a script, or of a value that may be one."""
    if isinstance(shape, s.EitherShape):
        shape = shape.scalar
    return isinstance(shape, _SCRIPTS)


def format_key(key: YamlScalar, shape: Shaped) -> str:
    """Write a key, without its colon."""
    mapped = shape.map if isinstance(shape, s.EitherShape) else shape
    if isinstance(mapped, s.EntriesShape) and mapped.key == "signature":
        place = find_place(key).value
        if place is not None:
            return format_line(place, "signature")
    return one_line(key, None) or key.span.text


def one_line(node: YamlScalar, shape: Shaped) -> str | None:
    """Write a scalar in one line; None where it stands on several."""
    shape = fitting(shape, node)
    if "\n" in node.span.text.rstrip() or node.style in ("literal", "folded"):
        return None
    if node.style == "plain" and is_script(shape):
        place = find_place(node).value
        if place is not None and not isinstance(shape, s.ValuesShape):
            return format_line(place, _line_rule(shape))
        if place is not None:
            (line,) = format_values(place, 0)
            return line.text
    if node.style == "single" and node.text.isprintable() and not set(node.text) & set('"\\'):
        return f'"{node.text}"'
    return node.span.text


def format_scalar(node: YamlScalar, shape: Shaped, indent: int, lead: str) -> list[Line]:
    """Write a scalar behind its key or dash, over as many lines as it takes."""
    shape = fitting(shape, node)
    written = one_line(node, shape)
    if written is not None:
        return [Line(indent, f"{lead} {written}")]
    if node.style not in ("literal", "folded"):
        first, *rest = node.span.text.split("\n")
        lines = [Line(indent + STEP, line.strip()) for line in rest]
        return [Line(indent, f"{lead} {first.strip()}"), *lines]
    behind = read_trivia(node.span.text, 0, max(node.span.text.find("\n"), 0)).behind
    if node.style == "literal" and is_script(shape):
        place = find_place(node).value
        assert place is not None
        inner = indent + STEP
        if isinstance(shape, s.ValuesShape):
            lines = format_values(place, inner)
        else:
            lines = format_block(place, _block_rule(shape), inner)
        return [Line(indent, f"{lead} |", behind), *lines]
    return [Line(indent, f"{lead} {_header(node)}", behind), *_raw_lines(node, indent + STEP)]


def _line_rule(shape: Shaped) -> Start:
    match shape:
        case s.BlockShape():
            return "script_line"
        case s.TypeShape():
            return "type_line"
        case _:
            return "value_line"


def _block_rule(shape: Shaped) -> Start:
    return "script_block" if isinstance(shape, s.BlockShape) else "value_block"


def _header(node: YamlScalar) -> str:
    """Write the sign of a block of text; how its end is kept, and blanks it begins with."""
    found = _HEADER.match(node.span.text)
    written = found[0] if found else "|"
    keeps = "".join(sign for sign in written if sign in "-+")
    begins = f"{STEP}" if _content(node)[:1] and _content(node)[0].startswith(" ") else ""
    return f"{written[0]}{begins}{keeps}"


def _content(node: YamlScalar) -> list[str]:
    """Give the lines of a block of text without their common indentation."""
    header, *lines = node.span.text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    digit = re.search(r"[1-9]", (_HEADER.match(header) or [""])[0])
    filled = next((line for line in lines if line.strip()), "")
    depth = len(filled) - len(filled.lstrip(" "))
    if digit is not None:
        depth = _outer(node) + int(digit[0])
    return [line[depth:] for line in lines]


def _outer(node: YamlScalar) -> int:
    """Give the indentation of the block that a block of text with a number in its sign is in."""
    source = node.span.source
    line = source.line(node.span.line)
    lead = re.match(r"[ ]*(?:-[ ]+)*", line)
    return 0 if lead is None else lead.end()


def _raw_lines(node: YamlScalar, indent: int) -> list[Line]:
    lines = _content(node)
    kept = node.text[len(node.text.rstrip("\n")) :].count("\n") - 1
    more = [Line(0)] * max(0, kept) if "+" in _header(node) else []
    return [Line(indent, line.rstrip("\r")) if line.strip() else Line(0) for line in lines] + more
