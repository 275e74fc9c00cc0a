"""Emitted: how the compiled backend writes the builtins whose value depends on the table.

Each gets the coder of the function that is being written (see backends.compiled.coder), the call
and the call's arguments; it gives the text of a single value, or the form of a set or list, and may
write lines before it.
"""

from collections.abc import Callable
from typing import Any

from fragma_dsl.library.types import INT_HIGH, INT_LOW
from fragma_dsl.stdlib.links import (
    mean_corners_of_all,
    mean_edge,
    mean_neighbors,
    mean_ray,
    mean_step,
)

# ---- numbers


def absolute(c: Any, call: Any, number: Any) -> str:
    low, _ = c.bounds(number)
    text = c.atom(number)
    if low == INT_LOW:
        c.fail_if(f"{text} == {INT_LOW}", "range", call.span)
    return f"abs({text})" if low < 0 else str(text)


def minimum(c: Any, _call: Any, first: Any, second: Any) -> str:
    a = c.value(first)
    return f"min({a}, {c.value(second)})"


def maximum(c: Any, _call: Any, first: Any, second: Any) -> str:
    a = c.value(first)
    return f"max({a}, {c.value(second)})"


def following(c: Any, _call: Any, value: Any, size: Any) -> str:
    return f"(({c.value(value)} + 1) % {c.value(size)})"


def preceding(c: Any, _call: Any, value: Any, size: Any) -> str:
    return f"(({c.value(value)} - 1) % {c.value(size)})"


# ---- sets and lists


def size(c: Any, _call: Any, members: Any) -> str:
    return str(c.eager(members).size(c))


def total(c: Any, call: Any, members: Any) -> str:
    form = c.eager(members)
    result = c.w.let("0")
    form.each(c, c.w.name("m"), lambda member: c.w.line(f"{result} += {member}"))
    reach = min(0, form.low * form.most), max(0, form.high * form.most)
    return str(c.in_range(result, reach, (INT_LOW, INT_HIGH), call.span))


def first(c: Any, call: Any, members: Any) -> str:
    text, found = c.eager(members).first(c)
    c.fail_if("False" if found == "True" else f"not {found}", "empty", call.span)
    return str(text)


def least(c: Any, call: Any, members: Any) -> str:
    form = c.eager(members)
    return first(c, call, members) if not form.is_list else extreme(c, call, form, "<")


def greatest(c: Any, call: Any, members: Any) -> str:
    return extreme(c, call, c.eager(members), ">")


def extreme(c: Any, call: Any, form: Any, sign: str) -> str:
    found, best = c.w.let("False"), c.w.let("0")

    def take(member: str) -> None:
        with c.w.block(f"if not {found} or {member} {sign} {best}:"):
            c.w.line(f"{best} = {member}")
            c.w.line(f"{found} = True")

    form.each(c, c.w.name("m"), take)
    c.fail_if(f"not {found}", "empty", call.span)
    return str(best)


def only(c: Any, call: Any, members: Any) -> str:
    single = getattr(c.eager(members), "single", None)
    if single:
        return str(single)
    found, one, more = c.w.let("False"), c.w.let("0"), c.w.let("False")

    def take(member: str) -> None:
        with c.w.block(f"if {found} and {member} != {one}:"):
            c.w.line(f"{more} = True")
        c.w.line(f"{one} = {member}")
        c.w.line(f"{found} = True")

    c.eager(members).each(c, c.w.name("m"), take)
    c.fail_if(f"not {found}", "empty", call.span)
    c.fail_if(more, "size", call.span)
    return str(one)


# ---- what stands on a place


def by_slot(c: Any, values: list[int], place: str, within: Any) -> str:
    """Write the value that a table has for the piece on a place; the first is that of no piece."""
    table = c.tables.add(values, "of_slot")
    slot = c.slot_of(place, within)
    return f"{table}[{slot}]" if slot else f"{table}[{c.top(place, within)} + 1]"


def owners(c: Any) -> list[int]:
    return [-1, *(piece.owner for piece in c.program.layout.pieces)]


def kinds(c: Any) -> list[int]:
    return [-1, *(piece.kind for piece in c.program.layout.pieces)]


def empty(c: Any, _call: Any, place: Any) -> str:
    return f"(not {c.stands(c.atom(place), c.bounds(place))})"


def piece(c: Any, _call: Any, place: Any) -> str:
    return str(c.top(c.atom(place), c.bounds(place)))


def owner(c: Any, _call: Any, place: Any) -> str:
    return by_slot(c, owners(c), c.atom(place), c.bounds(place))


def kind(c: Any, _call: Any, place: Any) -> str:
    return by_slot(c, kinds(c), c.atom(place), c.bounds(place))


