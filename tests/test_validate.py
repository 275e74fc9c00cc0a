"""`fragma validate` writes problems in several forms, chooses among them and mends them."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fragma_dsl.cli.fixing import fixed
from fragma_dsl.cli.main import app
from fragma_dsl.cli.sarif import sarif_log
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.text.source import Source
from tests.case_files import Case, read_cases

BROKEN = """\
edition: 1
game: ño
title: T
players: 2
boards: {cells: grid 3 3}
turn: |
  choose put(c in cels) where emtpy(c)
  if c = a1: win mover
  draw
texts:
  putt: {en: put}
"""
MENDED = (
    BROKEN.replace("cels", "cells")
    .replace("emtpy", "empty")
    .replace("c = a1", "c == a1")
    .replace("putt", "put")
)
ALLOW = "meta:\n  allow:\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "broken.rules.yaml"
    path.write_text(BROKEN, "utf-8")
    return path


def validate(path: Path, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["validate", str(path), *arguments])
    return result.exit_code, result.stdout


def codes(path: Path, *arguments: str) -> list[str]:
    _, output = validate(path, "--format", "json", *arguments)
    return [one["code"] for one in json.loads(output)["problems"]]


def test_json_tells_all_that_the_text_tells(file: Path) -> None:
    exit_code, output = validate(file, "--format", "json")
    found = json.loads(output)
    first = found["problems"][0]
    assert exit_code == 1
    assert found["files"] == [str(file)]
    assert (first["code"], first["severity"], first["line"], first["column"]) == (
        "F201", "error", 7, 19,
    )  # fmt: skip
    assert (first["endLine"], first["endColumn"], first["help"]) == (7, 23, "did you mean `cells`?")
    assert first["fix"]["text"] == "cells"
    assert first["labels"][0]["text"] == "`cells` is declared here"


def test_sarif_has_rules_regions_and_fixes(file: Path) -> None:
    log = json.loads(validate(file, "--format", "sarif")[1])
    (run,) = log["runs"]
    rules, results = run["tool"]["driver"]["rules"], run["results"]
    assert log["version"] == "2.1.0"
    assert [rules[one["ruleIndex"]]["id"] for one in results] == [one["ruleId"] for one in results]
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 7, "startColumn": 19, "endLine": 7, "endColumn": 23}
    (fix,) = results[0]["fixes"]
    (change,) = fix["artifactChanges"]
    assert fix["description"]["text"] == "did you mean `cells`?"
    assert change["replacements"][0]["insertedContent"]["text"] == "cells"
    assert change["replacements"][0]["deletedRegion"] == region
    assert results[0]["relatedLocations"][0]["message"]["text"] == "`cells` is declared here"


def test_sarif_counts_columns_in_units_of_utf_16(tmp_path: Path) -> None:
    file = tmp_path / "a b#ñ.rules.yaml"
    file.write_text(BROKEN.replace("choose put", 'choose "😀" put'), "utf-8")
    (run,) = json.loads(validate(file, "--format", "sarif")[1])["runs"]
    assert run["columnKind"] == "utf16CodeUnits"
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("/a%20b%23%C3%B1.rules.yaml")
    line = file.read_text("utf-8").split("\n")[place["region"]["startLine"] - 1]
    before = line.encode("utf-16-le")[: 2 * place["region"]["startColumn"] - 2]
    assert line.startswith(before.decode("utf-16-le"))
    assert "😀" in before.decode("utf-16-le")


RULE = {"id", "name", "shortDescription", "fullDescription", "help", "defaultConfiguration"}
RESULT = {"ruleId", "ruleIndex", "level", "message", "locations"}
MORE = {"relatedLocations", "fixes", "properties"}


def test_sarif_of_all_problems_has_what_the_standard_asks_for() -> None:
    cases = [case.source for stage in ("syntax", "semantics") for case in read_cases(stage)]
    log = sarif_log([one for source in cases for one in analyse_source(source).problems])
    assert log.keys() == {"$schema", "version", "runs"}
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert all(rule.keys() == RULE and rule["help"]["text"] for rule in driver["rules"])
    for result in run["results"]:
        assert result.keys() >= RESULT
        assert result.keys() <= RESULT | MORE
        assert result["level"] in ("error", "warning")
        assert result["message"]["text"]
        for one in (*result["locations"], *result.get("relatedLocations", ())):
            found = one["physicalLocation"]
            assert found["artifactLocation"]["uri"].isascii()
            begin = found["region"]["startLine"], found["region"]["startColumn"]
            end = found["region"]["endLine"], found["region"]["endColumn"]
            assert (1, 1) <= begin <= end


def test_github_shows_problems_beside_their_lines(file: Path) -> None:
    lines = validate(file, "--format", "github")[1].splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("::error file=")
    assert ",line=7,endLine=7,col=19,title=F201::unknown name `cels`%0Ahelp: " in lines[0]


def test_junit_has_a_test_for_each_file(file: Path, tmp_path: Path) -> None:
    (tmp_path / "good.rules.yaml").write_text(MENDED, "utf-8")
    suite = ET.fromstring(validate(tmp_path, "--format", "junit")[1].encode())
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [case.find("failure") is None for case in suite] == [False, True]
    assert str(file) in [case.get("name") for case in suite]


def test_a_file_that_is_no_text_is_a_problem_in_every_form(tmp_path: Path) -> None:
    path = tmp_path / "latin.rules.yaml"
    path.write_bytes(b"game: \xf1\n")
    assert codes(path) == ["S101"]


def test_codes_can_be_selected_and_ignored(file: Path) -> None:
    assert codes(file) == ["F201", "F201", "S203", "F235"]
    assert codes(file, "--select", "F201") == ["F201", "F201"]
    assert codes(file, "--select", "F,S", "--ignore", "F2") == ["S203"]
    exit_code, output = validate(file, "--select", "F999")
    assert (exit_code, output) == (2, "")


def test_warnings_count_where_the_reader_is_strict(file: Path) -> None:
    assert validate(file, "--select", "F235")[0] == 0
    assert validate(file, "--select", "F235", "--strict")[0] == 1


def test_fixes_are_written_into_the_file(file: Path) -> None:
    file.chmod(0o640)
    exit_code, output = validate(file, "--fix")
    assert (exit_code, output) == (0, "1 file: no errors\n")
    assert file.read_text("utf-8") == MENDED
    assert file.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_fixes_keep_line_breaks_and_the_mark_at_the_beginning(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + BROKEN.replace("\n", "\r\n").encode())
    validate(file, "--fix")
    assert file.read_bytes() == b"\xef\xbb\xbf" + MENDED.replace("\n", "\r\n").encode()


def test_only_chosen_fixes_are_made(file: Path) -> None:
    validate(file, "--fix", "--select", "S203")
    assert file.read_text("utf-8") == BROKEN.replace("c = a1", "c == a1")


def test_fixes_can_be_shown_and_not_made(file: Path) -> None:
    exit_code, output = validate(file, "--diff")
    assert exit_code == 0
    assert "\n-  if c = a1: win mover\n" in output
    assert file.read_text("utf-8") == BROKEN


CASES = [case for case in read_cases("semantics") if case.expected]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_fixing_ends_and_leaves_nothing_to_fix_that_helps(case: Case) -> None:
    text, _ = fixed(case.source, lambda _: True)
    again, count = fixed(Source(case.source.name, text), lambda _: True)
    assert (again, count) == (text, 0)


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("- F235 putt: it is for later", []),
        ("- F235: they are for later", []),
        ("- F235 other: no such text", ["C202", "F235"]),
        ("- F235", ["C201", "F235"]),
        ("- F235:", ["C201", "F235"]),
        ("- F201: errors are errors", ["C201", "F235"]),
        ("- F2355: misspelt", ["C201", "F235"]),
        ("- A201: looked for elsewhere", ["F235"]),
        ("- [F235]", ["C201", "F235"]),
    ],
)
def test_a_file_allows_warnings_with_a_reason(entry: str, found: list[str], file: Path) -> None:
    text = MENDED.replace("\n  put:", "\n  putt:")
    file.write_text(f"{text}{ALLOW}    {entry}\n", "utf-8")
    if "A201" in entry:
        pytest.importorskip("fragma_dsl.checking.analysis")
    assert sorted(codes(file)) == found


def test_what_a_parent_allows_holds_for_its_own_lines(file: Path, tmp_path: Path) -> None:
    text = MENDED.replace("\n  put:", "\n  putt:").replace("game: ño", "game: broken")
    file.write_text(f"{text}{ALLOW}    - F235: it is for later\n", "utf-8")
    fork = tmp_path / "fork.rules.yaml"
    fork.write_text(
        "edition: 1\ngame: fork\ntitle: F\nextends: broken\nadd: {texts: {pot: {en: x}}}\n", "utf-8"
    )
    _, output = validate(fork, "--format", "json")
    assert [one["file"] for one in json.loads(output)["problems"]] == [str(fork)]
