"""Files damaged at random, or made to break what reads them, are told of, never crashed over."""

import random

import pytest
from pygls.workspace import PositionCodec

from fragma_dsl.formatting.file import format_source
from fragma_dsl.lsp.positions import Positions
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.text.source import Source
from tests.damage import Damage, bombs, words_of
from tests.fuzz_validate import FORK, check, check_all, check_editor, check_fork, check_form, seeds

SMALL = [text for text in seeds() if len(text) < 6000]
DAMAGE = Damage(SMALL, words_of(SMALL))
BOMBS = bombs()
LARGE = {"many mistakes", "many keys", "comments"}
NAMES = [pytest.param(name, marks=[pytest.mark.slow] * (name in LARGE)) for name in BOMBS]


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_no_crash(seed: int) -> None:
    for _ in check_all(DAMAGE, random.Random(seed)):
        pass


@pytest.mark.parametrize("name", NAMES)
def test_no_file_breaks_its_reader(name: str) -> None:
    text = BOMBS[name]
    check_form(text)
    check_fork(FORK + text, text)
    check(text)
    check_editor(text, random.Random(1))


HEAD = "edition: 1\ngame: found\ntitle: Found\nplayers: 2\n"


@pytest.mark.parametrize("key", ["pieces", "boards", "cards", "zones", "state", "dice", "enums"])
def test_a_name_that_cannot_be_read_is_a_problem(key: str) -> None:
    text = f"{HEAD}{key}: {{*name: {{owner: player}}}}\nturn: choose go\n"
    assert "S105" in [one.code for one in analyse_source(Source("found.rules.yaml", text)).problems]


@pytest.mark.parametrize("last", ["about: |\n  a text", "about: |\n  a text "])
def test_a_text_without_a_last_end_of_line_is_formatted(last: str) -> None:
    found = format_source(Source("found.rules.yaml", HEAD + last)).value
    assert found is not None
    assert found.endswith(("  a text\n", "  a text \n"))


def test_offsets_among_carriage_returns_are_found_again() -> None:
    source = Source("found.rules.yaml", "turn: go\r\r\r\r\nend\r\n")
    positions = Positions(PositionCodec())
    for offset in range(len(source.text) + 1):
        place = positions.position(source, offset)
        assert positions.offset(source, place) in (offset, offset - 1)
