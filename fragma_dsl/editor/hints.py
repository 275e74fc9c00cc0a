"""Hints: the types that a script does not write: of `let`, of generators, of functions."""

from collections.abc import Iterator
from dataclasses import dataclass

from fragma_dsl.editor.describe import shown_type, type_of
from fragma_dsl.editor.index import Index
from fragma_dsl.editor.symbols import Occurrence


@dataclass(frozen=True, slots=True)
class Hint:
    """A text to show at an offset."""

    offset: int
    text: str


def find_hints(index: Index, file: str, start: int, end: int) -> Iterator[Hint]:
    """Give the hints between two offsets of a file."""
    for one in index.by_file.get(file, []):
        if one.whole is None or not start <= one.span.start <= end:
            continue
        type = type_of(index, one.symbol)
        if type is None:
            continue
        if one.symbol.kind == "local" and not _says_type(one):
            yield Hint(one.span.end, f": {shown_type(type)}")
        elif one.symbol.kind == "function":
            close = _end_of_signature(one)
            if close is not None:
                yield Hint(close, f" → {shown_type(type)}")


def _says_type(one: Occurrence) -> bool:
    """Say whether a type stands before a local: it is a parameter, or `let` names its type."""
    source = one.span.source
    line = source.text[source.text.rfind("\n", 0, one.span.start) + 1 : one.span.start].rstrip()
    after = source.text[one.span.end : one.span.end + 4].lstrip(" ")
    if line.endswith(" let") or line.strip() == "let":
        return False
    return not (after.startswith("in ") or line.split()[-1:] in (["draw"], ["rank"], ["pay"]))


def _end_of_signature(one: Occurrence) -> int | None:
    text = one.span.source.text
    close = text.find(")", one.span.end)
    return close + 1 if text[one.span.end : one.span.end + 1] == "(" and close >= 0 else None
