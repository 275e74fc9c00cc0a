"""Span: a stretch of a source, the place that a node or a problem speaks of."""

from dataclasses import dataclass

from fragma_dsl.text.source import Source


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` to `end` (exclusive) of a source."""

    source: Source
    start: int
    end: int

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    @property
    def line(self) -> int:
        """The first line, counted from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The first column, counted from 1 in characters."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    def to(self, other: "Span") -> "Span":
        """Give the smallest span that holds both."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))
