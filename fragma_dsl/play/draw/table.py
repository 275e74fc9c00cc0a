"""Table: a layer of squares or hexagons in, rows of text with their coordinates out."""

from collections.abc import Mapping
from math import ceil

from fragma_dsl.play.board import Board, column_letters
from fragma_dsl.play.draw.lattice import find_tiling

EMPTY = "."


def draw_table(
    board: Board, contents: Mapping[int, str], size: int, names: Mapping[int, str]
) -> list[str]:
    """Draw the rows from the top, each behind its number; rows of hexagons are shifted.

    An empty site is a dot where letters below name its column, else it shows its name.
    """
    straight = _has_straight_columns(board, contents)
    if not straight:
        contents = {site: text or names[site] for site, text in contents.items()}
        size = max(len(text) for text in (*contents.values(), *names.values()))
    step = size + 1
    if find_tiling(board, list(contents)) == "hex":
        step = 2 * ceil((size + 1) / 2)
    left = min(board.positions[site][0] for site in contents)
    at = {site: round((board.positions[site][0] - left) * step) for site in contents}
    margin = max(len(str(board.rows[site])) for site in contents) + 2
    rows: dict[int, list[int]] = {}
    for site in contents:
        rows.setdefault(board.rows[site], []).append(site)
    lines = [_draw_row(row, rows[row], at, margin, size, contents) for row in sorted(rows)[::-1]]
    if straight:
        lines.append(_draw_letters(board, rows[min(rows)], contents, left, step, margin, size))
    return lines


def _draw_row(
    row: int,
    sites: list[int],
    at: Mapping[int, int],
    margin: int,
    size: int,
    contents: Mapping[int, str],
) -> str:
    line = (" " * min(at[site] for site in sites)) + str(row).rjust(margin - 2)
    for site in sorted(sites, key=at.__getitem__):
        line = line.ljust(margin + at[site]) + (contents[site] or EMPTY).center(size)
    return line


def _draw_letters(
    board: Board,
    lowest: list[int],
    contents: Mapping[int, str],
    left: float,
    step: int,
    margin: int,
    size: int,
) -> str:
    """Write each column's letter below where it meets the lowest row."""
    site = lowest[0]
    start = board.positions[site][0] - board.columns[site] - left
    line = ""
    for column in sorted({board.columns[site] for site in contents}):
        line = line.ljust(margin + round((start + column) * step)) + column_letters(column).center(
            size
        )
    return line


def _has_straight_columns(board: Board, contents: Mapping[int, str]) -> bool:
    """Whether columns go straight through the rows, so that a letter below says which is which."""
    shifts = {
        (round(2 * (board.positions[site][0] - board.columns[site])), board.rows[site])
        for site in contents
    }
    slopes = {shift for shift, _ in shifts}
    if len(slopes) == 1:
        return True
    return len({shift - row for shift, row in shifts}) == 1
