"""What each builtin means, on tables laid by hand."""

from typing import Any

import pytest

from fragma_dsl.library.declare import ANY_LENGTH, Builtin
from fragma_dsl.library.types import INT_HIGH, INT_LOW, ListOf, Optional, SetOf, Site
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.table import BOX, Table
from fragma_dsl.stdlib import standard_library
from tests.handmade import (
    BLOCK,
    DUST,
    NE,
    NW,
    SE,
    STONE_BLACK,
    STONE_WHITE,
    SW,
    E,
    N,
    S,
    W,
    grid,
    hub,
    make_table,
)

LIBRARY = standard_library()
A1, B1, C1, D1, A2, B2, C2, D2, A3, B3, C3, D3, A4, B4, C4, D4 = range(16)
BAG, PILE = 16, 17
STONE, BLOCK_KIND, DUST_KIND = range(3)
WHITE, BLACK = range(2)
ORTHOGONAL = frozenset({N, E, S, W})
DIAGONAL = frozenset({NE, SE, SW, NW})


def form(name: str, *parameters: str) -> Builtin:
    """Give the builtin of a name whose parameters have these names, optional ones included."""
    return next(
        one
        for one in LIBRARY.builtins[name]
        if tuple(parameter.name for parameter in one.parameters) == parameters
    )


def sites(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


def dirs(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


@pytest.fixture
def table() -> Table:
    """White on a1 b1 c1 and b2 of a 4 x 4 board, black on d4 and c3, a block on d2, two bagged."""
    table = make_table(grid(4, 4), history=2)
    for site in (A1, B1, C1):
        table.move(STONE_WHITE, BOX, site)
    table.add(B2, STONE_WHITE)
    for site in (C3, D4):
        table.move(STONE_BLACK, BOX, site)
    table.move(BLOCK, BOX, D2)
    table.move(BLOCK, BOX, BAG, 2)
    return table


def only_form(name: str) -> Builtin:
    (found,) = (form for form in LIBRARY.builtins[name] if not form.on_plane)
    return found


# ---- declarations


ALL = [one for forms in LIBRARY.builtins.values() for one in forms]


@pytest.mark.parametrize("builtin", ALL, ids=lambda one: one.name)
def test_a_builtin_has_one_sentence_and_an_example(builtin: Builtin) -> None:
    assert builtin.doc.endswith(".")
    assert builtin.doc.count(". ") == 0
    assert builtin.examples


@pytest.mark.parametrize("builtin", ALL, ids=lambda one: one.name)
def test_optional_parameters_stand_last(builtin: Builtin) -> None:
    optional = [parameter.optional for parameter in builtin.parameters]
    assert optional == sorted(optional)


def test_forms_of_a_name_differ_in_their_parameters() -> None:
    for forms in LIBRARY.builtins.values():
        signatures = {tuple(parameter.type for parameter in one.parameters) for one in forms}
        assert len(signatures) == len(forms)


def test_a_ray_is_a_list_without_repetition() -> None:
    assert only_form("ray").result == ListOf(Site(), ANY_LENGTH)
    assert only_form("neighbors").result == SetOf(Site())
    assert only_form("step").result == Optional(Site())


# ---- numbers


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("abs", (-3,), 3),
        ("abs", (3,), 3),
        ("next", (0, 3), 1),
        ("next", (2, 3), 0),
        ("prev", (0, 3), 2),
        ("prev", (2, 3), 1),
        ("others", (0,), {1}),
    ],
)
def test_number(table: Table, name: str, arguments: tuple[int, ...], value: Any) -> None:
    assert only_form(name).meaning(table, *arguments) == value


def test_min_and_max_of_two(table: Table) -> None:
    assert form("min", "a", "b").meaning(table, 2, 5) == 2
    assert form("max", "a", "b").meaning(table, 2, 5) == 5


def test_the_least_number_has_no_positive(table: Table) -> None:
    with pytest.raises(FaultError) as error:
        only_form("abs").meaning(table, INT_LOW)
    assert error.value.fault.code == "range"


def test_only_steps_around_a_circle_need_the_domain() -> None:
    assert {one.name for one in ALL if one.needs_domain} == {"next", "prev"}


# ---- sets and lists


@pytest.mark.parametrize(
    ("name", "of_list", "of_set"),
    [("count", 3, 2), ("sum", 13, 8), ("min", 3, 3), ("max", 5, 5), ("first", 5, 3)],
)
def test_list_and_set(table: Table, name: str, of_list: int, of_set: int) -> None:
    in_list, in_set = (one for one in LIBRARY.builtins[name] if one.parameters[0].name == "members")
    assert in_list.meaning(table, (5, 3, 5)) == of_list
    assert in_set.meaning(table, frozenset({5, 3})) == of_set


def test_the_only_member(table: Table) -> None:
    in_list, in_set = LIBRARY.builtins["only"]
    assert in_list.meaning(table, (5, 5)) == 5
    assert in_set.meaning(table, frozenset({7})) == 7


