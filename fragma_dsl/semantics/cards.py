"""Cards: families as declared to their cards with the values of their attributes."""

from collections.abc import Iterator, Mapping
from itertools import product

from fragma_dsl.library.types import Enum, Optional, Type
from fragma_dsl.play.texts import ByLanguage, fill, pick_language
from fragma_dsl.semantics import problems
from fragma_dsl.semantics.model import CardFamily, Expr
from fragma_dsl.semantics.names import number_type
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.words import is_whole
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import say

MOST_CARDS = 2000
LACKED = "the numbers of an attribute that some cards lack"


def cards_of(node: tree.CardDecl) -> dict[str, dict[str, tree.Identifier]]:
    """Give the cards of a family by name, each with the values of its attributes as written.

    A card of `each` is called by its values, `hearts_7`; where that would begin with a digit the
    family stands first.
    """
    if node.tiles:
        return {name: {} for name in node.tiles}
    if node.named:
        return {name: dict(card.values) for name, card in node.named.items()}
    cards = {}
    for values in product(*(values.names for values in node.each.values())):
        name = "_".join(value.text for value in values)
        if not name[:1].isalpha():
            name = f"{node.name.text}_{name}"
        cards[name] = dict(zip(node.each, values, strict=True))
    return cards


def attribute_enums(families: Mapping[str, tree.CardDecl]) -> dict[str, dict[str, tree.Identifier]]:
    """Give the named values of each attribute that has names, in the order in which they are
    written."""
    found: dict[str, dict[str, tree.Identifier]] = {}
    for node in families.values():
        for attribute, values in _written(node).items():
            if not all(is_whole(value.text) for value in values):
                names = found.setdefault(attribute, {})
                for value in values:
                    names.setdefault(value.text, value)
    return found


def _written(node: tree.CardDecl) -> dict[str, list[tree.Identifier]]:
    written = {name: list(values.names) for name, values in node.each.items()}
    for card in node.named.values():
        for name, value in card.values.items():
            written.setdefault(name, []).append(value)
    return written


def card_texts(variant: tree.Variant) -> dict[str, dict[str, str]]:
    """Write the texts of cards by that of their family, in which `{rank}` stands for a value."""
    texts = {name: text.by_language for name, text in variant.texts.items()}
    return {
        card: {
            language: fill(template, dict(_value_texts(values, texts, language or None)))
            for language, template in texts[family].items()
        }
        for family, node in variant.cards.items()
        if any("{" in template for template in texts.get(family, {}).values())
        for card, values in cards_of(node).items()
    }


def _value_texts(
    values: Mapping[str, tree.Identifier], texts: Mapping[str, ByLanguage], language: str | None
) -> Iterator[tuple[str, str]]:
    for attribute, value in values.items():
        found = pick_language(texts.get(value.text, {}), language)
        yield attribute, found or value.text.replace("_", " ")


def resolve_family(
    node: tree.CardDecl,
    count: Expr,
    enums: Mapping[str, tuple[str, ...]],
    problem_list: list[Problem],
) -> CardFamily:
    """Resolve a family whose attributes with names are enums."""
    cards = cards_of(node)
    if len(cards) > MOST_CARDS:
        what = say("the cards of `{name}`", name=node.name.text)
        problem_list.append(problems.TooLarge(node.name.span, what, len(cards), MOST_CARDS))
        cards = {}
    attributes = dict(_attributes(node, cards, enums, problem_list))
    return CardFamily(node.name.text, tuple(cards), attributes, count, node.span)


def _attributes(
    node: tree.CardDecl,
    cards: Mapping[str, Mapping[str, tree.Identifier]],
    enums: Mapping[str, tuple[str, ...]],
    problem_list: list[Problem],
) -> Iterator[tuple[str, tuple[Type, tuple[int, ...]]]]:
    for attribute, written in _written(node).items():
        numbers = all(is_whole(value.text) for value in written)
        found = []
        for values in cards.values():
            value = values.get(attribute)
            if value is None:
                found.append(-1)
            elif numbers:
                found.append(int(value.text))
            elif value.text in enums[attribute]:
                found.append(enums[attribute].index(value.text))
            else:
                close = nearest(value.text, enums[attribute])
                there = ", ".join(enums[attribute])
                advice = say(
                    "another `{attribute}` is declared, with the values {there!s}",
                    attribute=attribute,
                    there=there,
                )
                problem_list.append(
                    problems.UnknownName(value.span, value.text, "value", close, attribute, advice)
                )
                found.append(0)
        has = [attribute in values for values in cards.values()]
        known = tuple(number for number, one in zip(found, has, strict=True) if one) or (0,)
        type: Type = number_type(known) if numbers else Enum(attribute)
        if not all(has):
            if numbers and -1 in known:
                blamed = next(value.span for value in written if value.text == "-1")
                problem_list.append(problems.OutOfRange(blamed, "-1", LACKED))
            type = Optional(type)
        yield attribute, (type, tuple(found))
