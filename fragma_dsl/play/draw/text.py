"""Text: a board and what stands on it in, lines for a terminal out."""

from collections.abc import Callable, Mapping, Sequence

from fragma_dsl.play.board import Board
from fragma_dsl.play.draw.art import draw_art
from fragma_dsl.play.draw.canvas import draw_canvas
from fragma_dsl.play.draw.lattice import find_tiling, layer_sites
from fragma_dsl.play.draw.table import draw_table

GAP = 4


def draw_text(
    board: Board,
    cell: Callable[[int], str],
    width: int = 80,
    title: Callable[[str], str] = str,
) -> str:
    """Draw a board for a terminal; `cell` gives what stands on a site, "" for nothing.

    `title` writes the name of a layer for people. Layers stand side by side where they fit in
    `width`, else one below the other.
    """
    contents = {site: " ".join(cell(site).split()) for site in board.graph}
    size = max((len(text) for text in contents.values()), default=1)
    blocks = []
    for number, sites in enumerate(layer_sites(board)):
        lines = _draw_layer(board, sites, {site: contents[site] for site in sites}, size)
        if board.layers:
            lines = [title(board.layers[number]), *lines]
        blocks.append(lines)
    widths = [max((len(line) for line in lines), default=0) for lines in blocks]
    if len(blocks) > 1 and sum(widths) + GAP * (len(blocks) - 1) <= width:
        return _join(_beside(blocks, widths))
    return _join(_below(blocks))


def _draw_layer(
    board: Board, sites: Sequence[int], contents: Mapping[int, str], size: int
) -> list[str]:
    """Draw one layer in the way that suits it; `size` is the longest content of any layer."""
    if board.drawing is not None:
        return draw_art(board, board.drawing, contents)
    if find_tiling(board, sites) is not None:
        return draw_table(board, contents, max(1, size))
    return draw_canvas(board, contents, size)


def _beside(blocks: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    height = max(len(lines) for lines in blocks)
    padded = [[*lines, *[""] * (height - len(lines))] for lines in blocks]
    return [
        (" " * GAP).join(line.ljust(size) for line, size in zip(row, widths, strict=True))
        for row in zip(*padded, strict=True)
    ]


def _below(blocks: Sequence[Sequence[str]]) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        lines.extend(["", *block] if lines else block)
    return lines


def _join(lines: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in lines)
