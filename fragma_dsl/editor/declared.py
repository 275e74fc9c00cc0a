"""Declared: the declarations of a game to the places where their names stand."""

from collections.abc import Iterator, Mapping
from typing import Any

from fragma_dsl.editor.symbols import Occurrence, Symbol, SymbolKind
from fragma_dsl.semantics.boards.names import expand_range, split_words
from fragma_dsl.semantics.declarations import all_seat_names
from fragma_dsl.semantics.model import Game
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax.words import is_whole
from fragma_dsl.text.span import Span


def find_declared(variant: t.Variant, game: Game | None) -> Iterator[Occurrence]:
    """Run through everything that a game declares; what is generated stands where it comes from."""
    plain: tuple[tuple[SymbolKind, Mapping[str, Any]], ...] = (
        ("option", variant.options),
        ("enum", variant.enums),
        ("die", variant.dice),
        ("board", variant.boards),
        ("piece", variant.pieces),
        ("family", variant.cards),
        ("zone", variant.zones),
        ("variable", variant.state),
        ("function", variant.functions),
        ("rule", variant.rules),
        ("phase", variant.phases),
        ("ending", variant.end),
        ("invariant", variant.invariants),
        ("scenario", variant.scenarios),
    )
    for kind, entries in plain:
        for key, node in entries.items():
            yield _made(kind, key, node)
    yield from _seats(variant)
    for option in variant.options.values():
        if isinstance(option.type, t.ValueList):
            yield from _values(option.type.names, option.name.text)
    for enum in variant.enums.values():
        yield from _values(enum.values.names, enum.name.text)
    for die in variant.dice.values():
        names = tuple(face for face in die.faces if not is_whole(face.text))
        yield from _values(names, die.name.text)
    for board in variant.boards.values():
        yield from _board(board, game)
    for family in variant.cards.values():
        yield from _cards(family, game)


def _made(kind: SymbolKind, key: str, node: Any) -> Occurrence:
    return Occurrence(node.name.span, Symbol(kind, key), node.span)


def _values(names: tuple[t.Identifier, ...], home: str) -> Iterator[Occurrence]:
    for name in names:
        yield Occurrence(name.span, Symbol("value", name.text, home), name.span)


def _seats(variant: t.Variant) -> Iterator[Occurrence]:
    named = {name.text: name.span for name in variant.players.names}
    for name in all_seat_names(variant.players):
        span = named.get(name, variant.players.span)
        yield Occurrence(span, Symbol("player", name), span)
    for team in variant.teams.names if variant.teams is not None else ():
        yield Occurrence(team.span, Symbol("team", team.text), team.span)


def _board(board: t.BoardDecl, game: Game | None) -> Iterator[Occurrence]:
    home = board.name.text
    for layer in board.layers:
        yield Occurrence(layer.span, Symbol("layer", layer.text, home), layer.span)
    parts: tuple[tuple[SymbolKind, Mapping[str, Any]], ...] = (
        ("region", board.regions),
        ("lines", board.lines),
        ("directions", board.directions),
    )
    for kind, entries in parts:
        for key, node in entries.items():
            yield Occurrence(node.name.span, Symbol(kind, key, home), node.span)
    places = _site_places(board)
    built = () if game is None else game.boards
    sites = next((one.sites[: one.layer_size] for one in built if one.name == home), tuple(places))
    for site in sites:
        span = places.get(site, board.name.span)
        yield Occurrence(span, Symbol("site", site, home), span)


def _site_places(board: t.BoardDecl) -> dict[str, Span]:
    if board.shape.text != "sites":
        return {}
    words = (word for phrase in board.arguments for word in split_words(phrase))
    return {site.text: word.span for word in words for site in expand_range(word, [])}


def _cards(family: t.CardDecl, game: Game | None) -> Iterator[Occurrence]:
    home = family.name.text
    for attribute, values in family.each.items():
        yield Occurrence(values.span, Symbol("attribute", attribute), values.span)
        names = tuple(one for one in values.names if not is_whole(one.text))
        yield from _values(names, attribute)
    own: dict[str, t.NamedCard | t.TileDecl] = {**family.named, **family.tiles}
    for name, node in own.items():
        yield Occurrence(node.name.span, Symbol("card", name, home), node.span)
    for tile in family.tiles.values():
        lines = (line for face in tile.faces for line in face)
        yield from _values(tuple(line.colour for line in lines), "colour")
    for card in family.named.values():
        for attribute, value in card.values.items():
            yield Occurrence(value.span, Symbol("attribute", attribute), value.span)
            if not is_whole(value.text):
                yield Occurrence(value.span, Symbol("value", value.text, attribute), value.span)
    made = game.cards.get(home) if game is not None else None
    for name in made.cards if made is not None else ():
        if name not in own:
            yield Occurrence(family.name.span, Symbol("card", name, home), family.name.span)
