"""Offered: what a completion is, and symbols as completions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fragma_dsl.editor.describe import shown_type, type_of
from fragma_dsl.editor.index import Index
from fragma_dsl.editor.symbols import Symbol, SymbolKind
from fragma_dsl.library.types import Bool
from fragma_dsl.text.said import say

ItemKind: TypeAlias = Literal[
    "key", "word", "function", "variable", "value", "local", "type", "name"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Completion:
    """What may be written: `text` in the place of the word that is begun; the lower `rank` the
    likelier."""

    label: str
    kind: ItemKind
    detail: str = ""
    doc: str = ""
    text: str = ""
    rank: int = 1


def offer(index: Index, symbols: Iterable[Symbol], rank: int = 1) -> Iterator[Completion]:
    for symbol in symbols:
        kind: ItemKind = "variable" if symbol.kind == "variable" else "value"
        detail = symbol.noun
        if symbol.home:
            detail = say("{noun} of {home!s}", noun=symbol.noun, home=symbol.home)
        if symbol.kind in ("variable", "option") and (type := type_of(index, symbol)) is not None:
            detail = say("{noun}: {type!s}", noun=symbol.noun, type=shown_type(type))
        yield Completion(symbol.name, kind, detail, rank=rank)


def symbols_of(index: Index, kind: SymbolKind) -> list[Symbol]:
    return [symbol for symbol in index.symbols() if symbol.kind == kind]


def offer_values(index: Index, home: str) -> Iterator[Completion]:
    """Give the values of an option."""
    if type_of(index, Symbol("option", home)) == Bool():
        yield from (Completion(word, "word") for word in ("true", "false"))
    else:
        yield from offer(index, [one for one in symbols_of(index, "value") if one.home == home])
