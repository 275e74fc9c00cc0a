"""Whatever the shell does with the standard input and output, nothing ends in a traceback."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from fragma_dsl.cli import screen
from fragma_dsl.cli.streams import is_left

ROOT = Path(__file__).resolve().parents[1]
PLAIN = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
"""A system whose own encoding is not UTF-8."""


def run(arguments, shell="", stdin=b"", **environment):
    """Run fragma behind a shell, without what the tests' own environment says of encodings."""
    if sys.platform == "win32":
        pytest.skip("a shell as POSIX has it")
    kept = {name: text for name, text in os.environ.items() if name[:4] != "PYTH"}
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m fragma_dsl {arguments} {shell}', sys.executable],
        input=stdin,
        capture_output=True,
        env={**kept, "LANG": "C", "PYTHONPATH": str(ROOT), **environment},
        timeout=60,
    )
    assert b"Traceback" not in done.stderr
    assert b"mistake in fragma" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", ["list", "fmt -", "play tic_tac_toe", "debug tic_tac_toe"])
def test_streams_that_are_closed_are_empty(command):
    assert run(command, "<&- >&- 2>&-")[0] in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is always full here")
@pytest.mark.parametrize("command", ["list", "--help"])
def test_a_full_disk_is_told_in_one_line(command):
    code, _, said = run(command, "> /dev/full")
    assert code == 74
    assert said == b"fragma: the system refuses: no space left on device\n"


def test_a_pipe_that_nobody_reads_is_left_on_every_system(monkeypatch):
    closed, invalid = BrokenPipeError(32, "Broken pipe"), OSError(22, "Invalid argument")
    assert is_left(closed)
    assert not is_left(invalid)
    monkeypatch.setattr("sys.platform", "win32")
    assert is_left(invalid)


def test_what_is_no_terminal_is_utf8_on_every_system():
    assert "p2 (random) · seed 1" in run("play pig --auto --seed 1", **PLAIN)[1].decode()


def test_an_encoding_that_is_asked_for_is_taken():
    assert b" \xb7 seed 1" in run("play pig --auto --seed 1", PYTHONIOENCODING="cp1252")[1]


@pytest.mark.parametrize(("is_new", "wanted"), [(0, "\n" * 24), (1, "\033[H\033[2J\033[3J")])
def test_what_a_console_cannot_clear_is_moved_out_of_sight(monkeypatch, is_new, wanted):
    kernel = SimpleNamespace(
        GetStdHandle=lambda number: number,
        GetConsoleMode=lambda handle, _: handle == -11,
        SetConsoleMode=lambda _, mode: is_new and mode & 4,
    )
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(screen, "get_terminal_size", lambda _: os.terminal_size((80, 24)))
    screen.takes_escapes.cache_clear()
    assert screen.cleared() == wanted
    screen.takes_escapes.cache_clear()
