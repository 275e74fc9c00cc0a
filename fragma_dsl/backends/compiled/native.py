"""Native: what the text of a module calls, for running it through numba."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from fragma_dsl.backends.compiled.support import Faulty, Overfull

KINDS = {
    "i": types.int64,
    "s": types.Array(types.int32, 1, "C"),
    "a": types.Array(types.int32, 1, "C"),
    "w": types.Array(types.int64, 1, "C"),
    "g": types.Array(types.uint64, 1, "C"),
}
"""The letters of a signature: a number, a state, rows of actions, a work array, streams."""

GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF = np.uint64(0xFFFFFFFF)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
ZERO, ONE = np.uint64(0), np.uint64(1)


def signature(text: str) -> Any:
    """Read a signature such as `i(s,w,i)`; `u2` is a pair of numbers."""
    result, _, arguments = text[:-1].partition("(")
    found = types.UniTuple(types.int64, int(result[1:])) if result[0] == "u" else KINDS[result]
    return found(*(KINDS[letter] for letter in arguments.split(",") if letter))


def make_jit(is_cached: bool, is_checked: bool) -> Callable[[str], Callable[[Any], Any]]:
    """Give the decorator that compiles a function of a module.

    `is_cached` keeps the machine code on disk beside the module; `is_checked` lets every index be
    tested, which an index out of range then shows by IndexError.
    """

    def jit(text: str) -> Callable[[Any], Any]:
        def decorate(function: Any) -> Any:
            compiled = numba.njit(
                signature(text),
                cache=is_cached,
                nogil=True,
                error_model="numpy",
                boundscheck=is_checked,
                no_cfunc_wrapper=True,
                _nrt=False,
                forceinline=function.__name__ in ("play", "decider", "actions", "playout"),
            )
            return compiled(function)

        return decorate

    return jit


def table(values: list[int]) -> Any:
    """Make a table of the module, as narrow as its values allow."""
    least, most = min(values), max(values)
    for kind in (np.uint8, np.uint16, np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= least and most <= np.iinfo(kind).max:
            return np.array(values, kind)
    return np.array(values, np.int64)


@intrinsic
def lowest(typing: Any, bits: Any) -> Any:
    """Give the number of the lowest bit that is set."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Sequence[Any]) -> Any:
        return builder.cttz(arguments[0], numba.core.cgutils.false_bit)

    return types.int64(types.int64), generate


