"""Grammar: the colours of rule files for editors that know TextMate grammars, made of the schema.

    python editors/vscode/grammar.py

writes syntaxes/fragma.tmLanguage.json anew; needed when the schema has a new key for a script.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.rule_file import SHAPES
from fragma_dsl.syntax.words import RESERVED

TARGET = Path(__file__).parent / "syntaxes" / "fragma.tmLanguage.json"
NAME = r"[^\s\d!-/:-@\[-^`{-~][^\s!-/:-@\[-^`{-~]*"
CONSTANTS = ["true", "false", "none"]
CONTROL = [
    "if",
    "elif",
    "else",
    "for",
    "while",
    "repeat",
    "choose",
    "option",
    "return",
    "secretly",
    "by",
    "where",
    "with",
    "most",
    "least",
]
OPERATORS = ["and", "or", "not", "in", "of"]
TYPES = [
    "bool",
    "int",
    "player",
    "team",
    "site",
    "layer",
    "direction",
    "kind",
    "piece",
    "card",
    "place",
    "phase",
    "part",
    "set",
    "list",
]
OTHERS = ["to", "from", "on", "as", "end", "all"]


def keys_of(*wanted: type) -> list[str]:
    """List the keys behind which scripts of some shapes stand."""
    found = set()
    for kind in SHAPES.values():
        for record in all_shapes(kind):
            for key in record.keys if isinstance(record, s.RecordShape) else ():
                shape = key.shape
                plain = shape.scalar if isinstance(shape, s.EitherShape) else shape
                found |= {key.name} if isinstance(plain, wanted) else set()
    return sorted(found)


def all_shapes(shape: s.Shape) -> Iterator[s.Shape]:
    """Run through a shape and all in it."""
    yield shape
    match shape:
        case s.RecordShape(keys=keys):
            parts: list[s.Shape | None] = [key.shape for key in keys]
        case s.EntriesShape(value=value):
            parts = [value]
        case s.ListShape(item=item):
            parts = [item]
        case s.EitherShape(scalar=scalar, list=listed, map=mapped):
            parts = [scalar, listed, mapped]
        case _:
            parts = []
    for part in parts:
        if part is not None:
            yield from all_shapes(part)


def word(names: list[str]) -> str:
    """Match one of some words."""
    return rf"\b(?:{'|'.join(names)})\b"


def grammar() -> dict[str, Any]:
    """Make the grammar."""
    scripts = keys_of(s.BlockShape, s.ValueShape, s.ValuesShape)
    key = rf"(?:{'|'.join(scripts)}|{NAME}\([^()]*\))"
    said = {*CONSTANTS, *CONTROL, *OPERATORS}
    statements = sorted(RESERVED - said) + OTHERS
    dash = {"name": "punctuation.definition.block.sequence.item.yaml"}
    tag = {"name": "entity.name.tag.yaml", "patterns": [{"include": "#signature"}]}
    colon = {"name": "punctuation.separator.key-value.mapping.yaml"}
    sign = {"name": "keyword.control.flow.block-scalar.literal.yaml"}
    comment = {"name": "comment.line.number-sign.yaml"}
    script = {"name": "meta.embedded.script.fragma", "patterns": [{"include": "#script"}]}
    parameter = {"match": NAME, "name": "variable.parameter.fragma"}
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Fragma rules",
        "scopeName": "source.fragma",
        "patterns": [
            {"include": name} for name in ("#block", "#line", "#types", "#signature", "source.yaml")
        ],
        "repository": {
            "block": {
                "comment": "a script behind |",
                "begin": rf"^(\s*)(-\s+)?({key})(:)\s+(\|[-+0-9]*)\s*(#.*)?$",
                "beginCaptures": {"2": dash, "3": tag, "4": colon, "5": sign, "6": comment},
                "while": r"^(?:\1\s+|\s*$)",
                "contentName": "meta.embedded.script.fragma",
                "patterns": [{"include": "#script"}],
            },
            "line": {
                "comment": "a script on the line of its key",
                "match": rf"^(\s*)(-\s+)?({key})(:)\s+([^\s|>\"'\[{{#].*)$",
                "captures": {"2": dash, "3": tag, "4": colon, "5": script},
            },
            "types": {
                "comment": "a type behind its key, in braces too",
                "match": rf"(?<=^|[\s{{,])({'|'.join(keys_of(s.TypeShape))})(:)"
                r"\s+([^,\[\]{}|>\"'#\n]+)",
                "captures": {"1": tag, "2": colon, "3": {"patterns": [{"include": "#type"}]}},
            },
            "signature": {
                "match": rf"({NAME})(\()([^()]*)(\))",
                "captures": {
                    "1": {"name": "entity.name.function.fragma"},
                    "3": {"patterns": [{"include": "#type"}, parameter]},
                },
            },
            "type": {
                "patterns": [
                    {"match": word(TYPES), "name": "support.type.fragma"},
                    {"match": word(["of", "or", "max", "none"]), "name": OPERATOR_WORD},
                    {"match": r"-?\d+", "name": "constant.numeric.fragma"},
                ]
            },
            "script": {
                "patterns": [
                    {"match": r"#.*$", "name": "comment.line.number-sign.fragma"},
                    {"match": r'"[^"\n]*"', "name": "string.quoted.double.fragma"},
                    {"match": word(CONSTANTS), "name": "constant.language.fragma"},
                    {"match": word(CONTROL), "name": "keyword.control.fragma"},
                    {"match": word(OPERATORS), "name": OPERATOR_WORD},
                    {
                        "match": word(statements) + r"(?!\s*\()",
                        "name": "keyword.other.statement.fragma",
                    },
                    {"match": rf"({NAME})(?=\()", "name": "entity.name.function.fragma"},
                    {"match": r"\b\d+\b", "name": "constant.numeric.fragma"},
                    {"match": r"\.\.|[-+*/%|&=<>!]+", "name": "keyword.operator.fragma"},
                ]
            },
        },
    }


OPERATOR_WORD = "keyword.operator.word.fragma"


def written() -> str:
    """Give the text of the file."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(written(), "utf-8")
