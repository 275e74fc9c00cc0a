"""Emitted, network: how the compiled backend writes the builtins on tiles; see
library.emission."""

from fragma_dsl.library.emission import Call, Coder, Expr, Form, Plane


def plane_of(c: Coder) -> Plane:
    """Give what the game has more than others."""
    plane: Plane = c.unit.plane
    return plane


def tiles(c: Coder, _call: Call, _plane: Expr) -> Form:
    return plane_of(c).tile_set()


def spots(c: Coder, _call: Call, _plane: Expr, lifted: Expr = None) -> Form:
    return plane_of(c).spots("-1" if lifted is None else c.atom(lifted))


def card(c: Coder, _call: Call, site: Expr) -> str:
    return str(plane_of(c).ask(c, "card_on", c.value(site)))


def pose(c: Coder, _call: Call, site: Expr) -> str:
    return str(plane_of(c).ask(c, "pose_on", c.value(site)))


def joins(c: Coder, _call: Call, card: Expr, site: Expr, pose: Expr, lifted: Expr = None) -> str:
    piece, place, way = c.atom(card), c.atom(site), c.atom(pose)
    gone = "-1" if lifted is None else c.atom(lifted)
    ends = f"ENDS[{piece} * {plane_of(c).poses} + {way}]"
    return f"({plane_of(c).ask(c, 'faced', place, gone)} & {ends} != 0)"


def lines(c: Coder, _call: Call, _plane: Expr) -> Form:
    return plane_of(c).line_sets(c, False)


def loops(c: Coder, _call: Call, _plane: Expr) -> Form:
    return plane_of(c).line_sets(c, True)


def spanning_line(c: Coder, _call: Call, _plane: Expr) -> Form:
    return plane_of(c).spanning()


def islands(c: Coder, _call: Call, _plane: Expr) -> Form:
    return plane_of(c).islands(c)


def tile(c: Coder, _call: Call, part: Expr) -> str:
    return f"({plane_of(c).bounds[0]} + {c.value(part)} // 16)"


def colour(c: Coder, call: Call, part: Expr) -> str:
    found = c.w.let(c.helper("part_colour", c.value(part)))
    c.fail_if(f"{found} < 0", "missing", call.span)
    return str(found)


def port_step(c: Coder, _call: Call, site: Expr, port: Expr) -> str:
    place = c.atom(site)
    return str(c.helper("port_step", place, c.value(port)))
