"""Files: what a person wrote for a rule file in, paths out; clear words for what cannot be read."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.search_path import SUFFIXES, find_by_id, shipped_files
from fragma_dsl.syntax.words import is_name
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.said import say

SUFFIX = SUFFIXES["game"]
MAX_BYTES = 2**22
"""Longer files are no rules."""


def find_rules(written: str) -> Path:
    """Find the rule file that is meant: the id of a game that comes with fragma, or a path.

    An id means the game even where a folder or a file of that bare name lies about.
    """
    path = Path(written)
    known = find_by_id(written, "game", path.parent) if is_name(written) else None
    if known is not None:
        return known
    if exists(path) and path.is_dir():
        raise CliFailure(say("{written} is a folder; expected a rule file", written=written))
    if not exists(path):
        shipped = shipped_files()
        raise CliFailure(
            say("no such file: {written}{hint}", written=written, hint=hint(path, shipped))
        )
    check_readable(path)
    return path


def hint(path: Path, shipped: Iterable[str]) -> str:
    """Name the file that was most likely meant."""
    try:
        beside = [other.name for other in path.parent.iterdir() if other.is_file()]
    except OSError:
        beside = []
    close = nearest(path.name, beside)
    if close:
        return say("; did you mean {path}?", path=path.parent / close)
    game = nearest(path.name.removesuffix(SUFFIX), shipped)
    return say("; did you mean `{game}`, which comes with fragma?", game=game) if game else ""


def exists(path: Path) -> bool:
    """Whether there is a file; a path that cannot be one is a failure."""
    try:
        return path.exists()
    except (OSError, ValueError) as error:
        raise CliFailure(
            say("cannot read {path}: {reason}", path=path, reason=reason(error))
        ) from None


def check_readable(path: Path, most: int = MAX_BYTES) -> None:
    """Raise CliFailure for what is no plain file, too long, or closed to us."""
    try:
        if not path.is_file():
            raise CliFailure(say("{path} is not a file", path=path))
        if path.stat().st_size > most:
            raise CliFailure(
                say("{path} is too long: more than {most} MB", path=path, most=most // 2**20)
            )
        with path.open("rb"):
            pass
    except OSError as error:
        raise CliFailure(
            say("cannot read {path}: {reason}", path=path, reason=reason(error))
        ) from None


def rule_files(written: Iterable[str]) -> Iterator[Path]:
    """Find all rule files that are meant; a folder means every one below it."""
    for name in written:
        path = Path(name)
        if exists(path) and path.is_dir():
            below = sorted(path.rglob(f"*{SUFFIX}"))
            if not below:
                raise CliFailure(say("no *{suffix} below {name}", suffix=SUFFIX, name=name))
            for file in below:
                check_readable(file)
                yield file
        else:
            yield find_rules(name)


def reason(error: Exception) -> str:
    """Say what the system says about a file."""
    return (getattr(error, "strerror", None) or str(error)).lower()
