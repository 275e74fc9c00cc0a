"""Colours: a file and its index to the kinds of its names, for an editor that paints by meaning."""

from collections.abc import Iterator

from fragma_dsl.editor.index import Index
from fragma_dsl.editor.symbols import SymbolKind
from fragma_dsl.text.span import Span

TOKEN_TYPES = (
    "variable", "parameter", "property", "function", "method", "enum", "enumMember", "class",
    "type", "namespace", "event", "string",
)  # fmt: skip
MODIFIERS = ("declaration", "readonly", "defaultLibrary")

_TYPES: dict[SymbolKind, tuple[str, bool]] = {
    "option": ("property", True), "enum": ("enum", True), "value": ("enumMember", True),
    "die": ("enum", True), "board": ("namespace", True), "site": ("enumMember", True),
    "layer": ("enumMember", True), "region": ("namespace", True), "lines": ("namespace", True),
    "directions": ("namespace", True), "piece": ("class", True), "family": ("class", True),
    "card": ("enumMember", True), "attribute": ("property", True), "zone": ("class", True),
    "variable": ("property", False), "function": ("function", True), "rule": ("method", True),
    "phase": ("enumMember", True), "ending": ("event", True), "invariant": ("event", True),
    "scenario": ("event", True), "player": ("enumMember", True), "team": ("enumMember", True),
    "action": ("event", True), "text": ("string", True), "local": ("variable", False),
    "builtin": ("function", True),
}  # fmt: skip
"""How each kind of symbol is painted, and whether it stays as it is while a game is played."""


def coloured(index: Index, file: str) -> Iterator[tuple[Span, str, tuple[str, ...]]]:
    """Run through the names of a file in order, none over another, each with how it is painted."""
    at = 0
    for one in index.by_file.get(file, []):
        span = one.span
        if span.start < at or span.text != one.symbol.name:
            continue
        name, is_fixed = _TYPES[one.symbol.kind]
        marks = []
        if one.whole is not None:
            marks.append("declaration")
        if is_fixed:
            marks.append("readonly")
        if one.symbol.kind == "builtin":
            marks.append("defaultLibrary")
        at = span.end
        yield span, name, tuple(marks)
