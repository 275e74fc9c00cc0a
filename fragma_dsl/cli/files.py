"""Files: what a person wrote for a rule file in, paths out; clear words for what cannot be read."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.search_path import SUFFIXES, find_by_id, shipped_files
from fragma_dsl.syntax.words import is_name
from fragma_dsl.text.nearest import nearest

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
        raise CliFailure(f"{written} is a folder; expected a rule file")
    if not exists(path):
        shipped = shipped_files()
        raise CliFailure(f"no such file: {written}{hint(path, shipped)}")
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
        return f"; did you mean {path.parent / close}?"
    game = nearest(path.name.removesuffix(SUFFIX), shipped)
    return f"; did you mean `{game}`, which comes with fragma?" if game else ""


def exists(path: Path) -> bool:
    """Whether there is a file; a path that cannot be one is a failure."""
    try:
        return path.exists()
    except (OSError, ValueError) as error:
        raise CliFailure(f"cannot read {path}: {reason(error)}") from None


def check_readable(path: Path, most: int = MAX_BYTES) -> None:
    """Raise CliFailure for what is no plain file, too long, or closed to us."""
    try:
        if not path.is_file():
            raise CliFailure(f"{path} is not a file")
        if path.stat().st_size > most:
            raise CliFailure(f"{path} is too long: more than {most // 2**20} MB")
        with path.open("rb"):
            pass
    except OSError as error:
        raise CliFailure(f"cannot read {path}: {reason(error)}") from None


def rule_files(written: Iterable[str]) -> Iterator[Path]:
    """Find all rule files that are meant; a folder means every one below it."""
    for name in written:
        path = Path(name)
        if exists(path) and path.is_dir():
            below = sorted(path.rglob(f"*{SUFFIX}"))
            if not below:
                raise CliFailure(f"no *{SUFFIX} below {name}")
            for file in below:
                check_readable(file)
                yield file
        else:
            yield find_rules(name)


def reason(error: Exception) -> str:
    """Say what the system says about a file."""
    return (getattr(error, "strerror", None) or str(error)).lower()
