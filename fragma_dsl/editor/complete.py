"""Complete: an index and a place in a text to what may be written there, the likeliest first."""

import re
from collections.abc import Iterator
from dataclasses import replace

from fragma_dsl.editor.complete_script import complete_script, offer_types
from fragma_dsl.editor.describe import form_of
from fragma_dsl.editor.index import Index
from fragma_dsl.editor.offered import Completion, offer, offer_values, symbols_of
from fragma_dsl.editor.place import CursorPlace
from fragma_dsl.editor.symbols import KINDS, SymbolKind
from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.rule_file import SHAPES
from fragma_dsl.text.said import say

_CALLABLE: tuple[SymbolKind, ...] = ("function", "rule")
_KINDS_OF_FILES = {
    "extends": "the game that a fork changes",
    "library": "the id of a library, which games use",
}
_MOST = 3000
_WITH_TEXTS: tuple[SymbolKind, ...] = (
    "action", "text", "value", "piece", "family", "card", "zone", "site", "layer", "player",
    "team", "ending",
)  # fmt: skip
_PARAMETERS = re.compile(r"\((?:.*,)?(.*)")


def complete(index: Index, place: CursorPlace) -> list[Completion]:
    """List what may be written at a place, each name once."""
    match place.where:
        case "key":
            found = _keys(index, place)
        case "script":
            found = complete_script(index, place)
        case _:
            found = _values(index, place)
    best: dict[str, Completion] = {}
    for one in found:
        if one.label not in best or one.rank < best[one.label].rank:
            best[one.label] = one
    return sorted(best.values(), key=lambda one: (one.rank, one.label.casefold()))[:_MOST]


# ---- keys and values


def _keys(index: Index, place: CursorPlace) -> Iterator[Completion]:
    shape = place.shape
    if isinstance(shape, s.RecordShape):
        for key in shape.keys:
            rank = 0 if key.required else 1
            yield Completion(key.name, "key", doc=key.about, text=f"{key.name}: ", rank=rank)
        if shape is SHAPES["game"]:
            for kind, about in _KINDS_OF_FILES.items():
                yield Completion(kind, "key", doc=about, text=f"{kind}: ")
    elif isinstance(shape, s.EntriesShape):
        parameters = _PARAMETERS.search(place.before)
        if shape.key == "signature" and parameters is not None:
            yield from offer_types(index, parameters[1])
        else:
            yield from _entry_keys(index, place)
    elif isinstance(shape, s.TextShape) or shape is None:
        for language in ("en", "es"):
            yield Completion(language, "key", "a language", text=f"{language}: ")


def _entry_keys(index: Index, place: CursorPlace) -> Iterator[Completion]:
    """Give names that an entry may have because something else has them."""
    keys = place.keys
    if keys[:1] == ("override",) and len(keys) == 2 and keys[1] in KINDS:
        for symbol in symbols_of(index, KINDS[keys[1]]):
            form = form_of(index, symbol).removeprefix(f"{symbol.kind} ").split(" →")[0]
            name = form if symbol.kind in _CALLABLE else symbol.name
            detail = say("the parent's {noun}", noun=symbol.noun)
            yield Completion(name, "name", detail, text=f"{name}: ")
    elif keys in (("set",), ("waive",)) or (
        keys[-1:] == ("options",) and place.entry[:1] == ("scenarios",)
    ):
        kind: SymbolKind = "invariant" if keys == ("waive",) else "option"
        for symbol in symbols_of(index, kind):
            yield Completion(symbol.name, "name", symbol.noun, text=f"{symbol.name}: ")
    elif keys == ("texts",):
        for kind in _WITH_TEXTS:
            for symbol in symbols_of(index, kind):
                yield Completion(symbol.name, "name", symbol.noun, text=f"{symbol.name}: ")
    elif keys[-3:-2] == ("options",) and keys[-1] == "values":
        for one in offer_values(index, keys[-2]):
            yield replace(one, text=f"{one.label}: ")
    elif len(keys) > 2 and keys[-2] == "named":
        for attribute in _attributes(index, keys[-3]):
            yield Completion(attribute, "name", "attribute", text=f"{attribute}: ")
    elif len(keys) >= 3 and keys[-2] in ("regions", "directions"):
        for symbol in symbols_of(index, "player"):
            yield Completion(symbol.name, "value", "player", text=f"{symbol.name}: ")


def _values(index: Index, place: CursorPlace) -> Iterator[Completion]:
    shape, keys = place.shape, place.keys
    scalar = shape.scalar if isinstance(shape, s.EitherShape) else shape
    if isinstance(scalar, s.WordShape):
        yield from (Completion(word, "value", rank=0) for word in scalar.words)
        return
    if keys[:1] == ("texts",) and len(keys) > 1 and "{" in place.before.rpartition("}")[2]:
        for name in (
            *(argument for action, argument in index.arguments if action == keys[1]),
            *_attributes(index, keys[1]),
        ):
            yield Completion(name, "local", rank=0)
    elif keys[:1] == ("remove",):
        yield from _paths(index)
    elif place.entry[:1] == ("scenarios",) and "options" not in keys:
        yield from _moves(index)
    if len(keys) > 1 and (keys[-2] == "options" or keys[0] == "set"):
        yield from offer_values(index, keys[-1])
    if place.entry[:1] == ("boards",) and "directions" not in keys:
        yield from offer(index, symbols_of(index, "site"))
        words = ("row", "rows", "column", "columns", "edge", "corners", "layer", "all")
        yield from (Completion(word, "word", rank=2) for word in words if "regions" in keys)


def _attributes(index: Index, family: str) -> list[str]:
    """List the attributes of a family of cards."""
    variant = index.analysis.variant
    made = None if variant is None else variant.cards.get(family)
    if made is None:
        return []
    named = (attribute for card in made.named.values() for attribute in card.values)
    return list(dict.fromkeys((*made.each, *named)))


def _paths(index: Index) -> Iterator[Completion]:
    for key, kind in KINDS.items():
        for symbol in symbols_of(index, kind):
            yield Completion(f"{key}.{symbol.name}", "name", symbol.noun)


def _moves(index: Index) -> Iterator[Completion]:
    for symbol in symbols_of(index, "action"):
        yield Completion(symbol.name, "function", form_of(index, symbol).split("\n")[0], rank=0)
    yield from (Completion(word, "word", rank=1) for word in ("roll", "draw"))
    kinds = ("site", "value", "player", "piece", "card")
    yield from offer(index, [one for one in index.symbols() if one.kind in kinds], rank=2)
