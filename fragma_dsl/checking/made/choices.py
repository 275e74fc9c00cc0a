"""Choices: what Hypothesis draws, as the few questions that everything made is asked; the first
answer is the plain one, to which an example shrinks."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


@lru_cache(maxsize=256)
def between(low: int, high: int) -> st.SearchStrategy[int]:
    """Give the numbers of a range, the lowest first."""
    return st.integers(low, high)


class Choices:
    """Answers from the data of one example."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.names = 0

    def number(self, low: int, high: int) -> int:
        """Draw a number."""
        return self.draw(between(low, high)) if low < high else low

    def pick(self, options: Sequence[T]) -> T:
        """Draw one of some things."""
        return options[self.number(0, len(options) - 1)]

    def word(self, *words: str) -> str:
        """Draw one of some words."""
        return self.pick(words)

    def once_in(self, times: int) -> bool:
        """Say yes so rarely, and no in what is plain."""
        return self.number(0, times - 1) == times - 1

    def some(self, options: Sequence[T], times: int = 2) -> list[T]:
        """Keep each of some things once in so many times."""
        return [one for one in options if self.once_in(times)]

    def fresh(self, letter: str) -> str:
        """Give a name that nothing has yet."""
        self.names += 1
        return f"{letter}{self.names}"