def kind_pieces(c: Any, kind: Any) -> tuple[str, str]:
    """Write the first and the last piece of a kind."""
    firsts: dict[int, int] = {}
    lasts: dict[int, int] = {}
    for index, one in enumerate(c.program.layout.pieces):
        firsts.setdefault(one.kind, index)
        lasts[one.kind] = index
    count = len(c.program.kinds)
    text = c.value(kind)
    if text.isdigit():
        return str(firsts.get(int(text), 0)), str(lasts.get(int(text), -1))
    text = c.as_atom(text)
    first_of = c.tables.add([firsts.get(one, 0) for one in range(count)], "first_of")
    last_of = c.tables.add([lasts.get(one, -1) for one in range(count)], "last_of")
    return c.w.let(f"{first_of}[{text}]"), c.w.let(f"{last_of}[{text}]")


def has_between(c: Any, place: str, within: Any, low: str, high: str) -> str:
    """Write the test whether a place has one of some pieces."""
    slot = c.slot_of(place, within)
    if slot is None:
        return f"({c.helper('count_between', place, low, high)} > 0)"
    if low == high:
        return str(c.has_piece(place, within, low))
    bounds = [str(int(one) + 1) if one.isdigit() else f"{one} + 1" for one in (low, high)]
    return f"({bounds[0]} <= {slot} <= {bounds[1]})"


def sites_where(c: Any, test: Callable[[str, Any], str]) -> Any:
    """Give the sites that pass a test, which gets a site and its bounds."""
    boards = [(board.first, board.first + len(board) - 1) for board in c.program.boards]
    if not boards:
        return c.numbers(0, -1)
    whole = boards[0][0], boards[-1][1]
    if len({board.holds for board in c.program.boards}) == 1:
        return c.filtered(c.numbers(*whole), lambda site: test(site, whole))

    def scan(body: Callable[[str], None]) -> None:
        for low, high in boards:
            board = c.filtered(c.numbers(low, high), lambda site, b=(low, high): test(site, b))
            board.each(c, c.w.name("m"), body)

    return c.gathered(*whole, scan)


def sites_in(c: Any, wanted: str, of: str, test: Callable[[str, Any], str]) -> Any:
    """Give the sites whose slots are `wanted`, or for which the table `of` has it, in a game whose
    sites are one slot each; else those that pass the test."""
    boards = c.program.boards
    if boards and c.program.plane is None:
        form = c.slots_where(boards[0].first, last_site(c), wanted, of)
        if form is not None:
            return form
    return sites_where(c, test)


def own(c: Any, _call: Any, player: Any) -> Any:
    mine: dict[int, list[int]] = {}
    for index, one in enumerate(c.program.layout.pieces):
        mine.setdefault(one.owner, []).append(index)
    who = c.atom(player)
    seats = [mine.get(seat, []) for seat in range(len(c.program.players))]
    if all(len(pieces) == 1 for pieces in seats):
        wanted = c.w.let(f"{c.tables.add([one[0] for one in seats], 'mine')}[{who}]")
        slot = c.w.let(f"{wanted} + 1")
        return sites_in(c, slot, "", lambda site, within: c.has_piece(site, within, wanted))
    table = c.tables.add(owners(c), "of_slot")

    def test(site: str, within: Any) -> str:
        slot = c.slot_of(site, within)
        if slot:
            return f"{table}[{slot}] == {who}"
        return f"({c.helper('count_owned', site, who)} > 0)"

    return sites_in(c, who, table, test)


def sites(c: Any, _call: Any, piece: Any) -> Any:
    wanted = c.atom(piece)
    slot = str(int(wanted) + 1) if wanted.isdigit() else c.w.let(f"{wanted} + 1")
    form = sites_in(c, slot, "", lambda site, within: c.has_piece(site, within, wanted))
    return with_tiles(c, form, wanted, wanted)


def with_tiles(c: Any, form: Any, low: str, high: str) -> Any:
    """Give some sites and the cells of the plane whose tile is one of some pieces."""
    plane = c.unit.plane
    return form if plane is None else plane.with_cells(form, low, high)


def sites_of_kind(c: Any, _call: Any, kind: Any) -> Any:
    low, high = kind_pieces(c, kind)
    if low.isdigit() and low != high:
        table = c.tables.add(kinds(c), "of_slot")
        number = kinds(c)[int(low) + 1]
        form = sites_in(
            c, str(number), table, lambda site, within: has_between(c, site, within, low, high)
        )
    else:
        form = sites_where(c, lambda site, within: has_between(c, site, within, low, high))
    return with_tiles(c, form, low, high)


def at(c: Any, call: Any, piece: Any) -> str:
    if c.unit.is_single(c.bounds(piece)):
        place = c.w.let(c.helper("place_of", c.atom(piece)))
        last = last_site(c)
        zones = len(c.program.layout.places) > last + 1
        return f"({place} if {place} <= {last} else -1)" if zones else str(place)
    return first_or_none(c, sites(c, call, piece))


