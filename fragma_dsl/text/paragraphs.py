"""Paragraphs: a docstring in, what catalogues have of it and the same in another language out."""

import re
from textwrap import fill

from fragma_dsl.text.language import tell

WIDTH = 96


def first_sentence(text: str) -> str:
    """Give the first sentence of an explanation, on one line."""
    line = " ".join(text.split("\n\n")[0].split())
    return re.split(r"(?<=[.?!]) (?=[^a-z])", line)[0]


def pieces(text: str) -> list[list[str]]:
    """Give the paragraphs of an explanation, its first sentence apart, as catalogues have them."""
    head, *paragraphs = (" ".join(one.split()) for one in text.split("\n\n"))
    first = first_sentence(text)
    rest = head.removeprefix(first).strip()
    return [[first, rest] if rest else [first], *([one] for one in paragraphs)]


def explained(text: str, language: str | None) -> str:
    """Tell an explanation in a language."""
    paragraphs = pieces(text)
    told = [[tell(piece, language) for piece in one] for one in paragraphs]
    if told == paragraphs:
        return text
    return "\n\n".join(fill(" ".join(one), WIDTH) for one in told)
