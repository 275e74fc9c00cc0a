"""Trivia: the stretch between two parts of a file to its comments and free lines."""

import re
from dataclasses import dataclass

from fragma_dsl.formatting.layout import tidy_comment

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a line of its own; `apart` where a free line stands before it."""

    text: str
    column: int
    apart: bool


@dataclass(frozen=True, slots=True)
class Trivia:
    """What stands between two parts: a comment behind the first, comments on lines of their own,
    and whether a free line stands before the second."""

    behind: str
    comments: tuple[Comment, ...]
    apart: bool


def read_trivia(text: str, start: int, end: int) -> Trivia:
    """Read what stands between two offsets, signs of YAML left out."""
    first, *rest = text[start:end].split("\n")
    found = _COMMENT.search(first)
    behind = tidy_comment(found[0]) if found is not None else ""
    comments: list[Comment] = []
    apart = False
    for i, line in enumerate(rest):
        found = _COMMENT.search(line)
        if found is not None:
            comments.append(Comment(tidy_comment(found[0]), found.start(), apart))
            apart = False
        elif not line.strip() and i < len(rest) - 1:
            apart = True
    return Trivia(behind, tuple(comments), apart)
