"""What YAML takes for its own: the help that comes with each problem shows a form that works."""

import pytest

from fragma_dsl.syntax.document import read_variant
from fragma_dsl.syntax.yaml_tree import source_from
from fragma_dsl.text.problem import Problem
from tests.case_files import mended


def only_problem(text: str) -> Problem:
    found = [one for one in read_variant(source_from("f", text)).problems if one.code != "S121"]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        (
            "scenarios:\n  a: {expect: count(home[p1]) == 3, result: draw}\n",
            "give each key a line of its own, without `{ }`: `expect: count(home[p1]) == 3`",
        ),
        (
            "end:\n  a: {when: x in {a, b}, result: draw}\n",
            "give each key a line of its own, without `{ }`: `when: x in {a, b}`",
        ),
        (
            "scenarios:\n  a:\n    expect: [order[p1] == 1, x]\n",
            "give each entry a line of its own that begins with `- `, without `[ ]`: "
            "`- order[p1] == 1`",
        ),
        (
            "boards:\n  b: {lines: {mills: [[a, b] [c, d]]}}\n",
            "separate its entries with commas and close it with `]`",
        ),
        (
            "boards:\n  b: {lines: {mills: [a [c, d]]}}\n",
            "give each entry a line of its own that begins with `- `, without `[ ]`: "
            "`- a [c, d]`; a new entry needs a comma before it",
        ),
        (
            "end:\n  a: {when: {}, result: draw}\n",
            "give each key and entry a line of its own, without `{ }` and `[ ]`, "
            "and this script the `|` form",
        ),
    ],
)
def test_help_shows_a_form_that_works(text: str, advice: str) -> None:
    assert only_problem(text).help == advice


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (
            "functions:\n  nothing(player p): {p} - {p}\n",
            "functions:\n  nothing(player p): |\n    {p} - {p}\n",
        ),
        (
            "scenarios:\n  a:\n    expect:\n      - {p1} == players # both\n",
            "scenarios:\n  a:\n    expect:\n      - |\n        {p1} == players # both\n",
        ),
        ("functions:\n  f(): [a1, b1]\n", "functions:\n  f(): |\n    [a1, b1]\n"),
        ('turn: "choose stop: x"\n', "turn: |\n  choose stop: x\n"),
        ("texts:\n  hop: {stone} is next\n", 'texts:\n  hop: "{stone} is next"\n'),
        ("about: {en: One, two, es: Uno}\n", 'about: {en: "One, two", es: Uno}\n'),
        (
            "boards:\n  b:\n    drawing: |\n          a\n      b---c\n",
            "boards:\n  b:\n    drawing: |\n      .   a\n      b---c\n",
        ),
        ('about: "Fragma" the game\n', "about: '\"Fragma\" the game'\n"),
    ],
)
def test_the_fix_is_the_form_that_works(text: str, right: str) -> None:
    fix = only_problem(text).fix
    assert fix is not None
    assert mended(text, fix) == right
