"""Rules and functions that call each other in long rows and circles."""

import pytest

from fragma_dsl.checking.validated import validated
from fragma_dsl.explained.kinds import problem_kinds
from tests.fenced import analysed, completed

SEVERITIES = {code: kind.severity for code, kind in problem_kinds().items()}
TURN = "turn: |\n  choose go\n  draw\n"
DEEP = "    if true:\n" + "".join(f"{' ' * column}if true:\n" for column in range(6, 46, 2))


def told(text: str) -> list[tuple[str, str]]:
    """Give the codes and messages of all problems of a file."""
    problems = validated(analysed(completed(text + TURN)), SEVERITIES, deep=True)
    return [(one.code, one.message) for one in problems]


def functions(count: int, last: str) -> str:
    rows = [f"  f{number}(): f{number + 1}()\n" for number in range(count - 1)]
    return "functions:\n" + "".join([*rows, f"  f{count - 1}(): {last}\n"])


def rules(count: int, last: str) -> str:
    begin = "rules:\n"
    rows = [f"  r{number}(): |\n{DEEP}{' ' * 46}r{number + 1}()\n" for number in range(count - 1)]
    return begin + "".join([*rows, f"  r{count - 1}(): {last}\n"])


def test_calls_may_stand_sixty_four_deep() -> None:
    assert [code for code, _ in told(functions(64, "1"))] == ["A212"]
    assert told(rules(64, "pass")) == []


@pytest.mark.parametrize("count", [65, 200])
def test_deeper_calls_are_a_problem(count: int) -> None:
    deep = f"calls from `{{}}{count - 65}` on stand in one another more than 64 deep"
    assert told(functions(count, "1")) == [("F246", deep.format("f"))]
    assert told(rules(count, "pass")) == [("F246", deep.format("r"))]


def test_a_circle_is_told_once_however_long() -> None:
    assert told(functions(2, "f0()")) == [("F210", "`f0` calls itself: f0 -> f1 -> f0")]
    four = "`f0` calls itself: f0 -> f1 -> f2 -> f3 -> f0"
    assert told(functions(4, "f0()")) == [("F210", four)]
    long = "`r0` calls itself: r0 -> r1 -> r2 -> r3 -> r4 -> r5 -> r6 -> r7 -> ... -> r0"
    assert told(rules(100, "r0()")) == [("F210", long)]


def test_expressions_too_deep_in_calls_are_a_fault() -> None:
    rows = [f"  f{number}(): {'(1 + ' * 30}f{number + 1}(){')' * 30}\n" for number in range(60)]
    text = "state: {v: int}\nfunctions:\n" + "".join(rows) + "  f60(): 1\nsetup: v = f0()\n"
    message = "the game cannot begin: fault budget: calls and expressions stand too deep"
    assert ("C102", message) in told(text)


@pytest.mark.parametrize("name", ["f", "count", "rank", "next"])
def test_calls_in_calls_are_checked_few_times_where_there_are_cards(name: str) -> None:
    deep = f"{name}(" * 30 + "3" + ")" * 30
    cards = "cards:\n  letter: {each: {rank: 1..3, count: 1..2}}\n"
    assert told(f"{cards}functions:\n  f1(): {deep}\n")
    assert told(f"{cards}functions:\n  f1(): 3{f'.{name}' * 30}\n")
