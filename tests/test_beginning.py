"""`fragma validate` tries the beginning of a game."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from fragma_dsl.cli.main import app

FILE = """\
edition: 1
game: crowded
title: Crowded
players: 2
dice: {coin: [heads, tails]}
boards: {cells: grid 2 2}
pieces: {stone: {count: 9}}
setup: |
  place stone on a1
SETUP
turn: |
  choose stop
  draw
"""


@pytest.mark.parametrize(
    ("setup", "code", "exit_code"),
    [("  place stone on a1", "error[C102]", 1), ("  if roll coin == heads: capture a1\n"
      "  place stone on a1", "warning[C103]", 0), ("  place stone on b1", "no errors", 0)],
)  # fmt: skip
def test_a_fault_of_the_setup_is_a_problem_of_its_line(
    setup: str, code: str, exit_code: int, tmp_path: Path
) -> None:
    path = tmp_path / "crowded.rules.yaml"
    path.write_text(FILE.replace("SETUP", setup), "utf-8")
    result = CliRunner().invoke(app, ["validate", str(path)])
    assert code in result.output
    assert ("fault full" in result.output) == ("[C" in code)
    assert ("`holds: many`" in result.output) == ("[C" in code)
    assert result.exit_code == exit_code


def test_what_cannot_be_shown_says_line_and_help(tmp_path: Path) -> None:
    path = tmp_path / "crowded.rules.yaml"
    path.write_text(FILE.replace("SETUP", "  place stone on a1"), "utf-8")
    result = CliRunner().invoke(app, ["show", str(path)])
    assert result.exit_code == 1
    assert "crowded.rules.yaml:10" in result.output
    assert "`holds: many`" in result.output
