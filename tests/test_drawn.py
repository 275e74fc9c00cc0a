"""Tables as text: what a viewer sees, and nothing else."""

from pathlib import Path

import pytest

from fragma_dsl.drawn import TableArtist, owned_symbol, wrapped
from fragma_dsl.explained.examples import whole
from fragma_dsl.pipeline import analyse_source, game_of, load
from fragma_dsl.play.view import whole_view
from fragma_dsl.text.source import Source
from tests.little import little_game

TILES = Path(__file__).parents[1] / "examples" / "tiles"


def table(viewer):
    game = little_game()
    return TableArtist(game).table(game.start().view(viewer))


def test_the_table_shows_pieces_zones_and_symbols():
    assert "pouch ann: 3 gem" in table("ann")
    assert "x pawn ann, o pawn bob, g gem" in table("ann")


def test_what_is_hidden_shows_only_how_much_there_is():
    assert "pouch ann: 3 hidden" in table("bob")


def test_of_a_hidden_zone_that_is_empty_nothing_is_hidden():
    text = whole("pieces: {coin: {}}\nzones: {hand: {for: player}}\n")
    game = game_of(analyse_source(Source("example.rules.yaml", text)))
    assert "hand p1: -   hand p2: -" in TableArtist(game).table(game.start().view("p2"))


def test_a_full_zone_is_broken_between_its_pieces():
    text = """\
cards: {card: {each: {metal: [silver, copper], worth: 1..9}, count: 2}}
zones: {pile: {visible: all}}
texts: {card: "{metal} {worth}"}
setup: |
  for c in card: place all c in pile
"""
    game = game_of(analyse_source(Source("example.rules.yaml", whole(text))))
    lines = TableArtist(game).table(game.start().view("p1")).splitlines()
    shown = [line for line in lines if "silver" in line or "copper" in line]
    assert len(shown) > 1
    assert [line[-1] for line in shown] == [*"," * (len(shown) - 1), "9"]


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


def test_the_text_of_an_action_names_no_variable_of_its_name():
    more = "state: {bid: 0..6, tricks: 0..6}\nsetup: |\n  bid = 2\n  tricks = 1\n"
    turn = "turn: |\n  choose bid(n in 1..6)\n  draw\n"
    head = "edition: 1\ngame: bids\ntitle: Bids\nplayers: 2\n"
    texts = 'texts: {bid: "bid {n}"}\n'
    game = game_of(analyse_source(Source("bids.rules.yaml", head + more + turn + texts)))
    shown = TableArtist(game).table(whole_view(game.program.layout, game.start().state))
    assert "bid: 2\ntricks: 1" in shown


def test_long_lists_are_wrapped():
    assert wrapped(["one", "two", "three"], 9) == "one, two,\n  three"


def test_markers_stand_at_their_ports_and_hands_show_their_tiles():
    game = load(TILES / "footpaths.rules.yaml", players=2)
    position = game.start().play("start(x1y1, s1)").play("start(x6y6, n1)")
    while position.seat is None:
        position = position.play(position.outcomes[0])
    view = position.view("p1")
    scene = TableArtist(game).scene(view)
    assert scene is not None
    assert sorted(scene.markers.values()) == [0, 1]
    assert {scene.plane.ports[port or 0] for _, port in scene.markers} == {"s1", "n1"}
    artist = TableArtist(game)
    assert sum(artist.own_tiles(view).values()) == 3
    drawn = artist.table(view)
    assert all(artist.piece_label(piece) in drawn for piece in artist.own_tiles(view))
    assert not artist.own_tiles(position.view())
