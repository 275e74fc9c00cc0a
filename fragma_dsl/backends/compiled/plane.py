"""Plane: what a module of a game with tiles has more than others, and the sets that tiles make.

The tiles of a state are found by cell through an index in the work array, which is kept as long as
they lie as they lie: `LEVEL` says what of it holds, 1 where each tile is, 2 also the free cells
beside them and which ports meet the end of a line there; `TRACED` whether the lines are traced;
`TRUSTED` that nothing but the module itself changes the state, so that nobody needs to look. A list
of sets is one run: the size of each set before its members.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled import places
from fragma_dsl.backends.compiled.bounds import Interval
from fragma_dsl.backends.compiled.forms import Body, Form, PairForm, RunForm
from fragma_dsl.backends.compiled.sets import SetsRunForm
from fragma_dsl.backends.compiled.tally import MOST_COUNTS
from fragma_dsl.library.types import INT_HIGH
from fragma_dsl.play.layout import Scalar
from fragma_dsl.play.plane import WIDTH, Plane
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder
    from fragma_dsl.backends.compiled.module import Unit

NUMBERS = (
    "LEVEL", "TRUSTED", "TRACED", "USED_N", "TILE_N", "SPOT_N", "LINE_N", "RING_N", "DX", "DY",
)  # fmt: skip
"""What the work array says of the index in single numbers."""

FAR = 1 << 40
"""Lies behind every cell."""


class MadeForm(Form):
    """A set that a function of the module writes into the work array when it is needed."""

    def __init__(self, name: str, arguments: Sequence[str], bounds: Interval, most: int) -> None:
        super().__init__(*bounds)
        self.name, self.arguments, self.most = name, arguments, most

    def run(self, c: Coder) -> tuple[str, str]:
        at = c.room_exactly(self.most)
        return at, c.w.let(c.helper(self.name, at, *self.arguments), "n")

    def kept(self, c: Coder) -> Form:
        at, n = self.run(c)
        return RunForm(at, n, self.low, self.high, False, self.most)

    def each(self, c: Coder, name: str, body: Body) -> None:
        self.kept(c).each(c, name, body)

    def is_empty(self, c: Coder) -> str:
        return f"({self.size(c)} == 0)"

    def size(self, c: Coder) -> str:
        return self.run(c)[1]

    def first(self, c: Coder) -> tuple[str, str]:
        return self.kept(c).first(c)


class TilesForm(MadeForm):
    """The cells where a tile lies."""

    def __init__(self, plane: PlaneWriter) -> None:
        super().__init__("tiles_run", (), plane.bounds, plane.most)
        self.tiles = plane.tiles

    def each(self, c: Coder, name: str, body: Body) -> None:
        x, end = c.w.name("x"), self.tiles + 3 * self.most
        with c.w.block(f"for {x} in range({self.tiles}, {end}, 3):"):
            with c.w.block(f"if s[{x}] == 0:"):
                c.w.line("break")
            c.w.line(f"{name} = {self.low - 1} + s[{x}]")
            notes = dict(c.notes)
            c.notes["card_on", name] = c.w.let(f"s[{x} + 1] - 1")
            c.notes["pose_on", name] = c.w.let(f"s[{x} + 2]")
            body(name)
            c.notes = notes

    def has(self, c: Coder, x: str, within: Interval) -> str:
        return f"({c.helper('tile_on', x)} >= 0)"

    def is_empty(self, c: Coder) -> str:
        return f"(s[{self.tiles}] == 0)"

    def size(self, c: Coder) -> str:
        return c.helper("tile_count")


class SpotsForm(MadeForm):
    """The free cells beside tiles, but for one that counts as lifted."""

    def each(self, c: Coder, name: str, body: Body) -> None:
        (at, n), i = self.run(c), c.w.name("i")
        with c.w.block(f"for {i} in range({n}):"):
            c.w.line(f"{name} = w[{at} + {i}]")
            notes = dict(c.notes)
            ports = c.w.let(f"w[{at} + {i} + {self.most}]")
            c.notes["faced", name, *self.arguments] = ports
            body(name)
            c.notes = notes

    def count_each(self, c: Coder, name: str, body: Callable[[], None]) -> None:
        """Write loops in which `body` adds to `m` what it counts for each spot: over all spots as
        they are, and then what the lifted tile makes different."""
        (lifted,) = self.arguments
        c.w.line(c.helper("survey"))
        here = "-1" if lifted == "-1" else c.w.let(c.helper("tile_on", lifted))
        with c.w.block(f"if w[TILE_N] == 0 or (w[TILE_N] == 1 and {here} >= 0):"):
            self.each(c, name, lambda _: body())
        with c.w.block("else:"):
            self.count_in(c, name, body, ("w[SPOT_N]", "w[SPOTS + {}]", "w[FACES + {}]"))
            if lifted == "-1":
                return
            with c.w.block(f"if {here} >= 0:"):
                at, other = c.room_exactly(36), c.w.let("m")
                n = c.w.let(c.helper("near_run", at, lifted), "n")
                c.w.line("m = 0")
                run = f"{n} & 15", f"w[{at} + 2 * {{}}]", f"w[{at} + 2 * {{}} + 1]"
                self.count_in(c, name, body, run)
                c.w.line(f"m = {other} - m")
                run = f"{n} >> 4", f"w[{at} + 18 + 2 * {{}}]", f"w[{at} + 19 + 2 * {{}}]"
                self.count_in(c, name, body, run)

    def count_in(
        self, c: Coder, name: str, body: Callable[[], None], run: tuple[str, str, str]
    ) -> None:
        """Write a loop over a run of spots and the ports that meet lines there."""
        (n, place, faces), i = run, c.w.name("i")
        with c.w.block(f"for {i} in range({n}):"):
            c.w.line(f"{name} = {place.format(i)}")
            ports, notes = c.w.let(faces.format(i)), dict(c.notes)
            c.notes["faced", name, *self.arguments] = ports
            body()
            c.notes = notes

    def run(self, c: Coder) -> tuple[str, str]:
        at = c.room_exactly(2 * self.most)
        return at, c.w.let(c.helper(self.name, at, *self.arguments), "n")

    def has(self, c: Coder, x: str, within: Interval) -> str:
        return f"({c.helper('is_spot', x, *self.arguments)} != 0)"


class SpanningForm(MadeForm):
    """The parts of a line that crosses every tile."""

    def is_empty(self, c: Coder) -> str:
        return f"({c.helper('spanning')} < 0)"


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
        return SetsRunForm(at, n, *bounds, most)

    def with_cells(self, form: Form, low: str, high: str) -> Form:
        """Give some sites and the cells whose tile is from one piece to another."""
        cells = MadeForm("cells_between", (low, high), self.bounds, self.most)
        return PairForm("|", form, cells)

    # ---- moves

    def move(
        self,
        c: Coder,
        span: Span,
        n: str,
        piece: tuple[str, Interval],
        origin: tuple[str, Interval],
        target: tuple[str, Interval],
        pose: str | None,
        checked: bool,
    ) -> None:
        """Write a move from or to a place that may be a cell."""
        move = places.Move(c, span)
        if not checked:
            move.check_has(*piece, *origin, n)
        move.check_room(*target, origin[0], n)
        move.take(*piece, *origin, n)
        if self.unit.is_plane(target[1]):
            wrong = c.helper("add_posed", target[0], piece[0], n, pose or "0")
            c.fail_if(f"{wrong} != 0", "full", span)
        else:
            move.add(*piece, *target, n)

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
            lines.append("            w[7] = 0  # the actions that were listed name other cells")
        return [*lines, "    return point"]

    def frame_lines(self, number: int) -> list[str]:
        """Write that what the frame of a stop has of cells is moved."""
        point, top, found = self.unit.program.graph.nodes[number]["point"], self.unit.top, []
        for index, offset in self.unit.frame_parts(point.saved):
            register = self.unit.main_registers[index]
            if register.cell:
                is_list = not isinstance(register.shape, Scalar)
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
        own = files("fragma_dsl.backends.compiled").joinpath("plane.py.txt").read_text()
        first, history, rest = own.partition("# ---- history")
        fault = str(self.unit.tables.fault("range", self.unit.nowhere))
        first = first.replace("TOO_WIDE", fault)
        own = f"{first}{self.settle_function()}\n\n\n{history}{rest}"
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
        return lines + [f"{name} = table({row or [0]})" for name, row in self.rows().items()]

    def rows(self) -> dict[str, list[int]]:
        """Give the tables: of ports, of steps to the cells beside, and of tiles as they lie."""
        plane, ports = self.plane, range(len(self.plane.ports))
        found: dict[str, list[int]] = {
            "OFFSET": list(plane.offsets),
            "FACING": list(plane.facing),
            "STEP": self.steps,
            "LANE": [0 if step < -1 else 1 if step <= 1 else 2 for step in self.steps],
            "WAY": [
                self.steps.index(step) if step in self.steps else -1
                for step in (y * WIDTH + x for y in (-1, 0, 1) for x in (-1, 0, 1))
            ],
            "TOWARD": [
                bits(port for port in ports if plane.offsets[port] == step) for step in self.steps
            ],
        }
        for name, row in self.tile_rows().items():
            found[name] = row
        return found

    def tile_rows(self) -> dict[str, list[int]]:
        """Give the tables with a row for each piece in each pose."""
        plane, laid = self.plane, self.plane.laid()
        names = ("FITS", "ENDS", "LINE_COUNT", "GIVES", "LINE_AT", "THROUGH", "END", "COLOUR")
        found: dict[str, list[int]] = {name: [] for name in names}
        for own in range(len(plane.faces) * self.poses):
            face = laid.get(divmod(own, self.poses))
            lines = face or ()
            ends = {port: number for number, line in enumerate(lines) for port in line.ends}
            through = {line.ends[i]: line.ends[1 - i] for line in lines for i in (0, 1)}
            found["FITS"].append(int(face is not None))
            found["ENDS"].append(bits(ends))
            found["LINE_COUNT"].append(len(lines))
            found["GIVES"] += [
                bits(plane.facing[port] for port in ends if plane.offsets[port] == step)
                for step in self.steps
            ]
            found["LINE_AT"] += [ends.get(port, -1) for port in range(len(plane.ports))]
            found["THROUGH"] += [through.get(port, -1) for port in range(len(plane.ports))]
            blank = self.lines - len(lines)
            found["END"] += [*(end for line in lines for end in line.ends), *[0] * (2 * blank)]
            found["COLOUR"] += [*(line.colour for line in lines), *[-1] * blank]
        return found


def bits(ports: object) -> int:
    """Give a set of ports as bits."""
    return sum(1 << port for port in set(ports))  # type: ignore[call-overload]


def name_of(function: str) -> str:
    """Give the name of a function from its text, "" where the text is none."""
    return function.partition("def ")[2].partition("(")[0]
