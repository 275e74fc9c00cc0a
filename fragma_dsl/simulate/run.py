"""Run: many numbered games, in this process or in several, and always the same result."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from fragma_dsl.game import Game
from fragma_dsl.play.record import Faulted, write_record
from fragma_dsl.simulate.interrupt import Interrupted, interruptible
from fragma_dsl.simulate.playout import MAX_DECISIONS, Playout, playout, playout_record
from fragma_dsl.simulate.summary import FaultCase, Summary, summarise
from fragma_dsl.simulate.workers import Factory, Task, many_processes

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
) -> Summary:
    """Play `games` games, by default of random agents, and sum them up.

    Game `n` draws from streams derived from the seed and `n`, so the summary does not depend on
    `workers`. `progress` is told how many games are done. Ctrl-C ends the run early: the summary is
    of the games that are done, `games` of them out of `wanted`. Records of the first games that ran
    into a fault, MOST_SAVED of them, are saved in `fault_folder` if it can be written.
    """
    game = factory()
    task = Task(
        seed=seed,
        seats=tuple(seats) if seats is not None else ("random",) * len(game.players),
        max_decisions=max_decisions,
    )
    done: list[Playout] = []
    with interruptible() as interrupted:
        rounds = (
            one_process(game, games, task, interrupted)
            if workers <= 1
            else many_processes(factory, games, task, workers, interrupted)
        )
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


def one_process(
    game: Game, games: int, task: Task, interrupted: Interrupted
) -> Generator[list[Playout], None, None]:
    """Play all games here, one by one."""
    for number in range(games):
        played = playout(
            game, task.seats, task.seed, number, task.max_decisions, interrupted.is_set
        )
        if interrupted.is_set():
            return
        yield [played.trimmed()]


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
