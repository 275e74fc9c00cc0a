"""Tables: what was measured, in columns."""

from collections.abc import Iterator, Sequence


def aligned(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Write a table, the first column to the left and the others to the right."""
    columns = list(zip(head, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    for row in (head, *rows):
        parts = [f"{row[0]:{widths[0]}}"]
        parts += [f"{one:>{width}}" for one, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join(parts).rstrip()
