"""Random: the one seeded stream of the project, the same in every backend and on every platform.

SplitMix64 (Steele, Lea and Flood 2014, https://doi.org/10.1145/2660193.2660195) gives 64-bit words;
`below` is Lemire's nearly divisionless method (https://doi.org/10.1145/3230636) on the upper 32
bits of a word. Everything is unsigned integer arithmetic modulo 2**64, so that any language can
repeat it bit for bit.
"""

from collections.abc import Sequence

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(word: int) -> int:
    """Scramble a 64-bit word: the finaliser of SplitMix64."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


class Random:
    """A stream with one 64-bit word of state."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & MASK

    @classmethod
    def derived(cls, seed: int, *path: int) -> "Random":
        """Give the stream for a seed and a path of numbers, such as (game, seat + 1); chance itself
        is seat 0."""
        state = mix(seed & MASK)
        for step in path:
            state = mix((state + GAMMA * (step + 1)) & MASK)
        return cls(state)

    def word(self) -> int:
        """Draw 64 bits."""
        self.state = (self.state + GAMMA) & MASK
        return mix(self.state)

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 to bound - 1, each equally likely; bound is 1 to 2**32 - 1."""
        product = (self.word() >> 32) * bound
        low = product & 0xFFFFFFFF
        if low < bound:
            threshold = (2**32 - bound) % bound
            while low < threshold:
                product = (self.word() >> 32) * bound
                low = product & 0xFFFFFFFF
        return product >> 32

    def weighted(self, weights: Sequence[int]) -> int:
        """Draw an index with chances in proportion to whole weights, whose sum is below 2**32."""
        if len(weights) == 1:
            return 0
        point = self.below(sum(weights))
        for index, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return index
        raise ValueError("weights must be positive")
