"""Every broken document of the semantics cases gives the problems that it is marked with, and no
others; those without marks are games."""

import pytest

from fragma_dsl.pipeline import analyse_source
from fragma_dsl.semantics import card_problems, problems, text_problems
from fragma_dsl.semantics.boards import drawing_problems, link_problems, region_problems
from fragma_dsl.semantics.boards import problems as board_problems
from fragma_dsl.syntax import problems as syntax_problems
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.render import render
from fragma_dsl.text.source import Source
from tests.case_files import Case, find_differences, find_unsettled, read_cases
from tests.templates import untranslated

CASES = read_cases("semantics")
BROKEN = [case for case in CASES if case.expected]
MODULES = (
    syntax_problems, problems, card_problems, text_problems, board_problems, drawing_problems,
    link_problems, region_problems,
)  # fmt: skip
KINDS = {
    kind.code: kind
    for module in MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Problem) and "code" in vars(kind)
}
IN_CASES = {
    expected.code
    for stage in ("syntax", "semantics")
    for case in read_cases(stage)
    for expected in case.expected
}
WITHOUT_CASES = {"F246", "S101", "S102", "S103", "S218", "S219"}
# too large or too strange to stand in a file; test_syntax_cases and test_deep_calls have them


def find_problems(source: Source) -> tuple[Problem, ...]:
    return analyse_source(source).problems


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_marked_lines_give_their_problems_and_no_others(case: Case) -> None:
    assert find_differences(case, find_problems) == []


@pytest.mark.parametrize("case", BROKEN, ids=[case.name for case in BROKEN])
def test_every_problem_can_be_shown_and_lies_in_the_file(case: Case) -> None:
    for problem in find_problems(case.source):
        assert problem.span.source is case.source
        assert problem.code in render(problem, colour=True, width=60)
        assert untranslated(problem) == []
        assert "\n" not in problem.message
        assert not problem.message.endswith(".")


@pytest.mark.parametrize("code", sorted(KINDS.keys() - WITHOUT_CASES))
def test_every_kind_of_problem_has_a_case(code: str) -> None:
    assert code in IN_CASES


def test_problems_that_are_explained_say_what_they_are() -> None:
    assert all(kind.__doc__ and len(kind.__doc__) > 30 for kind in KINDS.values())


def test_no_two_kinds_share_a_code() -> None:
    named = [
        kind.code
        for module in MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and "code" in vars(kind) and kind.__module__ == module.__name__
    ]
    assert len(named) == len(set(named))


def test_the_corpus_has_many_kinds_of_mistakes() -> None:
    assert len(BROKEN) >= 80


@pytest.mark.parametrize("case", BROKEN, ids=[case.name for case in BROKEN])
def test_a_fix_settles_its_problem(case: Case) -> None:
    assert find_unsettled(case, find_problems) == []
