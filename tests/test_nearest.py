"""The known name that a misspelt one means: what difflib would find, sooner."""

from difflib import get_close_matches
from random import Random
from time import process_time

import pytest

from fragma_dsl.text.nearest import nearest, nearest_few

LETTERS = ("ab", "aáñßı日_", "abcdefghijklmnopqrstuvwxyz_0123456789")


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("length", [0, 2, 5, 9, 210])
def test_what_is_nearest_is_what_difflib_finds(letters: str, length: int) -> None:
    stream = Random(length)
    drawn = ["".join(stream.choices(letters, k=length)).casefold() for _ in range(20)]
    known = list(dict.fromkeys(drawn))
    for name in known:
        written = name[1:] + letters[:1]
        assert list(nearest_few(written, known)) == get_close_matches(written, known, 3, 0.5)
        assert [nearest(written, known)] == ([*get_close_matches(written, known, 1), None])[:1]


def test_case_is_no_difference() -> None:
    assert nearest("Torre", ["TORRE", "rey"]) == "TORRE"
    assert nearest("torr", ["torre", "TORRE"]) == "TORRE"


def test_only_names_that_are_meant_are_found() -> None:
    assert nearest("torr", ["torre", "tore"], lambda name: name != "torre") == "tore"
    assert nearest("torr", ["torre", "tore"], lambda _: False) is None


def test_many_names_are_soon_compared_with_many() -> None:
    stream = Random(1)
    known = ["".join(stream.sample("abcdefgh", 8)) for _ in range(300)]
    begin = process_time()
    assert None not in {nearest(f"{name}i", known) for name in known}
    assert process_time() - begin < 0.8
