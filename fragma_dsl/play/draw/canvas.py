"""Canvas: a layer whose sites stand anywhere in, a picture of characters with links out."""

from collections.abc import Mapping
from itertools import pairwise

from fragma_dsl.play.board import Board
from fragma_dsl.play.draw.legend import Picture, cut_text

LONGEST = 8  # characters of a label
WIDEST, HIGHEST = 120, 60  # columns and lines of a picture
STRETCHES = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)  # tried until no label covers another
Spot = tuple[int, int]  # column and line


def draw_canvas(
    board: Board, contents: Mapping[int, str], size: int, names: Mapping[int, str]
) -> Picture:
    """Draw links as strokes and over them what stands on each site, or its name."""
    if not contents:
        return [], []
    full = {site: text or names[site] for site, text in contents.items()}
    labels = {site: cut_text(text, LONGEST) for site, text in full.items()}
    size = min(LONGEST, max([size, *(len(names[site]) for site in labels)]))
    spots = _spread(board, labels, size)
    canvas: dict[Spot, str] = {}
    for a, b in sorted({(min(a, b), max(a, b)) for a, b, _ in board.edges()}):
        if a in spots and b in spots:
            canvas |= _stroke(spots[a], spots[b])
    for site, label in labels.items():
        column, line = spots[site]
        start = column - len(label) // 2
        for shift, character in enumerate(f" {label} "):
            canvas[(start - 1 + shift, line)] = character
    cut = [site for site, text in contents.items() if text and text != labels[site]]
    left = min(column for column, _ in spots.values()) - size // 2
    return _lines(canvas, left), cut


def _spread(board: Board, labels: Mapping[int, str], size: int) -> dict[int, Spot]:
    """Place the sites so that no label covers another, as far as the largest picture allows."""
    unit = _nearest_distance(board, labels)
    widest, highest = (_extent(board, labels, axis) for axis in (0, 1))
    spots: dict[int, Spot] = {}
    for stretch in STRETCHES:
        across = min((size + 3) * stretch / unit, WIDEST / widest)
        down = min(2 * stretch / unit, HIGHEST / highest)
        points = ((site, board.positions[site]) for site in labels)
        spots = {site: (round(x * across), -round(y * down)) for site, (x, y) in points}
        if not _has_overlap(spots, size):
            break
    return spots


def _extent(board: Board, labels: Mapping[int, str], axis: int) -> float:
    """Give how far the sites reach along an axis, never nothing."""
    ends = [board.positions[site][axis] for site in labels]
    return (max(ends) - min(ends)) or 1e-9


def _nearest_distance(board: Board, labels: Mapping[int, str]) -> float:
    """Give the usual length of a link."""
    lengths = sorted(
        ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
        for (ax, ay), (bx, by) in (
            (board.positions[a], board.positions[b]) for a, b, _ in board.edges()
            if a in labels and b in labels
        )
    )  # fmt: skip
    return lengths[len(lengths) // 4] or 1.0 if lengths else 1.0


def _has_overlap(spots: Mapping[int, Spot], size: int) -> bool:
    in_order = sorted(spots.values(), key=lambda spot: (spot[1], spot[0]))
    return any(
        above[1] == below[1] and below[0] - above[0] < size + 1
        for above, below in pairwise(in_order)
    )


def _stroke(start: Spot, end: Spot) -> dict[Spot, str]:
    """Draw a straight line between two spots, with the character that its slope looks like."""
    across, down = end[0] - start[0], end[1] - start[1]
    steps = max(abs(across), abs(down), 1)
    if down == 0:
        mark = "-"
    elif abs(across) <= abs(down) / 3:
        mark = "|"
    elif abs(down) * 4 >= abs(across):
        mark, steps = ("\\" if across * down > 0 else "/"), abs(down)
    else:
        mark = "·"
        steps = abs(across) // 2
    return {
        (start[0] + round(across * i / steps), start[1] + round(down * i / steps)): mark
        for i in range(1, steps)
    }


def _lines(canvas: Mapping[Spot, str], left: int) -> list[str]:
    columns = [column for column, _ in canvas]
    rows = [row for _, row in canvas]
    return [
        "".join(canvas.get((column, row), " ") for column in range(left, max(columns) + 1)).rstrip()
        for row in range(min(rows), max(rows) + 1)
    ]
