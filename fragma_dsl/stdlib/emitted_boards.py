"""Emitted, boards: how the compiled backend writes the builtins on boards; see library.emission."""

from collections.abc import Sequence

from fragma_dsl.library.emission import Body, Call, Coder, Expr, Form, Interval
from fragma_dsl.play.table import Table
from fragma_dsl.stdlib.links import mean_corners_of_all, mean_edge, mean_neighbors, rings_around


def edge(c: Coder, _call: Call, sites: Expr, direction: Expr) -> Form:
    form = c.eager(sites)
    outer = c.row_of(edge_of_every_board, direction)
    return c.filtered(form, lambda site: outer.has(c, site, (form.low, form.high)))


def edge_of_every_board(table: Table, direction: int) -> frozenset[int]:
    return mean_edge(table, frozenset(range(len(table.equipment.board_of))), direction)


def corners(c: Coder, _call: Call, sites: Expr) -> Form:
    form, all_corners = c.eager(sites), c.row_of(mean_corners_of_all)
    return c.filtered(form, lambda site: all_corners.has(c, site, (form.low, form.high)))


def neighbors(c: Coder, _call: Call, site: Expr, directions: Expr = None) -> Form:
    return neighbors_of(c, (c.atom(site), c.bounds(site)), directions)


def neighbors_of(c: Coder, site: Expr, directions: Expr) -> Form:
    """Give the sites that links lead to from a site, in some directions or by all links."""
    if directions is None:
        return c.row_of(mean_neighbors, site)
    if c.is_choice(directions):
        return c.row_of(mean_neighbors, site, directions)
    return neighbors_along(c, site, c.eager(directions))


def neighbors_along(c: Coder, site: Expr, ways: Form) -> Form:
    """Give the sites that links in some directions lead to from a site."""
    bounds = (0, len(c.program.directions) - 1)

    def scan(body: Body) -> None:
        def along(way: str) -> None:
            ends = c.row_of(neighbors_in, site, (way, bounds))
            ends.each(c, c.w.name("m"), body)

        ways.each(c, c.w.name("d"), along)

    return c.gathered(0, last_site(c), scan)


def neighbors_in(table: Table, site: int, direction: int) -> frozenset[int]:
    return mean_neighbors(table, site, frozenset((direction,)))


def last_site(c: Coder) -> int:
    return sum(len(board) for board in c.program.boards) - 1


def distance(c: Coder, call: Call, origin: Expr, target: Expr) -> str:
    """Look into a table, worked out once for each origin; where that is too large, walk."""
    known: dict[int, dict[int, int]] = {}

    def mean(table: Table, first: int, second: int) -> int:
        if first not in known:
            rings = enumerate(rings_around(table, first))
            known[first] = {site: steps for steps, ring in rings for site in ring}
        return known[first].get(second, -1)

    if c.has_table(origin, target):
        return str(c.entry_of(mean, call.span, origin, target))
    return walked_distance(c, c.atom(origin), c.atom(target))


def walked_distance(c: Coder, origin: str, target: str) -> str:
    """Write a walk from a site, ring by ring, until it comes to another."""
    bounds = (0, last_site(c))
    seen, waiting = c.marks(bounds[1] + 1), c.room(bounds[1] + 1)
    c.w.line(seen.mark(origin))
    c.w.line(f"w[{waiting}] = {origin}")
    begin, end, steps = c.w.let("0", "i"), c.w.let("1", "n"), c.w.let("0")
    result = c.w.let(f"0 if {origin} == {target} else -1")
    site, ring = c.w.name("m"), c.w.name("n")

    def spread(other: str) -> None:
        with c.w.block(f"if not {seen.has(other)}:"):
            c.w.line(seen.mark(other))
            c.w.line(f"w[{waiting} + {end}] = {other}")
            c.w.line(f"{end} += 1")
            with c.w.block(f"if {other} == {target}:"):
                c.w.line(f"{result} = {steps}")
                c.w.line("break")

    with c.w.block(f"while {begin} < {end} and {result} < 0:"):
        c.w.line(f"{steps} += 1")
        c.w.line(f"{ring} = {end}")
        with c.w.block(f"while {begin} < {ring} and {result} < 0:"):
            c.w.line(f"{site} = w[{waiting} + {begin}]")
            c.w.line(f"{begin} += 1")
            c.row_of(mean_neighbors, (site, bounds)).each(c, c.w.name("m"), spread)
    return str(result)


