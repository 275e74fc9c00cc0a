"""Regions: the words of a board's regions, lines and direction sets, read as sets of numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fragma_dsl.play.board import Board, column_letters
from fragma_dsl.play.outline import find_corners, find_edge
from fragma_dsl.semantics.boards import region_problems as found
from fragma_dsl.semantics.boards.link_problems import UnknownDirection
from fragma_dsl.semantics.boards.names import SiteNames, find_layer, find_spots, split_words
from fragma_dsl.semantics.boards.problems import BadRange
from fragma_dsl.semantics.boards.shapes import column_number
from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem

ALONE = ("all", "corners")
EXAMPLES = {
    "row": "row 1",
    "rows": "rows 1..2",
    "column": "column a",
    "columns": "columns a..c",
    "edge": "edge n",
    "layer": "layer past",
}
WORDS = (*ALONE, *EXAMPLES)
PREPOSITIONS = ("of", "to", "from", "on", "in", "at", "by", "around", "than")


@dataclass(frozen=True, slots=True)
class RegionReader:
    """What reads sets of sites of one board."""

    board: Board
    names: SiteNames
    directions: tuple[str, ...]
    problems: list[Problem]

    def read_sites(self, phrases: Iterable[Identifier]) -> frozenset[int]:
        """Give the sites of all the words together."""
        sites: frozenset[int] = frozenset()
        for phrase in phrases:
            words = list(split_words(phrase))
            while words:
                sites |= self._read_word(words)
        return sites

    def read_family(self, phrases: tuple[Identifier, ...]) -> tuple[frozenset[int], ...]:
        """Give the sites as one set, or as one for each layer where the words name none."""
        sites = self.read_sites(phrases)
        if any(
            "." in word.text.replace("..", "") or word.text.startswith("layer ") for word in phrases
        ):
            return (sites,)
        size = max(1, self.board.layer_size)
        starts = range(self.board.first, self.board.first + len(self.board), size)
        return tuple(sites & frozenset(range(start, start + size)) for start in starts)

    def read_directions(self, phrases: Iterable[Identifier]) -> frozenset[int]:
        """Give the directions of some names; the board must have links that go there."""
        words = [word for phrase in phrases for word in split_words(phrase)]
        numbers = (self._find_direction(word) for word in words)
        return frozenset(number for number in numbers if number is not None)

    def _find_direction(self, word: Identifier) -> int | None:
        known = {self.directions[number]: number for number in self.board.directions}
        if word.text not in known:
            name = self.board.name
            self.problems.append(UnknownDirection(word.span, word.text, tuple(known), name))
        return known.get(word.text)

    def _read_word(self, words: list[Identifier]) -> frozenset[int]:
        """Take the first word, and the one that goes with it, and give their sites."""
        word = words.pop(0)
        if word.text == "all":
            return frozenset(self.board.links)
        if word.text == "corners":
            return find_corners(self.board)
        if word.text in EXAMPLES:
            return self._read_pair(word, words)
        if self._is_strange(word, words):
            self.problems.append(found.UnknownRegionWord(word.span, word.text, WORDS))
            if words and words[0].text in PREPOSITIONS:
                del words[:2]
            elif words and nearest(word.text, WORDS) not in ALONE:
                words.pop(0)
            return frozenset()
        spots = find_spots(self.names, word, self.problems)
        return frozenset(site for spot, _ in spots for site in self.names.expand(spot))

    def _is_strange(self, word: Identifier, words: list[Identifier]) -> bool:
        """Whether a word looks like a misspelt word for sites rather than the name of one."""
        if word.text in self.names.indices or "." in word.text:
            return False
        if words and (words[0].text[0].isdigit() or words[0].text in PREPOSITIONS):
            return True
        return nearest(word.text, (*self.names.sites, *WORDS)) in WORDS

    def _read_pair(self, word: Identifier, words: list[Identifier]) -> frozenset[int]:
        """Read the words `row`, `column`, `edge` and `layer` with what they are told."""
        if not words:
            example = EXAMPLES[word.text]
            self.problems.append(found.BadArgument(word.span, word.text, example, None))
            return frozenset()
        argument = words.pop(0)
        if word.text == "edge":
            direction = self._find_direction(argument)
            return frozenset() if direction is None else find_edge(self.board, direction)
        if word.text == "layer":
            return self._read_layer(argument)
        lines = self.board.rows if word.text.startswith("row") else self.board.columns
        return self._read_lines(word, argument, lines)

    def _read_layer(self, argument: Identifier) -> frozenset[int]:
        layer = find_layer(self.names, argument.text, argument, self.problems)
        if layer is None:
            return frozenset()
        start = self.board.first + layer * self.board.layer_size
        return frozenset(range(start, start + self.board.layer_size))

    def _read_lines(
        self, word: Identifier, argument: Identifier, lines: Mapping[int, int]
    ) -> frozenset[int]:
        """Read a row or a column, or a range of them."""
        kind = word.text.removesuffix("s")
        if not lines:
            span = word.span.to(argument.span)
            self.problems.append(found.NoLines(span, self.board.name, kind))
            return frozenset()
        ends = argument.text.split("..")
        numbers = [number for number in map(column_number, ends) if number is not None]
        letters = not ends[0].isdigit()
        mixed = len({end.isdigit() for end in ends}) > 1
        if len(ends) > 2 or len(numbers) < len(ends) or mixed or (letters and kind == "row"):
            example = EXAMPLES[word.text]
            self.problems.append(
                found.BadArgument(argument.span, word.text, example, argument.text)
            )
            return frozenset()
        low, high = numbers[0], numbers[-1]
        if low > high:
            turned = "..".join(reversed(ends))
            self.problems.append(BadRange(argument.span, turned))
            low, high = high, low
        self._check_bounds(kind, argument, (low, high), lines)
        return frozenset(site for site, line in lines.items() if low <= line <= high)

    def _check_bounds(
        self, kind: str, argument: Identifier, bounds: tuple[int, int], lines: Mapping[int, int]
    ) -> None:
        least, most = min(lines.values()), max(lines.values())
        outside = [line for line in bounds if not least <= line <= most]
        if outside:
            write = str if kind == "row" else column_letters
            self.problems.append(
                found.LineOutOfRange(
                    argument.span, kind, write(outside[0]), write(least), write(most)
                )
            )
