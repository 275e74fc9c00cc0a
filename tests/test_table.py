from dataclasses import replace

import pytest

from fragma_dsl.play.ending import ending_returns, ending_slots
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.history import hash_slots
from fragma_dsl.play.layout import Scalar, shape_width
from fragma_dsl.play.layout_build import build_layout, initial_slots
from fragma_dsl.play.random import GAMMA, mix
from fragma_dsl.play.state import freeze, thaw
from fragma_dsl.play.table import BOX, Table
from tests.handmade import (
    BLOCK,
    DUST,
    MOVER,
    QUEUE,
    SCORE,
    SEEN,
    STONE_BLACK,
    STONE_WHITE,
    grid,
    make_table,
    variable,
)

A1, B1, C1 = range(3)
BAG, PILE = 9, 10


@pytest.fixture
def table() -> Table:
    return make_table(grid(3, 3), history=2)


def fault_of(error: pytest.ExceptionInfo[FaultError]) -> tuple[str, str]:
    return error.value.fault.code, error.value.fault.message


# ---- layout


def test_parts_follow_each_other_in_the_documented_order(table: Table) -> None:
    layout = table.layout
    assert (layout.frame, layout.ending) == (1, 1)
    assert layout.variables[0].offset == layout.ending + 1 + 2
    assert layout.places[0].offset == layout.variables[-1].offset + layout.variables[-1].size
    assert layout.box == layout.places[-1].offset + layout.places[-1].size
    assert layout.history == layout.box + 4
    assert layout.size == layout.history + 2 * 2


def test_variables_are_found_by_name(table: Table) -> None:
    assert [table.layout.by_name[v.name].width for v in (MOVER, SCORE, SEEN, QUEUE)] == [1, 1, 4, 4]
    assert table.layout.by_name["score"].size == 2
    assert table.layout.mover == table.layout.variables[0].offset


def test_all_pieces_begin_in_the_box(table: Table) -> None:
    assert [table.box(piece) for piece in range(4)] == [3, 3, 3, -1]


def test_every_member_of_a_family_starts_at_the_start() -> None:
    layout = build_layout(2, 0, [variable("round", Scalar(1, 6), 3)], [], [], 0)
    assert initial_slots(layout, {"round": 2})[layout.variables[0].offset :] == [2, 2, 2]


def test_a_variable_that_cannot_be_zero_needs_a_start() -> None:
    layout = build_layout(2, 0, [variable("round", Scalar(1, 6))], [], [], 0)
    with pytest.raises(ValueError, match="`round` needs a start"):
        initial_slots(layout, {})


def test_a_start_outside_its_shape_is_a_fault() -> None:
    layout = build_layout(2, 0, [variable("round", Scalar(1, 6))], [], [], 0)
    with pytest.raises(FaultError):
        initial_slots(layout, {"round": 7})


# ---- pieces


def test_a_site_holds_one_piece(table: Table) -> None:
    table.add(A1, STONE_BLACK)
    assert (table.top(A1), table.total(A1), table.pieces(A1)) == (
        STONE_BLACK,
        1,
        frozenset({STONE_BLACK}),
    )
    assert (table.count(A1, STONE_BLACK), table.count(A1, STONE_WHITE)) == (1, 0)


def test_an_empty_place_has_no_top(table: Table) -> None:
    assert [table.top(place) for place in (A1, BAG, PILE)] == [-1, -1, -1]


def test_a_bag_counts_each_piece(table: Table) -> None:
    table.add(BAG, BLOCK, 2)
    table.add(BAG, STONE_BLACK)
    assert (table.count(BAG, BLOCK), table.total(BAG)) == (2, 3)
    assert (table.top(BAG), table.pieces(BAG)) == (STONE_BLACK, frozenset({STONE_BLACK, BLOCK}))


def test_a_stack_keeps_its_order(table: Table) -> None:
    for piece in (STONE_WHITE, STONE_BLACK, STONE_WHITE):
        table.add(PILE, piece)
    assert (table.top(PILE), table.total(PILE)) == (STONE_WHITE, 3)
    table.take(PILE, STONE_WHITE)
    assert (table.top(PILE), table.total(PILE)) == (STONE_BLACK, 2)


def test_taking_from_under_a_stack_lets_the_rest_sink(table: Table) -> None:
    for piece in (STONE_WHITE, STONE_BLACK):
        table.add(PILE, piece)
    table.take(PILE, STONE_WHITE)
    other = make_table(grid(3, 3), history=2)
    other.add(PILE, STONE_BLACK)
    assert table.slots == other.slots


def test_pieces_leave_no_trace(table: Table) -> None:
    before = table.slots.copy()
    for place in (A1, BAG, PILE):
        table.move(BLOCK, BOX, place)
        table.move(BLOCK, place, BOX)
    assert table.slots == before


