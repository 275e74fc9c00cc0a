"""Task: what all games of a run have in common; games played by it one after the other."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from fragma_dsl.backends.pick import Backend
from fragma_dsl.game import Game
from fragma_dsl.simulate.batched import all_random, batches_of, read_all
from fragma_dsl.simulate.playout import Playout, playout

Factory: TypeAlias = Callable[[], Game]
"""Makes the game; workers call it for themselves, so it is picklable: a partial of a function."""


@dataclass(frozen=True, slots=True)
class Task:
    """What all games of a run have in common."""

    seed: int
    seats: tuple[str, ...]
    max_decisions: int
    backend: Backend = "interpreter"
    picks_first: bool = False


def played_by_numbers(
    game: Game, numbers: range, task: Task, is_stopped: Callable[[], bool]
) -> Iterator[Playout]:
    """Play games one by one until it is stopped; the one that was being played then is dropped."""
    if task.backend == "python" and all_random(task.seats):
        batches = batches_of(game, task.seed, task.max_decisions, "python")
        for number in numbers:
            if is_stopped():
                return
            yield from read_all(game, batches.play(range(number, number + 1)), task.seed, batches)
        return
    for number in numbers:
        played = playout(game, task.seats, task.seed, number, task.max_decisions, is_stopped)
        if is_stopped():
            return
        yield played.trimmed()


def on_backend(game: Game, backend: Backend) -> Game:
    """Give the game on a backend; as it was loaded where the interpreter is enough."""
    return game if backend in ("auto", "interpreter") else game.with_backend(backend)
