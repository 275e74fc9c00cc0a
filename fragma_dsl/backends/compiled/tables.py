"""Tables: constants of a module in the making, each written once."""

from collections.abc import Sequence

from fragma_dsl.text.span import Span


class Tables:
    """The tables of a module and the faults that it can raise."""

    def __init__(self) -> None:
        self.names: dict[tuple[int, ...], str] = {}
        self.faults: dict[tuple[str, Span], int] = {}

    def add(self, values: Sequence[int], stem: str) -> str:
        """Give the name of a table with these values."""
        key = tuple(int(value) for value in values) or (0,)
        if key not in self.names:
            self.names[key] = f"{stem.upper()}_{len(self.names)}"
        return self.names[key]

    def fault(self, code: str, span: Span) -> int:
        """Give the number of a fault at a place in the rules."""
        return self.faults.setdefault((code, span), len(self.faults))

    def lines(self) -> list[str]:
        """Write the tables."""
        return [f"{name} = table({list(key)})" for key, name in self.names.items()]
