"""Run: many numbered games, in this process or in several, and always the same result."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from fragma_dsl.backends.compiled.code import NativeCode, can_run_native
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.pick import Backend, BackendError, code_of
from fragma_dsl.game import Game
from fragma_dsl.play.record import Faulted, write_record
from fragma_dsl.simulate.batched import all_random, batches_of, in_threads
from fragma_dsl.simulate.interrupt import Interrupted, interruptible
from fragma_dsl.simulate.playout import MAX_DECISIONS, Playout, playout_record
from fragma_dsl.simulate.summary import FaultCase, Summary, summarise
from fragma_dsl.simulate.task import Factory, Task, on_backend, played_by_numbers
from fragma_dsl.text.said import say

TRIAL = 0.3
"""Seconds that `auto` plays before it thinks of machine code."""

LEAST = 0.5
"""Seconds of work that are worth loading it."""

MOST_SAVED = 5
"""How many records of faults a run saves; the others come out again with its seed."""


def simulate(
    factory: Factory,
    games: int,
    seed: int,
    seats: Sequence[str] | None = None,
    workers: int = 1,
    max_decisions: int = MAX_DECISIONS,
    progress: Callable[[int], None] | None = None,
    fault_folder: Path | None = None,
    rules: str | None = None,
    backend: Backend = "interpreter",
    announce: Callable[[str], None] = lambda _: None,
    picks_first: bool = False,
) -> Summary:
    """Play `games` games, by default of random agents, and sum them up.

    Game `n` draws from streams derived from the seed and `n`, so the summary does not depend on
    `workers` nor on the `backend`; of `auto`, which begins with the interpreter and goes on with
    machine code where what is left is worth making it, `announce` is told. Workers are processes,
    or threads for machine code. BackendError where a backend cannot run the game. `progress` is
    told how many games are done. Ctrl-C ends the run early: the summary is
    of the games that are done, `games` of them out of `wanted`. Records of the first games that ran
    into a fault, MOST_SAVED of them, are saved in `fault_folder` if it can be written.

    With `picks_first`, where legality is dear to test, machine code picks an action before it tests
    that part, and picks again if need be: all legal actions are as likely as each other still, but
    the games of a seed are others, and their branching is not known. Only for random agents.
    """
    game = factory()
    task = Task(
        seed=seed,
        seats=tuple(seats) if seats is not None else ("random",) * len(game.players),
        max_decisions=max_decisions,
        backend="interpreter" if backend == "auto" else backend,
        picks_first=picks_first,
    )
    if picks_first:
        refuse_picks(task.seats, backend)
    done: list[Playout] = []
    with interruptible() as interrupted:
        run = Run(factory, game, task, workers, interrupted, announce)
        numbers = range(games)
        if picks_first:
            rounds = run.natively(numbers)
        else:
            rounds = run.trial(numbers) if backend == "auto" else run.play(numbers, task.backend)
        with closing(rounds):
            for playouts in rounds:
                done.extend(playouts)
                if progress is not None:
                    progress(len(done))
    summary = summarise(game, done, task.seats, seed, games)
    if fault_folder is None or not summary.faults:
        return summary
    faulted = {one.number: one for one in done if isinstance(one.result, Faulted)}
    save = FaultSaver(game, summary, fault_folder, rules)
    saved = [save(case, faulted[case.number]) for case in summary.faults[:MOST_SAVED]]
    return replace(summary, faults=(*saved, *summary.faults[MOST_SAVED:]))


@dataclass(frozen=True, slots=True)
class Run:
    """What all games of a run have in common, and who plays them."""

    factory: Factory
    game: Game
    task: Task
    workers: int
    interrupted: Interrupted
    announce: Callable[[str], None]

    def play(self, numbers: range, backend: Backend) -> Generator[list[Playout], None, None]:
        """Play games on a backend."""
        task = replace(self.task, backend=backend)
        if backend == "native" and all_random(task.seats):
            batches = batches_of(
                self.game, task.seed, task.max_decisions, backend, task.picks_first
            )
            yield from in_threads(
                self.game, numbers, batches, task.seed, self.workers, self.interrupted
            )
        elif self.workers > 1:
            from fragma_dsl.simulate.workers import many_processes  # machine code has threads

            yield from many_processes(self.factory, numbers, task, self.workers, self.interrupted)
        else:
            game = on_backend(self.game, backend)
            for one in played_by_numbers(game, numbers, task, self.interrupted.is_set):
                yield [one]

    def trial(self, numbers: range) -> Generator[list[Playout], None, None]:
        """Play games with the interpreter for a while, and the others as is worth it."""
        begun = time.perf_counter()
        done = 0
        for one in played_by_numbers(self.game, numbers, self.task, self.interrupted.is_set):
            yield [one]
            done += 1
            if time.perf_counter() - begun > TRIAL:
                break
        left = numbers[done:]
        if not left or self.interrupted.is_set():
            return
        seconds = (time.perf_counter() - begun) / done * len(left)
        if worth_machine_code(self.game, seconds / self.workers):
            yield from self.natively(left)
        else:
            yield from self.play(left, "interpreter")

    def natively(self, numbers: range) -> Generator[list[Playout], None, None]:
        """Play games as machine code, and announce that it is made."""
        self.announce("making machine code")
        self.make()
        self.announce("machine code")
        yield from self.play(numbers, "native")

    def make(self) -> None:
        """Make the machine code that the games need."""
        code = code_of(self.game.program, "native")
        code.function("playouts" if all_random(self.task.seats) else "play")


def refuse_picks(seats: Sequence[str], backend: Backend) -> None:
    """Raise BackendError where games cannot be played with picks first."""
    if backend not in ("auto", "native"):
        raise BackendError(
            say("picks come first in machine code only, not with {backend!s}", backend=backend)
        )
    if not all_random(seats):
        raise BackendError("picks come first in games of random agents only")


def worth_machine_code(game: Game, seconds: float) -> bool:
    """Whether machine code is made sooner than the interpreter is done in so many seconds."""
    if seconds < LEAST or not can_run_native():
        return False
    try:
        code = NativeCode(game.program)
        return code.is_ready("playouts") or code.seconds() * 2 < seconds
    except NotCompiledError:
        return False


class FaultSaver:
    """Saves the records of games that ran into a fault, each under a name of its own."""

    def __init__(self, game: Game, summary: Summary, folder: Path, rules: str | None) -> None:
        self.game = game
        self.summary = summary
        self.folder = folder
        self.rules = rules

    def __call__(self, case: FaultCase, played: Playout) -> FaultCase:
        """Save one, and give the case with its file's name; as it is where it cannot be saved."""
        seats, seed = self.summary.seats, self.summary.seed
        record = playout_record(self.game, played, seats, seed, self.rules)
        stem = f"{self.game.name}-{self.game.digest[:8]}-{seed}-{case.number}"
        path = self.folder / f"{stem}.fault.jsonl"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_record(record, path, overwrite=True)
        except OSError:
            return case
        return replace(case, record=str(path))
