"""Corners of the language that once were wrong, each as a small rule file with a scenario."""

import pytest

from tests.fenced import analysed, completed, failures

FILES = {
    "a scenario can begin in a later phase": """
phases:
  first_one:
    turn: |
      choose wait
  second_one:
    turn: |
      choose stop
      draw
scenarios:
  later: {given: phase = second_one, play: stop, result: draw}
""",
    "a kind with brackets is no direction of the same name": """
boards: {cells: grid 3 3}
pieces: {s: {owner: player}}
setup: |
  place s[p1] on a1
scenarios:
  it_stands_there:
    expect: at(s[p1]) == a1
""",
    "a scenario for another number of players knows their names": """
players: {min: 2, max: 4}
turn: |
  choose stop
  win mover
scenarios:
  two: {expect: next(p2) == p1}
  four:
    players: 4
    given: mover = p4
    play: stop
    expect: mover == p4
    result: win p4
""",
    "a flow that runs out without a result is a fault": """
flow: |
  choose stop
scenarios: {it_runs_out: {play: stop, fault: ending}}
""",
    "a last phase that is over without a result is a fault": """
phases:
  only:
    turn: |
      choose stop
    until: true
scenarios: {it_is_over_at_once: {given: pass, fault: ending}}
""",
    "a kind without owners is a piece where there may be none": """
state: {held: piece or none}
pieces: {block: {}}
setup: |
  held = block
scenarios: {held: {expect: held == block}}
""",
    "a piece that may be none compares with a kind without owners": """
boards: {cells: grid 3 3}
pieces: {block: {}}
setup: |
  place block on a1
scenarios:
  at_one_side: {expect: piece(a1) == block}
  at_the_other: {expect: block == piece(a1)}
  of_nothing: {expect: piece(b1) != block}
""",
    "the top of a stacked zone moves without its name": """
boards: {cells: grid 3 3}
pieces: {block: {}, stone: {}}
zones: {pile: {order: stacked}}
setup: |
  place block on pile
  place stone on pile
  move piece from pile to a1
scenarios:
  the_top_has_moved:
    expect:
      - piece(a1) == stone
      - piece(pile) == block
""",
    "the end sees that a position stands for the third time": """
boards: {track: ring 4}
pieces: {man: {owner: player}}
history: 20
setup: |
  place man[p1] on s1
  place man[p2] on s3
turn: |
  choose go(to in neighbors(at(man[mover]))) where empty(to)
  move man[mover] to to
end:
  repetition:
    when: repeats() == 3
    result: draw
scenarios:
  around_and_around:
    play: |
      go(s2); go(s4); go(s1); go(s3)
      go(s2); go(s4); go(s1); go(s3)
    result: draw
""",
    "a rule of no repetition sees the position that an action would make": """
boards: {track: ring 4}
pieces: {man: {owner: player}}
history: 20
setup: |
  place man[p1] on s1
  place man[p2] on s3
rules:
  step_to(player p, site to): move man[p] to to
functions:
  is_new(site to): empty(to) and after(step_to(mover, to), repeats()) == 0
turn: |
  choose go(to in neighbors(at(man[mover]))) where is_new(to)
  step_to(mover, to)
scenarios:
  not_back_to_the_first_position:
    play: go(s2); go(s4); go(s1)
    fault: dead_end
""",
}


@pytest.mark.parametrize("name", FILES)
def test_the_scenarios_hold(name: str) -> None:
    text = completed(FILES[name])
    analysis = analysed(text)
    assert analysis.problems == ()
    assert [failure.message for failure in failures(text, analysis)] == []


def test_a_scenario_is_checked_for_its_own_number_of_players() -> None:
    text = completed("""
players: {min: 2, max: 3}
scenarios:
  two: {expect: mover == p3}
  three:
    players: 3
    expect: mover == p4
""")
    found = [(problem.code, problem.span.text) for problem in analysed(text).problems]
    assert found == [("F201", "p3"), ("F201", "p4")]
