"""The pages of problems show mistakes that are made and mended as they say."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from fragma_dsl.checking.scenarios import run_scenarios
from fragma_dsl.checking.validated import DEEP, validated
from fragma_dsl.cli.main import app
from fragma_dsl.explained.examples import NONE, Example, examples, whole
from fragma_dsl.explained.kinds import explanations, problem_kinds
from fragma_dsl.explained.pages import good_of, pages
from fragma_dsl.pipeline import analyse
from fragma_dsl.play.fault import FAULTS
from fragma_dsl.text.problem import Problem
from tests.fenced import DOCS, ROOT
from tests.templates import untranslated

EXAMPLES = examples()
KINDS = problem_kinds()
SEVERITIES = {code: kind.severity for code, kind in KINDS.items()}
OF_PROBLEMS = [one for code, one in EXAMPLES.items() if code not in (*FAULTS, "C104")]
OF_FAULTS = [one for code, one in EXAMPLES.items() if code in FAULTS]


def laid(text: str, example: Example, folder: Path, alone: bool = False) -> Path:
    """Write a fragment, made whole, and what stands beside it."""
    for name, other in example.beside.items():
        (folder / name).write_text(other, "utf-8")
    path = folder / "example.rules.yaml"
    path.write_text(text if alone else whole(text), "utf-8")
    return path


def found(path: Path, code: str) -> tuple[Problem, ...]:
    """Give all that is wrong with a file."""
    return validated(analyse(path), SEVERITIES, deep=code.startswith(DEEP))


def failing(path: Path) -> list[str]:
    """Run the scenarios of a file that has no errors."""
    analysis = analyse(path)
    if analysis.program is None or analysis.variant is None:
        return []
    verdicts = run_scenarios(path, analysis.variant, {})
    return [one.failure.message for one in verdicts if one.failure is not None]


def test_every_code_has_an_example() -> None:
    assert EXAMPLES.keys() | NONE.keys() == explanations().keys()


@pytest.mark.parametrize("example", OF_PROBLEMS, ids=lambda one: one.code)
def test_the_bad_example_has_the_problem_and_no_other(example: Example, tmp_path: Path) -> None:
    path = laid(example.bad, example, tmp_path, example.alone)
    problems = found(path, example.code)
    codes = {one.code for one in problems}
    assert [one for problem in problems for one in untranslated(problem)] == []
    assert codes | ({"C101"} if failing(path) else set()) == {example.code}


def test_the_pages_are_those_that_are_made_now() -> None:
    folder = DOCS / "errors"
    written = {path.name: path.read_text("utf-8") for path in folder.glob("*.md")}
    assert written == pages(), "python -m fragma_dsl.explained.pages docs/errors"


@pytest.mark.parametrize("example", OF_PROBLEMS, ids=lambda one: one.code)
def test_the_good_example_has_no_problem(example: Example, tmp_path: Path) -> None:
    path = laid(good_of(example), example, tmp_path)
    assert [f"{one.code} {one.message}" for one in found(path, example.code)] == []
    assert failing(path) == []


def test_the_example_of_an_invariant_fails_and_then_holds(tmp_path: Path) -> None:
    example = EXAMPLES["C104"]
    for text, is_good in ((example.bad, False), (example.good, True)):
        path = str(laid(text, example, tmp_path))
        result = CliRunner().invoke(app, ["check", path])
        assert ("[C104]" not in result.output) == is_good
        assert (result.exit_code == 0) == is_good


@pytest.mark.parametrize("example", OF_FAULTS, ids=lambda one: one.code)
def test_the_bad_example_has_the_fault_and_the_good_one_has_not(
    example: Example, tmp_path: Path
) -> None:
    assert f"fault: {example.code}" in example.bad
    assert "fault:" not in example.good
    for text in (example.bad, example.good):
        path = laid(text, example, tmp_path)
        assert analyse(path).problems == ()
        assert failing(path) == []


def test_pages_name_no_folder_of_a_machine() -> None:
    assert [name for name, text in pages().items() if str(ROOT) in text] == []
