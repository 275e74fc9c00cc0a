"""Calls: a type in, the builtins that give it out, with the types of what they take there."""

from collections import defaultdict
from collections.abc import Iterator

from fragma_dsl.checking.made.choices import Choices
from fragma_dsl.checking.made.words import ANY_SITE, Vocabulary
from fragma_dsl.library.declare import Builtin
from fragma_dsl.library.types import (
    Enum,
    Layer,
    ListOf,
    Optional,
    Part,
    PlaneType,
    Player,
    SetOf,
    Site,
    Type,
    Var,
)
from fragma_dsl.stdlib import standard_library


def by_result() -> dict[type, list[Builtin]]:
    """Sort the builtins by the kind of type that they give."""
    found: dict[type, list[Builtin]] = defaultdict(list)
    for forms in standard_library().builtins.values():
        for one in forms:
            found[type(one.result)].append(one)
    return found


BY_RESULT = by_result()


def calls_of(
    words: Vocabulary, choices: Choices, wanted: Type
) -> Iterator[tuple[Builtin, list[Type]]]:
    """Run through the builtins that give a type, with the types of what they take."""
    for builtin in (*BY_RESULT[type(wanted)], *BY_RESULT[Var]):
        for bound in bindings(words, choices, builtin, wanted):
            result = bind(words, builtin, builtin.result, bound)
            types = [bind(words, builtin, one.type, bound) for one in builtin.parameters]
            if words.suits(result, wanted) and all(words.knows(one) for one in types):
                yield builtin, types


def bindings(words: Vocabulary, choices: Choices, builtin: Builtin, wanted: Type) -> Iterator[Type]:
    """Run through what the variable, or the sites, of a signature may stand for."""
    types = [one.type for one in builtin.parameters]
    item = wanted.item if isinstance(wanted, SetOf | ListOf | Optional) else wanted
    if builtin.needs_domain:
        if isinstance(wanted, Player | Layer | Enum):
            yield wanted
    elif any(isinstance(one, SetOf | ListOf) and isinstance(one.item, Var) for one in types):
        if not isinstance(builtin.result, Var):
            yield choices.pick(words.items())
        elif not isinstance(wanted, SetOf | ListOf | Optional):
            yield wanted
    elif builtin.name in ("row", "column"):
        yield from (words.sites_of(one) for one in words.boards if one.has_rows)
    elif builtin.name == "layer":
        layered = (one for one in words.boards if one.layers)
        yield from (words.sites_of(one) for one in layered if Layer(one.name) == wanted)
    elif isinstance(item, Site) and (ANY_SITE in types or SetOf(ANY_SITE) in types):
        plane = words.plane
        if builtin.on_plane or plane is None or item.board != plane.name:
            yield item
    else:
        yield ANY_SITE


def bind(words: Vocabulary, builtin: Builtin, type: Type, bound: Type) -> Type:
    """Put what a variable, or the sites, of a signature stand for in a type of it."""
    match type:
        case Var():
            return bound
        case SetOf(item):
            return SetOf(bind(words, builtin, item, bound))
        case ListOf(item, size):
            return ListOf(bind(words, builtin, item, bound), size)
        case Optional(item):
            return Optional(bind(words, builtin, item, bound))
        case Site():
            return site_in(words, builtin, bound)
        case Layer("") if isinstance(bound, Site):
            return Layer(bound.board or words.boards[0].name)
        case _:
            return type


def site_in(words: Vocabulary, builtin: Builtin, bound: Type) -> Type:
    """Give the type of the sites of a builtin's signature."""
    types = [one.type for one in builtin.parameters]
    if builtin.on_plane or any(isinstance(one, PlaneType | Part) for one in types):
        return Site(words.plane.name) if words.plane is not None else Part()
    return bound if isinstance(bound, Site) else ANY_SITE
