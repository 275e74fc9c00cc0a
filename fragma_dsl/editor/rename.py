"""Rename: a symbol and a new name to the edits in all files, or why it cannot be."""

from collections.abc import Iterable

from fragma_dsl.editor.index import Index
from fragma_dsl.editor.symbols import Symbol
from fragma_dsl.syntax.words import RESERVED, is_name
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

FIXED = ("builtin", "attribute", "card")


class RenameError(Exception):
    """A name that cannot be changed, or not to what is wanted."""


def check_renameable(index: Index, symbol: Symbol) -> None:
    """Raise RenameError for a name that no file declares by that name."""
    declared = index.declarations(symbol)
    if symbol.kind in FIXED:
        raise RenameError(
            say(
                "`{name}` is a {noun}, whose name is not declared alone",
                name=symbol.name,
                noun=symbol.noun,
            )
        )
    if not declared or all(one.span.source.name == "prelude.rules.yaml" for one in declared):
        raise RenameError(say("`{name}` is not declared in these files", name=symbol.name))
    if any(one.span.text != symbol.name for one in declared):
        made = declared[0].span.text
        raise RenameError(say("`{name}` is made by `{text}`", name=symbol.name, text=made))
    if Symbol("attribute", symbol.home) in index.by_symbol:
        raise RenameError(say("`{name}` is part of the names of cards", name=symbol.name))
    if symbol.kind == "site" and _is_drawn(index, symbol):
        raise RenameError(
            say("`{name}` stands in a drawing; change it there by hand", name=symbol.name)
        )


def _is_drawn(index: Index, symbol: Symbol) -> bool:
    variant = index.analysis.variant
    board = None if variant is None else variant.boards.get(symbol.home)
    return board is not None and (board.drawing is not None or bool(board.links))


def check_new_name(indices: Iterable[Index], symbol: Symbol, name: str) -> None:
    """Raise RenameError for a name that is none, or is taken."""
    if not is_name(name):
        raise RenameError(
            say("`{name}` is no name: a letter, then letters, digits and `_`", name=name)
        )
    if name in RESERVED:
        raise RenameError(say("`{name}` is a word of the language", name=name))
    for index in indices:
        taken = [one for one in index.by_name.get(name, ()) if _clashes(symbol, one)]
        if taken:
            raise RenameError(
                say("there is a {noun} `{name}` already", noun=taken[0].noun, name=name)
            )


def _clashes(symbol: Symbol, other: Symbol) -> bool:
    return symbol.kind != "local" and other.kind == symbol.kind and other.home == symbol.home


def rename_edits(indices: Iterable[Index], symbol: Symbol) -> dict[str, list[Span]]:
    """Give the places of a symbol in all files, by file, in order."""
    found: dict[tuple[str, int], Span] = {}
    for index in indices:
        for one in index.places(symbol):
            found[one.span.source.name, one.span.start] = one.span
    by_file: dict[str, list[Span]] = {}
    for (file, _), span in sorted(found.items()):
        by_file.setdefault(file, []).append(span)
    return by_file


def changed_text(source: Source, spans: list[Span], name: str) -> str:
    """Put a name in the places of a file."""
    text, at = "", 0
    for span in spans:
        text += source.text[at : span.start] + name
        at = span.end
    return text + source.text[at:]
