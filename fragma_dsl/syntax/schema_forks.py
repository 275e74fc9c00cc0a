"""Schema of forks: what a fork, a library and a game that uses one may say, made of the one table
of keys in `schema`."""

from dataclasses import replace

from fragma_dsl.syntax.schema import LABEL, TEXT, VARIANT
from fragma_dsl.syntax.shape import (
    EitherShape,
    EntriesShape,
    Key,
    ListShape,
    PhraseShape,
    RecordShape,
    Shape,
    ValueShape,
)

OWN = ("edition", "game", "title", "about", "meta")
"""Each file has these for itself, so that no other file can change them."""


def parts(shape: Shape) -> Shape:
    """Give a shape in which a record needs no key: what an override says of an entry."""
    match shape:
        case RecordShape():
            return _optional(shape)
        case EitherShape(map=RecordShape() as record):
            return replace(shape, map=_optional(record))
        case _:
            return shape


def _optional(shape: RecordShape) -> RecordShape:
    return replace(shape, keys=tuple(replace(key, required=False) for key in shape.keys))


def _overriding(key: Key) -> Key:
    shape = key.shape
    if isinstance(shape, EntriesShape):
        shape = replace(shape, value=parts(shape.value))
    return replace(key, shape=shape, required=False)


SHARED = tuple(replace(key, required=False) for key in VARIANT.keys if key.name not in OWN)
"""What a file may take over from another."""

MAPS = tuple(key for key in SHARED if isinstance(key.shape, EntriesShape))
"""Those of them that are maps of entries with names."""

ADDED = RecordShape("`add`", SHARED, VARIANT.one_of)
OVERRIDDEN = RecordShape("`override`", tuple(_overriding(key) for key in SHARED), VARIANT.one_of)
FILES = EitherShape(
    "a library or a list of them",
    scalar=PhraseShape("a library"),
    list=ListShape(PhraseShape("a library"), "a list of libraries"),
)
PATHS = ListShape(PhraseShape("a path like `scenarios.first`"), "a list of paths like `rules.duel`")

EXTENDS = Key("extends", PhraseShape("a game"), "the game that is changed", required=True)
USE = Key("use", FILES, "libraries whose entries belong to the game")
CHANGES = (
    Key(
        "set",
        EntriesShape("name", ValueShape(), "a map of options"),
        "other values for options if nobody says",
    ),
    Key("override", OVERRIDDEN, "what takes the place of something that is there"),
    Key("remove", PATHS, "what is taken out, as paths like `scenarios.first`"),
)
ADD = Key("add", ADDED, "what is there besides")
WAIVE = Key(
    "waive",
    EntriesShape("label", TEXT, "a map of invariants"),
    "invariants that no longer hold, each with the reason",
)


def _own(*names: str) -> tuple[Key, ...]:
    return tuple(key for key in VARIANT.keys if key.name in names)


GAME = replace(VARIANT, keys=(*VARIANT.keys, USE, *CHANGES))
FORK = RecordShape(
    "a fork",
    (*_own("edition", "game", "title", "about"), EXTENDS, USE, *CHANGES, ADD, WAIVE,
     *_own("texts", "meta")),
)  # fmt: skip
LIBRARY = RecordShape(
    "a library",
    (
        *_own("edition"),
        Key("library", LABEL, "the id of the library", required=True),
        Key("title", TEXT, "the name of the library, for people"),
        *_own("about"),
        USE,
        *MAPS,
        *CHANGES,
        *_own("meta"),
    ),
)
