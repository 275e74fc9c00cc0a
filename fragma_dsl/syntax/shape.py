"""Shape: what may stand at each place of a rule file, as data that readers and the schema walk."""

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class TextShape:
    """What people read: a text, or a map from languages to texts."""


@dataclass(frozen=True, slots=True)
class NameShape:
    """A name. One that scripts use cannot be a word of the language."""

    in_scripts: bool = True


@dataclass(frozen=True, slots=True)
class NumberShape:
    """A whole number within limits; `span` is how a range is written where it could be meant."""

    low: int
    high: int
    span: str = ""


@dataclass(frozen=True, slots=True)
class WordShape:
    """One of a few words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhraseShape:
    """A text in one piece that a later reader takes apart; `what` says what it is.

    `drawn` is where even a plain text must keep its lines.
    """

    what: str
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class BlockShape:
    """Statements."""


@dataclass(frozen=True, slots=True)
class ValueShape:
    """An expression."""


@dataclass(frozen=True, slots=True)
class ValuesShape:
    """Expressions with `;` or line breaks between them."""


@dataclass(frozen=True, slots=True)
class TypeShape:
    """A type."""


@dataclass(frozen=True, slots=True)
class ListShape:
    """A list; `item` is the shape of its entries."""

    item: "Shape"
    what: str


@dataclass(frozen=True, slots=True)
class EntriesShape:
    """A map whose keys the author chooses: names, signatures or any texts."""

    key: Literal["name", "label", "signature", "text"]
    value: "Shape"
    what: str


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a record: its shape, one sentence on it, and whether it must be there."""

    name: str
    shape: "Shape"
    about: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class RecordShape:
    """A map with known keys; of the keys in a group of `one_of` at most one may be there.

    For those who write something else there is an `example` of the map, the keys that a list, or
    the first of its entries, is most likely the value of, and other words for keys with the keys
    meant. What is nobody's belongs under the key `others`.
    """

    what: str
    keys: tuple[Key, ...]
    one_of: tuple[tuple[str, ...], ...] = ()
    example: str = ""
    for_list: tuple[tuple[str, Literal["list", "first"]], ...] = ()
    meant: tuple[tuple[str, str], ...] = ()
    others: str = ""


@dataclass(frozen=True, slots=True)
class EitherShape:
    """One shape for each way to write the value: as a text, a list or a map."""

    what: str
    scalar: "Shape | None" = None
    list: "ListShape | None" = None
    map: "EntriesShape | RecordShape | None" = None


@dataclass(frozen=True, slots=True)
class FreeShape:
    """Anything at all."""


Shape: TypeAlias = (
    TextShape | NameShape | NumberShape | WordShape | PhraseShape | BlockShape | ValueShape
    | ValuesShape | TypeShape | ListShape | EntriesShape | RecordShape | EitherShape | FreeShape
)  # fmt: skip
