"""Text: a board and what stands on it in, lines for a terminal out."""

from collections.abc import Callable, Mapping, Sequence

from fragma_dsl.play.board import Board
from fragma_dsl.play.draw.art import draw_art
from fragma_dsl.play.draw.canvas import draw_canvas
from fragma_dsl.play.draw.chain import chain_width, draw_chain, is_chain
from fragma_dsl.play.draw.lattice import find_tiling, layer_sites
from fragma_dsl.play.draw.legend import Picture, site_title
from fragma_dsl.play.draw.table import draw_table

GAP = 4


def draw_text(
    board: Board,
    cell: Callable[[int], str],
    width: int = 80,
    title: Callable[[str], str] = str,
) -> str:
    """Draw a board for a terminal; `cell` gives what stands on a site, "" for nothing.

    `title` writes the name of a layer or a site for people. Layers stand side by side where they
    fit in `width`, else one below the other. What had to be cut is written out below a layer.
    """
    full = {site: " ".join(cell(site).split()) for site in board.links}
    contents = {site: text.replace(" ", "") for site, text in full.items()}
    size = max((len(text) for text in contents.values()), default=1)
    blocks = []
    for number, sites in enumerate(layer_sites(board)):
        here = {site: contents[site] for site in sites}
        lines, cut = _draw_layer(board, here, size, width, title)
        layer = f"{title(board.layers[number])}." if board.layers else ""
        lines += [f"{layer}{site_title(board, site, title)}: {full[site]}" for site in cut]
        if board.layers:
            lines = [title(board.layers[number]), *lines]
        blocks.append(lines)
    widths = [max((len(line) for line in lines), default=0) for lines in blocks]
    if len(blocks) > 1 and sum(widths) + GAP * (len(blocks) - 1) <= width:
        return _join(_beside(blocks, widths))
    return _join(_below(blocks))


def _draw_layer(
    board: Board, contents: Mapping[int, str], size: int, width: int, title: Callable[[str], str]
) -> Picture:
    """Draw one layer in the way that suits it; `size` is the longest content of any layer."""
    names = {site: site_title(board, site, title) for site in contents}
    if board.drawing is not None:
        return draw_art(board, board.drawing, contents, names)
    if find_tiling(board, list(contents)) is not None:
        return draw_table(board, contents, max(1, size), names), []
    widest = max([size, *map(len, names.values())], default=size)
    if is_chain(board, list(contents)) and chain_width(len(contents), widest) > width:
        return draw_chain(board, contents, names, widest, width), []
    return draw_canvas(board, contents, size, names)


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
