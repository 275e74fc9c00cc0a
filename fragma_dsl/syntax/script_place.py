"""Script place: where in the file the characters of a script stand, or why YAML has spoilt them."""

import re
from dataclasses import dataclass

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax.block_form import BLOCK_ADVICE, block_advice, block_fix
from fragma_dsl.syntax.lines import split_lines, split_parts
from fragma_dsl.syntax.yaml_tree import YamlScalar
from fragma_dsl.text.problem import Checked, Fix
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

_LIST_ADVICE = say(
    "{form}; if these are entries of a list, put a space after each `-`,"
    " and all of them in one column",
    form=BLOCK_ADVICE,
)
_HEADER = re.compile(r"\|[^\n]*")


@dataclass(frozen=True, slots=True)
class ScriptPlace:
    """A stretch of a source to parse: the lines of a `|` block, or a plain scalar."""

    source: Source
    start: int
    end: int
    is_block: bool

    @property
    def span(self) -> Span:
        """The stretch."""
        return Span(self.source, self.start, self.end)


def find_place(scalar: YamlScalar) -> Checked[ScriptPlace]:
    """Find the characters of a script."""
    span = scalar.span
    match scalar.style:
        case "broken":
            return Checked(None)
        case "folded":
            sign = Span(span.source, span.start, span.start + 1)
            return Checked(None, (p.FoldedScript(sign, known_fix=Fix(sign, "|")),))
        case "single" | "double":
            return Checked(None, (_quoted(scalar),))
        case "literal":
            return _block_place(span)
        case "plain":
            return _plain_place(scalar)


def split_place(place: ScriptPlace) -> tuple[ScriptPlace, ...]:
    """Split a stretch at each `;` outside brackets and at the ends of its lines."""
    text = place.source.text
    return tuple(
        ScriptPlace(place.source, start, end, place.is_block)
        for line in split_lines(text, place.start, place.end)
        for start, end in split_parts(text, line)
    )


def _quoted(scalar: YamlScalar) -> p.QuotedScript:
    span, text = scalar.span, scalar.text
    is_plain = re.search(r": | #|:$|[\n\\]|^\s|^[\[{\"'|>&*!%@`#?-]|^$", text) is None
    is_verbatim = span.text[1:-1] == text
    if is_plain and is_verbatim and not (scalar.in_brackets and re.search(r"[,\[\]{}]", text)):
        return p.QuotedScript(span, known_fix=Fix(span, text))
    fix = block_fix(span, text) if text.strip() else None
    return p.QuotedScript(span, advice=block_advice(scalar.in_brackets), known_fix=fix)


def _block_place(span: Span) -> Checked[ScriptPlace]:
    """Give the lines after the header, from its line break to the one after the last sign."""
    text = span.source.text
    header = _HEADER.match(text, span.start)
    start = header.end() if header else span.start
    content = text[start : span.end].rstrip()
    if not re.search(r"^[ \t]*[^\s#]", content, re.MULTILINE):
        return Checked(None, (p.EmptyScript(Span(span.source, span.start, span.start + 1)),))
    end = text.find("\n", start + len(content))
    return Checked(ScriptPlace(span.source, start, len(text) if end < 0 else end + 1, True))


def _plain_place(scalar: YamlScalar) -> Checked[ScriptPlace]:
    span = scalar.span
    if not scalar.text:
        return Checked(None, (p.EmptyScript(span, advice="write one, or delete the key"),))
    if "\n" in span.text:
        listed = re.search(r"^\s*-", span.text, re.MULTILINE) is not None
        advice = _LIST_ADVICE if listed else block_advice(scalar.in_brackets)
        return Checked(None, (p.ManyLines(span, advice=advice),))
    return Checked(ScriptPlace(span.source, span.start, span.end, False))
