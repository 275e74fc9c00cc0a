"""Plane: what a module of a game with tiles has more than others, and the sets that tiles make.

The tiles of a state are found by cell through an index in the work array, which is kept as long as
they lie as they lie: `LEVEL` says what of it holds, 1 where each tile is, 2 also the free cells
beside them and which ports meet the end of a line there; `TRACED` whether the lines are traced;
`TRUSTED` that nothing but the module itself changes the state, so that nobody needs to look. A list
of sets is one run: the size of each set before its members.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.bounds import Interval
from fragma_dsl.backends.compiled.derived_forms import PairForm
from fragma_dsl.backends.compiled.forms import Form
from fragma_dsl.backends.compiled.given import text_of
from fragma_dsl.backends.compiled.plane_forms import (
    MadeForm,
    SpanningForm,
    SpotsForm,
    TilesForm,
)
from fragma_dsl.backends.compiled.plane_tables import plane_tables
from fragma_dsl.backends.compiled.sets import SetsRunForm
from fragma_dsl.backends.compiled.tally import MOST_COUNTS
from fragma_dsl.backends.compiled.work_array import LISTED
from fragma_dsl.library.types import INT_HIGH
from fragma_dsl.play.layout import Scalar
from fragma_dsl.play.plane import WIDTH, Plane

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder
    from fragma_dsl.backends.compiled.unit import Unit

NUMBERS = (
    "LEVEL", "TRUSTED", "TRACED", "USED_N", "TILE_N", "SPOT_N", "LINE_N", "RING_N", "DX", "DY",
)  # fmt: skip
"""What the work array says of the index in single numbers."""

FAR = 1 << 40
"""Lies behind every cell."""


class PlaneWriter:
    """Writes what a game with a plane needs; `most` is the number of its tiles."""

    def __init__(self, unit: Unit, plane: Plane) -> None:
        self.unit, self.plane, self.layout = unit, plane, unit.layout
        self.tiles, self.most = self.layout.tiles, max(1, self.layout.most_tiles)
        self.poses = max(1, len(unit.program.enums.get("pose", ())))
        faces = plane.laid().values()
        self.lines = max((len(face) for face in faces), default=1) or 1
        self.steps = sorted(set(plane.offsets))
        self.bounds = plane.first, plane.first + WIDTH * WIDTH - 1
        columns, rows = plane.size or (1, 1)
        self.most_spots = max(columns * rows, len(self.steps) * self.most + 1)

    def ask(self, c: Coder, *call: str) -> str:
        """Write the call of a function on the tiles; where a loop has its value, that."""
        return c.notes[call] if call in c.notes else c.helper(*call)

    # ---- sets and lists of sets

    def tile_set(self) -> Form:
        """Give the cells where a tile lies."""
        return TilesForm(self)

    def spots(self, lifted: str) -> Form:
        """Give the free cells beside tiles."""
        return SpotsForm("spots_run", (lifted,), self.bounds, self.most_spots)

    def spanning(self) -> Form:
        """Give the parts of a line that crosses every tile."""
        return SpanningForm("spanning_run", (), (0, INT_HIGH), self.most * self.lines)

    def line_sets(self, c: Coder, closed: bool) -> Form:
        """Give the list of the lines, or of those that are closed."""
        most = 2 * self.most * self.lines
        return self.sets(c, "lines_run", (str(int(closed)),), (0, INT_HIGH), most)

    def islands(self, c: Coder) -> Form:
        """Give the list of the groups of tiles."""
        return self.sets(c, "islands_run", (), self.bounds, 2 * self.most)

    def sets(
        self, c: Coder, name: str, arguments: Sequence[str], bounds: Interval, most: int
    ) -> Form:
        """Give the list of sets that a function writes."""
        at = c.room_exactly(most)
        n = c.w.let(c.helper(name, at, *arguments), "n")
        c.check_fits(n, most)
        return SetsRunForm(at, n, *bounds, most)

    def with_cells(self, form: Form, low: str, high: str) -> Form:
        """Give some sites and the cells whose tile is from one piece to another."""
        cells = MadeForm("cells_between", (low, high), self.bounds, self.most)
        return PairForm("|", form, cells)

    # ---- moves

    def play_function(self) -> list[str]:
        """Write the function that goes on to the next stop and moves the tiles there to where equal
        tables lie alike, and with them the registers in the frame that name their cells."""
        lines = ['@jit("i(s,w,a,i)")', "def play(s, w, a, i):", "    point = go_on(s, w, a, i)"]
        if self.plane.size is None:
            lines.append(f"    if settle(s, w, {self.unit.top}) != 0:")
            for number in self.unit.stops():
                lines += self.frame_lines(number)
            tally = self.unit.tally
            counted = [] if tally is None else tally.points
            test = " and ".join(f"point != {number}" for number in counted) or "True"
            lines.append(f"        if {test}:")
            lines.append(
                f"            w[{LISTED}] = 0  # the actions that were listed name other cells"
            )
        return [*lines, "    return point"]

    def frame_lines(self, number: int) -> list[str]:
        """Write that what the frame of a stop has of cells is moved."""
        point, top, found = self.unit.program.stop_at(number), self.unit.top, []
        for index, offset, shape in self.unit.frame_parts(point.saved):
            if self.unit.main_registers[index].cell:
                is_list = not isinstance(shape, Scalar)
                one = f"s[{offset}] = carried(s, w, {top}, s[{offset}])"
                found.append(f"carried_list(s, w, {top}, {offset})" if is_list else one)
        if not found:
            return []
        return [f"        if point == {number}:", *(f"            {line}" for line in found)]

    def settle_function(self) -> str:
        """Write the function that moves the tiles and the variables that name their cells."""
        lines = ['@jit("i(s,w,i)")', "def settle(s, w, top):"]
        if self.plane.size is None:
            lines += ["    if settle_tiles(s, w, top) == 0:", "        return 0"]
            for one in self.layout.variables:
                if one.cell:
                    end = one.offset + one.size
                    lines.append(f"    for x in range({one.offset}, {end}, {one.width}):")
                    is_list = not isinstance(one.shape, Scalar)
                    call = "carried_list(s, w, top, x)" if is_list else "carried(s, w, top, s[x])"
                    lines.append(f"        {call}" if is_list else f"        s[x] = {call}")
            lines.append("    return 1")
        else:
            lines.append("    return 0")
        return "\n".join(lines)

    # ---- the module

    def helpers(self, text: str) -> str:
        """Put the functions for tiles before the others, in the place of those with their names."""
        own = text_of("plane.py.txt").format(
            too_wide=self.unit.tables.fault("range", self.unit.nowhere),
            settle=self.settle_function(),
        )
        names = {name_of(part) for part in own.split("\n\n\n")}
        others = [part for part in text.split("\n\n\n") if name_of(part) not in names]
        return "\n\n\n".join([own.strip("\n"), *others])

    def areas(self) -> list[tuple[str, int]]:
        """List the parts of the index with their sizes."""
        parts = self.most * self.lines
        around = self.most * (len(self.steps) + 1)
        return [
            *((name, 1) for name in NUMBERS),
            ("COPY", 3 * self.most),
            ("COUNTS", MOST_COUNTS),
            ("USED", around),
            ("AROUND", self.most * len(self.steps)),
            ("LANES", 9 * self.most + 1),
            ("SPOTS", self.most_spots + 1),
            ("FACES", self.most_spots),
            ("LABEL", parts),
            ("LENGTH", parts),
            ("RING", parts),
            ("SPAN", parts),
            ("PUT", parts),
            ("ISLAND", self.most),
            ("STACK", self.most),
            ("GRID", self.grid_size),
        ]

    @property
    def grid_size(self) -> int:
        """How many slots the index has: a square, so that tiles close together never meet."""
        side = 32
        while side * side < 2 * self.most * (len(self.steps) + 1):
            side *= 2
        return side * side

    @property
    def room(self) -> int:
        """How much of the work array the index takes."""
        return sum(size for _, size in self.areas())

    def constants(self, at: int) -> list[str]:
        """Write what the functions for tiles read; the index begins `at` a slot of the work
        array."""
        plane = self.plane
        columns, rows = plane.size or (0, 0)
        bits = (self.grid_size.bit_length() - 1) // 2
        numbers = {
            "FIRST_CELL": plane.first,
            "TILES": self.tiles,
            "MOST_TILES": self.layout.most_tiles,
            "COLUMNS": columns,
            "ROWS": rows,
            "PORTS": len(plane.ports),
            "POSES": self.poses,
            "LINES": self.lines,
            "NEAR": len(self.steps),
            "MOST_SPOTS": self.most_spots,
            "FAR": FAR,
            "GRID_SIDE": (1 << bits) - 1,
            "GRID_DOWN": 12 - bits,
            "GRID_ROWS": ((1 << bits) - 1) << bits,
            "GRID_LAST": self.grid_size - 1,
        }
        for name, size in self.areas():
            numbers[name] = at
            at += size
        lines = [f"{name} = {number}" for name, number in numbers.items()]
        tables = plane_tables(plane, self.steps, self.poses, self.lines)
        return lines + [f"{name} = table({row or [0]})" for name, row in tables.items()]


def name_of(function: str) -> str:
    """Give the name of a function from its text, "" where the text is none."""
    return function.partition("def ")[2].partition("(")[0]
