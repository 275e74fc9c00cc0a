"""Search path: the files that forks and people name by an id or a relative path, found and read."""

import os
from collections.abc import Iterable
from pathlib import Path

from fragma_dsl.syntax.words import is_name
from fragma_dsl.text.loading import Missing, Wanted
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.said import say
from fragma_dsl.text.source import MAX_SIZE, Source

SUFFIXES = {"game": ".rules.yaml", "library": ".library.yaml"}
PACKAGE = Path(__file__).resolve().parent
SHIPPED = (
    PACKAGE / "shipped" / "variants",
    PACKAGE / "shipped" / "examples",
    PACKAGE.parent / "variants",
    PACKAGE.parent / "examples",
)
"""Where the files are that come with fragma: installed, or beside it in a checkout."""


def shipped_files(suffix: str = SUFFIXES["game"]) -> dict[str, Path]:
    """Give the rule files that come with fragma, by id."""
    found: dict[str, Path] = {}
    for folder in SHIPPED:
        for path in sorted(folder.rglob(f"*{suffix}")):
            found.setdefault(path.name.removesuffix(suffix), path)
    return found


def read_source(path: str | Path) -> Source:
    """Read a rule file as UTF-8. Raises OSError and UnicodeDecodeError."""
    return Source(str(path), Path(path).read_bytes().decode("utf-8-sig"))


def find_source(name: str, wanted: Wanted, beside: Source) -> Source | Missing:
    """Find and read what a file means: an id on the search path, or a path relative to the file."""
    folder = Path(beside.name).parent
    suffix = SUFFIXES[wanted]
    if is_name(name):
        path = find_by_id(name, wanted, folder)
        return read_found(path) if path is not None else _missing_id(name, wanted, folder)
    if "\\" in name:
        return Missing("a path is written with `/` on every system", name.replace("\\", "/"))
    if Path(name).anchor or not name.endswith(suffix):
        return Missing(
            say("expected an id, or a relative path that ends in `{suffix}`", suffix=suffix)
        )
    path = Path(os.path.normpath(folder / name))
    if is_there(path):
        return read_found(path)
    beside_it = _files_in(path.parent, suffix)
    close = nearest(path.name, [one.name for one in beside_it.values()])
    return Missing("there is no such file", close and (Path(name).parent / close).as_posix())


def find_by_id(name: str, wanted: Wanted, folder: Path) -> Path | None:
    """Find the file of an id: in a folder, in those of FRAGMA_PATH, among the shipped ones."""
    for place in (folder, *search_folders()):
        path = place / f"{name}{SUFFIXES[wanted]}"
        if is_there(path):
            return path
    return shipped_files(SUFFIXES[wanted]).get(name)


def is_there(path: Path) -> bool:
    """Whether there is such a file; what cannot be the name of one is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def search_folders() -> tuple[Path, ...]:
    """Give the folders of FRAGMA_PATH."""
    written = os.environ.get("FRAGMA_PATH", "")
    return tuple(Path(one) for one in written.split(os.pathsep) if one)


def read_found(path: Path) -> Source | Missing:
    """Read a file that is there; say why where it cannot be read."""
    try:
        if path.stat().st_size > 4 * MAX_SIZE:
            return Missing("the file is too long")
        return read_source(path)
    except UnicodeDecodeError:
        return Missing("it is not UTF-8 text")
    except OSError as error:
        return Missing((error.strerror or str(error)).lower())


def _missing_id(name: str, wanted: Wanted, folder: Path) -> Missing:
    suffix = SUFFIXES[wanted]
    places = (folder, *search_folders())
    known: Iterable[str] = [
        *(id for place in places for id in _files_in(place, suffix)),
        *shipped_files(suffix),
    ]
    shown = tuple(f"`{place}`" for place in places)
    what = "games" if wanted == "game" else "libraries"
    where = (*shown, f"the {what} that come with fragma")
    return Missing(
        say("there is no `{name}{suffix}`", name=name, suffix=suffix), nearest(name, known), where
    )


def _files_in(folder: Path, suffix: str) -> dict[str, Path]:
    try:
        found = sorted(path for path in folder.iterdir() if path.name.endswith(suffix))
    except OSError:
        return {}
    return {path.name.removesuffix(suffix): path for path in found}
