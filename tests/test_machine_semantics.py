"""Small whole games whose scenarios pin what the language means; see tests/cases/machine."""

import pytest

from fragma_dsl.game import Position
from fragma_dsl.pipeline import game_of
from fragma_dsl.play.fault import FaultError
from tests.case_files import Case, read_cases
from tests.fenced import analysed, completed, failures

CASES = read_cases("machine")


def started(text: str) -> Position:
    return game_of(analysed(completed(text))).start()


def played(position: Position, moves: str) -> Position:
    for move in moves.split(";"):
        position = position.play(move)
    return position


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_scenarios_hold(case: Case) -> None:
    text = completed(case.source.text)
    analysis = analysed(text)
    assert analysis.problems == ()
    assert analysis.variant is not None
    assert analysis.variant.scenarios
    assert [(one.span.line, one.message) for one in failures(text, analysis)] == []


def test_actions_stand_in_the_order_written_then_in_the_order_of_each_set() -> None:
    position = started("""
boards: {cells: grid 2 2}
turn: |
  choose:
      option last
      option go(i in [3, 1], s in {b2, a2, b1})
      option first_of(p in players)
""")
    assert position.actions == (
        "last", "go(3, b1)", "go(3, a2)", "go(3, b2)", "go(1, b1)", "go(1, a2)", "go(1, b2)",
        "first_of(p1)", "first_of(p2)",
    )  # fmt: skip


def test_values_are_written_as_scripts_write_them() -> None:
    position = started("""
enums: {colour: [red, green]}
boards:
  one: grid 1 2
  two: grid 1 2
  cosmos: {layers: [past, future], sites: [hub]}
pieces: {stone: {owner: player}, block: {}}
zones: {hand: {for: player}}
turn: |
  choose:
      option a(s in {one.a2} | two)
      option b(s in cosmos)
      option c(x in {stone[p1], block})
      option d(k in {stone, block}, c in colour)
      option e(z in {hand[p2]}, t in {true})
      option f(m in {none, one.a1}, d in {n})
      option g(y in layers, i in {-1})
""")
    assert position.actions == (
        "a(one.a2)", "a(two.a1)", "a(two.a2)", "b(past.hub)", "b(future.hub)",
        "c(stone[p1])", "c(block)", "d(stone, red)", "d(stone, green)", "d(block, red)",
        "d(block, green)", "e(hand[p2], true)", "f(none, n)", "f(one.a1, n)",
        "g(past, -1)", "g(future, -1)",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("statement", "code", "blamed"),
    [
        ("level = 5 + level * 9", "range", "5 + level * 9"),
        ("place block on spot", "none", "spot"),
        ("place 9 block on a1", "missing", "place 9 block on a1"),
        ("move block on a1 to b1", "missing", "move block on a1 to b1"),
        ("level = first(own(mover)).row", "empty", "first(own(mover))"),
        ("level = 3 // (level - 1)", "division", "3 // (level - 1)"),
        ("level = half(0)", "division", "3 // by"),
        ("put(spot)", "none", "spot"),
        ("while level > 0: level = 1", "budget", "while level > 0: level = 1"),
        (
            "choose go(i in 1..level) where i > 1",
            "dead_end",
            "choose go(i in 1..level) where i > 1",
        ),
    ],
)
def test_a_fault_names_the_part_of_the_rules_that_went_wrong(
    statement: str, code: str, blamed: str
) -> None:
    position = started(f"""
boards: {{cells: grid 2 2}}
pieces: {{block: {{count: 3}}}}
state: {{level: {{type: 0..9, start: 1}}, spot: site or none}}
functions:
  half(int by): 3 // by
rules:
  put(site s): place block on s
turn: |
  choose ready
  {statement}
""")
    with pytest.raises(FaultError) as caught:
        position.play("ready")
    assert caught.value.fault.code == code
    assert caught.value.fault.span is not None
    assert caught.value.fault.span.text == blamed


def test_a_fault_in_a_condition_of_a_decision_comes_when_the_game_gets_there() -> None:
    position = started("""
state: {level: 0..9}
turn: |
  choose ready
  choose go(i in 1..3) where 3 // level == i
""")
    with pytest.raises(FaultError) as caught:
        position.play("ready")
    assert caught.value.fault.code == "division"


def test_returns_of_a_ranking_share_the_places_of_those_who_are_equal() -> None:
    text = """
players: 4
state: {score: {for: player, type: 0..9}}
turn: |
  choose set(i in 0..1)
  score[p1] = 5
  score[p2] = i
  rank p by score[p]
"""
    assert played(started(text), "set(1)").returns == pytest.approx((1.0, 1 / 3, -2 / 3, -2 / 3))
    assert played(started(text), "set(0)").returns == pytest.approx((1.0, -1 / 3, -1 / 3, -1 / 3))


def test_returns_of_a_payment_are_what_is_paid() -> None:
    position = started("""
players: 3
turn: |
  choose stop
  pay p by 10 if p == mover else -3
""")
    assert played(position, "stop").returns == (10.0, -3.0, -3.0)


def test_locals_that_are_not_needed_are_not_in_the_state() -> None:
    position = started("""
state: {level: 0..3}
turn: |
  choose:
      option one:
          let twin = 5
          level = twin - 4
      option two(i in 1..9) where i == 7:
          level = i - 6
  choose stop
""")
    assert played(position, "one").state == played(position, "two(7)").state


def test_a_decision_that_leaves_everything_as_it_was_leaves_the_state_as_it_was() -> None:
    position = started("""
turn: |
  choose wait
  again
""")
    assert played(position, "wait").state == position.state


def test_locals_do_not_remember_how_they_came_to_be() -> None:
    position = started("""
boards: {cells: grid 2 2}
turn: |
  let left = cells
  choose take(s in left)
  left -= {s}
  choose take(t in left)
  left -= {t}
  choose rest(u in left)
""")
    one_way, other_way = (
        played(position, "take(a1);take(b2)"),
        played(position, "take(b2);take(a1)"),
    )
    assert one_way.state == other_way.state
    assert one_way.actions == ("rest(b1)", "rest(a2)")