@intrinsic
def ones(typing: Any, bits: Any) -> Any:
    """Count the bits that are set."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Sequence[Any]) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def inner(function: Any) -> Any:
    """Compile a function that only modules call."""
    return numba.njit(nogil=True, error_model="numpy", cache=True, _nrt=False, forceinline=True)(
        function
    )


@inner
def word(value: int) -> int:
    return value


@inner
def mask(s: Any, begin: int, end: int, wanted: int) -> int:
    found = 0
    for i in range(end - begin):
        found |= (1 if s[begin + i] == wanted else 0) << i
    return found


@inner
def mask_not(s: Any, begin: int, end: int, wanted: int) -> int:
    found = 0
    for i in range(end - begin):
        found |= (1 if s[begin + i] != wanted else 0) << i
    return found


@inner
def mask_in(s: Any, begin: int, end: int, of: Any, wanted: int, is_not: int) -> int:
    found = 0
    for i in range(end - begin):
        found |= ((1 if of[s[begin + i]] == wanted else 0) ^ is_not) << i
    return found


@inner
def some(s: Any, begin: int, end: int, wanted: int) -> bool:
    while end - begin >= 32:
        if tally(s, begin, begin + 32, wanted) > 0:
            return True
        begin += 32
    return tally(s, begin, end, wanted) > 0


@inner
def some_not(s: Any, begin: int, end: int, wanted: int) -> bool:
    return tally(s, begin, end, wanted) < end - begin


@inner
def some_in(s: Any, begin: int, end: int, of: Any, wanted: int, is_not: int) -> bool:
    for i in range(begin, end):
        if (1 if of[s[i]] == wanted else 0) ^ is_not:
            return True
    return False


@inner
def tally(s: Any, begin: int, end: int, wanted: int) -> int:
    found = 0
    for i in range(begin, end):
        found += 1 if s[i] == wanted else 0
    return found


@inner
def tally_not(s: Any, begin: int, end: int, wanted: int) -> int:
    return end - begin - tally(s, begin, end, wanted)


@inner
def tally_in(s: Any, begin: int, end: int, of: Any, wanted: int, is_not: int) -> int:
    found = 0
    for i in range(begin, end):
        found += (1 if of[s[i]] == wanted else 0) ^ is_not
    return found


@inner
def keep(s: Any, w: Any, at: int, low: int, high: int) -> None:
    for i in range(high - low):
        w[at + i] = s[low + i]


@inner
def restore(s: Any, w: Any, at: int, low: int, high: int) -> None:
    for i in range(high - low):
        s[low + i] = w[at + i]


@inner
def bring(w: Any, source: int, target: int, n: int) -> None:
    if source > target:
        for i in range(n):
            w[target + i] = w[source + i]
    else:
        for i in range(n - 1, -1, -1):
            w[target + i] = w[source + i]


@inner
def insert(w: Any, at: int, n: int, member: int) -> int:
    i = n
    while i > 0 and w[at + i - 1] > member:
        i -= 1
    if i > 0 and w[at + i - 1] == member:
        return n
    for j in range(n, i, -1):
        w[at + j] = w[at + j - 1]
    w[at + i] = member
    return n + 1


@inner
def same(w: Any, at: int, n: int, to: int, m: int) -> bool:
    if n != m:
        return False
    for i in range(n):
        if w[at + i] != w[to + i]:
            return False
    return True


@inner
def rank(s: Any, w: Any, at: int, first: int, players: int, sign: int) -> None:
    for player in range(players):
        place = 1
        for other in range(players):
            if sign * w[at + other] > sign * w[at + player]:
                place += 1
        s[first + player] = place


@inner
def distinct(out: Any, n: int, row: int, options: Any) -> int:
    kept = 0
    for i in range(0, n, row):
        is_new = True
        for j in range(0, kept, row):
            is_same = options[out[i]] == options[out[j]]
            for k in range(1, row):
                if out[i + k] != out[j + k]:
                    is_same = False
                    break
            if is_same:
                is_new = False
                break
        if is_new:
            for k in range(row):
                out[kept + k] = out[i + k]
            kept += row
    return kept


@inner
def mix(word: Any) -> Any:
    word = (word ^ (word >> S30)) * FIRST
    word = (word ^ (word >> S27)) * SECOND
    return word ^ (word >> S31)


@inner
def hashed(s: Any, runs: Any) -> Any:
    found = ZERO
    for pair in range(0, len(runs), 2):
        for i in range(runs[pair], runs[pair + 1]):
            found = mix((found ^ (np.uint64(s[i]) & HALF)) + GAMMA)
    if found == ZERO:
        found = GAMMA
    return np.int64(np.int32(found >> S32)), np.int64(np.int32(found & HALF))


@inner
def derive(streams: Any, index: int, seed: int, number: int, seat: int) -> None:
    state = mix(np.uint64(seed))
    state = mix(state + GAMMA * (np.uint64(number) + ONE))
    state = mix(state + GAMMA * (np.uint64(seat) + ONE))
    streams[index] = state


@inner
def draw(streams: Any, index: int) -> Any:
    streams[index] += GAMMA
    return mix(streams[index]) >> S32


@inner
def below(streams: Any, index: int, bound: int) -> int:
    limit = np.uint64(bound)
    product = draw(streams, index) * limit
    low = product & HALF
    if low < limit:
        threshold = ((ONE << S32) - limit) % limit
        while low < threshold:
            product = draw(streams, index) * limit
            low = product & HALF
    return np.int64(product >> S32)


def namespace(is_cached: bool, is_checked: bool) -> dict[str, Any]:
    """Give the names that a module finds when it is run through numba."""
    return {
        "Faulty": Faulty,
        "Overfull": Overfull,
        "below": below,
        "bring": bring,
        "derive": derive,
        "distinct": distinct,
        "hashed": hashed,
        "insert": insert,
        "jit": make_jit(is_cached, is_checked),
        "keep": keep,
        "lowest": lowest,
        "mask": mask,
        "mask_in": mask_in,
        "mask_not": mask_not,
        "ones": ones,
        "rank": rank,
        "restore": restore,
        "same": same,
        "some": some,
        "some_in": some_in,
        "some_not": some_not,
        "table": table,
        "tally": tally,
        "tally_in": tally_in,
        "tally_not": tally_not,
        "word": word,
    }
