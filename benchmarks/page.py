"""Measure what docs/performance.md tells, and write it there.

    python benchmarks/page.py [PART ...] [--seconds 1] [--rounds 5] [--page FILE]

PART is one of machine, playouts, threads, start, source; all unless given. It takes about ten
minutes; the machine should have nothing else to do.
"""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from compile import FILES
from compile import tables as start_tables
from games import GAMES, ROOT
from playouts import HEAD, THREADS_HEAD, cells, playout_rows, thread_rows
from tables import aligned

from fragma_dsl import load
from fragma_dsl.backends.compiled.module import compile_program

PAGE = ROOT / "docs" / "performance.md"
IDLE = 0.5
"""The load from which on a machine has something else to do."""

SHOWN = "examples/classics/breakthrough.rules.yaml"
"""The rules whose list of actions is shown as source."""


def replaced(page: str, part: str, lines: Iterable[str], language: str = "text") -> str:
    """Write lines into the block of a page that has the name of the part."""
    begin, end = f"<!-- measured: {part} -->", "<!-- end -->"
    before, mark, rest = page.partition(begin)
    if not mark or end not in rest:
        raise ValueError(f"the page has no block {begin} ... {end}")
    after = rest[rest.index(end) :]
    text = "\n".join(lines)
    return f"{before}{begin}\n```{language}\n{text}\n```\n{after}"


def machine() -> list[str]:
    """Say on what is measured."""
    load_before = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    busy = "nothing else to do" if load_before < IDLE else "busy with other work"
    return [
        f"processor    {processor_name()}, {os.cpu_count()} logical cores",
        f"system       {platform.system()} {platform.machine()}",
        f"Python       {platform.python_version()}",
        f"llvmlite     {installed('llvmlite')}",
        f"OpenSpiel    {installed('open_spiel')}",
        f"load before  {load_before:.1f}: {busy}",
    ]


def processor_name() -> str:
    """Give the name of the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def installed(name: str) -> str:
    """Give the version of a package."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def source() -> list[str]:
    """Give the function that lists the actions of a game, as it is emitted."""
    text = compile_program(load(ROOT / SHOWN).program).text
    return text[text.index("def actions_") :].partition("\n\n\n")[0].splitlines()


def main() -> None:
    """Measure the parts, and write the page after each."""
    parser = argparse.ArgumentParser(description="Measure, and write docs/performance.md.")
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--seconds", type=float, default=1.0, help="of a round (1)")
    parser.add_argument("--rounds", type=int, default=5, help="of each side (5)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args()
    seconds, rounds = given.seconds, given.rounds
    parts: dict[str, Callable[[], Iterable[str]]] = {
        "machine": machine,
        "playouts": lambda: aligned(
            HEAD, [cells(row) for row in playout_rows(GAMES, seconds, rounds)]
        ),
        "threads": lambda: aligned(
            THREADS_HEAD, thread_rows(GAMES, seconds, rounds, given.threads)
        ),
        "start": lambda: start_tables([ROOT / file for file in FILES], min(rounds, 3)),
        "source": source,
    }
    unknown = sorted(set(given.parts) - set(parts))
    if unknown:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(parts)}")
    for name, measure in parts.items():
        if given.parts and name not in given.parts:
            continue
        print(f"--- {name}", file=sys.stderr)
        lines = list(measure())
        page = given.page.read_text("utf-8")
        language = "python" if name == "source" else "text"
        given.page.write_text(replaced(page, name, lines, language), "utf-8")


if __name__ == "__main__":
    main()