def flood(c: Coder, origins: Expr, within: Expr, directions: Expr, goal: Expr = None) -> str | Form:
    """Write a walk over all sites of a set that can be reached in it; up to a goal, if there is
    one, and then give whether it was reached."""
    start, inside = c.eager(origins), c.eager(within)
    last, ways = last_site(c), None
    if directions is not None and (c.may_fault(directions) or not c.is_choice(directions)):
        ways = c.eager(directions).kept(c)
    if c.words_for(0, last) and ways is None and c.program.plane is None:
        return flood_words(c, start, inside, directions, goal)
    target = None if goal is None else c.eager(goal)
    if target is not None and not target.is_cheap:
        target = target.kept(c)
    if not inside.is_cheap:
        inside = inside.kept(c)
    bounds = (0, last)
    seen = c.marks(last + 1)
    waiting, n = c.room(last + 1), c.w.let("0", "n")
    found = c.w.let("False")

    def push(site: str, within: Interval) -> None:
        c.w.line(seen.mark(site))
        c.w.line(f"w[{waiting} + {n}] = {site}")
        c.w.line(f"{n} += 1")
        if target is not None:
            test = target.has(c, site, within)
            with c.w.block(f"if {test}:"):
                c.w.line(f"{found} = True")
                c.w.line("break")

    def begin(site: str) -> None:
        test = inside.has(c, site, (start.low, start.high))
        with c.w.block(f"if {test}:"):
            push(site, (start.low, start.high))

    start.each(c, c.w.name("m"), begin)
    site = c.w.name("m")
    stop = "" if target is None else f" and not {found}"
    with c.w.block(f"while {n} > 0{stop}:"):
        c.w.line(f"{n} -= 1")
        c.w.line(f"{site} = w[{waiting} + {n}]")

        def spread(other: str) -> None:
            with c.w.block(f"if not {seen.has(other)}:"):
                test = inside.has(c, other, bounds)
                with c.w.block(f"if {test}:"):
                    push(other, bounds)

        here = site, bounds
        beside = (
            neighbors_of(c, here, directions) if ways is None else neighbors_along(c, here, ways)
        )
        beside.each(c, c.w.name("m"), spread)
    return found if target is not None else seen.form()


def flood_words(c: Coder, start: Form, inside: Form, directions: Expr, goal: Expr) -> str | Form:
    """Write the walk with sets in words of bits: whole words of sites at a time."""
    last = last_site(c)
    rep = c.words_for(0, last)
    wanted = None if goal is None else c.eager(goal).words(c, rep)
    free = [c.w.let(word, "b") for word in inside.words(c, rep)]
    begun = list(zip(start.words(c, rep), free, strict=True))
    left = [c.w.let(f"{one} & {other}", "b") for one, other in begun]
    reached = [c.w.let(word, "b") for word in left]
    found = c.w.let(meets(left, wanted)) if wanted else ""
    site = c.w.name("m")
    some = " | ".join(left)
    stop = f" and not {found}" if wanted else ""
    with c.w.block(f"while ({some}) != 0{stop}:"):
        for index, word in enumerate(left):
            header = (
                "if True:"
                if len(left) == 1
                else ("else:" if index == len(left) - 1 else f"{'el' if index else ''}if {word}:")
            )
            plus = f" + {64 * index}" if index else ""
            if len(left) == 1:
                c.w.line(f"{site} = lowest({word})")
                c.w.line(f"{word} &= {word} - 1")
                continue
            with c.w.block(header):
                c.w.line(f"{site} = lowest({word}){plus}")
                c.w.line(f"{word} &= {word} - 1")
        beside = neighbors_of(c, (site, (0, last)), directions).words(c, rep)
        fresh = [
            c.w.let(f"{near} & {word} & ~{seen}", "b")
            for near, word, seen in zip(beside, free, reached, strict=True)
        ]
        for word, seen, new in zip(left, reached, fresh, strict=True):
            c.w.line(f"{word} |= {new}")
            c.w.line(f"{seen} |= {new}")
        if wanted:
            with c.w.block(f"if {meets(fresh, wanted)}:"):
                c.w.line(f"{found} = True")
    return found if wanted else c.of_words(reached, rep, 0, last)


def meets(words: Sequence[str], others: Sequence[str]) -> str:
    """Write the test whether two sets in words have a member in common."""
    pairs = [f"{one} & {other}" for one, other in zip(words, others, strict=True)]
    return f"({' | '.join(f'({pair})' for pair in pairs)}) != 0"


def reach(c: Coder, _call: Call, origins: Expr, within: Expr, directions: Expr = None) -> Form:
    reached = flood(c, origins, within, directions)
    assert not isinstance(reached, str)
    return reached


def connected(
    c: Coder, _call: Call, first: Expr, second: Expr, within: Expr, directions: Expr = None
) -> str:
    return str(flood(c, first, within, directions, second))
