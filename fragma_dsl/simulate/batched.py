"""Batched: games of random agents by the compiled module, many in one call and in several threads;
the same games, number by number, as agents play them."""

import time
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import lru_cache
from itertools import count

from fragma_dsl.backends.compiled.batches import Batches, Played
from fragma_dsl.backends.compiled.watched import moves_with_picks
from fragma_dsl.backends.pick import Backend, code_of
from fragma_dsl.game import Game
from fragma_dsl.play.record import Ended, Unfinished
from fragma_dsl.simulate.interrupt import Interrupted
from fragma_dsl.simulate.playout import Playout, playout

RANDOM = "random"
"""The agent whose games a module can play by itself."""

WANTED = 0.1
"""Seconds that a call should take: so long does whoever interrupts wait."""

MOST = 20_000
"""Games of a call at most."""


def all_random(seats: Sequence[str]) -> bool:
    """Whether a module can play the games of these agents by itself."""
    return all(name == RANDOM for name in seats)


@lru_cache(maxsize=4)
def batches_of(
    game: Game, seed: int, max_decisions: int, backend: Backend, picks_first: bool = False
) -> Batches:
    """Make what plays the games of a seed, see Batches for `picks_first`."""
    code = code_of(game.program, backend)
    return Batches(game.program, code, seed, max_decisions, picks_first)


def read_all(game: Game, games: Sequence[Played], seed: int, batches: Batches) -> list[Playout]:
    """Give games as agents would have played them; one that went wrong is played by agents, so
    that its fault and its moves are known."""
    return [read(game, one, seed, batches) for one in games]


def read(game: Game, played: Played, seed: int, batches: Batches) -> Playout:
    """Give a game as agents would have played it."""
    if played.is_wrong:
        seats = (RANDOM,) * len(game.players)
        begun = moves_with_picks(batches, played.number) if batches.picks_first else ()
        return playout(game, seats, seed, played.number, batches.most, begun=begun).trimmed()
    result = Unfinished("limit") if played.ending is None else Ended(played.ending, played.returns)
    return Playout(played.number, result, played.decisions, played.actions, (), played.scores)


def in_threads(
    game: Game, numbers: range, batches: Batches, seed: int, threads: int, interrupted: Interrupted
) -> Generator[list[Playout], None, None]:
    """Play all games in calls that take about WANTED seconds, in any order; once interrupted, end
    what has begun."""
    batches.code.function("playouts")
    size, taken = 1, numbers.start
    waiting: set[Future[tuple[list[Played], float]]] = set()
    with ThreadPoolExecutor(threads) as executor:
        for _ in count():
            while len(waiting) < 2 * threads and taken < numbers.stop and not interrupted.is_set():
                share = max(1, (numbers.stop - taken) // (2 * threads))
                last = min(numbers.stop, taken + min(size, share))
                waiting.add(executor.submit(timed, batches, range(taken, last)))
                taken = last
            if not waiting:
                return
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                played, seconds = future.result()
                rate = len(played) / max(seconds, 1e-6)
                size = max(1, min(MOST, 8 * len(played), int(rate * WANTED)))
                yield read_all(game, played, seed, batches)


def timed(batches: Batches, numbers: range) -> tuple[list[Played], float]:
    """Play the games of these numbers, and say how long it took."""
    begun = time.perf_counter()
    return batches.play(numbers), time.perf_counter() - begun
