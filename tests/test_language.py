"""What fragma says is said in Spanish, too: every text that can be told, and nothing else."""

import pytest
from typer.testing import CliRunner

from fragma_dsl.cli.main import app

GAME = """\
edition: 1
game: nim
title: Nim
players: 2
turn: win mowver
"""


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "nim.rules.yaml"
    path.write_text(GAME, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["--lang", "es"], {}),
        ([], {"FRAGMA_LANG": "es"}),
        ([], {"FRAGMA_LANG": "", "LC_ALL": "es_AR.UTF-8", "LANG": "en_GB"}),
        ([], {"FRAGMA_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "es"}),
        (["--lang", "es"], {"FRAGMA_LANG": "en"}),
    ],
)
def test_commands_speak_the_language_that_is_wanted(broken, arguments, environment):
    result = CliRunner().invoke(app, ["validate", broken, *arguments], env=environment)
    assert "error[F201]: nombre sin declarar: `mowver`" in result.output
    assert "ayuda: ¿quisiste decir `mover`?" in result.output


@pytest.mark.parametrize("name", ["en", "en_GB.UTF-8", "C", "de", "POSIX", ""])
def test_other_languages_are_told_in_english(broken, name):
    result = CliRunner().invoke(app, ["validate", broken], env={"FRAGMA_LANG": name, "LANG": "C"})
    assert "error[F201]: unknown name `mowver`" in result.output
