"""Sites of a plane in variables, lists and locals: they move with the tiles."""

import pytest

from fragma_dsl.drawn import TableArtist
from fragma_dsl.game import Game, Position
from fragma_dsl.library.types import Site
from fragma_dsl.pipeline import analyse_source, game_of
from fragma_dsl.text.source import Source

RULES = """
edition: 1
game: both
title: A plane beside a board
players: 2
boards: {table: {plane: square}, cells: grid 2 2}
cards:
  card:
    tiles: {way: [[green n-s]]}
    count: 9
pieces: {man: {}}
state:
  seen: site or none
  place_of: {for: player, type: place or none}
  trail: list of site max 4
setup: |
  place way on x1y1
  place man on a2
  seen = a2
turn: |
  choose put(s in spots(table))
  let here = [s, a2]
  place way on s
  seen = s
  place_of[mover] = s
  trail = here
  choose told(t in [seen] + here + trail, u in {place_of[mover]})
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of(analyse_source(Source("both.rules.yaml", RULES)))


@pytest.fixture(scope="module")
def moved(game: Game) -> Position:
    """A tile is laid in the west and another in the south, so all are moved."""
    return game.start().play("put(x0y1)")


def test_every_place_that_holds_a_site_moves(moved: Position) -> None:
    assert set(moved.actions) == {"told(x1y1, x1y1)", "told(a2, x1y1)"}


def test_sites_of_other_boards_stay(moved: Position) -> None:
    trail = moved.view().variable("trail")
    assert isinstance(trail, tuple)
    assert [moved.game.notation.number_text(Site(), place) for place in trail] == ["x1y1", "a2"]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sites(way)", "{x1y1}"),
        ("sites(card)", "tiles(table)"),
        ("at(way)", "x1y1"),
        ("at(man)", "a2"),
        ("sites(man)", "{a2}"),
        ("step(a1, n)", "a2"),
        ("step(x1y1, port.n)", "x1y2"),
    ],
)
def test_sites_of_tiles_and_of_pieces(expression: str, value: str) -> None:
    scenario = f"scenarios:\n  it:\n    expect: |\n      ({expression}) == ({value})\n"
    analysis = analyse_source(Source("both.rules.yaml", RULES + scenario))
    assert analysis.problems == ()
    game = game_of(analysis)
    (expected,) = game.program.expects["it"]
    assert game.machine.evaluate(game.start().state, expected) == 1


def test_a_plane_beside_a_board_is_drawn_under_its_name(game: Game) -> None:
    drawn = TableArtist(game).table(game.start().view())
    assert drawn.index("cells:") < drawn.index("table:")
