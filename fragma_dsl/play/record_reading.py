"""Record reading: the bytes of a file to a record, every line checked."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from fragma_dsl.play.record import (
    CUT_SHORT,
    FORMAT,
    Ended,
    Faulted,
    Record,
    RecordedMove,
    RecordError,
    Result,
    Unfinished,
)
from fragma_dsl.text.said import say

MAX_BYTES = 2**27
"""Longer files are no records of games."""


def read_record(path: Path) -> Record:
    """Read a record; raises RecordError, with the line, where it is damaged."""
    name = str(path)
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise RecordError("too long to be the record of a game", 0, name)
    return parse_record(data, name)


class CutShort(RecordError):  # noqa: N818 - what is left may be of use
    """Raised for a record without its last line; `rest` is what can be read of it."""

    def __init__(self, what: str, line: int, name: str, rest: Record) -> None:
        super().__init__(what, line, name)
        self.rest = rest

    def __reduce__(self) -> tuple[Any, ...]:
        return CutShort, (self.what, self.line, self.name, self.rest)


def parse_record(data: bytes, name: str = "record") -> Record:
    """Read a record from its bytes."""
    written = data.removesuffix(b"\n").split(b"\n")
    lines = [(number, parse_line(line, number, name)) for number, line in enumerate(written, 1)]
    header = lines[0][1]
    check_header(header, name)
    last = lines[-1] if len(lines) > 1 else None
    if last is None or is_move(last[1]):
        rest = make_record(header, lines[1:], CUT_SHORT, name)
        where = 2 if last is None else last[0]
        what = "cut short: the line that says how the game ended is missing"
        raise CutShort(what, where, name, rest)
    result = parse_result(*last, len(header["seats"]), name)
    return make_record(header, lines[1:-1], result, name)


def make_record(
    header: Mapping[str, Any],
    moves: Sequence[tuple[int, Mapping[str, Any]]],
    result: Result,
    name: str,
) -> Record:
    """Put a record together from the fields of its lines."""
    return Record(
        game=header["game"],
        digest=header["digest"],
        options=header["options"],
        seats=tuple(header["seats"]),
        seed=header["seed"],
        number=header["game_number"],
        moves=tuple(parse_move(number, fields, name) for number, fields in moves),
        result=result,
        language=header.get("language"),
        rules=header.get("rules"),
        name=name,
    )


def is_move(fields: Mapping[str, Any]) -> bool:
    """Whether a line is that of a move."""
    return "action" in fields or "roll" in fields


def parse_line(line: bytes, number: int, name: str) -> dict[str, Any]:
    """Read one line as a JSON object without repeated keys."""
    try:
        fields = json.loads(line.decode("utf-8"), object_pairs_hook=unique, parse_constant=refuse)
    except UnicodeDecodeError:
        raise RecordError("not UTF-8 text", number, name) from None
    except Refused as error:
        raise RecordError(
            say("not a line of JSON: {error}", error=str(error)), number, name
        ) from None
    except json.JSONDecodeError as error:
        what = say("not a line of JSON, from its character {number} on", number=error.pos + 1)
        raise RecordError(what, number, name) from None
    except (ValueError, RecursionError):
        raise RecordError("not a line of JSON that anybody would write", number, name) from None
    if not isinstance(fields, dict):
        raise RecordError("expected an object in braces", number, name)
    return fields


class Refused(ValueError):  # noqa: N818 - it is JSON all the same
    """Raised for JSON that could mean two things."""


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object, refusing a key that comes twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise Refused("a key comes twice")
    return fields


def refuse(constant: str) -> Any:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise Refused(say("{constant!s} is not JSON", constant=constant))


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def is_text_map(value: Any) -> bool:
    return isinstance(value, dict) and all(map(is_text, value.values()))


def is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(is_number(v) or isinstance(v, float) for v in value)


Test: TypeAlias = Callable[[Any], bool]

HEADER: tuple[tuple[str, str, Test, bool], ...] = (
    ("format", f'"{FORMAT}"', lambda value: value == FORMAT, True),
    ("game", "a text", is_text, True),
    ("digest", "a text", is_text, True),
    ("options", "texts by name", is_text_map, True),
    ("players", "a whole number", is_number, True),
    ("seats", "a list of texts", is_texts, True),
    ("seed", "a whole number or null", lambda value: value is None or is_number(value), True),
    ("game_number", "a whole number from 0", lambda value: is_number(value) and value >= 0, True),
    ("language", "a text", is_text, False),
    ("rules", "a text", is_text, False),
)
RESULTS: tuple[tuple[tuple[str, str, Test, bool], ...], ...] = (
    (("end", "a text", is_text, True), ("returns", "a list of numbers", is_numbers, True)),
    (
        ("fault", "a text", is_text, True),
        ("message", "a text", is_text, True),
        ("at", "a text", is_text, False),
    ),
    (("unfinished", "a text", is_text, True),),
)


def check_fields(
    fields: Mapping[str, Any],
    known: tuple[tuple[str, str, Test, bool], ...],
    number: int,
    name: str,
) -> None:
    """Raise RecordError where a field is missing, unknown, or not what it should be."""
    for key, what, test, needed in known:
        if key not in fields and needed:
            raise RecordError(say("`{key}` is missing", key=key), number, name)
        if key in fields and not test(fields[key]):
            raise RecordError(say("`{key}` should be {what}", key=key, what=what), number, name)
    for key in fields:
        if key not in {entry[0] for entry in known}:
            raise RecordError(say("`{key}` does not belong here", key=key), number, name)


def check_header(header: Mapping[str, Any], name: str) -> None:
    """Raise RecordError for a header that is none."""
    if "format" not in header:
        raise RecordError("not the record of a game: `format` is missing", 1, name)
    check_fields(header, HEADER, 1, name)
    if header["players"] != len(header["seats"]) or not header["seats"]:
        raise RecordError("`players` should be the number of `seats`", 1, name)


def parse_move(number: int, fields: Mapping[str, Any], name: str) -> RecordedMove:
    """Read the line of a move."""
    match fields:
        case {"by": str(by), "action": str(action)} if len(fields) == 2:
            return RecordedMove(by, action)
        case {"roll": str(face)} if len(fields) == 1:
            return RecordedMove(None, face)
    if any(known[0][0] in fields for known in RESULTS):
        raise RecordError("the game ended here, but lines follow", number, name)
    raise RecordError("expected `by` and `action`, or `roll`", number, name)


def parse_result(number: int, fields: Mapping[str, Any], players: int, name: str) -> Result:
    """Read the last line."""
    known = next((known for known in RESULTS if known[0][0] in fields), None)
    if known is None:
        raise RecordError("cut short: expected `end`, `fault` or `unfinished`", number, name)
    check_fields(fields, known, number, name)
    if "fault" in fields:
        return Faulted(fields["fault"], fields["message"], fields.get("at"))
    if "unfinished" in fields:
        return Unfinished(fields["unfinished"])
    if len(fields["returns"]) != players:
        raise RecordError(
            say("`returns` should be {players} numbers", players=players), number, name
        )
    return Ended(fields["end"], tuple(float(value) for value in fields["returns"]))
