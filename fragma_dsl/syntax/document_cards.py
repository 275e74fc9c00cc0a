"""Cards: an entry of `cards` to a family of cards with their attributes."""

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.document_dice import check_faces, make_die
from fragma_dsl.text.problem import Problem


def make_cards(
    entry: v.Entry, count: t.Expression | None, problems: list[Problem]
) -> t.CardDecl | None:
    """Make a family of cards; None where it has none."""
    if not isinstance(entry.value, v.Fields):
        return None
    each, named = _each(entry.value, problems), _named(entry.value, problems)
    if not each and not named:
        problems.append(p.MissingKey(entry.value.span, "cards", "each", "or `named`"))
        return None
    number = count or t.Number(1, entry.name.span)
    return t.CardDecl(entry.name, each, named, number, entry.span)


def _each(fields: v.Fields, problems: list[Problem]) -> dict[str, t.ValueList]:
    found = fields.find("each", v.Entries)
    values = {}
    for entry in found.entries if found is not None else ():
        made = make_die(entry, problems, "value")
        if made is not None:
            values[entry.name.text] = t.ValueList(made.faces, entry.span)
    return values


def _named(fields: v.Fields, problems: list[Problem]) -> dict[str, t.NamedCard]:
    found = fields.find("named", v.Entries)
    cards = {}
    for entry in found.entries if found is not None else ():
        own = entry.value.entries if isinstance(entry.value, v.Entries) else ()
        values = {one.name.text: one.value for one in own if isinstance(one.value, t.Identifier)}
        cards[entry.name.text] = t.NamedCard(entry.name, values, entry.span)
    written: dict[str, dict[str, t.Identifier]] = {}
    for card in cards.values():
        for attribute, value in card.values.items():
            written.setdefault(attribute, {}).setdefault(value.text, value)
    for different in written.values():
        check_faces(tuple(different.values()), problems, "value")
    return cards
