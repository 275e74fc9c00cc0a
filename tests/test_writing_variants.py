"""docs/writing-variants.md: its steps are in order, and its commands print what it shows."""

import re
from pathlib import Path

import pytest

from fragma_dsl.pipeline import game_of
from fragma_dsl.text.render import render
from tests.fenced import analysed, failures, play_at_random
from tests.tutorial import PAGE, retold, steps

TEXT = PAGE.read_text("utf-8")
STEPS = [
    (TEXT.count("\n", 0, block.start()) + 1, file)
    for block, file in steps(TEXT)
    if block[1] == "yaml" and block[2] not in ("wrong", "unfinished")
]


@pytest.mark.parametrize(("line", "file"), STEPS)
def test_the_file_is_in_order_after_each_step(line: int, file: str) -> None:
    analysis = analysed(file)
    assert "\n".join(map(render, analysis.problems)) == "", line
    assert [failure.message for failure in failures(file, analysis)] == []


def test_the_finished_game_can_be_played() -> None:
    game = game_of(analysed(STEPS[-1][1]))
    for seed in range(5):
        play_at_random(game, seed)


def without_hashes(page: str) -> str:
    """Leave out what is different for every file: the hash of its rules, also in names of files."""
    return re.sub(r"\b[0-9a-f]{8,16}\b", "#", page)


@pytest.mark.slow
def test_the_commands_print_what_the_page_shows(tmp_path: Path) -> None:
    assert without_hashes(retold(TEXT, tmp_path)) == without_hashes(TEXT)
