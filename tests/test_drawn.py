"""Tables as text: what a viewer sees, and nothing else."""

import pytest

from fragma_dsl.drawn import TableArtist, owned_symbol, wrapped
from fragma_dsl.play.view import whole_view
from tests.little import little_game


def table(viewer):
    game = little_game()
    return TableArtist(game).table(game.start().view(viewer))


def test_the_table_shows_pieces_zones_and_symbols():
    assert "pouch ann: 3 gem" in table("ann")
    assert "x pawn ann, o pawn bob, g gem" in table("ann")


def test_what_is_hidden_shows_only_how_much_there_is():
    assert "pouch ann: 3 hidden" in table("bob")


def test_a_judge_sees_everything():
    game = little_game()
    drawn = TableArtist(game).table(whole_view(game.program.layout, game.start().state))
    assert "pouch ann: 3 gem" in drawn


@pytest.mark.parametrize(
    ("symbol", "owner", "players", "alone", "shown"),
    [
        ("m", 0, 2, True, "x"),
        ("m", 1, 2, True, "o"),
        ("k", 0, 2, False, "K"),
        ("k", 1, 2, False, "k"),
        ("@", 1, 2, True, "@2"),
        ("m", 2, 3, True, "m3"),
    ],
)
def test_symbols_tell_owners_apart(symbol, owner, players, alone, shown):
    assert owned_symbol(symbol, owner, players, alone) == shown


def test_long_lists_are_wrapped():
    assert wrapped(["one", "two", "three"], 9) == "one, two,\n  three"
