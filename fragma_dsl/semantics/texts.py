"""Texts: the ids and placeholders of `texts` that nothing in the game has, as warnings."""

import re
from collections.abc import Iterator

from fragma_dsl.play.texts import WORDS
from fragma_dsl.semantics import model
from fragma_dsl.semantics.declarations import all_seat_names
from fragma_dsl.semantics.text_problems import TextOfNothing, UnknownPlaceholder
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.walk import walk
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def check_texts(
    variant: tree.Variant, prelude: tree.Variant, game: model.Game, source: Source
) -> tuple[Problem, ...]:
    """Report the texts of one file that name nothing, and what in them no parameter fills."""
    scripts = (*_scripts(variant), *_scripts(prelude))
    decisions = [one for one in walk(scripts) if isinstance(one, tree.Choose)]
    cards = {family.name: tuple(family.attributes) for family in game.cards.values()}
    parameters = _parameters(decisions) | cards
    known = {*parameters, *_names(variant, game)}
    known |= {choice.prompt.text for choice in decisions if choice.prompt is not None}
    found: list[Problem] = []
    for id, text in variant.texts.items():
        if text.span.source is not source:
            continue
        if not known.issuperset((id,)) and not known.issuperset(id.split(".")):
            start = source.text.rfind(id, 0, text.span.start)
            span = Span(source, start, start + len(id)) if start >= 0 else text.span
            found.append(TextOfNothing(span, id, nearest(id, known)))
        else:
            found.extend(_check_placeholders(id, text, parameters.get(id, ())))
    return tuple(found)


def _check_placeholders(id: str, text: tree.Text, names: tuple[str, ...]) -> Iterator[Problem]:
    words = " ".join(WORDS.get(id, {}).values())
    known = (*names, *_PLACEHOLDER.findall(words))
    span = text.span
    for found in _PLACEHOLDER.finditer(span.text):
        name = found[1]
        if name not in known and any(found[0] in one for one in text.by_language.values()):
            place = Span(span.source, span.start + found.start(), span.start + found.end())
            yield UnknownPlaceholder(place, id, name, known, nearest(name, known))


def _parameters(decisions: list[tree.Choose]) -> dict[str, tuple[str, ...]]:
    """Give the parameters of every option by its name, those of its namesakes too."""
    found: dict[str, tuple[str, ...]] = {}
    for choice in decisions:
        for option in choice.options:
            if isinstance(option, tree.Option):
                names = tuple(generator.name.text for generator in option.generators)
                before = found.get(option.name.text, ())
                found[option.name.text] = tuple(dict.fromkeys((*before, *names)))
    return found


def _scripts(variant: tree.Variant) -> tuple[object, ...]:
    phases = tuple(phase.turn for phase in variant.phases.values())
    rules = tuple(rule.body for rule in variant.rules.values())
    return variant.setup, variant.turn, variant.flow, *phases, *rules


def _names(variant: tree.Variant, game: model.Game) -> Iterator[str]:
    yield from (*WORDS, "players", "teams", "directions", "layers", "phases", variant.game.text)
    yield from all_seat_names(variant.players)
    if variant.teams is not None:
        yield from (name.text for name in variant.teams.names)
    for enum, values in game.enums.items():
        yield from (enum, *values)
    for option in game.options.values():
        yield from (option.name, *option.values)
    for die in game.dice.values():
        yield from (die.name, *die.faces)
    for board in game.boards:
        yield from (board.name, *board.sites, *board.layers, *board.regions, *board.lines)
        yield from board.direction_sets
    yield from game.directions
    for family in game.cards.values():
        yield from (family.name, *family.cards, *family.attributes)
    for declared in (game.kinds, game.zones, game.variables, game.ends, variant.phases):
        yield from declared
    yield from (*game.rules, *game.functions, "win", "lose", "draw", "rank", "pay")
