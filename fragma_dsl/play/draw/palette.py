"""Palette: the names of line colours in, the colours that show them in pictures and terminals
out."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

Tone: TypeAlias = tuple[str, str]
"""A colour for pictures, and the code that a terminal knows it by."""

TONES: dict[str, Tone] = {
    "green": ("#2f8f4f", "32"),
    "pink": ("#d64f93", "38;5;205"),
    "blue": ("#2f6fb0", "38;5;33"),
    "yellow": ("#dba800", "33"),
    "red": ("#c0392b", "31"),
    "orange": ("#e07b1f", "38;5;208"),
    "purple": ("#7a4fa3", "38;5;135"),
    "cyan": ("#2f9c9c", "36"),
    "brown": ("#8b5a2b", "38;5;137"),
    "grey": ("#8a8578", "38;5;245"),
    "black": ("#2b2a28", "38;5;240"),
    "white": ("#fffdf6", "97"),
}
ALIKE = {
    "gray": "grey", "violet": "purple", "magenta": "pink", "teal": "cyan", "gold": "yellow",
    "verde": "green", "rosa": "pink", "azul": "blue", "amarillo": "yellow", "rojo": "red",
    "naranja": "orange", "morado": "purple", "violeta": "purple", "gris": "grey", "negro": "black",
    "blanco": "white", "cian": "cyan",
}  # fmt: skip


def tones(names: Sequence[str]) -> tuple[Tone, ...]:
    """Give each colour the tone of its name, and those whose name says nothing one of the rest."""
    meant = [ALIKE.get(name.casefold(), name.casefold()) for name in names]
    rest = _rest(meant)
    return tuple(TONES[name] if name in TONES else next(rest) for name in meant)


def _rest(meant: Sequence[str]) -> Iterator[Tone]:
    free = [tone for name, tone in TONES.items() if name not in meant] or [*TONES.values()]
    while True:
        yield from free