def at_kind(c: Any, call: Any, kind: Any) -> str:
    return first_or_none(c, sites_of_kind(c, call, kind))


def first_or_none(c: Any, form: Any) -> str:
    result = c.w.let("-1")

    def take(member: str) -> None:
        c.w.line(f"{result} = {member}")
        c.w.line("break")

    form.each(c, c.w.name("m"), take)
    return str(result)


def count_at(c: Any, _call: Any, piece: Any, place: Any) -> str:
    wanted = c.atom(piece)
    return str(c.count_piece(c.atom(place), c.bounds(place), wanted))


def count_kind_at(c: Any, _call: Any, kind: Any, place: Any) -> str:
    low, high = kind_pieces(c, kind)
    where = c.atom(place)
    return str(c.helper("count_between", where, low, high))


def count_all_at(c: Any, _call: Any, place: Any) -> str:
    where = c.atom(place)
    return str(c.total(where, c.bounds(place)))


def count_piece(c: Any, _call: Any, piece: Any) -> str:
    wanted = c.atom(piece)
    return str(c.helper("count_everywhere", wanted, wanted))


def count_kind(c: Any, _call: Any, kind: Any) -> str:
    return str(c.helper("count_everywhere", *kind_pieces(c, kind)))


def box(c: Any, _call: Any, piece: Any) -> str:
    number = c.w.let(f"s[{c.program.layout.box} + {c.value(piece)}]")
    return f"({number} if {number} >= 0 else {INT_HIGH})"


def has(c: Any, _call: Any, place: Any, piece: Any) -> str:
    where = c.atom(place)
    return str(c.has_piece(where, c.bounds(place), c.atom(piece)))


def has_kind(c: Any, _call: Any, place: Any, kind: Any) -> str:
    where = c.atom(place)
    return has_between(c, where, c.bounds(place), *kind_pieces(c, kind))


def pieces(c: Any, _call: Any, place: Any) -> Any:
    where, within = c.atom(place), c.bounds(place)
    last = len(c.program.layout.pieces) - 1
    run = c.run_of(where, within)
    if run:
        begin = c.as_offset(run)
        return c.filtered(c.numbers(0, last), lambda one: f"s[{begin} + {one}] != 0")
    return c.filtered(c.numbers(0, last), lambda one: f"({c.count_piece(where, within, one)} != 0)")


def repeats(c: Any, _call: Any) -> str:
    return str(c.helper("repeats_of_newest" if c.has_remembered else "repeats"))


# ---- boards


def edge(c: Any, call: Any, sites: Any, direction: Any) -> Any:
    form = c.eager(sites)
    outer = c.tabulated(edge_of_every_board, True, call.span, direction)
    return c.filtered(form, lambda site: outer.has(c, site, (form.low, form.high)))


def edge_of_every_board(table: Any, direction: int) -> frozenset[int]:
    return mean_edge(table, frozenset(range(len(table.equipment.board_of))), direction)


def corners(c: Any, call: Any, sites: Any) -> Any:
    form, all_corners = c.eager(sites), c.tabulated(mean_corners_of_all, True, call.span)
    return c.filtered(form, lambda site: all_corners.has(c, site, (form.low, form.high)))


def neighbors(c: Any, call: Any, site: Any, directions: Any = None) -> Any:
    return neighbors_of(c, call, (c.atom(site), c.bounds(site)), directions)


def neighbors_of(c: Any, call: Any, site: Any, directions: Any) -> Any:
    """Give the sites that links lead to from a site, in some directions or by all links."""
    if directions is None:
        return c.tabulated(mean_neighbors, True, call.span, site)
    if c.unit.builtins.is_choice(c, directions):
        return c.tabulated(mean_neighbors, True, call.span, site, directions)
    ways, bounds = c.eager(directions), (0, len(c.program.directions) - 1)

    def scan(body: Callable[[str], None]) -> None:
        def along(way: str) -> None:
            ends = c.tabulated(neighbors_in, True, call.span, site, (way, bounds))
            ends.each(c, c.w.name("m"), body)

        ways.each(c, c.w.name("d"), along)

    return c.gathered(0, last_site(c), scan)


def neighbors_in(table: Any, site: int, direction: int) -> frozenset[int]:
    return mean_neighbors(table, site, frozenset((direction,)))


def last_site(c: Any) -> int:
    return sum(len(board) for board in c.program.boards) - 1


