"""Place: where a cursor stands in a text, complete or not: its keys, its shape, what precedes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from fragma_dsl.formatting.shapes import Shaped, item_shape, shape_of_entry
from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.rule_file import SHAPES

ITEM = "-"
_KEY = re.compile(
    r"(?P<lead> *(?:- +)*)(?P<key>[^\s#:\-{\[\"'][^#:]*?|\"[^\"]*\"):(?=\s|$)(?P<rest>.*)"
)
_BLOCK = re.compile(r"[ \t]+[|>][-+0-9]*[ \t]*(#.*)?$")
_DASHES = re.compile(r" *((?:- +)*)")
_SCRIPTS = (s.BlockShape, s.ValueShape, s.ValuesShape, s.TypeShape)


@dataclass(frozen=True, slots=True)
class CursorPlace:
    """Where a cursor stands.

    `keys` lead to it; `shape` is that of the map whose key is written, or of the value. `before`
    is what stands before the cursor in the key, the value or the script; `start` is where that
    begins in the text.
    """

    where: Literal["key", "value", "script"]
    keys: tuple[str, ...]
    shape: Shaped
    before: str
    start: int
    is_block: bool = False

    @property
    def entry(self) -> tuple[str, ...]:
        """The keys without the one that says what a fork does with the entry."""
        return self.keys[1:] if self.keys[:1] in (("add",), ("override",)) else self.keys


def find_cursor(text: str, offset: int) -> CursorPlace:
    """Find out where an offset of a text is."""
    begin = text.rfind("\n", 0, offset) + 1
    before = text[begin:offset]
    above = text[:begin].split("\n")[:-1]
    keys, header = _ancestors(above, _indent(before))
    root = root_shape(text)
    if header is not None:
        start = sum(len(line) + 1 for line in above[: header + 1])
        shape = shape_at(root, keys)
        where: Literal["script", "value"] = "script" if _scripted(shape) else "value"
        return CursorPlace(where, keys, shape, text[start:offset], start, True)
    dashes = _DASHES.match(before)
    lead = dashes.end() if dashes else 0
    keys = (*keys, *(ITEM for _ in range((dashes[1] if dashes else "").count("-"))))
    found = _KEY.match(before)
    if found is None:
        rest, at = before[lead:], begin + lead
        inner = _map_of(shape_at(root, keys))
        if lead and keys[-1:] == (ITEM,) and not isinstance(inner, s.RecordShape):
            return _in_value(root, keys, rest, at)
        if rest[:1] in ("{", "["):
            return _in_value(root, keys, rest, at)
        return CursorPlace("key", keys, inner, rest, at)
    keys = (*keys, found["key"].strip().strip('"'))
    rest = found["rest"]
    return _in_value(root, keys, rest.lstrip(), begin + found.start("rest") + _blanks(rest))


def root_shape(text: str) -> s.RecordShape:
    """Give the shape of a file by the keys that tell its kind."""
    if re.search(r"^library\s*:", text, re.MULTILINE):
        return SHAPES["library"]
    return SHAPES["fork" if re.search(r"^extends\s*:", text, re.MULTILINE) else "game"]


def shape_at(shape: Shaped, keys: tuple[str, ...]) -> Shaped:
    """Follow keys into a shape."""
    for key in keys:
        shape = item_shape(shape) if key == ITEM else shape_of_entry(shape, key)
    return shape


def _map_of(shape: Shaped) -> Shaped:
    return shape.map if isinstance(shape, s.EitherShape) else shape


def _scripted(shape: Shaped) -> bool:
    scalar = shape.scalar if isinstance(shape, s.EitherShape) else shape
    return isinstance(scalar, _SCRIPTS)


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip())


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _ancestors(lines: list[str], limit: int) -> tuple[tuple[str, ...], int | None]:
    """Find the keys above a line of some indentation, and the line of the `|` it is inside of."""
    keys: list[str] = []
    header: int | None = None
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        for column, key, rest in reversed(list(_keys_of(line))):
            if column >= limit:
                continue
            if key != ITEM and _BLOCK.search(rest):
                keys, header = [], number
            limit = column
            keys.append(key)
        indent = _indent(line)
        if indent < limit and header is None:
            limit = indent  # a line of a script
        if limit == 0:
            break
    return tuple(reversed(keys)), header


def _keys_of(line: str) -> Iterator[tuple[int, str, str]]:
    """Run through the dashes and the key that a line opens, with their columns."""
    dashes = _DASHES.match(line)
    for dash in re.finditer("-", dashes[0]) if dashes else ():
        yield dash.start(), ITEM, ""
    found = _KEY.match(line)
    if found is not None:
        yield found.start("key"), found["key"].strip().strip('"'), found["rest"]


# ---- inside one line


def _in_value(root: Shaped, keys: tuple[str, ...], rest: str, start: int) -> CursorPlace:
    """Find the place in a value, inside brackets too."""
    shape = shape_at(root, keys)
    if rest[:1] not in ("{", "["):
        where: Literal["script", "value"] = "script" if _scripted(shape) else "value"
        return CursorPlace(where, keys, shape, rest, start)
    stack: list[str] = []  # what each open bracket is, and the key that waits in it
    inner = list(keys)
    at, depth = 0, 0
    for i, sign in enumerate(rest):
        if sign in "([{" and depth:
            depth += 1
        elif sign in ")]}" and depth:
            depth -= 1
        elif sign in "{[" and not rest[at:i].strip():
            stack.append(sign)
            if sign == "[":
                inner.append(ITEM)
            at = i + 1
        elif sign == "(":
            depth += 1
        elif sign == ":" and stack and stack[-1] == "{" and rest[i + 1 : i + 2] in (" ", ""):
            inner.append(rest[at:i].strip().strip('"'))
            stack[-1] = "{:"
            at = i + 1
        elif sign == "," and stack:
            at = i + 1
            if stack[-1] == "{:":
                inner.pop()
                stack[-1] = "{"
        elif sign in "]}" and stack:
            if stack[-1] in ("[", "{:"):
                inner.pop()
            stack.pop()
            at = i + 1
    before = rest[at:].lstrip()
    begin = start + at + _blanks(rest[at:])
    shape = shape_at(root, tuple(inner))
    if stack and stack[-1] == "{":
        return CursorPlace("key", tuple(inner), _map_of(shape), before, begin)
    found: Literal["script", "value"] = "script" if _scripted(shape) else "value"
    return CursorPlace(found, tuple(inner), shape, before, begin)
