"""History: the hash that stands for a remembered position."""

from collections.abc import Iterable

from fragma_dsl.play.random import GAMMA, MASK, mix


def hash_slots(slots: Iterable[int]) -> tuple[int, int]:
    """Hash slots in order to 64 bits, given as two int32: the upper half, then the lower half.

    All arithmetic is unsigned and modulo 2**64. The word begins at 0; for each slot, taken as an
    unsigned 32-bit number s, word = mix((word ^ s) + GAMMA), with `mix` and `GAMMA` of play.random.
    A final word of 0 becomes GAMMA, so that two zero slots never stand for a position.
    """
    word = 0
    for slot in slots:
        word = mix(((word ^ (slot & 0xFFFFFFFF)) + GAMMA) & MASK)
    word = word or GAMMA
    return signed(word >> 32), signed(word & 0xFFFFFFFF)


def signed(half: int) -> int:
    """Give the int32 with the same 32 bits."""
    return half - 2**32 if half >= 2**31 else half
