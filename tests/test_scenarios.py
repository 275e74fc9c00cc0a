"""Every scenario of every shipped file holds, and scenarios that do not hold say what is not so."""

from pathlib import Path

import pytest

from fragma_dsl.checking.scenarios import problem_of, run_scenarios
from fragma_dsl.pipeline import analyse
from fragma_dsl.syntax import tree

ROOT = Path(__file__).parents[1]
FILES = (
    *sorted(ROOT.glob("variants/*.rules.yaml")),
    *sorted(ROOT.glob("examples/**/*.rules.yaml")),
)
WITH_SCENARIOS = 25


def read(path: Path) -> tree.Variant:
    variant = analyse(path).variant
    assert variant is not None
    return variant


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_the_scenarios_of_a_shipped_file_hold(path: Path) -> None:
    failed = [
        f"line {verdict.failure.span.line}: {verdict.failure.message}"
        for verdict in run_scenarios(path, read(path), {})
        if verdict.failure is not None
    ]
    assert failed == []


def test_fragma_has_many_scenarios() -> None:
    assert len(read(ROOT / "variants" / "fragma.rules.yaml").scenarios) >= WITH_SCENARIOS


WRONG = {
    "a move that is not legal": ("play: put(a4)", "`put(a4)` is not legal"),
    "a roll where a player decides": ("play: roll 3", "`roll 3`, but p1 decides here"),
    "a pick where chance is rolled": ("play: go; put(a1)", "but it is chance's turn here"),
    "an expectation": ("expect: level == 3", "`level == 3` does not hold"),
    "an expectation at fault": ("expect: 3 // level == 0", "fault `division`"),
    "an action that is not legal": ("legal: put(a4)", "is not legal"),
    "an action that is legal": ("illegal: put(a1)", "`put(a1)` is legal"),
    "actions that are not listed": ("only: put(a1)", "`put(b1)` and 10 more are legal too"),
    "actions that are listed and not legal": ("only: [put(a1), put(c9)]", "is not legal"),
    "a winner": ("play: stop\n    result: win p2", "expected `win p2`, but p1 won, by `win`"),
    "a loser": ("play: stop\n    result: lose p1", "expected `lose p1`"),
    "a draw": ("play: stop\n    result: draw", "expected `draw`, but p1 won"),
    "a ranking": (
        "play: stop\n    result: rank p by 1 if p == p2 else 0",
        "which is p1 -1, p2 +1, but it is p1 +1, p2 -1, by `win`",
    ),
    "a payment": ("play: stop\n    result: pay p by level", "which is p1 +0, p2 +0, but it is p1"),
    "a payment at fault": ("play: stop\n    result: pay p by 1 // level", "fault `division`"),
    "a ranking of a game that goes on": ("result: rank p by level", "but the game goes on"),
    "an end": ("result: win p1", "but the game goes on: it waits for p1"),
    "no end": ("play: stop\n    result: unfinished", "expected `unfinished`"),
    "a fault that does not come": ("play: stop\n    fault: range", "fault `range` did not come"),
    "another fault": ("play: wrong\n    fault: none", "fault `range`: "),
    "a fault too early": ("play: wrong; stop\n    fault: range", "1 move before the last"),
    "a fault": ("play: wrong", "fault `range`: "),
    "a move after the end": ("play: stop; stop", "comes after the end of the game"),
}
RULES = """
edition: 1
game: wrong
title: Scenarios that do not hold
players: 2
dice: {d6: 1..6}
boards: {cells: grid 3 3}
pieces: {stone: {owner: player, count: 9}}
state: {level: 0..9}
turn: |
  choose:
      option put(s in cells) where empty(s):
          place stone[mover] on s
      option go:
          level = roll d6
      option wrong:
          level += 7
          level += 7
      option stop:
          win mover
scenarios:
  wrong:
"""


@pytest.mark.parametrize(
    "result", ["rank p by -row(at(stone[p]))", "pay p by 3 - 2 * row(at(stone[p]))"]
)
def test_a_scenario_may_say_what_each_player_gets(result: str, tmp_path: Path) -> None:
    path = tmp_path / "right.rules.yaml"
    keys = f"play: put(a1); put(a2); stop\n    result: {result}"
    path.write_text(f"{RULES.strip()}\n    {keys}\n", "utf-8")
    (verdict,) = run_scenarios(path, read(path), {})
    assert verdict.failure is None


@pytest.mark.parametrize("name", WRONG)
def test_a_scenario_that_does_not_hold_says_what_is_not_so(name: str, tmp_path: Path) -> None:
    keys, message = WRONG[name]
    path = tmp_path / "wrong.rules.yaml"
    path.write_text(f"{RULES.strip()}\n    {keys}\n", "utf-8")
    (verdict,) = run_scenarios(path, read(path), {})
    assert verdict.failure is not None
    assert message in verdict.failure.message


def helped(path: Path) -> list[str | None]:
    """Give the help of the scenarios of a file that fail."""
    verdicts = run_scenarios(path, read(path), {})
    return [problem_of(one, one.failure, str(path)).help for one in verdicts if one.failure]


def test_what_is_done_behind_what_is_given_is_told(tmp_path: Path) -> None:
    path = tmp_path / "dealt.rules.yaml"
    path.write_text(
        "edition: 1\ngame: dealt\ntitle: Dealt\nplayers: 2\npieces: {gem: {count: 2}}\n"
        "zones: {bag: {}}\nflow: |\n  place 2 gem in bag\n  choose stop\n  draw\n"
        "scenarios:\n  full: {given: place gem in bag, play: stop}\n",
        "utf-8",
    )
    (advice,) = helped(path)
    assert "what `flow` does first" in str(advice)


def test_a_fork_is_told_that_it_may_remove_a_scenario_of_its_parent(tmp_path: Path) -> None:
    path = tmp_path / "harder.rules.yaml"
    path.write_text(
        "edition: 1\ngame: harder\ntitle: Harder\nextends: pig\n"
        "override:\n  turn: |\n    score[mover] += 1\n    base()\n",
        "utf-8",
    )
    advices = helped(path)
    assert advices
    assert all("`remove: [scenarios." in str(advice) for advice in advices)
