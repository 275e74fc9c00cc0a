"""Plane forms: the sets that tiles make, written into the work array where they are needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fragma_dsl.backends.compiled.bounds import Interval
from fragma_dsl.backends.compiled.forms import Body, Form, RunForm

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder
    from fragma_dsl.backends.compiled.plane import PlaneWriter


class MadeForm(Form):
    """A set that a function of the module writes into the work array when it is needed."""

    def __init__(self, name: str, arguments: Sequence[str], bounds: Interval, most: int) -> None:
        super().__init__(*bounds)
        self.name, self.arguments, self.most = name, arguments, most

    def run(self, c: Coder) -> tuple[str, str]:
        return self.written(c, self.most)

    def written(self, c: Coder, size: int) -> tuple[str, str]:
        """Write the call of the function, which needs so many slots."""
        at = c.room_exactly(size)
        n = c.w.let(c.helper(self.name, at, *self.arguments), "n")
        c.check_fits(n, self.most)
        return at, n

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
                self.count_near(c, name, body, here)

    def count_near(self, c: Coder, name: str, body: Callable[[], None], here: str) -> None:
        """Write what the lifted tile makes different: its neighbours without its ports, those
        that had no other, and its own cell."""
        (lifted,), (n, i) = self.arguments, (c.w.let("m"), c.w.name("i"))
        with c.w.block(f"for {i} in range(NEAR):"):
            c.w.line(f"{name} = {lifted} + STEP[{i}]")
            found = c.w.let(f"w[GRID + w[AROUND + NEAR * {here} + {i}]]")
            free = c.w.let(f"1 if (({found} >> 20) & 65535) == 0 else 0")
            with c.w.block("if COLUMNS > 0:"):
                c.w.line(f"{free} &= {c.helper('inside', name)}")
            self.count_at(c, name, body, f"{found} & 65535")
            c.w.line(f"{n} -= m * {free}")
            left = c.w.let(f"({found} & 1048575 & ~TOWARD[NEAR - 1 - {i}]) - 65536")
            self.count_at(c, name, body, f"{left} & 65535")
            c.w.line(f"{n} += m * {free} if {left} > 65535 else 0")
        c.w.line(f"{name} = {lifted}")
        own = c.w.let(f"w[GRID + w[USED + {here}]]")
        self.count_at(c, name, body, f"{own} & 65535")
        c.w.line(f"m = {n} + (m if ({own} >> 16) & 15 > 0 else 0)")

    def count_at(self, c: Coder, name: str, body: Callable[[], None], faces: str) -> None:
        """Write the count for one place and the ports that meet lines there."""
        c.w.line("m = 0")
        self.faced(c, name, body, faces)

    def count_in(
        self, c: Coder, name: str, body: Callable[[], None], run: tuple[str, str, str]
    ) -> None:
        """Write a loop over a run of spots and the ports that meet lines there."""
        (n, place, faces), i = run, c.w.name("i")
        with c.w.block(f"for {i} in range({n}):"):
            c.w.line(f"{name} = {place.format(i)}")
            self.faced(c, name, body, faces.format(i))

    def faced(self, c: Coder, name: str, body: Callable[[], None], faces: str) -> None:
        """Write what is done with a place whose ports that meet lines are known."""
        notes = dict(c.notes)
        c.notes["faced", name, *self.arguments] = c.w.let(faces)
        body()
        c.notes = notes

    def run(self, c: Coder) -> tuple[str, str]:
        return self.written(c, 2 * self.most)

    def has(self, c: Coder, x: str, within: Interval) -> str:
        return f"({c.helper('is_spot', x, *self.arguments)} != 0)"


class SpanningForm(MadeForm):
    """The parts of a line that crosses every tile."""

    def is_empty(self, c: Coder) -> str:
        return f"({c.helper('spanning')} < 0)"
