"""Record: a game as it was played, one JSON object a line; written whole or not at all.

The first line is a header, then comes a line for each move, and the last line says how it ended:

    {"by": "p1", "action": "step(a1)"}  or  {"roll": "green"}
    {"end": "aleph", "returns": [1.0, -1.0]}  or  {"unfinished": "saved"}
    or  {"fault": "full", "message": "...", "at": "x.rules.yaml:12:5"}
"""

import json
import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from fragma_dsl.text.said import say

FORMAT = "fragma-record-1"


class RecordError(Exception):
    """Raised for a record that is damaged or does not fit; `line` 0 is the whole file."""

    def __init__(self, what: str, line: int = 0, name: str = "record") -> None:
        template = "{name!s}:{line}: {what}" if line else "{name!s}: {what}"
        super().__init__(say(template, name=name, line=line, what=what))
        self.what = what
        self.line = line
        self.name = name

    def __reduce__(self) -> tuple[type["RecordError"], tuple[str, int, str]]:
        return RecordError, (self.what, self.line, self.name)


class OtherRules(RecordError):  # noqa: N818 - the record may be fine
    """Raised for a record of rules that are not those of the game at hand."""

    def __reduce__(self) -> tuple[type["OtherRules"], tuple[str, int, str]]:
        return OtherRules, (self.what, self.line, self.name)


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """An action and the name of the player who took it, or a face and None where it was rolled."""

    by: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The game came to an end of its rules."""

    name: str
    returns: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Faulted:
    """The last move ran into a fault, at a place in the rule file where one is known."""

    code: str
    message: str
    at: str | None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The game stopped before its end: `saved`, or `limit` for too many decisions."""

    reason: str


CUT_SHORT = Unfinished("cut short")
"""The result of what is left of a record whose end is missing; nothing is said of how it ended."""

Result: TypeAlias = Ended | Faulted | Unfinished


@dataclass(frozen=True, slots=True)
class Record:
    """A game: whose rules, who played, every move, and how it ended."""

    game: str
    digest: str
    options: Mapping[str, str]
    seats: tuple[str, ...]  # what sat there: `human` or the name of an agent
    seed: int | None
    number: int
    moves: tuple[RecordedMove, ...]
    result: Result
    language: str | None = None
    rules: str | None = None  # the path of the rule file as it was given
    name: str = field(default="record", compare=False)  # the file it was read from


def lines_of(record: Record) -> Iterator[str]:
    """Write a record's lines."""
    header = {
        "format": FORMAT,
        "game": record.game,
        "digest": record.digest,
        "options": dict(record.options),
        "players": len(record.seats),
        "seats": list(record.seats),
        "seed": record.seed,
        "game_number": record.number,
    }
    extra = {"language": record.language, "rules": record.rules}
    yield dump(header | {key: value for key, value in extra.items() if value is not None})
    for move in record.moves:
        yield dump({"roll": move.text} if move.by is None else {"by": move.by, "action": move.text})
    yield dump(result_fields(record.result))


def result_fields(result: Result) -> dict[str, Any]:
    """Give the fields of a record's last line."""
    match result:
        case Ended(name, returns):
            return {"end": name, "returns": list(returns)}
        case Faulted(code, message, at):
            place = {} if at is None else {"at": at}
            return {"fault": code, "message": message, **place}
        case Unfinished(reason):
            return {"unfinished": reason}


def dump(fields: Mapping[str, Any]) -> str:
    """Write one line."""
    return json.dumps(fields, ensure_ascii=False, allow_nan=False)


def write_record(record: Record, path: Path, overwrite: bool = False) -> None:
    """Write a record whole or not at all; FileExistsError where a file is that may not go."""
    write_whole(path, "".join(f"{line}\n" for line in lines_of(record)), overwrite)


def write_whole(path: Path, text: str, overwrite: bool = False) -> None:
    """Write a file under another name and rename it, so that it is there whole or not at all.

    What goes for it leaves it its mode, and a link its link; a pipe or a device is written to.
    """
    if overwrite and path.exists():
        if not path.is_file():
            path.write_text(text, "utf-8", newline="\n")
            return
        path = path.resolve()
        mode = stat.S_IMODE(path.stat().st_mode)
    else:
        mode = 0o666 & ~current_umask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        if overwrite:
            part.replace(path)
        else:
            put_new(part, path)
    finally:
        part.unlink(missing_ok=True)


def current_umask() -> int:
    """Read the process's umask, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def put_new(part: Path, path: Path) -> None:
    """Give a finished file its name; a file that is already there stays, as a FileExistsError."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError as error:  # a file system without links
        if path.exists():
            raise FileExistsError(f"{path} exists") from error
        part.replace(path)
