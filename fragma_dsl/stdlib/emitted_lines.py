"""Emitted, lines: how the compiled backend writes the builtins on lines; see library.emission."""

from fragma_dsl.library.emission import Body, Call, Coder, Expr, Form
from fragma_dsl.play.table import Table
from fragma_dsl.stdlib.emitted_boards import last_site
from fragma_dsl.stdlib.links import mean_ray, mean_step

MOST_MORE = 5
"""The most sites on one side that are looked at together."""

WORD = 64


def directions_of(c: Coder, site: Expr, directions: Expr) -> Form:
    """Give the directions that count: those given, or those of a site's board."""
    if directions is not None:
        return c.eager(directions)
    boards = c.program.boards
    if len({board.directions for board in boards}) == 1:
        return c.known(frozenset(boards[0].directions))
    rows = [sorted(board.directions) for board in boards for _ in board.sites]
    return c.table_form(rows, c.atom(site))


def walk_ray(c: Coder, call: Call, site: str, direction: str, body: Body) -> None:
    """Write a loop over the sites from one on in a direction; `break` leaves it."""
    last = last_site(c)
    ways = (0, len(c.program.directions) - 1)
    if c.unit.has_rings():
        ray = c.row_of(mean_ray, (site, (0, last)), (direction, ways))
        ray.each(c, c.w.name("m"), body)
        return

    def step(of: str) -> str:
        return str(c.entry_of(mean_step, call.span, (of, (0, last)), (direction, ways)))

    here = c.w.let(step(site), "m")
    with c.w.block(f"while {here} >= 0:"):
        body(here)
        c.w.line(f"{here} = {step(here)}")


def slide(c: Coder, call: Call, site: Expr, directions: Expr = None) -> Form:
    here = c.atom(site)
    ways = directions_of(c, site, directions)
    last = last_site(c)

    def scan(body: Body) -> None:
        def along(direction: str) -> None:
            def pass_by(other: str) -> None:
                with c.w.block(f"if {c.stands(other, (0, last))}:"):
                    c.w.line("break")
                body(other)

            walk_ray(c, call, here, direction, pass_by)

        ways.each(c, c.w.name("d"), along)

    return c.gathered(0, last, scan)


def first_on(c: Coder, call: Call, site: Expr, direction: Expr) -> str:
    here, way = c.atom(site), c.atom(direction)
    result = c.w.let("-1")
    last = last_site(c)

    def pass_by(other: str) -> None:
        with c.w.block(f"if {c.stands(other, (0, last))}:"):
            c.w.line(f"{result} = {other}")
            c.w.line("break")

    walk_ray(c, call, here, way, pass_by)
    return str(result)


def in_line(c: Coder, call: Call, site: Expr, number: Expr, directions: Expr = None) -> str:
    here, wanted = c.atom(site), c.atom(number)
    ways = half(c, directions_of(c, site, directions))
    return in_short_line(c, here, wanted, ways) or in_any_line(c, call, here, wanted, ways)


def in_short_line(c: Coder, here: str, wanted: str, ways: Form) -> str | None:
    """Write the test by one look at all sites that can be in a line; None where they are too many
    or not known."""
    members = sorted(getattr(ways, "members", ()))
    if not wanted.isdigit() or not members or c.unit.has_rings():
        return None
    more, last = int(wanted) - 1, last_site(c)
    if not 0 < more <= MOST_MORE or 2 * more * len(members) > WORD:
        return None
    table, opposites = c.unit.table, c.program.opposites

    def part(site: int, direction: int) -> list[int]:
        ray = mean_ray(table, site, direction)[:more] if direction >= 0 else ()
        return [*ray, *[-1] * (more - len(ray))]

    rows = [
        [one for way in members for side in (way, opposites[way]) for one in part(site, side)]
        for site in range(last + 1)
    ]
    piece = c.w.let(c.top(here, (0, last)))
    bits = c.alike(rows, here, piece)
    if bits is None:
        return None
    runs = [low_ones(bits & ((1 << more) - 1)) for bits in range(1 << more)]
    whole = [int(one + other >= more) for other in runs for one in runs]
    lines, mask = c.tables.add(whole, "line"), (1 << 2 * more) - 1
    parts = [f"{bits} >> {2 * more * at}" if at else bits for at in range(len(members))]
    found = " | ".join(f"{lines}[({part}) & {mask}]" for part in parts)
    return c.w.let(f"{piece} >= 0 and ({found}) != 0")


def low_ones(bits: int) -> int:
    """Count the ones below the lowest zero."""
    return (~bits & (bits + 1)).bit_length() - 1


def in_any_line(c: Coder, call: Call, here: str, wanted: str, ways: Form) -> str:
    """Write the test by going along each line as far as it leads."""
    last = last_site(c)
    sites = (0, last)
    piece = c.w.let(c.top(here, sites))
    found = c.w.let("False")
    opposite = c.tables.add(list(c.program.opposites), "opposite")
    rings = c.unit.has_rings()

    def along(direction: str) -> None:
        length = c.w.let("1", "n")

        def same(other: str) -> None:
            with c.w.block(f"if not {c.has_piece(other, sites, piece)}:"):
                c.w.line("break")
            c.w.line(f"{length} += 1")

        walk_ray(c, call, here, direction, same)
        back = c.w.let(f"{opposite}[{direction}]")
        closed = ""
        if rings:
            ring = c.entry_of(
                ring_size,
                call.span,
                (here, sites),
                (direction, (0, len(c.program.directions) - 1)),
            )
            closed = f" and {length} != {ring}"
        with c.w.block(f"if {back} >= 0 and {length} < {wanted}{closed}:"):
            walk_ray(c, call, here, back, same)
        with c.w.block(f"if {length} >= {wanted}:"):
            c.w.line(f"{found} = True")
            c.w.line("break")

    with c.w.block(f"if {piece} >= 0:"):
        ways.each(c, c.w.name("d"), along)
    return str(found)


def ring_size(table: Table, site: int, direction: int) -> int:
    """Give how many sites a ring has that leads from a site back to it; 0 where none does."""
    ray = mean_ray(table, site, direction)
    end = ray[-1] if ray else site
    return len(ray) + 1 if mean_step(table, end, direction) == site else 0


def half(c: Coder, ways: Form) -> Form:
    """Leave out of known directions those whose opposite is among them: one line, looked at
    once."""
    members = getattr(ways, "members", None)
    if members is None:
        return ways
    kept: list[int] = []
    for way in members:
        if c.program.opposites[way] not in kept:
            kept.append(way)
    return c.known(frozenset(kept))
