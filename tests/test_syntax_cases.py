"""Every broken document gives the problems that it is marked with, and no others."""

import pytest

from fragma_dsl.syntax import problems
from fragma_dsl.syntax.document import read_prelude, read_variant
from fragma_dsl.syntax.yaml_tree import source_from
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.render import render
from fragma_dsl.text.source import MAX_SIZE, Source
from tests.case_files import Case, find_differences, find_unsettled, read_cases
from tests.templates import untranslated

CASES = read_cases("syntax")
KINDS = [
    kind
    for kind in vars(problems).values()
    if isinstance(kind, type) and issubclass(kind, Problem) and "code" in vars(kind)
]
BEGINNING = "edition: 1\ngame: g\ntitle: T\nplayers: 2\n"


def find_problems(source: Source) -> tuple[Problem, ...]:
    return read_variant(source).problems


def codes(text: str) -> list[str]:
    return [problem.code for problem in find_problems(source_from("f", text))]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_marked_lines_give_their_problems_and_no_others(case: Case) -> None:
    assert find_differences(case, find_problems) == []


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_every_problem_can_be_shown_and_its_fix_lies_in_the_file(case: Case) -> None:
    for problem in find_problems(case.source):
        shown = render(problem, colour=True, width=60)
        assert problem.code in shown
        assert untranslated(problem) == []
        assert "\n" not in problem.message
        assert 0 <= problem.span.start <= problem.span.end <= len(case.source.text)
        fix = problem.fix
        assert fix is None or 0 <= fix.span.start <= fix.span.end <= len(case.source.text)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_fix_settles_its_problem(case: Case) -> None:
    assert find_unsettled(case, find_problems) == []


def test_an_empty_file_is_said_to_be_empty() -> None:
    assert codes("") == codes("\n\n") == ["S110"]


def test_codes_are_unique_and_explained() -> None:
    assert len({kind.code for kind in KINDS}) == len(KINDS)
    assert all(kind.__doc__ and kind.__doc__.strip() for kind in KINDS)


def test_problems_come_in_the_order_of_the_file() -> None:
    text = BEGINNING + "zonez: {}\nturn: |\n  x = True\n  y ==\n  let if = 1\n  pass\nend: 3\n"
    starts = [problem.span.start for problem in find_problems(source_from("f", text))]
    assert len(starts) == 5
    assert starts == sorted(starts)


def test_conditions_in_one_text_keep_their_places() -> None:
    text = BEGINNING + "turn: pass\nscenarios:\n  a: {expect: x == 1;  y; }\n  b:\n    expect: |\n"
    found = read_variant(source_from("f", text + "      z[1; 2]; u  # ; and\n\n      v; w\n")).value
    assert found is not None
    one, several = found.scenarios.values()
    assert [condition.span.text for condition in one.expect] == ["x == 1", "y"]
    assert [condition.span.text for condition in several.expect[1:]] == ["u", "v", "w"]


def test_line_breaks_of_windows_are_no_mistake() -> None:
    text = (BEGINNING + "turn: |\n  let x = (1 +\n    2)\n\n  pass\n").replace("\n", "\r\n")
    found = read_variant(source_from("f", text))
    assert found.problems == ()
    assert found.value is not None
    assert found.value.turn is not None
    assert [one.span.text for one in found.value.turn.statements] == [
        "let x = (1 +\r\n    2)",
        "pass",
    ]


def test_byte_order_mark_and_foreign_letters_move_no_place() -> None:
    text = "\ufeff" + BEGINNING + "# ñandú ∞ 😀\nturn: |\n  let año = día\n"
    found = read_variant(source_from("f", text)).value
    assert found is not None
    assert found.turn is not None
    assert found.turn.statements[0].span.text == "let año = día"


def test_a_script_at_the_end_needs_no_line_break() -> None:
    assert codes(BEGINNING + "turn: |\n  pass") == []
    assert codes(BEGINNING + "turn: |\n  pass # end") == []
    assert codes(BEGINNING + "turn: |\n  pass\n  # end") == []


def test_deep_nesting_is_a_problem_not_a_crash() -> None:
    assert codes("a: " + "[" * 5000) == ["S103"]
    assert codes(BEGINNING + f"turn: x = {'(' * 300}1{')' * 300}") == ["S218"]
    assert codes(BEGINNING + f"turn: x = {'not ' * 300}y") == ["S218"]
    assert codes(BEGINNING + f"turn: x = {'a + ' * 3000}1") == ["S218"]
    blocks = "".join(f"{' ' * (depth + 2)}if x:\n" for depth in range(100))
    assert codes(BEGINNING + f"turn: |\n{blocks}{' ' * 103}pass\n") == ["S218"]
    assert codes(BEGINNING + f"turn: pass\nstate:\n  s: {'set of ' * 500}int\n") == ["S218"]


def test_a_file_too_large_is_not_read() -> None:
    assert codes("#" * (MAX_SIZE + 1)) == ["S102"]


def test_an_unreadable_character_is_shown_by_its_number() -> None:
    found = find_problems(source_from("f", "game: a\x07b\n"))
    assert [problem.message for problem in found] == [
        "the character U+0007 cannot stand in a rule file"
    ]
    assert codes("game: \ud800\n") == ["S101"]
    assert codes("game: a\rb: c\n") == ["S101"]


def test_many_mistakes_in_a_script_end_in_one_last_problem() -> None:
    text = BEGINNING + "turn: |\n" + "  x ==\n" * 40
    assert codes(text) == ["S201"] * 20 + ["S219"]


def test_a_prelude_needs_no_keys_and_takes_few() -> None:
    good = read_prelude(source_from("p", "state: {x: int}\nflow: |\n  pass\n"))
    assert good.problems == ()
    bad = read_prelude(source_from("p", "boards: {x: ring 3}\n"))
    assert [problem.code for problem in bad.problems] == ["S120"]
