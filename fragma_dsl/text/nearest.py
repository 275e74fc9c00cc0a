"""Nearest: the known name that a misspelt one most likely means."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from operator import itemgetter

SIGNS = 128  # signs of a text are told apart by what is left of them by this


def nearest(
    name: str, known: Iterable[str], is_meant: Callable[[str], bool] = lambda _: True
) -> str | None:
    """Give the known name closest to `name`, or None where none is close.

    `is_meant` says whether a known name counts; few are asked about.
    """
    found = _closest(name.casefold(), known, 1, 0.6, is_meant)
    return found[0] if found else None


def nearest_few(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Give up to `limit` known names that `name` may mean, the closest first."""
    folded = {one.casefold(): one for one in known}
    return _closest(name.casefold(), folded.values(), limit, 0.5, lambda _: True)


def _closest(
    name: str, known: Iterable[str], limit: int, cutoff: float, is_meant: Callable[[str], bool]
) -> tuple[str, ...]:
    """Give what `difflib.get_close_matches` gives, by case-folded names.

    A name that cannot be close enough, or closer than what has been found, is not compared: its
    signs say how close it could be, and, sharper, how many of them stand in the same order.
    """
    signs, length, places = _signs(name), len(name), _places(name)
    hopeful: list[tuple[float, str, str]] = []
    for one in known:
        other = one.casefold()
        hope = _ratio((signs & _signs(other)).bit_count(), length + len(other))
        if hope >= cutoff:
            hopeful.append((hope, other, one))
    matcher = SequenceMatcher(b=name)
    found: list[tuple[float, str, str]] = []
    for hope, other, one in sorted(hopeful, reverse=True):
        least = found[-1][:2] if len(found) == limit else (cutoff, "")
        if (hope, other) < least:
            break
        in_order = _ratio(_in_order(places, length, other), length + len(other))
        if (in_order, other) < least or not is_meant(one):
            continue
        matcher.set_seq1(other)
        ratio = matcher.ratio()
        if (ratio, other) >= least:
            found = sorted([(ratio, other, one), *found], key=itemgetter(0, 1), reverse=True)[
                :limit
            ]
    return tuple(one for *_, one in found)


def _ratio(matches: int, length: int) -> float:
    """Say how close two names are of so many signs together, of which so many match."""
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
