"""Support: what the text of a module calls, for running it plain."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fragma_dsl.play.history import hash_slots
from fragma_dsl.play.random import Random

Function = TypeVar("Function", bound=Callable[..., Any])


class Faulty(Exception):  # noqa: N818 - the rules go wrong, not the program
    """Raised where the rules go wrong, with an index of the module's faults."""


class Overfull(Exception):  # noqa: N818 - a sign between a module and whoever runs it
    """Raised where a set does not fit the work array: the interpreter knows what to do."""


def jit(_signature: str) -> Callable[[Function], Function]:
    """Leave a function as it is."""
    return lambda function: function


def table(values: list[int]) -> tuple[int, ...]:
    """Make a table of the module."""
    return tuple(values)


def word(value: int) -> int:
    """Give a word of bits, written as a signed number."""
    return value & 0xFFFFFFFFFFFFFFFF


def lowest(bits: int) -> int:
    """Give the number of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


def ones(bits: int) -> int:
    """Count the bits that are set."""
    return bits.bit_count()


def nth(bits: int, number: int) -> int:
    """Give the number of a bit that is set, by how many lower ones are."""
    for _ in range(number):
        bits &= bits - 1
    return lowest(bits)


def mask(s: list[int], begin: int, end: int, wanted: int) -> int:
    """Give the slots from one up to another that are `wanted`, as bits."""
    return sum(1 << i for i, slot in enumerate(s[begin:end]) if slot == wanted)


def near(s: list[int], at: int, of: Sequence[int], first: int, count: int, wanted: int) -> int:
    """Give the slots behind `at` whose numbers a table has, from `first` on, that are `wanted`, as
    bits."""
    return sum(1 << i for i in range(count) if s[at + of[first + i]] == wanted)


def mask_not(s: list[int], begin: int, end: int, wanted: int) -> int:
    """Give the slots that are not `wanted`, as bits."""
    return sum(1 << i for i, slot in enumerate(s[begin:end]) if slot != wanted)


def mask_in(s: list[int], begin: int, end: int, of: Sequence[int], wanted: int, is_not: int) -> int:
    """Give the slots for which a table has `wanted`, as bits; all others with `is_not`."""
    run = enumerate(s[begin:end])
    return sum(1 << i for i, slot in run if (of[slot] == wanted) != is_not)


def some(s: list[int], begin: int, end: int, wanted: int) -> bool:
    """Whether one of the slots from one up to another is `wanted`."""
    return wanted in s[begin:end]


def some_not(s: list[int], begin: int, end: int, wanted: int) -> bool:
    """Whether one of the slots is not `wanted`."""
    return s[begin:end].count(wanted) < end - begin


def some_in(
    s: list[int], begin: int, end: int, of: Sequence[int], wanted: int, is_not: int
) -> bool:
    """Whether a table has `wanted` for one of the slots; any other with `is_not`."""
    return any((of[slot] == wanted) != is_not for slot in s[begin:end])


def tally(s: list[int], begin: int, end: int, wanted: int) -> int:
    """Count the slots that are `wanted`."""
    return s[begin:end].count(wanted)


def tally_not(s: list[int], begin: int, end: int, wanted: int) -> int:
    """Count the slots that are not `wanted`."""
    return end - begin - s[begin:end].count(wanted)


def tally_in(
    s: list[int], begin: int, end: int, of: Sequence[int], wanted: int, is_not: int
) -> int:
    """Count the slots for which a table has `wanted`; all others with `is_not`."""
    return sum((of[slot] == wanted) != is_not for slot in s[begin:end])


def keep(s: list[int], w: list[int], at: int, low: int, high: int) -> None:
    """Write down the slots from `low` up to `high`."""
    w[at : at + high - low] = s[low:high]


def restore(s: list[int], w: list[int], at: int, low: int, high: int) -> None:
    """Write the slots back."""
    s[low:high] = w[at : at + high - low]


def bring(w: list[int], source: int, target: int, n: int) -> None:
    """Copy a run of the work array."""
    w[target : target + n] = w[source : source + n]


def insert(w: list[int], at: int, n: int, member: int) -> int:
    """Put a member into a sorted run, unless it is there; give how many there are now."""
    i = n
    while i > 0 and w[at + i - 1] > member:
        i -= 1
    if i > 0 and w[at + i - 1] == member:
        return n
    w[at + i + 1 : at + n + 1] = w[at + i : at + n]
    w[at + i] = member
    return n + 1


def same(w: list[int], at: int, n: int, to: int, m: int) -> bool:
    """Whether two runs are equal."""
    return n == m and w[at : at + n] == w[to : to + m]


def rank(s: list[int], w: list[int], at: int, first: int, players: int, sign: int) -> None:
    """Write the place of each player from a number for each, more being better."""
    scores = [sign * w[at + player] for player in range(players)]
    for player in range(players):
        s[first + player] = 1 + sum(other > scores[player] for other in scores)


def distinct(out: list[int], n: int, row: int, options: Sequence[int]) -> int:
    """Drop the rows of actions that came before; edges with one option are alike."""
    seen: set[tuple[int, ...]] = set()
    kept = 0
    for i in range(0, n, row):
        key = options[out[i]], *out[i + 1 : i + row]
        if key not in seen:
            seen.add(key)
            out[kept : kept + row] = out[i : i + row]
            kept += row
    return kept


def hashed(s: list[int], runs: Sequence[int]) -> tuple[int, int]:
    """Hash the slots of some runs, see play.history."""
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return hash_slots(slot for low, high in pairs for slot in s[low:high])


# ---- streams: one 64-bit word of state each, in an array


def derive(streams: list[int], index: int, seed: int, number: int, seat: int) -> None:
    """Begin a stream, see play.random."""
    streams[index] = Random.derived(seed, number, seat).state


def below(streams: list[int], index: int, bound: int) -> int:
    """Draw a number from 0 to bound - 1."""
    stream = Random(streams[index])
    number = stream.below(bound)
    streams[index] = stream.state
    return number


PLAIN = {
    name: globals()[name]
    for name in (
        "Faulty", "Overfull", "below", "bring", "derive", "distinct", "hashed", "insert", "jit",
        "keep", "lowest", "mask", "mask_in", "mask_not", "near", "nth",
        "ones", "rank", "restore", "same", "some",
        "some_in", "some_not", "table", "tally", "tally_in", "tally_not", "word",
    )
}  # fmt: skip
"""The names that a module finds when it is run plain."""
