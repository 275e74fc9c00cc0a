"""Files damaged at random, or made to break what reads them, are told of, never crashed over."""

import random

import pytest

from tests.damage import Damage, bombs, words_of
from tests.fuzz_validate import FORK, check, check_all, check_editor, check_fork, check_form, seeds

SMALL = [text for text in seeds() if len(text) < 6000]
DAMAGE = Damage(SMALL, words_of(SMALL))
BOMBS = bombs()
LARGE = {"many mistakes", "many keys", "comments"}
NAMES = [pytest.param(name, marks=[pytest.mark.slow] * (name in LARGE)) for name in BOMBS]


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_no_crash(seed: int) -> None:
    for _ in check_all(DAMAGE, random.Random(seed)):
        pass


@pytest.mark.parametrize("name", NAMES)
def test_no_file_breaks_its_reader(name: str) -> None:
    text = BOMBS[name]
    check_form(text)
    check_fork(FORK + text, text)
    check(text)
    check_editor(text, random.Random(1))
