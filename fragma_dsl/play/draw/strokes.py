"""Strokes: a tile's lines in, the characters that show them in a terminal out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase
from typing import TypeAlias

from fragma_dsl.play.plane import Face, Plane

Spot: TypeAlias = tuple[int, int]
"""Column and row of a character in a tile, from the upper left."""

OPEN, BETWEEN = "·", 40
SQUARE: Mapping[str, Spot] = {
    "nw": (0, 0), "n": (2, 0), "ne": (4, 0),
    "w": (0, 1), "e": (4, 1),
    "sw": (0, 2), "s": (2, 2), "se": (4, 2),
}  # fmt: skip
HEXAGON: Mapping[str, Spot] = {
    "nw": (1, 0), "ne": (5, 0), "w": (0, 1), "e": (6, 1), "sw": (1, 2), "se": (5, 2),
}  # fmt: skip
SQUARE_PAIRS: Mapping[str, Spot] = {
    "n1": (2, 0), "n2": (4, 0), "e1": (6, 1), "e2": (6, 2),
    "s1": (4, 3), "s2": (2, 3), "w1": (0, 2), "w2": (0, 1),
}  # fmt: skip
HEXAGON_PAIRS: Mapping[str, Spot] = {
    "ne1": (7, 0), "ne2": (9, 0), "e1": (10, 1), "e2": (10, 3), "se1": (9, 4), "se2": (7, 4),
    "sw1": (3, 4), "sw2": (1, 4), "w1": (0, 3), "w2": (0, 1), "nw1": (1, 0), "nw2": (3, 0),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stencil:
    """Where the ports of a plane's tiles stand in the characters of one, and its corners."""

    width: int
    height: int
    ports: tuple[Spot, ...]
    corners: tuple[Spot, ...]

    @property
    def middle(self) -> Spot:
        """The character in the middle, or above it."""
        return self.width // 2, (self.height - 1) // 2


def stencil_of(plane: Plane) -> Stencil:
    """Give the stencil that suits a plane's ports."""
    if len(plane.ports) == 12:
        return Stencil(11, 5, tuple(HEXAGON_PAIRS[port] for port in plane.ports), ())
    if plane.ports[0] == "n1":
        spots = tuple(SQUARE_PAIRS[port] for port in plane.ports)
        return Stencil(7, 4, spots, ((0, 0), (6, 0), (6, 3), (0, 3)))
    if plane.shape == "hexagon":
        return Stencil(7, 3, tuple(HEXAGON[port] for port in plane.ports), ())
    corners = tuple(SQUARE[port] for port in ("nw", "ne", "se", "sw"))
    return Stencil(5, 3, tuple(SQUARE[port] for port in plane.ports), corners)


def line_signs(labels: Sequence[str], most: Sequence[int]) -> tuple[str, ...]:
    """Give the signs of each colour, one for each of the `most` lines that a face has of it.

    The first line of a colour has a letter of its label, the second the capital. Where a face has
    more of one colour, each colour has a run of the alphabet.
    """
    if max(most, default=0) > 2:
        starts = [sum(most[:number]) for number in range(len(most))]
        return tuple(
            ascii_lowercase[start : start + count]
            for start, count in zip(starts, most, strict=True)
        )
    taken: list[str] = []
    for label in labels:
        letters = [letter for letter in label.casefold() if letter.isalpha()]
        free = (letter for letter in [*letters, *"abcdefghijklm"] if letter not in taken)
        taken.append(next(free, "?"))
    return tuple(letter + letter.upper() for letter in taken)


def most_lines(plane: Plane, colours: int) -> tuple[int, ...]:
    """Count, for each colour, the most lines that a face has of it."""
    faces = [[line.colour for line in face] for own in plane.faces for face in own]
    return tuple(
        max((face.count(colour) for face in faces), default=0) for colour in range(colours)
    )


def tile_characters(
    stencil: Stencil, face: Face, signs: Sequence[str]
) -> Iterator[tuple[Spot, str, int]]:
    """Run through the characters of a tile: each with its spot and its colour, -1 for none."""
    for corner in (*stencil.corners, *stencil.ports):
        yield corner, OPEN, -1
    strokes: dict[Spot, tuple[str, int]] = {}
    for line in face:
        ends = stencil.ports[line.ends[0]], stencil.ports[line.ends[1]]
        for spot, stroke in _path(stencil, *sorted(ends)):
            before, colour = strokes.get(spot, (stroke, line.colour))
            if before == stroke:
                strokes[spot] = stroke, line.colour if colour == line.colour else -1
            else:
                strokes[spot] = ("+" if {before, stroke} <= set("-|+") else "x"), -1
    for spot, (stroke, colour) in strokes.items():
        yield spot, stroke, colour
    seen: list[int] = []
    for line in face:
        sign = signs[line.colour][seen.count(line.colour)]
        seen.append(line.colour)
        for end in line.ends:
            yield stencil.ports[end], sign, line.colour


@cache
def _path(stencil: Stencil, start: Spot, end: Spot) -> tuple[tuple[Spot, str], ...]:
    """Give the strokes between two ports: a curve that bends towards the middle."""
    center = (stencil.width - 1) / 2, (stencil.height - 1) / 2
    middle = tuple((start[i] + end[i]) / 4 + center[i] / 2 for i in (0, 1))
    spots: dict[Spot, list[str]] = {}
    for step in range(1, BETWEEN):
        t = step / BETWEEN
        x, y = (
            (1 - t) ** 2 * start[i] + 2 * t * (1 - t) * middle[i] + t**2 * end[i] for i in (0, 1)
        )
        across, down = ((1 - t) * (middle[i] - start[i]) + t * (end[i] - middle[i]) for i in (0, 1))
        spots.setdefault((round(x), round(y)), []).append(_stroke(across / 2, down))
    taken = {*stencil.ports, *stencil.corners}
    return tuple(
        (spot, max(strokes, key=strokes.count))
        for spot, strokes in spots.items()
        if spot not in taken
    )


def _stroke(across: float, down: float) -> str:
    """Give the character that a slope looks like; a character is twice as high as it is wide."""
    if abs(down) <= abs(across) * 0.4:
        return "-"
    if abs(across) <= abs(down) * 0.4:
        return "|"
    return "\\" if across * down > 0 else "/"
