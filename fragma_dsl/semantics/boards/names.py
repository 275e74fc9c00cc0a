"""Names: the sites that a board's names, ranges and layers stand for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fragma_dsl.semantics.boards import problems as found
from fragma_dsl.semantics.boards.find import part
from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span

NAME = re.compile(r"[^\W\d]\w*")
NUMBERED = re.compile(r"(.*?)(0|[1-9][0-9]{0,8})")
LONGEST_RANGE = 4096


@dataclass(frozen=True, slots=True)
class Spot:
    """A site as written: its index in a layer and its layer, None for every one."""

    site: int
    layer: int | None


@dataclass(frozen=True, slots=True)
class SiteNames:
    """What finds the sites of a board by name; `first` is the number of its first site."""

    board: str
    first: int
    sites: tuple[str, ...]  # of one layer
    layers: tuple[str, ...]
    indices: Mapping[str, int]

    def expand(self, spot: Spot) -> tuple[int, ...]:
        """Give the numbers of the sites that a spot means, one for each layer it is in."""
        layers = range(max(1, len(self.layers))) if spot.layer is None else (spot.layer,)
        return tuple(self.first + layer * len(self.sites) + spot.site for layer in layers)

    def text(self, site: int) -> str:
        """Write the name of a site with its layer."""
        layer, index = divmod(site - self.first, len(self.sites))
        return f"{self.layers[layer]}.{self.sites[index]}" if self.layers else self.sites[index]


def name_sites(
    board: str, first: int, sites: tuple[str, ...], layers: tuple[str, ...]
) -> SiteNames:
    """Make the index of a board's names."""
    indices = {name: number for number, name in enumerate(sites)}
    return SiteNames(board, first, sites, layers, indices)


def split_words(phrase: Identifier) -> tuple[Identifier, ...]:
    """Split a phrase at its spaces, each word with its own place where the text is as written."""
    exact = phrase.span.text == phrase.text
    return tuple(
        Identifier(match.group(), part(phrase.span, *match.span()) if exact else phrase.span)
        for match in re.finditer(r"[^\s,]+", phrase.text)
    )


def expand_range(word: Identifier, problems: list[Problem]) -> tuple[Identifier, ...]:
    """Write out `a1..a6` or `a..f`; a word without dots is itself; () where it is no range."""
    if ".." not in word.text:
        return (word,)
    low, _, high = word.text.partition("..")
    layer, dot, low = low.rpartition(".")
    stem, bounds = _read_bounds(low, high.removeprefix(f"{layer}.") if dot else high)
    if bounds is None:
        problems.append(found.BadRange(word.span, None))
        return ()
    start, end = bounds
    write = chr if stem is None else f"{stem}{{}}".format
    if start > end:
        turned = f"{layer}{dot}{write(end)}..{write(start)}"
        problems.append(found.BadRange(word.span, turned))
        return ()
    end = min(end, start + LONGEST_RANGE)
    return tuple(Identifier(f"{layer}{dot}{write(n)}", word.span) for n in range(start, end + 1))


def _read_bounds(low: str, high: str) -> tuple[str | None, tuple[int, int] | None]:
    """Give the stem, None for letters, and the numbers at both ends, None where it is no range."""
    if all(len(end) == 1 and end.isascii() and end.isalpha() for end in (low, high)):
        return None, (ord(low), ord(high)) if low.islower() == high.islower() else None
    first, last = NUMBERED.fullmatch(low), NUMBERED.fullmatch(high)
    if first is None or last is None or first[1] != last[1] or not first[1]:
        return "", None
    return first[1], (int(first[2]), int(last[2]))


def find_spots(
    names: SiteNames, word: Identifier, problems: list[Problem]
) -> Iterator[tuple[Spot, Identifier]]:
    """Find the sites of a name or a range, reporting those that the board does not have."""
    for name in expand_range(word, problems):
        spot = find_spot(names, name, problems)
        if spot is not None:
            yield spot, name


def find_spot(names: SiteNames, name: Identifier, problems: list[Problem]) -> Spot | None:
    """Find the site of a name, with its layer if it says one."""
    layer, dot, base = name.text.rpartition(".")
    number = None
    if dot:
        number = find_layer(names, layer, name, problems, base)
        if number is None:
            return None
    site = names.indices.get(base)
    if site is None:
        span = _part_of(name, len(layer) + len(dot), len(name.text))
        problems.append(found.UnknownSite(span, base, names.sites, names.board))
        return None
    return Spot(site, number)


def find_layer(
    names: SiteNames, layer: str, name: Identifier, problems: list[Problem], base: str | None = None
) -> int | None:
    """Find the layer that the beginning of a name says; `base` is the rest of the name."""
    if layer in names.layers:
        return names.layers.index(layer)
    span = _part_of(name, 0, len(layer))
    if names.layers:
        problems.append(found.UnknownLayer(span, layer, names.layers, names.board))
        return None
    known = base if base in names.indices and name.span.text == name.text else None
    problems.append(
        found.LayerOnUnlayered(span if known is None else name.span, names.board, layer, known)
    )
    return None


def _part_of(name: Identifier, start: int, end: int) -> Span:
    if name.span.text != name.text:
        return name.span
    return part(name.span, start, end)
