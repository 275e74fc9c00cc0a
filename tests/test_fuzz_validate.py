"""Files damaged at random are told of, never crashed over."""

import random

import pytest

from tests.fuzz_validate import WORD, check, damaged, seeds

SMALL = [text for text in seeds() if len(text) < 6000]
WORDS = sorted({word for text in SMALL for word in WORD.findall(text)})


@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_file_is_no_crash(seed: int) -> None:
    stream = random.Random(seed)
    check(damaged(stream.choice(SMALL), WORDS, stream))
