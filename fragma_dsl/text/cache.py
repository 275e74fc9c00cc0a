"""Cache: what takes long to make and can be made again, kept in the user's cache directory.

What is kept is code: a folder that others can write to is not trusted. Whatever goes wrong here
costs only time.
"""

import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path

OVERRIDE = "FRAGMA_CACHE"
"""The environment variable that names another folder."""

OLD = 60 * 86400.0
"""Seconds after which a file that nobody has asked for may go."""


def cache_folder() -> Path:
    """Give the folder, by the custom of the platform."""
    own = os.environ.get(OVERRIDE)
    if own:
        return Path(own).absolute()
    named = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME")
    if named and Path(named).is_absolute():
        return Path(named) / "fragma-dsl"
    base = Path("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    with contextlib.suppress(RuntimeError):
        base = base.expanduser()
    return base / "fragma-dsl"


def fetch(name: str) -> bytes | None:
    """Give what is kept under a name; None where there is nothing, or nothing to be trusted."""
    path = cache_folder() / name
    try:
        if not _is_private(path.parent):
            return None
        content = path.read_bytes()
        if time.time() - path.stat().st_mtime > OLD / 10:
            path.touch()
    except OSError:
        return None
    return content


def keep(name: str, content: bytes) -> None:
    """Keep something under a name whole or not at all, and let go of what is old."""
    path = cache_folder() / name
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_private(path.parent):
            return
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
        prune(path.parent)


def prune(folder: Path) -> None:
    """Remove the files that nobody has asked for in a long time."""
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if path.is_file() and time.time() - path.stat().st_mtime > OLD:
                path.unlink()


def _is_private(folder: Path) -> bool:
    """Whether a folder is the user's own and no one else can write to it."""
    if os.name == "nt":
        return True
    state = folder.stat()
    return state.st_uid == os.getuid() and not state.st_mode & 0o022
