"""Words: which words of the language cannot name other things, and what names look like."""

import re

NAME = re.compile(r"[^\W\d]\w*")
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})")

_STATEMENTS = (
    "let move place remove capture draw deal shuffle reveal hide out win lose rank pay check again "
    "pass remember return "
    "if elif else for while repeat choose option"
)
_EXPRESSIONS = "and or not in true false none roll where with"

RESERVED = frozenset(f"{_STATEMENTS} {_EXPRESSIONS} piece".split())
# Words that an expression cannot use as a name either; a name `piece` or `draw` only confuses.
NEVER_VALUES = frozenset(
    [
        "and",
        "or",
        "not",
        "in",
        "where",
        "with",
        "if",
        "elif",
        "else",
        "for",
        "while",
        "let",
        "choose",
        "option",
    ]
)
OPENERS = frozenset(["if", "elif", "else", "for", "while", "repeat", "choose", "option"])
STARTERS = frozenset(_STATEMENTS.split()) - {"if", "else", "for"}
CAPITALS = frozenset(
    ["True", "False", "None", "TRUE", "FALSE", "NONE", "And", "Or", "Not", "AND", "OR", "NOT"]
)


def is_name(text: str) -> bool:
    """Whether a text has the form of a name."""
    return NAME.fullmatch(text) is not None


def is_whole(text: str) -> bool:
    """Whether a text is a whole number as faces and values are written."""
    return _WHOLE.fullmatch(text) is not None
