"""Keeping: where the record of a game at the table goes, without overwriting anything unasked."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from fragma_dsl.play.record import Record, write_record
from fragma_dsl.text.said import say

SUFFIX = ".fragma.jsonl"


def free_names(record: Record, folder: Path) -> Iterator[Path]:
    """Give names for a record in a folder, one after the other."""
    stem = f"{record.game}-{record.seed}"
    yield folder / f"{stem}{SUFFIX}"
    for number in range(2, 10_000):
        yield folder / f"{stem}-{number}{SUFFIX}"


def keep(record: Record) -> Path:
    """Save a record under a name that is free, here or else among the temporary files."""
    try:
        return keep_in(record, Path())
    except OSError:
        return keep_in(record, Path(tempfile.gettempdir()))


def keep_in(record: Record, folder: Path) -> Path:
    """Save a record in a folder under a name that is free."""
    for path in free_names(record, folder):
        try:
            write_record(record, path)
        except FileExistsError:
            continue
        return path
    raise OSError(say("no free name for a record in {folder}", folder=folder))
