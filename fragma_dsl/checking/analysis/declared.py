"""Declared: a file in, what it declares and nothing uses out."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from fragma_dsl.checking.analysis.learn import bodies, statements
from fragma_dsl.checking.analysis.problems import FacesAlike, UnreadVariable, UnusedName
from fragma_dsl.checking.analysis.reads import walk_model
from fragma_dsl.semantics import model
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.walk import walk
from fragma_dsl.syntax.words import is_whole
from fragma_dsl.text.problem import Problem

_WORD = re.compile(r"\w+")
NOUNS = {
    "functions": "function", "rules": "rule", "pieces": "kind of piece", "cards": "family of cards",
    "zones": "zone", "options": "option", "enums": "enum", "dice": "die",
}  # fmt: skip
SCRIPTS = ("setup", "turn", "flow", "phases", "end", "players", "teams", "history", "invariants",
           "scenarios")  # fmt: skip


def find_unused(
    variant: tree.Variant, game: model.Game, outside: frozenset[str]
) -> Iterator[Problem]:
    """Look for declarations that nothing uses; `outside` are names that others use."""
    yield from find_unread(variant, game)
    counts = count_names(variant)
    for key, noun in NOUNS.items():
        for name, decl in getattr(variant, key).items():
            used = counts[name] - Counter(names_below(decl))[name]
            is_score = name in game.functions and game.functions[name].is_score
            if used > 0 or name in outside or is_score or uses_parts(decl, counts):
                continue
            yield UnusedName(decl.name.span, noun, name)
    for board in variant.boards.values():
        for noun, parts in (("region", board.regions), ("family of lines", board.lines),
                            ("set of directions", board.directions)):  # fmt: skip
            for name, part in parts.items():
                if counts[name] < 2:  # its own name is one
                    yield UnusedName(part.name.span, noun, name)
    yield from find_faces(variant, counts)


def find_unread(variant: tree.Variant, game: model.Game) -> Iterator[Problem]:
    """Look for variables that the rules assign at most."""
    read = read_variables(game)
    for name, decl in variant.state.items():
        if name not in read and name in game.variables:
            yield UnreadVariable(decl.name.span, name)


def read_variables(game: model.Game) -> set[str]:
    """Give the variables that scripts look at; an assignment does not look at its own."""
    found: set[str] = set()
    for body in bodies(game):
        for statement in statements(body):
            own = statement.name if isinstance(statement, model.SetState) else None
            found |= {name for name in variables_in(shallow(statement)) if name != own}
            if isinstance(statement, model.SetState):
                found |= set(variables_in(statement.indices))
    for end in game.ends.values():
        found |= set(variables_in((end.when, end.result)))
    for variable in game.variables.values():
        found |= set(variables_in(variable.start))
    return found


def shallow(statement: model.Statement) -> tuple[object, ...]:
    """Give the expressions of a statement, without those of its blocks."""
    if isinstance(statement, model.Choose):
        parts = [
            part for one in statement.options for part in (one.generators, one.where, one.best)
        ]
        return (statement.decider, *parts)
    names = (field.name for field in fields(statement) if field.name not in ("body", "otherwise"))
    return tuple(getattr(statement, name) for name in names)


def variables_in(root: object) -> Iterator[str]:
    """Run through the variables that an expression looks at."""
    yield from (node.name for node in walk_model(root) if isinstance(node, model.StateRef))


# ---- names


def count_names(variant: tree.Variant) -> Counter[str]:
    """Count how often each name stands somewhere other than where it is declared."""
    counts: Counter[str] = Counter()
    for field in fields(variant):
        value = getattr(variant, field.name)
        if field.name in SCRIPTS:
            counts.update(names_in(value))
        elif field.name not in ("texts", "game", "title", "about", "source", "span"):
            for decl in value.values():
                counts.update(names_below(decl))
    return counts


def names_below(decl: object) -> Iterator[str]:
    """Run through the names in a declaration, without its own."""
    if is_dataclass(decl):
        for field in fields(decl):
            if field.name != "name":
                yield from names_in(getattr(decl, field.name))


def names_in(root: object) -> Iterator[str]:
    """Run through the names in a part of a file."""
    for node in walk(root):
        if isinstance(node, tree.Name | tree.Identifier | tree.TypeName):
            yield from _WORD.findall(node.text)


def uses_parts(decl: object, counts: Counter[str]) -> bool:
    """Whether something that a declaration makes is named: a value, a card, an attribute."""
    match decl:
        case tree.EnumDecl(values=values):
            return any(counts[one.text] > 1 for one in values.names)
        case tree.CardDecl():
            return any(counts[name] for name in card_names(decl))
        case _:
            return False


def card_names(decl: tree.CardDecl) -> Iterable[str]:
    """Give the names of a family's cards, tiles and attributes."""
    named = (one for card in decl.named.values() for one in card.values)
    return (*decl.named, *decl.tiles, *decl.each, *named)


def find_faces(variant: tree.Variant, counts: Counter[str]) -> Iterator[Problem]:
    """Look for faces that no script tells apart."""
    for name, die in variant.dice.items():
        faces = tuple(face.text for face in die.faces)
        rolls = sum(
            isinstance(node, tree.Roll) and node.die.text == name
            for node in walk((variant.setup, variant.turn, variant.flow, variant.phases,
                              variant.rules))
        )  # fmt: skip
        in_other_use = counts[name] > rolls
        unnamed = tuple(face for face in dict.fromkeys(faces) if counts[face] <= faces.count(face))
        if is_whole(faces[0]) or not rolls or in_other_use or len(unnamed) < 2:
            continue
        yield FacesAlike(die.name.span, name, unnamed, sure="likely")
