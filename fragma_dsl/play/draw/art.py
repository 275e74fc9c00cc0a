"""Art: a drawing with the names of its sites in, the same with what stands there out."""

import re
from collections.abc import Mapping

from fragma_dsl.play.board import Board
from fragma_dsl.play.draw.legend import Picture, cut_text

WORD = re.compile(r"[^\W\d_][^\W_]*(?:_[^\W_]+)*")
STROKES = "-=_"
ROOM = " " + STROKES


def draw_art(
    board: Board, drawing: str, contents: Mapping[int, str], titles: Mapping[int, str]
) -> Picture:
    """Put contents in the place of names, and on empty sites the titles that have room; all else
    stays in place."""
    by_name = {board.sites[site - board.first]: site for site in contents}
    cut: list[int] = []
    lines = []
    for line in drawing.splitlines():
        parts, end = [], 0
        for match in WORD.finditer(line):
            site = by_name.get(match.group())
            if site is None or (not contents[site] and titles[site] == match.group()):
                continue
            wanted = contents[site] or titles[site]
            start, stop = _room(line, *match.span(), len(wanted), end)
            if len(wanted) > stop - start:
                if not contents[site]:
                    continue
                cut.append(site)
            shown = cut_text(wanted, stop - start)
            parts.append(line[end:start] + _fill(line, start, stop, shown))
            end = stop
        lines.append("".join(parts) + line[end:])
    return lines, cut


def _fill(line: str, start: int, stop: int, shown: str) -> str:
    """Center a text in the place of a name, a stroke beside it going on up to the text."""
    before = line[start - 1 : start] if line[start - 1 : start] in STROKES else " "
    after = line[stop : stop + 1] if line[stop : stop + 1] in STROKES else " "
    left = (stop - start - len(shown)) // 2
    return (before or " ") * left + shown + (after or " ") * (stop - start - len(shown) - left)


def _room(line: str, start: int, stop: int, size: int, left: int) -> tuple[int, int]:
    """Widen a name's place over the blanks and strokes beside it, as far as needed; one stays."""
    end = len(line.rstrip(" "))
    while stop - start < size and (stop >= end or set(line[stop : stop + 2]) <= set(ROOM)):
        stop += 1
    while stop - start < size and start - 1 > left and set(line[start - 2 : start]) <= set(ROOM):
        start -= 1
    return start, stop
