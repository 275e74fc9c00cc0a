"""Hand: tiles that do not lie on the plane, as lines for a terminal."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from fragma_dsl.play.draw.strokes import (
    Spot,
    line_signs,
    most_lines,
    stencil_of,
    tile_characters,
)
from fragma_dsl.play.plane import Face, Plane

GAP = 3


def draw_hand(
    plane: Plane,
    colours: Sequence[str],
    tiles: Sequence[tuple[int, str]],
    width: int = 80,
    paint: Sequence[str] = (),
) -> str:
    """Draw tiles in a row, as many as fit, their faces side by side as they lie unturned; the label
    of each piece stands below."""
    signs = line_signs(colours, most_lines(plane, len(colours)))
    blocks = [_block(plane, piece, label, signs, paint) for piece, label in tiles]
    rows: list[list[tuple[int, list[str]]]] = [[]]
    for block in blocks:
        taken = sum(size + GAP for size, _ in rows[-1])
        if rows[-1] and taken + block[0] > width:
            rows.append([])
        rows[-1].append(block)
    lines = []
    for row in rows:
        filled = [[*block, *[" " * size] * (_height(row) - len(block))] for size, block in row]
        lines += [(" " * GAP).join(parts) for parts in zip(*filled, strict=True)]
    return "\n".join(line.rstrip() for line in lines)


def _height(row: Sequence[tuple[int, Sequence[str]]]) -> int:
    return max((len(block) for _, block in row), default=0)


def _block(
    plane: Plane, piece: int, label: str, signs: Sequence[str], paint: Sequence[str]
) -> tuple[int, list[str]]:
    """Draw a tile with its label below; give how wide that is, and its lines."""
    stencil, faces = stencil_of(plane), plane.faces[piece]
    drawn = len(faces) * (stencil.width + 1) - 1
    words = wrap(label, max(drawn, *map(len, label.split())), break_on_hyphens=False) or [""]
    size = max(drawn, *map(len, words))
    left = (size - drawn) // 2
    lines = []
    for row in range(stencil.height):
        parts = [_row(plane, face, row, signs, paint) for face in faces]
        lines.append(" " * left + " ".join(parts) + " " * (size - drawn - left))
    return size, [*lines, *(word.center(size) for word in words)]


def _row(plane: Plane, face: Face, row: int, signs: Sequence[str], paint: Sequence[str]) -> str:
    """Write one row of a face."""
    stencil = stencil_of(plane)
    found: dict[Spot, tuple[str, int]] = {
        spot: (character, colour)
        for spot, character, colour in tile_characters(stencil, face, signs)
    }
    characters = [found.get((column, row), (" ", -1)) for column in range(stencil.width)]
    return "".join(_runs(characters, paint))


def _runs(characters: Sequence[tuple[str, int]], paint: Sequence[str]) -> Iterator[str]:
    for colour, run in groupby(characters, key=lambda one: one[1]):
        text = "".join(character for character, _ in run)
        yield f"\033[{paint[colour]}m{text}\033[0m" if paint and colour >= 0 else text