@pytest.mark.parametrize("name", ["min", "max", "first", "only"])
def test_a_member_of_nothing_is_a_fault(table: Table, name: str) -> None:
    with pytest.raises(FaultError) as error:
        LIBRARY.builtins[name][-1].meaning(table, frozenset())
    assert error.value.fault.code == "empty"


def test_only_of_two_is_a_fault(table: Table) -> None:
    with pytest.raises(FaultError) as error:
        LIBRARY.builtins["only"][1].meaning(table, frozenset({1, 2}))
    assert error.value.fault.code == "size"


def test_a_sum_that_is_too_large_is_a_fault(table: Table) -> None:
    with pytest.raises(FaultError) as error:
        LIBRARY.builtins["sum"][0].meaning(table, (INT_HIGH, 1))
    assert error.value.fault.code == "range"


# ---- boards


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("neighbors", (A1,), {B1, A2, B2}),
        ("neighbors", (B2,), {A1, B1, C1, A2, C2, A3, B3, C3}),
        ("neighbors", (A1, ORTHOGONAL), {B1, A2}),
        ("neighbors", (A1, dirs(W, S)), set()),
        ("neighbors", (A1, dirs()), set()),
        ("step", (A1, NE), B2),
        ("step", (A1, W), -1),
        ("ray", (A1, NE), (B2, C3, D4)),
        ("ray", (D1, E), ()),
        ("reach", (sites(A1), sites(A1, B1, D1)), {A1, B1}),
        ("reach", (sites(A1, D1), sites(A1, D1)), {A1, D1}),
        ("reach", (sites(A1), sites(B1)), set()),
        ("reach", (sites(A1), sites(A1, B2)), {A1, B2}),
        ("reach", (sites(A1), sites(A1, B2), ORTHOGONAL), {A1}),
        ("connected", (sites(A1), sites(C1), sites(A1, B1, C1)), True),
        ("connected", (sites(A1), sites(C1), sites(A1, C1)), False),
        ("connected", (sites(A1), sites(A1), sites(A1)), True),
        ("connected", (sites(A1), sites(A1), sites()), False),
        ("connected", (sites(A1), sites(B2), sites(A1, B2), ORTHOGONAL), False),
        ("distance", (A1, A1), 0),
        ("distance", (A1, D2), 3),
        ("row", (C2,), 2),
        ("column", (C2,), 3),
    ],
)
def test_board(table: Table, name: str, arguments: Any, value: Any) -> None:
    assert only_form(name).meaning(table, *arguments) == value


def test_edges_and_corners_of_a_set(table: Table) -> None:
    edge, corners = form("edge", "sites", "dir"), form("corners", "sites")
    assert edge.meaning(table, sites(A1, A4, B4, C3), N) == {A4, B4}
    assert edge.meaning(table, sites(), N) == set()
    assert corners.meaning(table, sites(A1, B1, D4)) == {A1, D4}


def test_edges_and_corners_of_the_board(table: Table) -> None:
    assert form("edge", "dir").meaning(table, E) == {D1, D2, D3, D4}
    assert form("corners").meaning(table) == {A1, D1, A4, D4}


def test_a_ray_on_a_wrapped_board_ends_where_it_began() -> None:
    table = make_table(grid(4, 4, wrap=True))
    assert only_form("ray").meaning(table, B1, E) == (C1, D1, A1)


def test_boards_keep_to_themselves() -> None:
    table = make_table(grid(4, 4), hub(first=16))
    assert only_form("neighbors").meaning(table, 16) == {17, 18}
    assert only_form("distance").meaning(table, A1, 16) == -1
    assert only_form("distance").meaning(table, 17, 18) == 2
    assert form("edge", "dir").meaning(table, N) == {A4, B4, C4, D4}


def test_unnamed_links_have_no_direction() -> None:
    table = make_table(hub())
    assert only_form("neighbors").meaning(table, 0, dirs(*range(8))) == set()
    assert only_form("step").meaning(table, 0, N) == -1


def test_layers_are_numbered_within_their_board() -> None:
    table = make_table(grid(4, 4), hub(first=16))
    assert [only_form("layer").meaning(table, site) for site in (16, 18, 19, 24)] == [0, 0, 1, 2]


def test_layers_are_not_linked() -> None:
    assert only_form("distance").meaning(make_table(hub()), 0, 3) == -1


@pytest.mark.parametrize("name", ["row", "column"])
def test_a_board_without_rows_and_columns_is_a_fault(name: str) -> None:
    with pytest.raises(FaultError) as error:
        only_form(name).meaning(make_table(hub()), 0)
    assert error.value.fault.message == f"`hub` has no {name}"


# ---- pieces


