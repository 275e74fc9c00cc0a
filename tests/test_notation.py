"""Notation: values, actions and outcomes as text, and back; labels in people's languages."""

import pytest

from fragma_dsl.automaton.notation import Notation, site_names
from fragma_dsl.library.types import (
    Bool,
    Int,
    Kind,
    ListOf,
    Optional,
    Piece,
    Place,
    Player,
    SetOf,
    Site,
)
from fragma_dsl.play.machine import Action, Outcome
from fragma_dsl.play.texts import Texts, fill
from tests.handmade import bare_board
from tests.little import TEXTS, little_program


@pytest.fixture
def notation() -> Notation:
    return Notation(little_program())


@pytest.mark.parametrize(
    ("type", "value", "text"),
    [
        (Bool(), 1, "true"),
        (Bool(), 0, "false"),
        (Int(), -1, "-1"),
        (Int(0, 6), 4, "4"),
        (Player(), 1, "bob"),
        (Site("track"), 2, "s3"),
        (Kind(), 1, "gem"),
        (Piece(), 0, "pawn[ann]"),
        (Piece(), 2, "gem"),
        (Place(), 1, "s2"),
        (Place(), 4, "pouch[bob]"),
        (Optional(Site()), -1, "none"),
        (Optional(Site()), 0, "s1"),
        (SetOf(Site()), frozenset({2, 0}), "{s1, s3}"),
        (ListOf(Player(), 3), (1, 0), "[bob, ann]"),
    ],
)
def test_values_are_written_as_the_language_writes_them(notation, type, value, text):
    assert notation.value_text(type, value) == text


def board(name, first, sites, layers=()):
    return bare_board(name, first, sites * max(1, len(layers)), layers=layers)


def test_sites_of_layers_carry_the_layer():
    assert site_names([board("cosmos", 0, ("a", "b"), ("past", "future"))]) == (
        "past.a",
        "past.b",
        "future.a",
        "future.b",
    )


def test_sites_that_two_boards_share_carry_the_board():
    boards = [board("left", 0, ("a1", "x")), board("right", 2, ("a1", "y"))]
    assert site_names(boards) == ("left.a1", "x", "right.a1", "y")


def test_actions_and_outcomes_are_written_as_records_write_them(notation):
    assert notation.action_text(Action(0, (2,))) == "take(2)"
    assert notation.outcome_text(Outcome(0, 1, 3)) == "roll tails"


LEGAL = (Action(0, (1,)), Action(0, (2,)), Action(1, (2,)))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take(1)", LEGAL[0]),
        (" TAKE ( 2 ) ", LEGAL[1]),
        ("go(S3)", LEGAL[2]),
        ("go(s1)", None),
        ("", None),
    ],
)
def test_find_reads_an_action_whatever_its_case_and_spaces(notation, text, move):
    assert notation.find(text, LEGAL) == move


def test_find_reads_what_is_written(notation):
    for move in (*LEGAL, Outcome(0, 0, 1)):
        assert notation.find(notation.move_text(move), (*LEGAL, Outcome(0, 0, 1))) == move


@pytest.mark.parametrize(
    ("language", "label"), [("en", "Take 2"), ("es", "Tomar 2"), ("fr", "Take 2"), (None, "Take 2")]
)
def test_labels_speak_the_language_that_is_wanted(notation, language, label):
    assert notation.label(Action(0, (2,)), TEXTS, language) == label


def test_an_action_without_a_label_is_shown_as_it_is_typed(notation):
    assert notation.label(Action(1, (2,)), TEXTS) == "go(s3)"


def test_outcomes_have_labels_too(notation):
    assert notation.label(Outcome(0, 0, 1), TEXTS, "es") == "coin: cara"


@pytest.mark.parametrize(
    ("by_language", "language", "text"),
    [
        ({"": "plain", "en": "english"}, "es", "plain"),
        ({"en": "english", "es": "español"}, "es", "español"),
        ({"de": "deutsch", "en": "english"}, "es", "english"),
        ({"de": "deutsch", "it": "italiano"}, "es", "deutsch"),
    ],
)
def test_texts_fall_back(by_language, language, text):
    assert Texts({}, {}, {"x": by_language}).text("x", language) == text


def test_an_id_without_a_text_is_shown_with_spaces():
    assert Texts().text("time_die") == "time die"


def test_placeholders_are_filled_once():
    assert fill("{a} and {b} and {c}", {"a": "{b}", "b": "2"}) == "{b} and 2 and {c}"
