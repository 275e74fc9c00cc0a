"""Emitted, network: how the compiled backend writes the builtins on tiles; see stdlib.emitted."""

from typing import Any


def tiles(c: Any, _call: Any, _plane: Any) -> Any:
    return c.unit.plane.tile_set()


def spots(c: Any, _call: Any, _plane: Any, lifted: Any = None) -> Any:
    return c.unit.plane.spots("-1" if lifted is None else c.atom(lifted))


def card(c: Any, _call: Any, site: Any) -> str:
    return str(c.unit.plane.ask(c, "card_on", c.value(site)))


def pose(c: Any, _call: Any, site: Any) -> str:
    return str(c.unit.plane.ask(c, "pose_on", c.value(site)))


def joins(c: Any, _call: Any, card: Any, site: Any, pose: Any, lifted: Any = None) -> str:
    piece, place, way = c.atom(card), c.atom(site), c.atom(pose)
    gone = "-1" if lifted is None else c.atom(lifted)
    ends = f"ENDS[{piece} * {c.unit.plane.poses} + {way}]"
    return f"({c.unit.plane.ask(c, 'faced', place, gone)} & {ends} != 0)"


def lines(c: Any, _call: Any, _plane: Any) -> Any:
    return c.unit.plane.line_sets(c, False)


def loops(c: Any, _call: Any, _plane: Any) -> Any:
    return c.unit.plane.line_sets(c, True)


def spanning_line(c: Any, _call: Any, _plane: Any) -> Any:
    return c.unit.plane.spanning()


def islands(c: Any, _call: Any, _plane: Any) -> Any:
    return c.unit.plane.islands(c)


def tile(c: Any, _call: Any, part: Any) -> str:
    return f"({c.unit.plane.plane.first} + {c.value(part)} // 16)"


def colour(c: Any, call: Any, part: Any) -> str:
    found = c.w.let(c.helper("part_colour", c.value(part)))
    c.fail_if(f"{found} < 0", "missing", call.span)
    return str(found)


def port_step(c: Any, _call: Any, site: Any, port: Any) -> str:
    place = c.atom(site)
    return str(c.helper("port_step", place, c.value(port)))
