"""Pages beside the reference: what they show is what comes out."""

import doctest
import runpy
from pathlib import Path

import pytest

from fragma_dsl.backends.compiled.module import compile_program
from fragma_dsl.pipeline import load

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


@pytest.mark.parametrize("page", ["random.md"])
def test_python_examples_give_what_they_show(page: str) -> None:
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False)
    assert (failed, tried > 0) == (0, True)


def measured(part: str) -> list[str]:
    """Give the lines that a benchmark has written into the page on performance."""
    page = (DOCS / "performance.md").read_text("utf-8")
    block = page.partition(f"<!-- measured: {part} -->")[2].partition("<!-- end -->")[0]
    return block.strip().splitlines()[1:-1]


@pytest.mark.parametrize("part", ["playouts", "threads"])
def test_every_game_that_is_timed_is_on_the_page(part: str) -> None:
    games = runpy.run_path(str(ROOT / "benchmarks" / "games.py"))["GAMES"]
    assert [line.split()[0] for line in measured(part)[1:]] == [entry.name for entry in games]
    assert all(entry.path.is_file() for entry in games)


def test_the_source_on_the_page_is_what_is_emitted() -> None:
    text = compile_program(load(ROOT / "examples/classics/breakthrough.rules.yaml").program).text
    assert "\n".join(measured("source")) in text, "run benchmarks/page.py source"
