"""The parser is kept in the user's cache, and nothing goes wrong where it cannot be."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fragma_dsl.syntax import grammar

POSIX = pytest.mark.skipif(os.name == "nt", reason="permissions as POSIX has them")


@pytest.fixture(autouse=True)
def _fresh_parser() -> Iterator[None]:
    grammar.parser_of.cache_clear()
    yield
    grammar.parser_of.cache_clear()


def use_cache(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    monkeypatch.delenv("FRAGMA_CACHE", raising=False)
    monkeypatch.setenv("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", str(folder))
    return folder / "fragma-dsl"


def reads() -> bool:
    text = "x = 1"
    return grammar.parse(text, 0, len(text), "script_line").data == "script_line"


def test_a_parser_is_stored_and_found_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = use_cache(monkeypatch, tmp_path)
    assert reads()
    stored = list(folder.iterdir())
    assert len(stored) == 1
    grammar.parser_of.cache_clear()
    monkeypatch.setattr(grammar, "_make", None)
    assert reads()


def test_a_broken_file_in_the_cache_is_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = use_cache(monkeypatch, tmp_path)
    assert reads()
    stored = next(folder.iterdir())
    stored.write_bytes(b"broken")
    grammar.parser_of.cache_clear()
    assert reads()
    assert len(stored.read_bytes()) > 1000


def test_a_cache_that_cannot_be_made_is_harmless(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    use_cache(monkeypatch, tmp_path / "file")
    assert reads()


@POSIX
def test_a_folder_that_others_can_write_to_is_not_trusted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = use_cache(monkeypatch, tmp_path)
    folder.mkdir()
    folder.chmod(0o777)
    assert reads()
    assert list(folder.iterdir()) == []


@POSIX
def test_the_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = use_cache(monkeypatch, tmp_path)
    assert reads()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_threads_that_parse_at_once_do_not_disturb_one_another() -> None:
    text = "\n  if a:\n      if (b):\n          pass\n  else:\n      x = [1,\n  2]\n" * 3

    def read(_: int) -> list[str]:
        return [grammar.parse(text, 0, len(text), "script_block").pretty() for _ in range(20)]

    alone = read(0)[0]
    with ThreadPoolExecutor(8) as workers:
        found = list(workers.map(read, range(8)))
    assert all(one == alone for several in found for one in several)
