"""Large files are checked in time that grows as they do: so many times as long, so many calls."""

from cProfile import Profile
from pstats import Stats

import pytest

from benchmarks.scaling_families import FAMILIES, OTHERS, grown
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.syntax.grammar import parse_alone
from fragma_dsl.text.loading import Missing, Wanted
from fragma_dsl.text.source import Source
from tests.fenced import completed


def find_big(name: str, wanted: Wanted, beside: Source) -> Source | Missing:  # noqa: ARG001
    return Source(name, completed(grown(OTHERS["big"], 160)))


def calls(family: str, size: int) -> int:
    """Count the calls that reading, checking and lowering takes."""
    source = Source("x.rules.yaml", completed(grown(FAMILIES[family][1], size)))
    parse_alone.cache_clear()
    profile = Profile()
    profile.runcall(analyse_source, source, loader=find_big)
    return Stats(profile).total_calls  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize("family", ["fork", "phases", "state used"])
def test_twice_the_file_is_twice_the_work(family: str) -> None:
    calls(family, 1)  # what is made once is made
    few, more, most = (calls(family, size) for size in (40, 80, 160))
    assert most - more < 2.8 * (more - few)
