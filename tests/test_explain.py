"""`fragma explain` knows every code of a problem and of a fault, and says what to do."""

import re

import pytest
from typer.testing import CliRunner

from fragma_dsl.cli.main import app
from fragma_dsl.explained.kinds import explanations
from fragma_dsl.play.fault import FAULTS
from tests.fenced import DOCS

CODES = [code for code in explanations() if not code.startswith("F3")]


def explain(*arguments: str) -> str:
    return CliRunner().invoke(app, ["explain", *arguments]).output


@pytest.mark.parametrize("code", CODES)
def test_an_explanation_has_two_to_six_sentences(code: str) -> None:
    text = " ".join(explanations()[code].split())
    assert 2 <= len(re.findall(r"[.:?](?= |$)", text)) <= 6


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_explained(code: str) -> None:
    assert explain(code).startswith(f"{code}: ")
    assert explain(code.upper()) == explain(code)
    assert f"\n{code} " in explain()


def test_the_list_holds_whole_sentences() -> None:
    assert all(line.endswith((".", ":", "?")) for line in explain().splitlines())


def test_the_page_of_the_language_lists_every_fault() -> None:
    text = (DOCS / "language.md").read_text("utf-8")
    assert re.findall(
        r"^\| `(\w+)` \|", text.split("\n## Faults\n")[1].split("\n## ")[0], re.M
    ) == list(FAULTS)
