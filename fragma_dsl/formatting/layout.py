"""Layout: lines of output with their comments, to text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its line break; an empty one is free."""

    indent: int
    text: str = ""
    comment: str = ""

    @property
    def width(self) -> int:
        """The columns up to the comment."""
        return self.indent + len(self.text)

    def deeper(self, columns: int) -> "Line":
        """Give the line further to the right."""
        return replace(self, indent=self.indent + columns)


FREE = Line(0)


def comment_line(indent: int, comment: str) -> Line:
    """Make a line of nothing but a comment."""
    return Line(indent, comment)


def tidy_comment(comment: str) -> str:
    """Write a comment with a blank behind its sign; a row of signs stays as it is."""
    comment = comment.rstrip()
    bare = comment.lstrip("#")
    return (
        f"# {bare}" if len(comment) - len(bare) == 1 and bare[:1] not in ("", " ", "!") else comment
    )


def write_lines(lines: Iterable[Line]) -> str:
    """Write lines: comments at the ends of lines that follow one another stand in one column."""
    written = list(_aligned(list(lines)))
    return "".join(f"{line}\n" for line in written)


def _aligned(lines: list[Line]) -> Iterator[str]:
    start = 0
    while start < len(lines):
        first = lines[start]
        end = start + 1
        while first.comment and end < len(lines) and _goes_on(first, lines[end]):
            end += 1
        run = lines[start:end]
        column = max(line.width for line in run) + 2
        if any(column + len(line.comment) > WIDTH for line in run):
            column = 0
        for line in run:
            text = " " * line.indent + line.text if line.text else ""
            gap = " " * max(2, column - line.width)
            yield f"{text}{gap}{line.comment}" if line.comment else text
        start = end


def _goes_on(first: Line, line: Line) -> bool:
    return bool(line.comment) and line.indent == first.indent
