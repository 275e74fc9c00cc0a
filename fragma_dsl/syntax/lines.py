"""Lines: a script to its logical lines, brackets joining what belongs together."""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from fragma_dsl.syntax.words import STARTERS

_PIECE = re.compile(r'"[^"\n]*"|#[^\n]*|[()\[\]{};]|\n')
_PARTNER = {")": "(", "]": "[", "}": "{"}
_FIRST_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(slots=True)
class Line:
    """A logical line: its content from `start` to `end`, without indentation and last comment.

    `unclosed` and `stray` are the offsets of brackets without a partner, `wrong` that of the
    opening bracket that a stray one does not fit.
    """

    start: int
    indent: int
    end: int = 0
    unclosed: int | None = None
    stray: int | None = None
    wrong: int | None = None
    word: str = ""
    _open: list[int] = field(default_factory=list)


def split_lines(text: str, start: int, end: int) -> list[Line]:
    """Split a stretch of script into its logical lines, blank ones left out."""
    lines: list[Line] = []
    current: Line | None = None
    at = start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        content = text[at:stop].strip(" \t\r")
        indent = len(text[at:stop]) - len(text[at:stop].lstrip(" \t"))
        if content and not content.startswith("#"):
            if current is not None and _leaves(text, current, at + indent, indent):
                current.unclosed = current._open[-1]
                current = None
            if current is None:
                current = Line(at + indent, indent)
                word = _FIRST_WORD.match(text, current.start)
                current.word = word[0] if word else ""
                lines.append(current)
            _scan(text, current, at + indent, stop)
            if not current._open:
                current = None
        at = stop + 1
    if current is not None:
        current.unclosed = current._open[-1]
    return lines


def split_parts(text: str, line: Line) -> list[tuple[int, int]]:
    """Give the parts of a logical line between `;` outside brackets, without blanks around them."""
    cuts, depth = [line.start - 1], 0
    for match in _PIECE.finditer(text, line.start, line.end):
        sign = match[0]
        depth += (sign in _PARTNER.values()) - (sign in _PARTNER)
        if sign == ";" and depth <= 0:
            cuts.append(match.start())
    parts = []
    for before, end in pairwise([*cuts, line.end]):
        content = text[before + 1 : end]
        if content.strip():
            start = before + 1 + len(content) - len(content.lstrip())
            parts.append((start, start + len(content.strip())))
    return parts


def _leaves(text: str, line: Line, at: int, indent: int) -> bool:
    """Whether a line inside brackets is clearly a new one, so that a bracket was forgotten."""
    if text[at] in ")]}":
        return False
    word = _FIRST_WORD.match(text, at)
    after = text[word.end() : word.end() + 1] if word else ""
    return indent <= line.indent or (
        word is not None and word[0] in STARTERS and after in (" ", "\n", "\r", ":", "")
    )


def _scan(text: str, line: Line, at: int, stop: int) -> None:
    """Follow the brackets of one line of text."""
    last = stop
    for match in _PIECE.finditer(text, at, stop):
        sign = match[0]
        if sign.startswith("#"):
            last = match.start()
        elif sign in "([{":
            line._open.append(match.start())
        elif sign in _PARTNER:
            if line._open and text[line._open[-1]] == _PARTNER[sign]:
                line._open.pop()
            else:
                wrong = line._open.pop() if line._open else None
                if line.stray is None:
                    line.stray, line.wrong = match.start(), wrong
    line.end = at + len(text[at:last].rstrip())
