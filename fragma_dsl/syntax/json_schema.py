"""JSON Schema: the shapes of a rule file, from the one table that the reader uses, as a schema for
YAML editors."""

import re
from typing import Any, TypeAlias, assert_never

from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.rule_file import SHAPES
from fragma_dsl.syntax.words import RESERVED

Schema: TypeAlias = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
_SIGNS = r"!-/:-@\[-^`{-~"
_LETTERS = rf"[^\s\d{_SIGNS}][^\s{_SIGNS}]*"
_NAME = rf"^{_LETTERS}$"
"""What names look like, said in a way that all regular expressions share."""

_SCALAR = ["string", "number", "boolean"]
_FILLED: Schema = {"type": _SCALAR, "pattern": r"\S"}
_LEAVES: dict[str, Schema] = {
    "name": {"type": "string", "pattern": _NAME, "not": {"enum": sorted(RESERVED)}},
    "label": {"type": ["string", "boolean"], "pattern": _NAME},
    "signature": {"type": "string", "pattern": rf"^\s*{_LETTERS}\s*\(.*\)\s*$"},
    "text": {
        "anyOf": [
            _FILLED,
            {
                "type": "object",
                "minProperties": 1,
                "propertyNames": {"pattern": "^[a-z]{2,3}$"},
                "additionalProperties": _FILLED,
            },
        ],
        "description": "a text, or a map from languages such as `en` to texts",
    },
    "statements": {**_FILLED, "description": "statements of the language"},
    "expression": {**_FILLED, "description": "an expression of the language"},
    "type": {**_FILLED, "description": "a type, like `int`, `0..6`, `site or none`"},
}
_EDITION: Schema = {"enum": [1, "1"], "description": "the edition of the rule language, 1"}


def rule_file_schema() -> Schema:
    """Make the schema of all rule files: games, forks and libraries, told apart by their keys."""
    writer = _Writer()
    kinds = {kind: writer.refer(shape, kind) for kind, shape in SHAPES.items()}
    return {
        "$schema": DRAFT,
        "title": "Fragma rule file",
        "description": "the rules of a tabletop game",
        "type": "object",
        "if": {"required": ["library"]},
        "then": kinds["library"],
        "else": {
            "if": {"required": ["extends"]},
            "then": kinds["fork"],
            "else": {
                "allOf": [kinds["game"]],
                "anyOf": [{"required": [key]} for key in ("turn", "phases", "flow", "use")],
            },
        },
        "definitions": dict(sorted(writer.definitions.items())),
    }


class _Writer:
    """Writes shapes; those of maps are written once, as definitions with names."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}
        self.names: dict[s.Shape, str] = {}

    def refer(self, shape: s.Shape, name: str = "") -> Schema:
        """Give a schema that stands for a shape."""
        match shape:
            case s.RecordShape(what=what):
                return self._define(shape, name or what)
            case s.NameShape(in_scripts=in_scripts):
                return self._leaf("name" if in_scripts else "label")
            case s.TextShape():
                return self._leaf("text")
            case s.BlockShape():
                return self._leaf("statements")
            case s.ValueShape() | s.ValuesShape():
                return self._leaf("expression")
            case s.TypeShape():
                return self._leaf("type")
            case _:
                return self._write(shape)

    def _leaf(self, name: str) -> Schema:
        self.definitions[name] = _LEAVES[name]
        return {"$ref": f"#/definitions/{name}"}

    def _define(self, shape: s.Shape, what: str) -> Schema:
        if shape not in self.names:
            name = base = "_".join(re.findall(r"\w+", what.removeprefix("a ").removeprefix("an ")))
            while name in self.definitions:
                name = f"{name}_changed" if name == base else f"{name}_"
            self.names[shape] = name
            self.definitions[name] = {}
            self.definitions[name] = self._write(shape)
        return {"$ref": f"#/definitions/{self.names[shape]}"}

    def _write(self, shape: s.Shape) -> Schema:
        match shape:
            case s.NumberShape(low=low, high=high):
                return {"type": "integer", "minimum": low, "maximum": high}
            case s.WordShape(words=words):
                return {"enum": list(words)}
            case s.PhraseShape(what=what):
                return {**_FILLED, "description": what}
            case s.ListShape(item=item, what=what):
                unique = isinstance(item, s.NameShape | s.WordShape)
                listed = {"type": "array", "description": what, "items": self.refer(item)}
                return listed | ({"uniqueItems": True} if unique else {})
            case s.EntriesShape(key=key, value=value, what=what):
                keys = {} if key == "text" else {"propertyNames": self._leaf(key)}
                made = {"type": "object", "description": what, **keys}
                return {**made, "additionalProperties": self.refer(value)}
            case s.RecordShape():
                return self._record(shape)
            case s.EitherShape(what=what):
                parts = (shape.scalar, shape.list, shape.map)
                forms = [self.refer(part) for part in parts if part is not None]
                return {"description": what, "anyOf": forms}
            case s.FreeShape():
                return {}
            case s.TextShape() | s.NameShape() | s.BlockShape() | s.ValueShape():
                return self.refer(shape)
            case s.ValuesShape() | s.TypeShape():
                return self.refer(shape)
            case _:
                assert_never(shape)

    def _record(self, shape: s.RecordShape) -> Schema:
        required = [key.name for key in shape.keys if key.required]
        made: Schema = {
            "type": "object" if required or shape.one_of else ["object", "null"],
            "description": shape.what,
            "properties": {key.name: self._key(key) for key in shape.keys},
            "additionalProperties": False,
        }
        if required:
            made["required"] = required
        apart = [
            {"not": {"required": [one, other]}}
            for group in shape.one_of
            for i, one in enumerate(group)
            for other in group[i + 1 :]
        ]
        return made | ({"allOf": apart} if apart else {})

    def _key(self, key: s.Key) -> Schema:
        """Write what stands behind a key; what it is for is said there, not in a shared place."""
        if key.name == "edition":
            return _EDITION
        written = self.refer(key.shape)
        if "$ref" in written:
            return {"description": key.about, "allOf": [written]}
        return {**written, "description": key.about}
