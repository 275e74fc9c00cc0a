"""Emitted, pieces: how the compiled backend writes the builtins on what stands on a place; see
library.emission."""

from collections.abc import Callable

from fragma_dsl.library.emission import Body, Call, Coder, Expr, Form, Interval, Plane
from fragma_dsl.library.types import INT_HIGH
from fragma_dsl.stdlib.emitted_boards import last_site


def by_slot(c: Coder, values: list[int], place: str, within: Interval) -> str:
    """Write the value that a table has for the piece on a place; the first is that of no piece."""
    table = c.tables.add(values, "of_slot")
    slot = c.slot_of(place, within)
    return f"{table}[{slot}]" if slot else f"{table}[{c.top(place, within)} + 1]"


def owners(c: Coder) -> list[int]:
    return [-1, *(piece.owner for piece in c.program.layout.pieces)]


def kinds(c: Coder) -> list[int]:
    return [-1, *(piece.kind for piece in c.program.layout.pieces)]


def empty(c: Coder, _call: Call, place: Expr) -> str:
    return f"(not {c.stands(c.atom(place), c.bounds(place))})"


def piece(c: Coder, _call: Call, place: Expr) -> str:
    return str(c.top(c.atom(place), c.bounds(place)))


def owner(c: Coder, _call: Call, place: Expr) -> str:
    return by_slot(c, owners(c), c.atom(place), c.bounds(place))


def kind(c: Coder, _call: Call, place: Expr) -> str:
    return by_slot(c, kinds(c), c.atom(place), c.bounds(place))


def kind_pieces(c: Coder, kind: Expr) -> tuple[str, str]:
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


def has_between(c: Coder, place: str, within: Interval, low: str, high: str) -> str:
    """Write the test whether a place has one of some pieces."""
    slot = c.slot_of(place, within)
    if slot is None:
        return f"({c.helper('count_between', place, low, high)} > 0)"
    if low == high:
        return str(c.has_piece(place, within, low))
    bounds = [str(int(one) + 1) if one.isdigit() else f"{one} + 1" for one in (low, high)]
    return f"({bounds[0]} <= {slot} <= {bounds[1]})"


def sites_where(c: Coder, test: Callable[[str, Interval], str]) -> Form:
    """Give the sites that pass a test, which gets a site and its bounds."""
    boards = [(board.first, board.first + len(board) - 1) for board in c.program.boards]
    if not boards:
        return c.numbers(0, -1)
    whole = boards[0][0], boards[-1][1]
    if len({board.holds for board in c.program.boards}) == 1:
        return c.filtered(c.numbers(*whole), lambda site: test(site, whole))

    def scan(body: Body) -> None:
        for low, high in boards:

            def here(site: str, within: Interval = (low, high)) -> str:
                return test(site, within)

            c.filtered(c.numbers(low, high), here).each(c, c.w.name("m"), body)

    return c.gathered(*whole, scan)


def sites_in(c: Coder, wanted: str, of: str, test: Callable[[str, Interval], str]) -> Form:
    """Give the sites whose slots are `wanted`, or for which the table `of` has it, in a game whose
    sites are one slot each; else those that pass the test."""
    boards = c.program.boards
    if boards and c.program.plane is None:
        form = c.slots_where(boards[0].first, last_site(c), wanted, of)
        if form is not None:
            return form
    return sites_where(c, test)


def own(c: Coder, _call: Call, player: Expr) -> Form:
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

    def test(site: str, within: Interval) -> str:
        slot = c.slot_of(site, within)
        if slot:
            return f"{table}[{slot}] == {who}"
        return f"({c.helper('count_owned', site, who)} > 0)"

    return sites_in(c, who, table, test)


def sites(c: Coder, _call: Call, piece: Expr) -> Form:
    wanted = c.atom(piece)
    slot = str(int(wanted) + 1) if wanted.isdigit() else c.w.let(f"{wanted} + 1")
    form = sites_in(c, slot, "", lambda site, within: c.has_piece(site, within, wanted))
    return with_tiles(c, form, wanted, wanted)


def with_tiles(c: Coder, form: Form, low: str, high: str) -> Form:
    """Give some sites and the cells of the plane whose tile is one of some pieces."""
    plane: Plane | None = c.unit.plane
    return form if plane is None else plane.with_cells(form, low, high)


def sites_of_kind(c: Coder, _call: Call, kind: Expr) -> Form:
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


def at(c: Coder, call: Call, piece: Expr) -> str:
    if c.unit.is_single(c.bounds(piece)):
        place = c.w.let(c.helper("place_of", c.atom(piece)))
        last = last_site(c)
        zones = len(c.program.layout.places) > last + 1
        return f"({place} if {place} <= {last} else -1)" if zones else str(place)
    return first_or_none(c, sites(c, call, piece))


def at_kind(c: Coder, call: Call, kind: Expr) -> str:
    return first_or_none(c, sites_of_kind(c, call, kind))


def first_or_none(c: Coder, form: Form) -> str:
    result = c.w.let("-1")

    def take(member: str) -> None:
        c.w.line(f"{result} = {member}")
        c.w.line("break")

    form.each(c, c.w.name("m"), take)
    return str(result)


def count_at(c: Coder, _call: Call, piece: Expr, place: Expr) -> str:
    wanted = c.atom(piece)
    return str(c.count_piece(c.atom(place), c.bounds(place), wanted))


def count_kind_at(c: Coder, _call: Call, kind: Expr, place: Expr) -> str:
    low, high = kind_pieces(c, kind)
    where = c.atom(place)
    return str(c.helper("count_between", where, low, high))


def count_all_at(c: Coder, _call: Call, place: Expr) -> str:
    where = c.atom(place)
    return str(c.total(where, c.bounds(place)))


def count_piece(c: Coder, _call: Call, piece: Expr) -> str:
    wanted = c.atom(piece)
    return str(c.helper("count_everywhere", wanted, wanted))


def count_kind(c: Coder, _call: Call, kind: Expr) -> str:
    return str(c.helper("count_everywhere", *kind_pieces(c, kind)))


def box(c: Coder, _call: Call, piece: Expr) -> str:
    number = c.w.let(f"s[{c.program.layout.box} + {c.value(piece)}]")
    return f"({number} if {number} >= 0 else {INT_HIGH})"


def has(c: Coder, _call: Call, place: Expr, piece: Expr) -> str:
    where = c.atom(place)
    return str(c.has_piece(where, c.bounds(place), c.atom(piece)))


def has_kind(c: Coder, _call: Call, place: Expr, kind: Expr) -> str:
    where = c.atom(place)
    return has_between(c, where, c.bounds(place), *kind_pieces(c, kind))


def pieces(c: Coder, _call: Call, place: Expr) -> Form:
    where, within = c.atom(place), c.bounds(place)
    last = len(c.program.layout.pieces) - 1
    run = c.run_of(where, within)
    if run:
        begin = c.as_offset(run)
        return c.filtered(c.numbers(0, last), lambda one: f"s[{begin} + {one}] != 0")
    return c.filtered(c.numbers(0, last), lambda one: f"({c.count_piece(where, within, one)} != 0)")


def repeats(c: Coder, _call: Call) -> str:
    return str(c.helper("repeats_of_newest" if c.has_remembered else "repeats"))


def winners(c: Coder, _call: Call) -> Form:
    players = c.numbers(0, len(c.program.players) - 1)
    return c.filtered(players, lambda player: f"{c.helper('has_won', player)} != 0")