def test_two_pieces_on_a_site_is_a_fault(table: Table) -> None:
    table.add(A1, BLOCK)
    with pytest.raises(FaultError) as error:
        table.add(A1, STONE_WHITE)
    assert fault_of(error) == ("full", "`a1` has no room for `stone[white]`")


def test_a_stack_higher_than_it_may_be_is_a_fault(table: Table) -> None:
    with pytest.raises(FaultError) as error:
        table.add(PILE, DUST, 4)
    assert fault_of(error) == ("full", "`pile` has no room for `dust`")


def test_taking_what_is_not_there_is_a_fault(table: Table) -> None:
    with pytest.raises(FaultError) as error:
        table.take(B1, BLOCK)
    assert fault_of(error) == ("missing", "`b1` lacks `block`")


def test_taking_more_than_the_box_has_is_a_fault(table: Table) -> None:
    with pytest.raises(FaultError) as error:
        table.take(BOX, BLOCK, 4)
    assert fault_of(error) == ("missing", "the box lacks `block`")


def test_a_box_without_limit_never_changes(table: Table) -> None:
    table.move(DUST, BOX, BAG, 1000)
    assert (table.box(DUST), table.count(BAG, DUST)) == (-1, 1000)
    table.clear(BAG)
    assert (table.box(DUST), table.total(BAG)) == (-1, 0)


def test_a_move_that_fails_moves_nothing(table: Table) -> None:
    table.add(A1, BLOCK)
    table.add(B1, STONE_WHITE)
    before = table.slots.copy()
    with pytest.raises(FaultError):
        table.move(STONE_WHITE, B1, A1)
    with pytest.raises(FaultError):
        table.move(STONE_WHITE, C1, B1)
    assert table.slots == before


def test_a_piece_can_move_to_where_it_is(table: Table) -> None:
    table.add(A1, BLOCK)
    table.move(BLOCK, A1, A1)
    assert table.top(A1) == BLOCK


def test_clearing_puts_everything_into_the_box(table: Table) -> None:
    table.move(STONE_WHITE, BOX, PILE)
    table.move(BLOCK, BOX, PILE)
    table.clear(PILE)
    assert (table.total(PILE), table.box(STONE_WHITE), table.box(BLOCK)) == (0, 3, 3)


def test_the_first_place_with_a_piece_is_found(table: Table) -> None:
    assert table.find(BLOCK) == -1
    table.add(BAG, BLOCK)
    assert table.find(BLOCK) == BAG
    table.add(C1, BLOCK)
    assert table.find(BLOCK) == C1


# ---- variables


def test_a_set_is_kept_as_its_members(table: Table) -> None:
    table.store(3, (), frozenset({2, 5}))
    offset = table.layout.variables[3].offset
    assert table.slots[offset : offset + 4] == [1, 0, 0, 1]
    assert table.load(3) == frozenset({2, 5})


def test_a_list_leaves_zeros_behind_its_end(table: Table) -> None:
    table.store(4, (), (7, 8, 9))
    table.store(4, (), (6,))
    offset = table.layout.variables[4].offset
    assert table.slots[offset : offset + 4] == [1, 6, 0, 0]
    assert table.load(4) == (6,)


def test_a_family_has_a_value_for_each_index(table: Table) -> None:
    table.store(2, (1,), -4)
    assert (table.load(2, (0,)), table.load(2, (1,))) == (0, -4)


def test_families_are_row_major_from_their_lows() -> None:
    layout = build_layout(2, 0, [variable("grid", Scalar(0, 9), 2, 3, lows=(0, 1))], [], [], 0)
    table = Table(initial_slots(layout, {}), make_table().equipment)
    table.layout = layout
    table.store(0, (1, 2), 5)
    assert table.slots[layout.variables[0].offset :] == [0, 0, 0, 0, 5, 0]


@pytest.mark.parametrize(
    ("number", "value"),
    [(1, 7), (1, -1), (3, frozenset({1})), (3, frozenset({6})), (4, (1, 2, 3, 4)), (4, (10,))],
)
def test_a_value_outside_its_shape_is_a_fault(table: Table, number: int, value: object) -> None:
    with pytest.raises(FaultError) as error:
        table.store(number, (), value)  # type: ignore[arg-type]
    assert error.value.fault.code == "range"


def test_shapes_have_widths() -> None:
    assert [shape_width(v.shape) for v in (MOVER, SEEN, QUEUE)] == [1, 4, 4]


# ---- copies and states


def test_a_copy_goes_its_own_way(table: Table) -> None:
    copy = table.copy()
    copy.add(A1, BLOCK)
    assert (copy.top(A1), table.top(A1)) == (BLOCK, -1)


def test_slots_freeze_and_thaw(table: Table) -> None:
    table.store(2, (0,), -9)
    assert thaw(freeze(table.slots)) == table.slots


