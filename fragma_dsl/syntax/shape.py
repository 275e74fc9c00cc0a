"""Shape: what may stand at each place of a rule file, as data that readers and the schema walk."""

from typing import Literal, TypeAlias

from fragma_dsl.text.node import Node, node


@node
class TextShape(Node):
    """What people read: a text, or a map from languages to texts."""


@node
class NameShape(Node):
    """A name. One that scripts use cannot be a word of the language."""

    in_scripts: bool = True


@node
class NumberShape(Node):
    """A whole number within limits; `span` is how a range is written where it could be meant."""

    low: int
    high: int
    span: str = ""


@node
class WordShape(Node):
    """One of a few words."""

    words: tuple[str, ...]


@node
class PhraseShape(Node):
    """A text in one piece that a later reader takes apart; `what` says what it is.

    `drawn` is where even a plain text must keep its lines.
    """

    what: str
    drawn: bool = False


@node
class BlockShape(Node):
    """Statements."""


@node
class ValueShape(Node):
    """An expression."""


@node
class ValuesShape(Node):
    """Expressions with `;` or line breaks between them."""


@node
class TypeShape(Node):
    """A type."""


@node
class ListShape(Node):
    """A list; `item` is the shape of its entries."""

    item: "Shape"
    what: str


@node
class EntriesShape(Node):
    """A map whose keys the author chooses: names, signatures or any texts."""

    key: Literal["name", "label", "signature", "text"]
    value: "Shape"
    what: str


@node
class Key(Node):
    """A key of a record: its shape, one sentence on it, and whether it must be there."""

    name: str
    shape: "Shape"
    about: str
    required: bool = False


@node
class RecordShape(Node):
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


@node
class EitherShape(Node):
    """One shape for each way to write the value: as a text, a list or a map."""

    what: str
    scalar: "Shape | None" = None
    list: "ListShape | None" = None
    map: "EntriesShape | RecordShape | None" = None


@node
class FreeShape(Node):
    """Anything at all."""


Shape: TypeAlias = (
    TextShape | NameShape | NumberShape | WordShape | PhraseShape | BlockShape | ValueShape
    | ValuesShape | TypeShape | ListShape | EntriesShape | RecordShape | EitherShape | FreeShape
)  # fmt: skip
