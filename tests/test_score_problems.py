"""The messages about every broken file of the corpus are good enough."""

from tests.score_problems import ENOUGH, marks, report, score


def test_broken_files_are_told_of_with_their_line_the_thing_and_a_help() -> None:
    found = list(marks())
    assert len({mark.case for mark in found}) >= 250
    print("\n".join(report(found)))
    assert score(found) >= ENOUGH
