"""History: the hash that stands for a remembered position."""

from collections.abc import Iterable

from fragma_dsl.play.random import GAMMA, MASK, mix


def hash_slots(slots: Iterable[int]) -> tuple[int, int]:
    """Hash slots in order to 64 bits, given as two int32: the upper half, then the lower half.

    All arithmetic is unsigned and modulo 2**64. The word is the sum of mix(s + (i + 1) * GAMMA)
    over the slots, i counting them from 0 and s being the slot as an unsigned 32-bit number, with
    `mix` and `GAMMA` of play.random: each slot is mixed with its place, and none waits for another.
    A word of 0 becomes GAMMA, so that two zero slots never stand for a position.
    """
    word = place = 0
    for slot in slots:
        place += GAMMA
        word += mix((place + (slot & 0xFFFFFFFF)) & MASK)
    word = word & MASK or GAMMA
    return signed(word >> 32), signed(word & 0xFFFFFFFF)


def signed(half: int) -> int:
    """Give the int32 with the same 32 bits."""
    return half - 2**32 if half >= 2**31 else half
