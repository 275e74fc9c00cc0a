"""The examples of the Python API, on its page and in the README, run as they stand."""

import doctest
import re
from pathlib import Path

import pytest

from fragma_dsl.pipeline import analyse_source
from fragma_dsl.text.source import Source

ROOT = Path(__file__).parents[1]


def blocks(kind: str) -> list[str]:
    """List the README's fenced blocks of a kind."""
    return re.findall(rf"```{kind}\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)


def test_the_page_of_the_api_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False)
    assert found.attempted > 15
    assert found.failed == 0


def test_the_readmes_python_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = blocks("python")
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_readmes_rule_file_is_a_game() -> None:
    (text,) = blocks("yaml")
    assert not analyse_source(Source("tic_tac_toe.rules.yaml", text)).problems
