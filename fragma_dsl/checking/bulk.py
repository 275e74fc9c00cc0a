"""Bulk: very many games of random moves as machine code, of which only faults and lengths are
seen; a game that goes wrong is played again and judged."""

from time import process_time

from fragma_dsl.backends.compiled.batches import Batches
from fragma_dsl.backends.compiled.code import NativeCode, can_run_native
from fragma_dsl.backends.compiled.module import NotCompiledError
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.mass import Player
from fragma_dsl.checking.seen import Seen

FIRST = 1_000_000
"""The number of the first game; those before are for games that are judged move by move."""

WANTED = 0.25
"""Seconds that a call should take."""

MOST = 20_000
MOST_WRONG = 20
"""Games of a call at most; games that went wrong and are judged."""


def play_bulk(judge: Judge, seen: Seen, seed: int, most: int, seconds: float) -> None:
    """Play games for so long, where machine code is ready or made in five times that."""
    most = max(most, 1 + max(seen.limits.values(), default=0))
    batches = batches_of(judge, seed, most, 5 * seconds)
    if batches is None:
        return
    begun, number, size, wrong = process_time(), FIRST, 1, 0
    while process_time() - begun < seconds and wrong < MOST_WRONG:
        called = process_time()
        for one in batches.play(range(number, number + size)):
            seen.bulk += 1
            if one.is_wrong:
                wrong += 1
                seats = ("random",) * len(judge.game.players)
                player = Player(judge, seen, seed, one.number, seats, most, float("inf"))
                player.play()
            else:
                seen.ended += one.ending is not None
                seen.longest = max(seen.longest, one.decisions)
                seen.lengths.append(None if one.ending is None else one.decisions)
        number += size
        rate = size / max(process_time() - called, 1e-6)
        size = max(1, min(MOST, 8 * size, int(rate * WANTED)))


def batches_of(judge: Judge, seed: int, most: int, seconds: float) -> Batches | None:
    """Make what plays the games; None where that would take longer than they may."""
    if not can_run_native():
        return None
    program = judge.game.program
    try:
        code = NativeCode(program)
        if not code.is_ready("playouts") and code.seconds() > seconds:
            return None
        code.function("playouts")
    except NotCompiledError:
        return None
    return Batches(program, code, seed, most)