@pytest.mark.parametrize(
    ("name", "parameters", "arguments", "value"),
    [
        ("empty", ("place",), (A1,), False),
        ("empty", ("place",), (A2,), True),
        ("empty", ("place",), (BAG,), False),
        ("empty", ("place",), (PILE,), True),
        ("piece", ("place",), (A1,), STONE_WHITE),
        ("piece", ("place",), (A2,), -1),
        ("owner", ("place",), (A1,), WHITE),
        ("owner", ("place",), (D2,), -1),
        ("owner", ("place",), (A2,), -1),
        ("owner", ("piece",), (STONE_BLACK,), BLACK),
        ("owner", ("piece",), (BLOCK,), -1),
        ("kind", ("place",), (D2,), BLOCK_KIND),
        ("kind", ("place",), (A2,), -1),
        ("kind", ("piece",), (STONE_BLACK,), STONE),
        ("own", ("p",), (WHITE,), {A1, B1, C1, B2}),
        ("own", ("p",), (BLACK,), {C3, D4}),
        ("at", ("piece",), (STONE_BLACK,), C3),
        ("at", ("piece",), (DUST,), -1),
        ("at", ("kind",), (STONE,), A1),
        ("at", ("kind",), (DUST_KIND,), -1),
        ("sites", ("piece",), (STONE_BLACK,), {C3, D4}),
        ("sites", ("piece",), (BLOCK,), {D2}),
        ("sites", ("kind",), (STONE,), {A1, B1, C1, B2, C3, D4}),
        ("count", ("piece", "place"), (BLOCK, BAG), 2),
        ("count", ("piece", "place"), (STONE_WHITE, A1), 1),
        ("count", ("piece", "place"), (STONE_BLACK, A1), 0),
        ("count", ("kind", "place"), (STONE, A1), 1),
        ("count", ("kind", "place"), (BLOCK_KIND, BAG), 2),
        ("count", ("place",), (BAG,), 2),
        ("count", ("place",), (A2,), 0),
        ("count", ("piece",), (BLOCK,), 3),
        ("count", ("piece",), (STONE_WHITE,), 4),
        ("count", ("kind",), (STONE,), 6),
        ("box", ("piece",), (STONE_BLACK,), 1),
        ("box", ("piece",), (DUST,), INT_HIGH),
        ("has", ("place", "piece"), (BAG, BLOCK), True),
        ("has", ("place", "piece"), (A1, STONE_BLACK), False),
        ("has", ("place", "kind"), (A1, STONE), True),
        ("has", ("place", "kind"), (A1, BLOCK_KIND), False),
        ("repeats", (), (), 0),
    ],
)
def test_piece(
    table: Table, name: str, parameters: tuple[str, ...], arguments: Any, value: Any
) -> None:
    assert form(name, *parameters).meaning(table, *arguments) == value


def test_a_buried_piece_still_owns_its_site() -> None:
    table = make_table(grid(4, 4))
    table.add(PILE, STONE_WHITE)
    table.add(PILE, STONE_BLACK)
    assert form("owner", "place").meaning(table, PILE) == BLACK
    assert form("has", "place", "piece").meaning(table, PILE, STONE_WHITE)


def test_zones_are_no_sites(table: Table) -> None:
    table.clear(D2)
    assert form("at", "piece").meaning(table, BLOCK) == -1
    assert form("sites", "kind").meaning(table, BLOCK_KIND) == set()


def test_repeats_count_the_history(table: Table) -> None:
    table.remember()
    assert only_form("repeats").meaning(table) == 1


# ---- lines


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("slide", (D4, dirs(S)), {D3}),
        ("slide", (A2, dirs(N, E)), {A3, A4}),
        ("slide", (B2, dirs(NE)), set()),
        ("slide", (A4,), {A3, A2, B4, C4, B3, C2, D1}),
        ("first_on", (A3, E), C3),
        ("first_on", (A2, N), -1),
        ("first_on", (A4, SE), -1),
        ("in_line", (A1, 3), True),
        ("in_line", (B1, 3), True),
        ("in_line", (B1, 4), False),
        ("in_line", (B2, 3), False),
        ("in_line", (B2, 2, DIAGONAL), True),
        ("in_line", (A1, 3, dirs(W)), True),
        ("in_line", (A1, 3, dirs(N)), False),
        ("in_line", (A1, 2, DIAGONAL), True),
        ("in_line", (D4, 2), True),
        ("in_line", (A2, 1), False),
        ("in_line", (D2, 1), True),
    ],
)
def test_line(table: Table, name: str, arguments: Any, value: Any) -> None:
    assert only_form(name).meaning(table, *arguments) == value


def test_a_line_around_a_wrapped_board_counts_each_site_once() -> None:
    table = make_table(grid(4, 4, wrap=True))
    for site in (A1, B1, C1, D1):
        table.add(site, DUST)
    assert only_form("in_line").meaning(table, B1, 4, dirs(E))
    assert not only_form("in_line").meaning(table, B1, 5, dirs(E))
