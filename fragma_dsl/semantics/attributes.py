"""Attributes: `c.suit` on a card to the value that the file gives to it."""

from fragma_dsl.library.types import Card, Kind, ListOf, Optional, Piece, Type, Unknown
from fragma_dsl.semantics import model, problems
from fragma_dsl.semantics.checker import Checker, type_text, unknown
from fragma_dsl.semantics.expressions import check
from fragma_dsl.semantics.relate import join
from fragma_dsl.syntax import tree
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.said import say


def find_attribute(
    c: Checker, node: tree.Call, name: str, argument: tree.Expression
) -> model.Expr | None:
    """Find an attribute of a card, which the file gives; None where a call means something else.

    Of any card, the families that have the attribute together give its type; on a card that lacks
    it, it is none.
    """
    families = [one for one in c.card_families.values() if name in one.attributes]
    is_called = name in c.function_decls or name in c.library.builtins or name in c.rule_decls
    if not families and (is_called or not c.card_families):
        return None
    if (name, argument.span) in c.no_attributes:  # it is checked here once, however often asked
        return None
    card = check(c, argument)
    if isinstance(card.type, Optional) and isinstance(card.type.item, Card):
        card = model.Require(card, card.type.item, card.span)
    if not isinstance(card.type, Card):
        found = None if is_called else _report_no_card(c, node, card, name)
        if found is None:
            c.no_attributes.add((name, argument.span))
        return found
    home = card.type.family
    if home is not None:
        families = [one for one in families if one.name == home]
    if not families:
        if not is_called:
            return _report_unknown(c, node, name, home)
        c.no_attributes.add((name, argument.span))
        return None
    return _attribute(c, node, card, name, families)


def _report_no_card(c: Checker, node: tree.Call, value: model.Expr, name: str) -> model.Expr | None:
    """Report the attribute of a piece; leave other values to whoever knows better."""
    if not isinstance(value.type, Piece | Kind):
        return None
    why = say(
        "`{name}` is an attribute of cards; `cards(PLACE)` and `top(PLACE)` give cards", name=name
    )
    c.report(problems.WrongType(value.span, "`card`", type_text(value.type), why))
    return unknown(node.span)


def _report_unknown(c: Checker, node: tree.Call, name: str, home: str | None) -> model.Expr:
    homes = [one for one in c.card_families.values() if home in (None, one.name)]
    known = [attribute for family in homes for attribute in family.attributes]
    close = nearest(name, known)
    advice = None if close or not known else say("it has {names!s}", names=", ".join(known))
    span = node.function.span
    c.report(problems.UnknownName(span, name, "attribute", close, home or "card", advice))
    return unknown(node.span)


def _attribute(
    c: Checker, node: tree.Call, card: model.Expr, name: str, families: list[model.CardFamily]
) -> model.Expr:
    table = [-1] * c.domains.pieces
    type: Type = Unknown()
    for family in families:
        own, values = family.attributes[name]
        first, _ = c.domains.cards[family.name]
        table[first : first + len(values)] = values
        joined = join(type, own)
        if joined is None:
            why = say(
                "`{name}` is {type} on some cards and {other} on others",
                name=name,
                type=type_text(own),
                other=type_text(type),
            )
            c.report(problems.WrongType(card.span, "a card of one family", "any card", why))
            return unknown(node.span)
        type = joined
    if card.type == Card() and len(families) < len(c.card_families):
        type = type if isinstance(type, Optional) else Optional(type)
    known = model.Known(tuple(table), ListOf(type, len(table)), node.span)
    return model.Item(known, card, type, node.span)