# ---- history


def test_a_position_that_never_stood_has_no_repeats(table: Table) -> None:
    assert table.repeats() == 0


def test_repeats_count_remembered_positions(table: Table) -> None:
    table.remember()
    table.remember()
    assert table.repeats() == 2


def test_another_position_is_no_repeat(table: Table) -> None:
    table.remember()
    table.add(A1, BLOCK)
    assert table.repeats() == 0
    table.take(A1, BLOCK)
    assert table.repeats() == 1


def test_the_oldest_position_falls_out_of_a_full_history(table: Table) -> None:
    table.remember()
    table.add(A1, BLOCK)
    table.remember()
    table.remember()
    table.take(A1, BLOCK)
    assert table.repeats() == 0


def test_point_frame_and_ending_are_no_part_of_a_position(table: Table) -> None:
    table.remember()
    table.slots[0] = 5
    table.conclude("draw", (0, 0))
    assert table.repeats() == 1


def test_positions_may_differ_in_what_is_not_remembered() -> None:
    forgotten = replace(SCORE, remembered=False)
    layout = build_layout(2, 0, [MOVER, forgotten, SEEN], (), (), 2)
    (_, score, seen) = layout.variables
    assert layout.position_runs == ((layout.mover, score.offset), (seen.offset, layout.history))
    equipment = replace(make_table(grid(3, 3)).equipment, layout=layout)
    table = Table(initial_slots(layout, {}), equipment)
    table.remember()
    table.store(1, (1,), 5)
    assert table.repeats() == 1
    table.store(0, (), 1)
    assert table.repeats() == 0


def test_without_a_history_nothing_is_remembered() -> None:
    table = make_table(grid(3, 3))
    before = table.slots.copy()
    table.remember()
    assert (table.slots, table.repeats()) == (before, 0)


def test_the_hash_is_the_documented_one() -> None:
    word = (mix(GAMMA + 3) + mix((2 * GAMMA + 0xFFFFFFFE) % 2**64)) % 2**64
    upper, lower = hash_slots([3, -2])
    assert (upper % 2**32) << 32 | lower % 2**32 == word


def test_the_hash_of_nothing_is_not_zero() -> None:
    assert hash_slots([]) != (0, 0)


def test_the_hash_of_one_zero_is_the_first_word_of_splitmix64_from_zero() -> None:
    upper, lower = hash_slots([0])
    assert (upper % 2**32, lower % 2**32) == (0xE220A839, 0x7B1DCDAF)


def test_the_hash_of_three_slots_stays_what_it_is() -> None:
    assert hash_slots([1, 2, 3]) == (-306291549, 1699698692)


# ---- ending


@pytest.mark.parametrize(
    ("kind", "values", "slots", "returns"),
    [
        ("win", (1, 0), [1, 1, 2], (1, -1)),
        ("win", (0, 1, 0), [1, 2, 1, 2], (-1, 1, -1)),
        ("win", (1, 1, 0), [1, 1, 1, 3], (1, 1, -1)),
        ("win", (1, 1), [1, 1, 1], (0, 0)),
        ("win", (0, 0), [1, 1, 1], (0, 0)),
        ("lose", (1, 0), [1, 2, 1], (-1, 1)),
        ("lose", (0, 1, 0), [1, 1, 3, 1], (1, -1, 1)),
        ("lose", (1, 1), [1, 1, 1], (0, 0)),
        ("draw", (0, 0, 0), [1, 1, 1, 1], (0, 0, 0)),
        ("rank", (5, 9), [3, 2, 1], (-1, 1)),
        ("rank", (5, 9, 7), [3, 3, 1, 2], (-1, 1, 0)),
        ("rank", (9, 9, 7), [3, 1, 1, 3], (0.5, 0.5, -1)),
        ("rank", (9, 7, 7), [3, 1, 2, 2], (1, -0.5, -0.5)),
        ("rank", (4, 4, 4), [3, 1, 1, 1], (0, 0, 0)),
        ("pay", (5, -3), [2, 5, -3], (5, -3)),
        ("pay", (4, 4), [2, 4, 4], (4, 4)),
        ("rank", (4,), [3, 1], (0,)),
    ],
)
def test_endings(kind: str, values: list[int], slots: list[int], returns: list[float]) -> None:
    assert ending_slots(kind, values) == slots  # type: ignore[arg-type]
    assert ending_returns(slots) == tuple(returns)


def test_a_game_that_goes_on_returns_nothing(table: Table) -> None:
    assert table.returns() == (0.0, 0.0)


def test_an_ending_is_written_to_the_slots(table: Table) -> None:
    table.conclude("win", (0, 1))
    assert (table.ending, table.returns()) == ([1, 2, 1], (-1.0, 1.0))
