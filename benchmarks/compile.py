"""Time how long machine code takes before the first game of it, with nothing kept and with all.

    python benchmarks/compile.py [--runs 3] [FILE ...]

FILE is Fragma and chess unless given. A whole process is `fragma simulate FILE --games 1 --backend
native`, first with an empty cache, then with a full one, beside a process with the interpreter and
a Python that does nothing, in seconds by the clock and of the processor. The parts are timed in a
process of their own; `all, cached` is all that there is to do for machine code that is kept, once
the rules are read. Medians are printed.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

from tables import aligned

from fragma_dsl.text.cache import OVERRIDE

T = TypeVar("T")

ROOT = Path(__file__).parents[1]
FILES = ("variants/fragma.rules.yaml", "examples/classics/chess.rules.yaml")
AIMS = {"fragma": (4.0, 0.3), "chess": (20.0, None)}
"""By game, the seconds that a process may take at most: cold, cached."""

PROCESSES_HEAD = (
    "game", "cold", "CPU", "aim", "cached", "CPU", "aim", "interpreter", "CPU", "python", "CPU",
)  # fmt: skip
PARTS_HEAD = (
    "game", "import", "read rules", "write module", "to LLVM", "LLVM", "load", "all, cached",
    "lines", "kB",
)  # fmt: skip


def time_command(command: Sequence[str], cache: str) -> tuple[float, float]:
    """Run a command once; give its seconds, by the clock and of the processor. Raises
    CalledProcessError where it fails."""
    begin, before = perf_counter(), os.times()
    environment = {**os.environ, OVERRIDE: cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(command, check=True, capture_output=True, env=environment)
    wall, after = perf_counter() - begin, os.times()
    user = after.children_user - before.children_user
    return wall, user + after.children_system - before.children_system


def time_processes(file: Path) -> list[float]:
    """Time whole processes: cold, cached, with the interpreter, and Python alone."""
    fragma = str(Path(sys.executable).with_name("fragma"))
    simulate = [fragma, "simulate", str(file), "--games", "1", "--seed", "1", "--backend"]
    idle = [sys.executable, "-c", "pass"]
    package = files("fragma_dsl")  # its bytecode is there, as after an installation
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(package)], check=True)
    with TemporaryDirectory() as cache:
        commands = [*simulate, "native"], [*simulate, "native"], [*simulate, "interpreter"], idle
        return [second for one in commands for second in time_command(one, cache)]


def time_parts(file: Path) -> list[float]:
    """Time the parts of a cold start, in this process; the lines of the module and the size of its
    code are the last numbers."""
    begin = perf_counter()
    from fragma_dsl import load
    from fragma_dsl.backends.compiled import machine_code
    from fragma_dsl.backends.compiled.code import group_of
    from fragma_dsl.backends.compiled.lowering import lower
    from fragma_dsl.backends.compiled.module import compile_program
    from fragma_dsl.backends.pick import code_of

    found = [perf_counter() - begin]

    def timed(run: Callable[[], T]) -> T:
        begin = perf_counter()
        result = run()
        found.append(perf_counter() - begin)
        return result

    support = files("fragma_dsl.backends.compiled").joinpath("support.native.txt").read_text()
    program = timed(lambda: load(file)).program
    text = timed(lambda: compile_program(program)).text
    lowered = timed(lambda: lower(text, support, group_of("playouts")))
    code = timed(lambda: machine_code.assemble(lowered))
    timed(lambda: machine_code.Library(code))
    with TemporaryDirectory() as cache:
        os.environ[OVERRIDE] = cache
        code_of(program, "native").function("playouts")
        timed(lambda: code_of(program, "native").function("playouts"))
    return [*found, text.count("\n"), len(code) / 1024]


def parts_of(file: Path) -> list[float]:
    """Time the parts in a process of its own."""
    command = [sys.executable, __file__, "--parts", str(file)]
    found: list[float] = json.loads(subprocess.run(command, check=True, stdout=-1).stdout)
    return found


def medians(runs: Sequence[Sequence[float]]) -> list[float]:
    """Give the median of each column."""
    return [median(column) for column in zip(*runs, strict=True)]


def tables(paths: Sequence[Path], runs: int) -> Iterator[str]:
    """Measure, and give the lines of both tables."""
    processes, parts = [], []
    for path in paths:
        name = path.name.partition(".")[0]
        print(f"starting {name} ...", file=sys.stderr, flush=True)
        whole = [f"{one:.2f}" for one in medians([time_processes(path) for _ in range(runs)])]
        aims = [f"{aim:g}" if aim else "" for aim in AIMS.get(name, (None, None))]
        processes.append([name, *whole[:2], aims[0], *whole[2:4], aims[1], *whole[4:]])
        *seconds, lines, size = medians([parts_of(path) for _ in range(runs)])
        parts.append([name, *(f"{one:.2f}" for one in seconds), f"{lines:,.0f}", f"{size:,.0f}"])
    yield from aligned(PROCESSES_HEAD, processes)
    yield ""
    yield from aligned(PARTS_HEAD, parts)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="Time how long machine code takes to make.")
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--parts", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.parts:
        print(json.dumps(time_parts(given.parts)))
        return
    print(*tables(given.files or [ROOT / file for file in FILES], given.runs), sep="\n")


if __name__ == "__main__":
    main()
