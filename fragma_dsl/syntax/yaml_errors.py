"""YAML errors: what the YAML reader complains about, in plain words and at the right place."""

import re
from typing import Any

import yaml

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax.yaml_claims import find_claim
from fragma_dsl.text.problem import Label, Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

_BLOCK_FORM = (
    "in a script, use the `|` form: `|` after the key, the script on the next line, indented"
)
_ENTRY = "begin it with `- `; an entry of several lines needs the `|` form, `- |`"
_ENTRIES = "let every `-` of a list begin in the same column"
_MESSAGES: tuple[tuple[str, str, str | None], ...] = (
    (
        "mapping values are not allowed",
        "a second `:` cannot stand here",
        say("put a text with `: ` in quotes; {form}", form=_BLOCK_FORM),
    ),
    (
        "sequence entries are not allowed",
        "a list with `- ` must begin on a line of its own",
        "move the `-` to the next line, indented, or write the list in `[ ]`; a script that "
        "begins with `-` needs the `|` form",
    ),
    (
        "expected ',' or ']'",
        "the list in `[ ]` is not complete",
        "separate its entries with commas and close it with `]`",
    ),
    (
        "expected ',' or '}'",
        "the map in `{ }` is not complete",
        "separate its entries with commas and close it with `}`",
    ),
    (
        "did not find expected node content",
        "this sign cannot begin a value",
        say("put a text in quotes; {form}", form=_BLOCK_FORM),
    ),
    (
        "expected the node content",
        "this sign cannot begin a value",
        say("put a text in quotes; {form}", form=_BLOCK_FORM),
    ),
    (
        "cannot start any token",
        "this sign cannot begin a value",
        say("put a text in quotes; {form}", form=_BLOCK_FORM),
    ),
    ("unexpected end of stream", "the quotes are never closed", "close them"),
    (
        "unknown escape",
        "this `\\` is not followed by a letter with a meaning",
        "write the text without quotes, in single quotes, or `\\\\` for a backslash",
    ),
    (
        "could not find expected ':'",
        "this line is no `key: value`",
        say("write `:` and a space after the key; {form}", form=_BLOCK_FORM),
    ),
    (
        "block scalar",
        "only a comment may follow `|` on its line",
        "begin the script on the next line, indented",
    ),
    (
        "expected comment or line break",
        "only a comment may follow `|` on its line",
        "begin the script on the next line, indented",
    ),
    (
        "expected '-' indicator",
        "this line is not part of the list above, and no key either",
        "begin it with `- `, or move it to the column of its map",
    ),
    (
        "did not find expected key",
        "this line does not fit what stands above it",
        say("let the keys of one map begin in the same column; {form}", form=_BLOCK_FORM),
    ),
    (
        "expected <block end>",
        "this line does not fit what stands above it",
        say("let the keys of one map begin in the same column; {form}", form=_BLOCK_FORM),
    ),
)


def explain_error(source: Source, offset: int, error: yaml.YAMLError) -> Problem:
    """Make a problem from an error of the YAML reader."""
    said = f"{getattr(error, 'context', '') or ''} {getattr(error, 'problem', '') or ''}"
    mark, begun = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    place = _place(source, offset, mark)
    if "depth" in said or "nesting" in said:
        return p.TooDeepFile(place)
    if "could not find expected ':'" in said and begun is not None:
        place = _line(_place(source, offset, begun))
    claim = find_claim(source, offset, place)
    if claim is not None:
        return claim
    if "could not find expected ':'" in said and _is_below_entry(source, place):
        return p.BrokenLayout(place, "this line is no entry of the list above", advice=_ENTRY)
    for pattern, message, advice in _MESSAGES:
        if pattern in said:
            other = _begun(source, offset, begun)
            if message.startswith("the quotes") and other is not None:
                return p.BrokenLayout(other.span, message, advice=advice)
            if "`" not in message or (other is not None and other.span.text not in ("[", "{")):
                other = None
            is_entry = "does not fit" in message and re.match(r"-\s", source.text[place.start :])
            return p.BrokenLayout(place, message, other, advice=_ENTRIES if is_entry else advice)
    return p.BrokenLayout(place, "the file cannot be read from here on", advice=_BLOCK_FORM)


def _place(source: Source, offset: int, mark: Any) -> Span:
    """Give the blamed character; an end of file is blamed on the last character before it."""
    index = min(offset + (mark.index if mark is not None else 0), len(source.text))
    if not source.text[index:].strip():
        index = max(0, len(source.text.rstrip()) - 1)
    return Span(source, index, min(index + 1, len(source.text)))


def _is_below_entry(source: Source, line: Span) -> bool:
    """Whether a line stands below an entry `- ` in the column of its `-`."""
    number, column = source.position(line.start)
    above = (source.line(other) for other in range(number - 1, 0, -1))
    last = next((text for text in above if text.strip()), "")
    return re.match(rf" {{{column - 1}}}-\s", last) is not None


def _line(span: Span) -> Span:
    """Stretch a span to the end of its line."""
    end = span.source.text.find("\n", span.start)
    return Span(span.source, span.start, max(span.end, end))


def _begun(source: Source, offset: int, mark: Any) -> Label | None:
    if mark is None:
        return None
    start = offset + mark.index
    return Label(Span(source, start, start + 1), "begun here")
