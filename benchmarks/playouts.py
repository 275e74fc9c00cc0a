"""Time uniformly random playouts as machine code, in turn with OpenSpiel, a line for each game.

    python benchmarks/playouts.py [GAME ...] [--seconds 1] [--rounds 5]
    python benchmarks/playouts.py [GAME ...] --threads 2

Each game has a process of its own, in which this project and OpenSpiel play in turn, one thread
each, for so many seconds a round. The table has the medians of the rounds in CPU time, the ratio of
the two, the same ratio by the clock on the wall, and the mean lengths, which must agree.
OpenSpiel's moves are picked by a loop in Python over its states. Without OpenSpiel this project is
timed alone; `pip install -e '.[benchmarks]'` installs it.

With `--threads` so many threads play in turn with one, in wall-clock time.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from time import perf_counter, process_time
from typing import Any

from games import GAMES, Entry
from measured import Row, Tally
from sides import Elsewhere, Here, has_elsewhere
from tables import aligned

THREADS_AIM = 1.8


# ---- rounds


def play_round(play: Callable[[], Any], seconds: float, tally: Tally) -> None:
    """Play for so long, and count."""
    before, found = tally.games, []
    begin, begin_cpu = perf_counter(), process_time()
    while perf_counter() - begin < seconds:
        found.append(play())
    wall, cpu = perf_counter() - begin, process_time() - begin_cpu
    for decisions in found:
        tally.add(decisions)
    tally.rates.append((tally.games - before) / cpu)
    tally.wall_rates.append((tally.games - before) / wall)


def measure(entry: Entry, seconds: float, rounds: int, with_elsewhere: bool) -> Row:
    """Let both sides play a game in turn."""
    here, there = Here(entry.path), None
    if entry.elsewhere is not None and with_elsewhere:
        there = Elsewhere(entry.elsewhere)
        there.play()
    row = Row(entry, Tally(), Tally() if there else None)
    for _ in range(rounds):
        play_round(here.play, seconds, row.here)
        if there is not None and row.elsewhere is not None:
            play_round(there.play, seconds, row.elsewhere)
    return row


def measure_threads(entry: Entry, seconds: float, rounds: int, threads: int) -> tuple[Tally, Tally]:
    """Let one thread and several play in turn."""
    player = Here(entry.path)
    size, batches = player.size, player.batches

    def play(thread: int) -> int:
        done, begin = 0, perf_counter()
        while perf_counter() - begin < seconds:
            batches.run(range(thread << 32 | done, (thread << 32 | done) + size))
            done += size
        return done

    one, several = Tally(), Tally()
    for _ in range(rounds):
        for count, tally in ((1, one), (threads, several)):
            with ThreadPoolExecutor(count) as executor:
                begin, begin_cpu = perf_counter(), process_time()
                games = sum(executor.map(play, range(count)))
                tally.rates.append(games / (process_time() - begin_cpu))
                tally.wall_rates.append(games / (perf_counter() - begin))
    return one, several


# ---- the tables


def in_own_process(function: Callable[..., Any], *arguments: object) -> Any:
    """Call a function in a process of its own."""
    context = get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        return executor.submit(function, *arguments).result()


HEAD = (
    "game", "playouts/s", "OpenSpiel", "ratio", "wall", "aim", "", "decisions/s", "fastest",
    "mean length", "OpenSpiel's",
)  # fmt: skip


def cells(row: Row) -> tuple[str, ...]:
    """Write a row of the table."""
    entry, here, there = row.entry, row.here, row.elsewhere
    aim = "" if entry.aim is None else f"{entry.aim:g}"
    if entry.decisions is not None:
        aim = f"{entry.decisions:,.0f} d/s"
    return (
        entry.name,
        f"{here.rate:,.0f}",
        f"{there.rate:,.0f}" if there else "",
        f"{row.ratio:.1f}" if row.ratio else "",
        f"{here.wall_rate / there.wall_rate:.1f}" if there else "",
        aim,
        {True: "yes", False: "no", None: ""}[row.reaches],
        f"{here.rate * here.length:,.0f}",
        f"{here.fastest * here.length:,.0f}",
        f"{here.length:.2f}",
        f"{there.length:.2f}{'' if row.agrees else ' differs'}" if there else "",
    )


THREADS_HEAD = ("game", "one thread", "threads", "ratio", "aim", "", "by CPU")


def thread_cells(entry: Entry, one: Tally, several: Tally, threads: int) -> tuple[str, ...]:
    """Write a row of the table of threads."""
    rates = one.wall_rate, several.wall_rate
    ratio, aim = rates[1] / rates[0], THREADS_AIM / 2 * threads
    return (
        entry.name,
        *(f"{rate:,.0f}" for rate in rates),
        f"{ratio:.2f}",
        f"{aim:g}",
        "yes" if ratio >= aim else "no",
        f"{several.rate / one.rate:.2f}",
    )


def playout_rows(entries: Sequence[Entry], seconds: float, rounds: int) -> list[Row]:
    """Measure games, telling which one."""
    with_elsewhere = has_elsewhere()
    if not with_elsewhere and any(entry.elsewhere for entry in entries):
        print(
            "OpenSpiel is not installed, so this project is timed alone; for both:\n"
            "    pip install 'fragma-dsl[benchmarks]'",
            file=sys.stderr,
        )
    rows = []
    for entry in entries:
        print(f"playing {entry.name} ...", file=sys.stderr, flush=True)
        try:
            rows.append(in_own_process(measure, entry, seconds, rounds, with_elsewhere))
        except RuntimeError as error:
            print(f"{entry.name} is left out: {error}", file=sys.stderr, flush=True)
    return rows


def thread_rows(
    entries: Sequence[Entry], seconds: float, rounds: int, threads: int
) -> list[tuple[str, ...]]:
    """Measure games in one thread and in several, telling which one."""
    rows = []
    for entry in entries:
        print(f"playing {entry.name} in threads ...", file=sys.stderr, flush=True)
        try:
            one, several = in_own_process(measure_threads, entry, seconds, rounds, threads)
        except RuntimeError as error:
            print(f"{entry.name} is left out: {error}", file=sys.stderr, flush=True)
        else:
            rows.append(thread_cells(entry, one, several, threads))
    return rows


def main() -> None:
    """Print the table."""
    names = [entry.name for entry in GAMES]
    parser = argparse.ArgumentParser(description="Time random playouts, here and in OpenSpiel.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(names)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="of a round (1)")
    parser.add_argument("--rounds", type=int, default=5, help="of each side (5)")
    parser.add_argument("--threads", type=int, help="time so many threads against one")
    given = parser.parse_args()
    unknown = sorted(set(given.games) - set(names))
    if unknown:
        parser.error(f"no game {', '.join(unknown)}; there are {', '.join(names)}")
    entries = [entry for entry in GAMES if not given.games or entry.name in given.games]
    if given.threads:
        rows = thread_rows(entries, given.seconds, given.rounds, given.threads)
        print(*aligned(THREADS_HEAD, rows), sep="\n")
        return
    found = playout_rows(entries, given.seconds, given.rounds)
    print(*aligned(HEAD, [cells(row) for row in found]), sep="\n")
    if len(found) < len(entries):
        sys.exit("some games could not be played")
    if not all(row.agrees for row in found):
        sys.exit("the mean lengths of some games differ: the rules are not the same")


if __name__ == "__main__":
    main()
