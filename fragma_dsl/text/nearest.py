"""Nearest: the known name that a misspelt one most likely means."""

from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from functools import lru_cache

SIGNS = 128  # signs of a text are told apart by what is left of them by this


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Give the known name closest to `name`, or None where none is close."""
    found = _closest(name.casefold(), tuple(sorted(known, reverse=True)), 1, 0.6)
    return found[0] if found else None


def nearest_few(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Give up to `limit` known names that `name` may mean, the closest first."""
    return _closest(name.casefold(), tuple(known), limit, 0.5)


@lru_cache(maxsize=1024)
def _closest(name: str, known: tuple[str, ...], limit: int, cutoff: float) -> tuple[str, ...]:
    """Compare once, since a name that is unknown is often so in many places.

    What `difflib.get_close_matches` gives. A name that cannot be close enough, or closer than what
    has been found, is not compared: its signs say how close it could be, and, sharper, how many of
    them stand in the same order.
    """
    folded = {candidate.casefold(): candidate for candidate in known}
    signs = _signs(name)
    hopeful = (
        (_ratio((signs & _signs(other)).bit_count(), name, other), other) for other in folded
    )
    matcher = SequenceMatcher(b=name)
    places = _places(name)
    found: list[tuple[float, str]] = []
    for hope in sorted((one for one in hopeful if one[0] >= cutoff), reverse=True):
        least = found[-1] if len(found) == limit else (cutoff, "")
        if hope < least:
            break
        other = hope[1]
        if (_ratio(_in_order(places, len(name), other), name, other), other) < least:
            continue
        matcher.set_seq1(other)
        closeness = (matcher.ratio(), other)
        if closeness >= least:
            found = sorted([*found, closeness], reverse=True)[:limit]
    return tuple(folded[other] for _, other in found)


def _ratio(matches: int, name: str, other: str) -> float:
    """Say how close two names are of which so many signs match."""
    length = len(name) + len(other)
    return 2.0 * matches / length if length else 1.0


@lru_cache(maxsize=1 << 16)
def _signs(name: str) -> int:
    """Give a bit for each sign of a name, in any order; two names share at most as many signs as
    bits."""
    bits = 0
    for sign, count in Counter(ord(letter) % SIGNS for letter in name).items():
        for number in range(count):
            bits |= 1 << number * SIGNS + sign
    return bits


def _places(name: str) -> Mapping[str, int]:
    """Give a bit for each place of each letter."""
    places: dict[str, int] = {}
    for place, letter in enumerate(name):
        places[letter] = places.get(letter, 0) | 1 << place
    return places


def _in_order(places: Mapping[str, int], length: int, other: str) -> int:
    """Give the length of the longest common subsequence, a bit for each place of the name (Hyyrö,
    "Bit-parallel LCS-length computation revisited", 2004)."""
    full = left = (1 << length) - 1
    for letter in other:
        matched = left & places.get(letter, 0)
        left = (left + matched | left - matched) & full
    return length - left.bit_count()