def flood(c: Any, call: Any, origins: Any, within: Any, directions: Any, goal: Any = None) -> Any:
    """Write a walk over all sites of a set that can be reached in it; up to a goal, if there is
    one, and then give whether it was reached."""
    start, inside = c.eager(origins), c.eager(within)
    last, goes_by_table = last_site(c), directions is None
    if directions is not None:
        goes_by_table = c.unit.builtins.is_choice(c, directions)
    if c.words_for(0, last) and goes_by_table and c.program.plane is None:
        return flood_words(c, call, start, inside, directions, goal)
    target = None if goal is None else c.eager(goal)
    if target is not None and not is_cheap(target):
        target = target.kept(c)
    if not is_cheap(inside):
        inside = inside.kept(c)
    bounds = (0, last)
    seen = c.marks(last + 1)
    waiting, n = c.room(last + 1), c.w.let("0", "n")
    found = c.w.let("False")

    def push(site: str, within: Any) -> None:
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

        neighbors_of(c, call, (site, bounds), directions).each(c, c.w.name("m"), spread)
    return found if target is not None else seen.form()


def flood_words(c: Any, call: Any, start: Any, inside: Any, directions: Any, goal: Any) -> Any:
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
        beside = neighbors_of(c, call, (site, (0, last)), directions).words(c, rep)
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


def meets(words: Any, others: Any) -> str:
    """Write the test whether two sets in words have a member in common."""
    pairs = [f"{one} & {other}" for one, other in zip(words, others, strict=True)]
    return f"({' | '.join(f'({pair})' for pair in pairs)}) != 0"


def is_cheap(form: Any) -> bool:
    """Whether a test for a member costs no more than a look at the table."""
    return type(form).__name__ in (
        "ConstForm",
        "RangeForm",
        "SlotsForm",
        "SlotsWhereForm",
        "WordsForm",
    ) or (type(form).__name__ == "FilterForm" and is_cheap(form.inner))


def reach(c: Any, call: Any, origins: Any, within: Any, directions: Any = None) -> Any:
    return flood(c, call, origins, within, directions)


def connected(
    c: Any, call: Any, first: Any, second: Any, within: Any, directions: Any = None
) -> Any:
    return flood(c, call, first, within, directions, second)


# ---- lines


def directions_of(c: Any, site: Any, directions: Any) -> Any:
    """Give the directions that count: those given, or those of a site's board."""
    if directions is not None:
        return c.eager(directions)
    boards = c.program.boards
    if len({board.directions for board in boards}) == 1:
        return c.known(frozenset(boards[0].directions))
    rows = [sorted(board.directions) for board in boards for _ in board.sites]
    return c.table_form(rows, c.atom(site))


def walk_ray(c: Any, call: Any, site: str, direction: str, body: Callable[[str], None]) -> None:
    """Write a loop over the sites from one on in a direction; `break` leaves it."""
    last = last_site(c)
    ways = (0, len(c.program.directions) - 1)
    if c.unit.has_rings():
        ray = c.tabulated(mean_ray, True, call.span, (site, (0, last)), (direction, ways))
        ray.each(c, c.w.name("m"), body)
        return

    def step(of: str) -> str:
        return str(c.tabulated(mean_step, False, call.span, (of, (0, last)), (direction, ways)))

    here = c.w.let(step(site), "m")
    with c.w.block(f"while {here} >= 0:"):
        body(here)
        c.w.line(f"{here} = {step(here)}")


def slide(c: Any, call: Any, site: Any, directions: Any = None) -> Any:
    here = c.atom(site)
    ways = directions_of(c, site, directions)
    last = last_site(c)

    def scan(body: Callable[[str], None]) -> None:
        def along(direction: str) -> None:
            def pass_by(other: str) -> None:
                with c.w.block(f"if {c.stands(other, (0, last))}:"):
                    c.w.line("break")
                body(other)

            walk_ray(c, call, here, direction, pass_by)

        ways.each(c, c.w.name("d"), along)

    return c.gathered(0, last, scan)


def first_on(c: Any, call: Any, site: Any, direction: Any) -> str:
    here, way = c.atom(site), c.atom(direction)
    result = c.w.let("-1")
    last = last_site(c)

    def pass_by(other: str) -> None:
        with c.w.block(f"if {c.stands(other, (0, last))}:"):
            c.w.line(f"{result} = {other}")
            c.w.line("break")

    walk_ray(c, call, here, way, pass_by)
    return str(result)


def in_line(c: Any, call: Any, site: Any, number: Any, directions: Any = None) -> str:
    here, wanted = c.atom(site), c.atom(number)
    ways = half(c, directions_of(c, site, directions))
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
            ring = c.tabulated(
                ring_size,
                False,
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


def ring_size(table: Any, site: int, direction: int) -> int:
    """Give how many sites a ring has that leads from a site back to it; 0 where none does."""
    ray = mean_ray(table, site, direction)
    end = ray[-1] if ray else site
    return len(ray) + 1 if mean_step(table, end, direction) == site else 0


def half(c: Any, ways: Any) -> Any:
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
