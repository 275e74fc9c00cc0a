"""Games with a mistake each: `check` finds it, and the game that shows it is as short as can be."""

from pathlib import Path

import pytest

from fragma_dsl.checking.check import Effort, check
from fragma_dsl.checking.report import Finding
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.text.render import render
from fragma_dsl.text.source import Source
from tests.case_files import CASES, split_documents

BEGINNING, DOCUMENTS = split_documents(CASES / "checking" / "broken.yaml")
EFFORT = Effort(games=60, seconds=1.0, states=3000, shrinking=8)


def failures(lines: list[str], effort: Effort, folder: Path | None = None) -> list[Finding]:
    """Check a rule file and give what does not hold."""
    analysis = analyse_source(Source("broken.rules.yaml", "\n".join((*BEGINNING, *lines, ""))))
    assert [render(one) for one in analysis.problems if one.severity == "error"] == []
    return list(check(analysis, "broken.rules.yaml", effort, folder=folder).failed)


@pytest.mark.parametrize(("name", "lines"), DOCUMENTS, ids=[name for name, _ in DOCUMENTS])
def test_the_mistake_is_found_and_its_game_is_as_short_as_can_be(
    name: str, lines: list[str]
) -> None:
    broken, moves = name.partition(" | ")[2].split()
    found = {one.name: one.failure for one in failures(lines, EFFORT)}
    assert list(found) == [broken]
    failure = found[broken]
    assert failure is not None
    assert len(failure.moves) == (0 if moves == "none" else int(moves)), failure.moves
