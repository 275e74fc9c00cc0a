"""Time how `fragma validate`, `--analyse`, `fmt` and the editor's index grow with a rule file.

    python benchmarks/scaling.py [FAMILY ...] [--factor F] [--all]

A family is rule files that grow in one direction (`scaling_families.py`). Each is read at n, 2n and
4n, by processor time; printed are those where the last doubling takes more than 2.6 times as long,
and at least a tenth of a second. FAMILY is the beginning of a name. F makes all files larger, and
`--all` prints every line.
"""

import argparse
import gc
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from scaling_families import FAMILIES, OTHERS, grown  # noqa: E402

from fragma_dsl.checking.validated import validated  # noqa: E402
from fragma_dsl.cli.main import SOME_OBJECTS  # noqa: E402
from fragma_dsl.editor.index import make_index  # noqa: E402
from fragma_dsl.explained.kinds import problem_kinds  # noqa: E402
from fragma_dsl.formatting import format_source  # noqa: E402
from fragma_dsl.pipeline import analyse_source  # noqa: E402
from fragma_dsl.search_path import find_source  # noqa: E402
from fragma_dsl.syntax.grammar import parse_alone  # noqa: E402
from fragma_dsl.text.loading import Missing, Wanted  # noqa: E402
from fragma_dsl.text.render import render  # noqa: E402
from fragma_dsl.text.source import MAX_SIZE, Source  # noqa: E402
from tests.fenced import completed  # noqa: E402

SEVERITIES = {code: kind.severity for code, kind in problem_kinds().items()}
STEEP = 2.6
LONG = 0.1


def find_beside(name: str, wanted: Wanted, beside: Source) -> Source | Missing:
    """Find the files that families of forks speak of."""
    kind = name.rstrip("0123456789")
    if kind not in OTHERS:
        return find_source(name, wanted, beside)
    number = int(name[len(kind) :] or 600)
    text = OTHERS[kind if number else "big"].replace("$m", str(number - 1))
    return Source(name, completed(grown(text, number)))


def timed(text: str) -> Iterator[tuple[str, float]]:
    """Give the processor time of what is done with a file."""
    parse_alone.cache_clear()
    source = Source("x.rules.yaml", text)
    begin = process_time()
    analysis = analyse_source(source, loader=find_beside)
    found = validated(analysis, SEVERITIES)
    yield "validate", process_time() - begin
    for name, work in (
        ("render", lambda: [render(one) for one in found]),
        ("analyse", lambda: validated(analysis, SEVERITIES, deep=True)),
        ("fmt", lambda: format_source(source)),
        ("index", lambda: make_index(analysis)),
    ):
        begin = process_time()
        work()
        yield name, process_time() - begin


def is_steep(times: Sequence[float]) -> bool:
    """Whether the time grows faster than the file."""
    return len(times) > 1 and times[-1] > max(LONG, STEEP * times[-2])


def measure(name: str, factor: float, is_all: bool) -> None:
    """Print what grows too fast in a family; what seems to is measured twice more."""
    base, template = FAMILIES[name]
    sizes = [int(base * factor * times) for times in (1, 2, 4)]
    texts = [completed(grown(template, size)) for size in sizes]
    texts = [text for text in texts if len(text) <= MAX_SIZE]
    found = [dict(timed(text)) for text in texts]
    if any(is_steep([times[work] for times in found]) for work in found[0]):
        for text, times in [*zip(texts, found, strict=True)] * 2:
            times |= {work: min(time, times[work]) for work, time in timed(text)}
    for work in found[0]:
        column = [times[work] for times in found]
        if is_steep(column) or is_all:
            shown = [f"{size}: {time:.3f}" for size, time in zip(sizes, column, strict=False)]
            mark = "  steep" if is_steep(column) else ""
            print(f"{name:28} {work:9} {'  '.join(shown)}{mark}", flush=True)


def main() -> None:
    """Measure the families that are asked for, or all of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("families", nargs="*")
    parser.add_argument("--factor", type=float, default=1)
    parser.add_argument("--all", action="store_true")
    asked = parser.parse_args()
    gc.set_threshold(SOME_OBJECTS)
    for _ in timed(completed("")):
        pass  # what is made once is made
    for name in FAMILIES:
        if not asked.families or name.startswith(tuple(asked.families)):
            measure(name, asked.factor, asked.all)


if __name__ == "__main__":
    main()
