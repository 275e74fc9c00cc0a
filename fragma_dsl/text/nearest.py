"""Nearest: the known name that a misspelt one most likely means."""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Give the known name closest to `name`, or None where none is close."""
    found = _closest(name.casefold(), tuple(sorted(known, reverse=True)), 1, 0.6)
    return found[0] if found else None


def nearest_few(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Give up to `limit` known names that `name` may mean, the closest first."""
    return _closest(name.casefold(), tuple(known), limit, 0.5)


@lru_cache(maxsize=1024)
def _closest(name: str, known: tuple[str, ...], limit: int, cutoff: float) -> tuple[str, ...]:
    """Compare once, since a name that is unknown is often so in many places."""
    folded = {candidate.casefold(): candidate for candidate in known}
    found = get_close_matches(name, list(folded), n=limit, cutoff=cutoff)
    return tuple(folded[match] for match in found)
