"""Plane tables: what a module reads of the ports of a plane and of the lines of its tiles."""

from collections.abc import Iterable, Sequence

from fragma_dsl.play.plane import WIDTH, Plane


def plane_tables(
    plane: Plane, steps: Sequence[int], poses: int, lines: int
) -> dict[str, list[int]]:
    """Give the tables: of ports, of steps to the cells beside, and of tiles as they lie."""
    ports = range(len(plane.ports))
    found: dict[str, list[int]] = {
        "OFFSET": list(plane.offsets),
        "FACING": list(plane.facing),
        "STEP": list(steps),
        "LANE": [0 if step < -1 else 1 if step <= 1 else 2 for step in steps],
        "WAY": [
            steps.index(step) if step in steps else -1
            for step in (y * WIDTH + x for y in (-1, 0, 1) for x in (-1, 0, 1))
        ],
        "TOWARD": [bits(port for port in ports if plane.offsets[port] == step) for step in steps],
    }
    for name, row in tile_rows(plane, steps, poses, lines).items():
        found[name] = row
    return found


def tile_rows(plane: Plane, steps: Sequence[int], poses: int, most: int) -> dict[str, list[int]]:
    """Give the tables with a row for each piece in each pose."""
    laid = plane.laid()
    names = ("FITS", "ENDS", "LINE_COUNT", "GIVES", "LINE_AT", "THROUGH", "END", "COLOUR")
    found: dict[str, list[int]] = {name: [] for name in names}
    for own in range(len(plane.faces) * poses):
        face = laid.get(divmod(own, poses))
        lines = face or ()
        ends = {port: number for number, line in enumerate(lines) for port in line.ends}
        through = {line.ends[i]: line.ends[1 - i] for line in lines for i in (0, 1)}
        found["FITS"].append(int(face is not None))
        found["ENDS"].append(bits(ends))
        found["LINE_COUNT"].append(len(lines))
        found["GIVES"] += [
            bits(plane.facing[port] for port in ends if plane.offsets[port] == step)
            for step in steps
        ]
        found["LINE_AT"] += [ends.get(port, -1) for port in range(len(plane.ports))]
        found["THROUGH"] += [through.get(port, -1) for port in range(len(plane.ports))]
        blank = most - len(lines)
        found["END"] += [*(end for line in lines for end in line.ends), *[0] * (2 * blank)]
        found["COLOUR"] += [*(line.colour for line in lines), *[-1] * blank]
    return found


def bits(ports: Iterable[int]) -> int:
    """Give a set of ports as bits."""
    return sum(1 << port for port in set(ports))
