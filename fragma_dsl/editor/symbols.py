"""Symbols: what the names of a game stand for, and where each is declared or used."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from fragma_dsl.text.span import Span

SymbolKind: TypeAlias = Literal[
    "option", "enum", "value", "die", "board", "site", "layer", "region", "lines", "directions",
    "piece", "family", "card", "attribute", "zone", "variable", "function", "rule", "phase",
    "ending", "invariant", "scenario", "player", "team", "action", "text", "local", "builtin",
]  # fmt: skip

KINDS: dict[str, SymbolKind] = {
    "options": "option", "enums": "enum", "dice": "die", "boards": "board", "pieces": "piece",
    "cards": "family", "zones": "zone", "state": "variable", "functions": "function",
    "rules": "rule", "phases": "phase", "end": "ending", "invariants": "invariant",
    "scenarios": "scenario",
}  # fmt: skip
"""What the entries of a map of the file are."""

VALUES: tuple[SymbolKind, ...] = (
    "option", "enum", "value", "die", "board", "site", "layer", "region", "lines", "directions",
    "piece", "family", "card", "zone", "variable", "player", "team", "phase", "attribute",
)  # fmt: skip
"""What a bare name in an expression can be."""

NOUNS: dict[SymbolKind, str] = {
    "value": "value", "directions": "set of directions", "lines": "family of lines",
    "piece": "kind of piece", "family": "family of cards", "text": "prompt",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a name stands for; `home` is the board, enum or die it belongs to, or the place where a
    local is bound."""

    kind: SymbolKind
    name: str
    home: str = ""

    @property
    def noun(self) -> str:
        """Say what it is."""
        return NOUNS.get(self.kind, self.kind)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place where a name stands; `whole` is what is declared there, None where it is used."""

    span: Span
    symbol: Symbol
    whole: Span | None = None
