"""Loading: how forks are handed the files that they name; whoever hands it in does the reading."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fragma_dsl.text.source import Source

Wanted: TypeAlias = Literal["game", "library"]


@dataclass(frozen=True, slots=True)
class Missing:
    """Why there is no such file, the nearest name there is, and where it was looked for."""

    why: str
    close: str | None = None
    places: tuple[str, ...] = ()


Loader: TypeAlias = Callable[[str, Wanted, Source], Source | Missing]
"""Gives the source that a file means by a name, an id or a relative path."""


def no_files(name: str, wanted: Wanted, beside: Source) -> Missing:  # noqa: ARG001
    """Find nothing."""
    return Missing("other files are not to be had here")
