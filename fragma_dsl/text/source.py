"""Source: a named text with its line table."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

MAX_SIZE = 1 << 20
"""The bytes and characters that a rule file may have."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name a person knows it by, usually the path as they wrote it."""

    name: str
    text: str
    line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        object.__setattr__(self, "line_starts", tuple(starts))

    def position(self, offset: int) -> tuple[int, int]:
        """Give the line and column of a character offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Give the text of a line, counted from 1, without its line break."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].removesuffix("\n").removesuffix("\r")
