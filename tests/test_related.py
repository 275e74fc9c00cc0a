"""A problem shows the other places that it speaks of."""

from pathlib import Path

import pytest

from fragma_dsl.pipeline import analyse
from tests.fenced import analysed, completed

GIVE = """\
state:
  n: {type: 0..3, for: player}
rules:
  give(player a, site s): n[a] += 1
boards: {cells: grid 3 3}
"""


def places(text: str) -> dict[str, list[tuple[int, str]]]:
    """Give for each code the lines and texts of the labels."""
    problems = analysed(completed(text)).problems
    return {
        one.code: [(label.span.line, label.span.text) for label in one.places] for one in problems
    }


@pytest.mark.parametrize(
    ("statement", "code", "place"),
    [
        ("give(a1, a1)", "F203", "a"),
        ("n[mover] = a1", "F203", "n"),
        ("n[mover] = 9", "F215", "n"),
        ("give(mover)", "F205", "give"),
        ("n = 2", "F208", "n"),
        ("let x = give(mover, a1)", "F218", "give"),
        ("let x = count(cels)", "F201", "cells"),
        ("let x = n(mover)", "F204", "n"),
    ],
)
def test_the_declaration_of_what_a_problem_speaks_of_is_shown(
    statement: str, code: str, place: str
) -> None:
    found = places(f"{GIVE}turn: |\n  {statement}\n  choose stop\n  draw\n")
    assert [text for _, text in found[code]] == [place]


def test_all_meanings_of_a_name_are_shown() -> None:
    found = places(
        "enums: {colour: [red, green]}\ndice: {die: [red, blue]}\n"
        "turn: |\n  let x = red\n  choose stop\n  draw\n"
    )
    assert found.keys() == {"F202"}


def test_a_fork_shows_its_own_version_and_the_one_before(tmp_path: Path) -> None:
    (tmp_path / "one.rules.yaml").write_text(
        completed(f"{GIVE}").replace("example", "one"), "utf-8"
    )
    fork = tmp_path / "two.rules.yaml"
    fork.write_text(
        "edition: 1\ngame: two\ntitle: Two\nextends: ./one.rules.yaml\noverride:\n  rules:\n"
        "    give(player a, site s): n[a] = 2\n"
        "  turn: |\n    give(mover)\n    choose stop\n    draw\n",
        "utf-8",
    )
    (problem,) = analyse(fork).problems
    assert [(Path(one.span.source.name).name, one.text) for one in problem.places] == [
        ("two.rules.yaml", "`give` is declared here"),
        ("one.rules.yaml", "the version of `one`"),
    ]
