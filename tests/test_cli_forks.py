"""The commands that make and look at forks."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from fragma_dsl.cli.main import app
from fragma_dsl.pipeline import analyse
from fragma_dsl.text.render import render


def fragma(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


@pytest.mark.parametrize("parent", ["fragma", "tic_tac_toe", "pig", "pig_by_the_clock"])
def test_a_new_fork_has_no_problems(
    parent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, output = fragma("new", "mine", "--from", parent)
    assert (code, output.splitlines()[0]) == (
        0,
        f"mine.rules.yaml is a fork of {parent}; fragma validate mine.rules.yaml checks it",
    )
    assert [render(problem) for problem in analyse("mine.rules.yaml").problems] == []
    assert fragma("diff", parent, "mine.rules.yaml")[1].startswith("~ game: ")
    assert fragma("new", "mine", "--from", parent)[0] == 2


def test_a_new_fork_of_a_file_elsewhere_has_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep").mkdir()
    fragma("new", "one", "--from", "pig", "-o", "deep/one.rules.yaml")
    fragma("new", "two", "--from", "deep/one.rules.yaml")
    assert "extends: deep/one.rules.yaml\n" in Path("two.rules.yaml").read_text("utf-8")
    assert fragma("validate", ".") == (0, "2 files: no errors\n")


def test_a_new_fork_of_a_file_on_another_drive_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other_drive(*_: Path) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.chdir(tmp_path)
    fragma("new", "one", "--from", "pig", "-o", "one.rules.yaml")
    (tmp_path / "deep").mkdir()
    monkeypatch.setattr("fragma_dsl.cli.new.relpath", other_drive)
    code, output = fragma("new", "two", "--from", "one.rules.yaml", "-o", "deep/two.rules.yaml")
    assert code == 2
    assert "no path leads from deep to" in output


def test_a_diff_has_defaults_entries_and_lines_of_scripts() -> None:
    code, output = fragma("diff", "pig", "pig_by_the_clock")
    assert code == 0
    for line in (
        "~ game: pig -> pig_by_the_clock",
        "+ options.most_turns",
        "+ state.turns: 0..1000",
        "= rules.turn_of_pig() is what turn was",
        "    +if not goes_again:",
        "+ end.time_is_up",
    ):
        assert line in output.splitlines()
    assert fragma("diff", "pig", "pig") == (0, "no differences\n")


def test_a_flattened_fork_is_written_and_is_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert fragma("flatten", "pig_by_the_clock", "-o", "flat.rules.yaml")[0] == 0
    assert fragma("validate", "flat.rules.yaml") == (0, "1 file: no errors\n")
    assert "7 hold, 0 fail" in fragma("test", "flat.rules.yaml")[1]
    assert fragma("flatten", "pig_by_the_clock")[1] == Path("flat.rules.yaml").read_text("utf-8")


def test_the_origin_of_a_value_names_files_and_lines() -> None:
    code, output = fragma("origin", "fragma_strict_short", "options.win_check.default")
    assert code == 0
    assert [line.split(": ", 1)[1] for line in output.splitlines()] == [
        "written by fragma: default: any_moment",
        "set by fragma_strict: win_check: on_arrival",
    ]
    assert "did you mean `rules.duel`?" in fragma("origin", "fragma_strict", "duel")[1]
    code, output = fragma("origin", "pig", "options.tagret")
    assert code == 1
    assert "did you mean `options.target`?" in output


def test_a_library_is_validated_but_not_played() -> None:
    library = str(Path(__file__).parents[1] / "examples" / "forks" / "turn_limit.library.yaml")
    assert fragma("validate", library) == (0, "1 file: no errors\n")
    code, output = fragma("play", library, "--auto")
    assert code == 1
    assert "is a library" in output
