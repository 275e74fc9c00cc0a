"""Nearest: the known name that a misspelt one most likely means."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Give the known name closest to `name`, or None where none is close."""
    folded = {candidate.casefold(): candidate for candidate in sorted(known, reverse=True)}
    found = get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.6)
    return folded[found[0]] if found else None


def nearest_few(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Give up to `limit` known names that `name` may mean, the closest first."""
    folded = {candidate.casefold(): candidate for candidate in known}
    found = get_close_matches(name.casefold(), list(folded), n=limit, cutoff=0.5)
    return tuple(folded[match] for match in found)
