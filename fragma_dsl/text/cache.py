"""Cache: what takes long to make and can be made again, kept in the user's cache directory.

What is kept is code: a folder that others can write to is not trusted. Whatever goes wrong here
costs only time.
"""

import contextlib
import hashlib
import os
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

import fragma_dsl

PACKAGE = Path(__file__).parents[1]
SOURCES = (".py", ".txt", ".yaml", ".lark")
OVERRIDE = "FRAGMA_CACHE"
"""The environment variable that names another folder."""

OLD = 60 * 86400.0
"""Seconds after which a file that nobody has asked for may go."""

MOST = 1000
"""How many files are kept, whatever their age."""


def cache_folder() -> Path | None:
    """Give the folder, by the custom of the platform; None for a user without a home."""
    own = os.environ.get(OVERRIDE)
    if own:
        return Path(own).absolute()
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    if named and Path(named).is_absolute():
        return Path(named) / "fragma-dsl"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "fragma-dsl"


def fetch(name: str) -> bytes | None:
    """Give what is kept under a name; None where there is nothing, or nothing to be trusted."""
    try:
        folder = cache_folder()
        if folder is None or not _is_private(folder):
            return None
        path = folder / name
        content = path.read_bytes()
        if time.time() - path.stat().st_mtime > OLD / 10:
            path.touch()
    except OSError:
        return None
    return content


def keep(name: str, content: bytes) -> None:
    """Keep something under a name whole or not at all, and let go of what is old."""
    with contextlib.suppress(OSError):
        folder = cache_folder()
        if folder is None:
            return
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_private(folder):
            return
        handle, temporary = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.replace(temporary, folder / name)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
        prune(folder)


def package_state(*folders: str) -> str:
    """Say which version of this package makes what is kept, of all of it or of some folders: a
    changed file makes another."""
    starts = tuple(f"{folder}{os.sep}" for folder in folders)
    parts = [one for one in _source_states() if not starts or one.startswith(starts)]
    text = "\n".join([fragma_dsl.__version__, *parts])
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _source_states() -> tuple[str, ...]:
    """Give the path of each file that the package is made of, its size and when it was changed."""
    found = []
    for folder, _, names in os.walk(PACKAGE):
        for name in names:
            if name.endswith(SOURCES):
                path = os.path.join(folder, name)
                state = os.stat(path)
                inside = path.removeprefix(f"{PACKAGE}{os.sep}")
                found.append(f"{inside} {state.st_size} {state.st_mtime_ns}")
    return tuple(sorted(found))


def prune(folder: Path) -> None:
    """Remove the files that nobody has asked for in a long time, and those beyond the MOST."""
    ages: list[tuple[float, Path]] = []
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if path.is_file():
                ages.append((time.time() - path.stat().st_mtime, path))
    for rank, (age, path) in enumerate(sorted(ages)):
        if age > OLD or rank >= MOST:
            with contextlib.suppress(OSError):
                path.unlink()


def _is_private(folder: Path) -> bool:
    """Whether a folder is the user's own and no one else can write to it."""
    if sys.platform == "win32":
        return True
    state = folder.stat()
    return state.st_uid == os.getuid() and not state.st_mode & 0o022
