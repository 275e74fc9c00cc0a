from collections import Counter

import pytest

from fragma_dsl.play.random import GAMMA, MASK, Random, mix

# From the reference implementation of Vigna, seed 1234567.
SPLITMIX = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


def test_words_are_those_of_splitmix64() -> None:
    stream = Random(1234567)
    assert tuple(stream.word() for _ in SPLITMIX) == SPLITMIX


def test_a_word_is_the_mix_of_the_next_state() -> None:
    assert Random(5).word() == mix((5 + GAMMA) & MASK)


def test_the_state_is_kept_to_64_bits() -> None:
    assert Random(2**64 + 3).word() == Random(3).word()


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 1000, 2**31, 2**32 - 1])
def test_below_stays_below_its_bound(bound: int) -> None:
    stream = Random(7)
    assert all(0 <= stream.below(bound) < bound for _ in range(500))


def test_below_is_uniform() -> None:
    stream = Random.derived(2024)
    counts = Counter(stream.below(6) for _ in range(60_000))
    chi_square = sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6))
    assert chi_square < 20.5  # one in a thousand, five degrees of freedom


def test_weights_are_chances() -> None:
    stream = Random.derived(99)
    counts = Counter(stream.weighted((1, 3, 6)) for _ in range(10_000))
    assert counts[0] == pytest.approx(1000, abs=120)
    assert counts[1] == pytest.approx(3000, abs=180)
    assert counts[2] == pytest.approx(6000, abs=200)


def test_a_sure_outcome_takes_nothing_from_the_stream() -> None:
    stream = Random(11)
    assert (stream.weighted((5,)), stream.state) == (0, 11)


def test_streams_for_different_paths_differ() -> None:
    paths = [(), (0,), (1,), (0, 0), (0, 1), (1, 0)]
    assert len({Random.derived(42, *path).word() for path in paths}) == len(paths)


def test_the_same_path_gives_the_same_stream() -> None:
    first, second = Random.derived(42, 7, 1), Random.derived(42, 7, 1)
    assert [first.word() for _ in range(4)] == [second.word() for _ in range(4)]
