"""Resolve types: types as written to types of the library."""

from typing import assert_never

from fragma_dsl.library.types import (
    Bool,
    Card,
    Direction,
    Enum,
    Int,
    Kind,
    Layer,
    ListOf,
    Optional,
    Part,
    Piece,
    Place,
    Player,
    SetOf,
    Site,
    Team,
    Type,
    Unknown,
)
from fragma_dsl.semantics import problems
from fragma_dsl.semantics.checker import Checker
from fragma_dsl.syntax import tree
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

PLAIN: dict[str, Type] = {
    "bool": Bool(),
    "int": Int(),
    "player": Player(),
    "team": Team(),
    "site": Site(),
    "direction": Direction(),
    "kind": Kind(),
    "piece": Piece(),
    "place": Place(),
    "part": Part(),
}


def resolve_type(c: Checker, node: tree.TypeNode) -> Type:
    """Resolve a type as written; what is wrong with it is reported and gives Unknown."""
    match node:
        case tree.Bad():
            return Unknown()
        case tree.TypeName():
            return _resolve_name(c, node)
        case tree.TypeOf():
            return _resolve_of(c, node)
        case tree.RangeType(low, high, span):
            if high < low:
                c.report(problems.EmptyRange(span, low, high))
                low, high = high, low
            return Int(low, high)
        case tree.SetType(item):
            return SetOf(_resolve_item(c, item))
        case tree.ListType(item, most):
            return ListOf(_resolve_item(c, item), most)
        case tree.OptionalType(item, span):
            type = resolve_type(c, item)
            if isinstance(type, SetOf | ListOf):
                found, why = "a set or list", "let it be empty instead"
            elif isinstance(type, Int) and type.low < 0:
                found, why = "numbers below 0", "give it a range from 0, such as `0..99 or none`"
            else:
                return Optional(type)
            c.report(problems.WrongType(span, "a type that can be none", found, why))
            return type
        case _:
            assert_never(node)


def _resolve_item(c: Checker, node: tree.TypeNode) -> Type:
    type = resolve_type(c, node)
    if isinstance(type, SetOf | ListOf):
        c.report(problems.NestedSet(node.span))
        return Unknown()
    return type


def _resolve_name(c: Checker, node: tree.TypeName) -> Type:
    if node.text in PLAIN:
        boards = c.board_names
        if node.text == "site" and len(boards) == 1:
            return Site(boards[0])
        return PLAIN[node.text]
    if node.text in c.domains.enums:
        return Enum(node.text)
    if node.text in c.dice:
        return c.dice[node.text].type
    if node.text == "card" and c.card_families:
        return Card(next(iter(c.card_families))) if len(c.card_families) == 1 else Card()
    layered = [board.name for board in c.domains.boards if board.layers]
    if node.text == "layer":
        return _resolve_layer(c, node.span, layered)
    words = [*PLAIN, "layer"] if layered else [*PLAIN]
    known = [*words, *c.domains.enums, *c.dice]
    c.report(problems.UnknownName(node.span, node.text, "type", nearest(node.text, known)))
    return Unknown()


def _resolve_layer(c: Checker, span: Span, layered: list[str]) -> Type:
    if len(layered) == 1:
        return Layer(layered[0])
    if layered:
        meanings = tuple(say("a layer of {board!s}", board=board) for board in layered)
        forms = tuple(f"layer of {board}" for board in layered)
        c.report(problems.AmbiguousName(span, "layer", meanings, forms))
    else:
        c.report(problems.WrongType(span, "a type", "`layer`, but no board has layers"))
    return Unknown()


def _resolve_of(c: Checker, node: tree.TypeOf) -> Type:
    boards = {board.name: board for board in c.domains.boards}
    name = node.board.text
    if node.name.text == "card":
        return _resolve_family(c, node)
    if node.name.text not in ("site", "layer"):
        close = nearest(node.name.text, ("site", "layer", "card"))
        c.report(problems.UnknownName(node.name.span, node.name.text, "type", close))
        return Unknown()
    if node.name.text == "site" and name in c.board_names:
        return Site(name)
    if name not in boards:
        c.report(problems.UnknownName(node.board.span, name, "board", nearest(name, boards)))
        return Unknown()
    if node.name.text == "site":
        return Site(name)
    if not boards[name].layers:
        c.report(problems.WrongType(node.board.span, "a board with layers", f"`{name}`"))
        return Unknown()
    return Layer(name)


def _resolve_family(c: Checker, node: tree.TypeOf) -> Type:
    name = node.board.text
    if name in c.card_families:
        return Card(name)
    close = nearest(name, c.card_families)
    c.report(problems.UnknownName(node.board.span, name, "family of cards", close))
    return Unknown()
