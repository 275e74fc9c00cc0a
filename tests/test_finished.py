"""Finished games are read anew only where a file has changed, and light commands import little."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fragma_dsl import pipeline
from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.cli.settings import Setting
from fragma_dsl.finished import Finished, fetch_finished
from fragma_dsl.text.cache import fetch, keep

ROOT = Path(__file__).parents[1]
RACE = """\
edition: 1
game: race
title: Race
players: {min: 2, max: 3, default: 2}
options:
  goal: {type: 1..5, default: 2}
state:
  steps: {for: player, type: 0..9}
turn: |
  choose by mover:
      option walk: steps[mover] += 1
      option stay: pass
  if steps[mover] >= goal: win mover
"""
SPRINT = """\
edition: 1
game: sprint
title: Sprint
extends: race
set: {goal: 1}
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRAGMA_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    write("race", RACE)
    write("sprint", SPRINT)


def write(name: str, text: str, folder: str = ".") -> None:
    Path(folder).mkdir(exist_ok=True)
    Path(folder, f"{name}.rules.yaml").write_text(text, "utf-8")


def setting(name: str = "sprint", players: int | None = None, **options: str) -> Setting:
    return Setting(Path(f"{name}.rules.yaml"), options, players)


def kept(one: Setting) -> Finished | None:
    return fetch_finished(one.path, one.options, one.players)


def test_a_file_that_is_as_it_was_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = setting().game()
    monkeypatch.setattr(pipeline, "analyse_source", None)
    again = setting().game()
    assert again.digest == first.digest
    assert again.start(1).play("walk").text() == first.start(1).play("walk").text()
    assert setting().factory(again)().digest == first.digest
    assert setting().finished().defaults == {"goal": "1"}


@pytest.mark.parametrize("changed", ["race", "sprint"])
def test_a_file_that_has_changed_is_read_again(changed: str) -> None:
    before = setting().game().digest
    write(
        changed, {"race": RACE.replace(">= goal", "> goal"), "sprint": SPRINT + "# more\n"}[changed]
    )
    assert kept(setting()) is None
    after = setting().game().digest
    assert (before != after) == (changed == "race")
    assert kept(setting()) is not None


def test_a_parent_that_is_found_sooner_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRAGMA_PATH", "parents")
    Path("race.rules.yaml").unlink()
    write("race", RACE, "parents")
    setting().game()
    assert kept(setting()) is not None
    write("race", RACE.replace(">= goal", "> goal"))
    assert kept(setting()) is None


def test_each_setting_is_kept_for_itself() -> None:
    games = [setting(), setting(players=3), setting(goal="4"), setting("race")]
    digests = [one.game().digest for one in games]
    assert len(set(digests)) == 4
    assert [one.game().digest for one in games] == digests


def test_a_file_takes_one_place_however_often_it_changes() -> None:
    for number in range(3):
        write("race", f"{RACE}# {number}\n")
        setting("race").game()
    assert len(list(Path("cache").glob("game-*"))) == 1


def test_a_damaged_file_is_made_anew() -> None:
    digest = setting().game().digest
    (file,) = Path("cache").glob("game-*")
    content = file.read_bytes()
    for broken in (b"", b"broken" * 20, content[:-1], content[:40] + b"?" + content[41:]):
        file.write_bytes(broken)
        assert setting().game().digest == digest
        assert file.read_bytes() == content


def test_a_game_of_another_version_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    setting().game()
    monkeypatch.setattr("fragma_dsl.finished.MAKERS", "another")
    assert kept(setting()) is None


def test_a_cache_that_cannot_be_written_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRAGMA_CACHE", str(Path("race.rules.yaml").absolute()))
    assert setting().game().name == "sprint"


def test_a_cache_in_a_folder_that_is_gone_is_no_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    monkeypatch.setenv("FRAGMA_CACHE", "cache")
    keep("name", b"content")
    assert fetch("name") is None


def test_a_user_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FRAGMA_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert setting().game().name == "sprint"
    assert kept(setting()) is None
    assert sorted(path.name for path in Path().iterdir()) == [
        "race.rules.yaml",
        "sprint.rules.yaml",
    ]


def test_a_file_with_mistakes_is_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    write("race", RACE.replace("goal:", "gaol:", 1))
    for _ in range(2):
        with pytest.raises(CliFailure, match="has problems"):
            setting().finished()
        assert "unknown name `goal`" in capsys.readouterr().err


@pytest.mark.parametrize("is_on", [True, False])
def test_reading_leaves_the_search_for_garbage_as_it_was(is_on: bool) -> None:
    was_on = gc.isenabled()
    try:
        (gc.enable if is_on else gc.disable)()
        setting().game()
        setting().game()
        assert gc.isenabled() == is_on
    finally:
        (gc.enable if was_on else gc.disable)()


# ---- what is imported

HEAVY = {
    "fragma_dsl.backends.compiled.module", "fragma_dsl.checking.analysis.find",
    "fragma_dsl.pipeline", "hypothesis", "lark", "llvmlite", "multiprocessing", "networkx",
    "numpy", "rich", "yaml",
}  # fmt: skip


def imported(*arguments: str) -> set[str]:
    """Run a command, and tell which heavy modules it has imported."""
    program = (
        "import sys; from fragma_dsl.cli.main import app; "
        "app(sys.argv[1:], standalone_mode=False); print('\\n', *sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True, text=True, env=environment, check=True,
    )  # fmt: skip
    return HEAVY & set(done.stdout.split("\n")[-2].split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_what_fragma_is_needs_nothing_heavy(arguments: list[str]) -> None:
    assert imported(*arguments) == set()


def test_validating_needs_no_machine_code_and_no_static_analysis() -> None:
    needed = {"fragma_dsl.pipeline", "lark", "networkx", "yaml"}  # the interpreter walks a graph
    assert imported("validate", "sprint.rules.yaml") == needed


@pytest.mark.parametrize(
    "arguments",
    [["simulate", "sprint.rules.yaml", "--games", "2"], ["perft", "sprint.rules.yaml", "2"]],
)
def test_playing_a_kept_game_reads_nothing(arguments: list[str]) -> None:
    assert "fragma_dsl.pipeline" in imported(*arguments)
    assert imported(*arguments) <= {"rich", "networkx"}  # the interpreter walks a graph
