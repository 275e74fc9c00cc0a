"""As JSON: a YAML node to the value that a YAML editor makes of it, by the rules of YAML 1.2."""

import re
from typing import Any

from fragma_dsl.syntax.yaml_tree import YamlList, YamlMap, YamlNode

_TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NOTHING = ("", "~", "null", "Null", "NULL")
_WHOLE = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def as_json(node: YamlNode) -> Any:
    """Give the value of a node."""
    if isinstance(node, YamlMap):
        return {entry.key.text: as_json(entry.value) for entry in node.entries}
    if isinstance(node, YamlList):
        return [as_json(item) for item in node.items]
    text = node.text
    if node.style != "plain":
        return text
    if text in _TRUTHS:
        return _TRUTHS[text]
    if text in _NOTHING:
        return None
    if _WHOLE.fullmatch(text):
        return int(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    return float(text) if _FLOAT.fullmatch(text) else text
