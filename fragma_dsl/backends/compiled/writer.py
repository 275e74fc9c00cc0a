"""Writer: lines of Python in the making, indented by the blocks they stand in."""

from collections.abc import Iterator
from contextlib import contextmanager


class Writer:
    """Gathers the lines of a function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.names = 0

    def line(self, text: str) -> None:
        """Write a line in the block that is open."""
        self.lines.append("    " * self.depth + text)

    def name(self, stem: str = "t") -> str:
        """Give a name that nothing else in the function has."""
        self.names += 1
        return f"{stem}{self.names}"

    def let(self, value: str, stem: str = "t") -> str:
        """Write an assignment to a fresh name; give the name."""
        name = self.name(stem)
        self.line(f"{name} = {value}")
        return name

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """Write a header; what is written inside stands below it."""
        self.line(header)
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def aside(self, deeper: int = 0) -> Iterator[list[str]]:
        """Gather what is written inside in a list of its own, `deeper` blocks further in."""
        outer, self.lines = self.lines, []
        self.depth += deeper
        yield self.lines
        self.depth -= deeper
        self.lines = outer
