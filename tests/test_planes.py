"""Planes: equal tables are equal states wherever they lie, and lines join as their ports meet."""

import pytest

from fragma_dsl.drawn import TableArtist
from fragma_dsl.game import Game
from fragma_dsl.pipeline import analyse_source, game_of
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.plane import Plane, Shape, port_names
from fragma_dsl.text.source import Source
from tests.random_walks import ROOT, load_once

TEMPLATE = """
edition: 1
game: tiles
title: Tiles
players: 2
boards: {{table: {{plane: {plane}{more}}}}}
cards:
  card:
    tiles:
      bend: [[green {a}-{b}]]
      way: [[green {c}-{d}]]
    rotations: [{rotations}]
    count: 9
state:
  seen: site or none
setup: |
  {setup}
turn: |
  choose put(s in spots(table))
  place way on s
  seen = s
  choose stop
  draw
"""


def game_with(setup: str, plane: str = "square", more: str = "") -> Game:
    """Make a game of bends and straight ways whose setup lays tiles."""
    square = plane == "square"
    ports = dict(
        zip("abcd", ("n", "e", "n", "s") if square else ("ne", "se", "e", "w"), strict=True)
    )
    turns = "0, 90, 180, 270" if square else "0, 60, 120, 180, 240, 300"
    text = TEMPLATE.format(plane=plane, rotations=turns, setup=setup.strip(), more=more, **ports)
    return game_of(analyse_source(Source("tiles.rules.yaml", text)))


def lay(*tiles: str) -> str:
    return "\n  ".join(f"place {tile}" for tile in tiles)


def test_equal_tables_are_equal_states_wherever_they_lie() -> None:
    here = game_with(lay("bend on x1y1 as face1", "way on x1y2 as face1"))
    there = game_with(lay("bend on x30y7 as face1", "way on x30y8 as face1"))
    assert here.start().state == there.start().state


def test_the_order_in_which_tiles_were_laid_leaves_no_trace() -> None:
    first = game_with(lay("bend on x1y1 as face1", "way on x1y2 as face1"))
    second = game_with(lay("way on x1y2 as face1", "bend on x1y1 as face1"))
    assert first.start().state == second.start().state


def test_sites_in_variables_move_with_the_tiles() -> None:
    position = game_with(lay("way on x1y1 as face1")).start()
    west = position.play("put(x0y1)")
    assert west.game.notation.cell_text(int(str(west.view().variable("seen")))) == "x1y1"
    assert position.play("put(x2y1)").state != west.state


def test_spots_lie_beside_the_tiles() -> None:
    position = game_with(lay("way on x1y1 as face1")).start()
    assert set(position.actions) == {"put(x1y2)", "put(x2y1)", "put(x1y0)", "put(x0y1)"}


def test_hexagons_have_six_neighbours() -> None:
    position = game_with(lay("way on x1y1 as face1"), "hexagon").start()
    assert set(position.actions) == {
        "put(x1y2)", "put(x2y1)", "put(x2y0)", "put(x1y0)", "put(x0y1)", "put(x0y2)",
    }  # fmt: skip


def test_a_plane_with_a_size_has_all_its_spots_at_first() -> None:
    position = game_with("pass", more=", size: [3, 2]").start()
    assert len(position.actions) == 6
    assert {"put(x1y1)", "put(x3y2)"} <= set(position.actions)


def test_a_plane_with_a_size_has_no_spots_beyond_its_edge() -> None:
    position = game_with(lay("way on x3y2 as face1"), more=", size: [3, 2]").start()
    assert set(position.actions) == {"put(x2y2)", "put(x3y1)"}


def test_tiles_on_a_plane_with_a_size_stay_where_they_are() -> None:
    position = game_with(lay("way on x3y2 as face1"), more=", size: [3, 2]").start()
    west = position.play("put(x2y2)")
    assert west.game.notation.cell_text(int(str(west.view().variable("seen")))) == "x2y2"
    assert "put(x1y2)" not in position.actions


@pytest.mark.parametrize("site", ["x0y1", "x4y1", "x1y3", "x1y0"])
def test_no_tile_lies_beyond_the_edge(site: str) -> None:
    with pytest.raises(FaultError, match="no room") as caught:
        game_with(lay(f"way on {site} as face1"), more=", size: [3, 2]").start()
    assert caught.value.fault.code == "full"


@pytest.mark.parametrize(
    ("shape", "ports", "paired"),
    [
        ("square", 4, False),
        ("square", 8, False),
        ("square", 4, True),
        ("hexagon", 6, False),
        ("hexagon", 6, True),
    ],
)
def test_each_port_meets_the_one_across_the_edge(shape: Shape, ports: int, paired: bool) -> None:
    names = port_names(shape, ports, paired)
    plane = Plane("table", shape, names, 0, (), (), ())
    for port, other in enumerate(plane.facing):
        assert plane.facing[other] == port
        assert plane.offsets[port] == -plane.offsets[other]
        if paired:
            assert {names[port][-1], names[other][-1]} == {"1", "2"}


def test_a_pose_that_a_tile_has_not_joins_nothing() -> None:
    setup = lay("way on x1y1 as face1") + "\n  if joins(way, x1y2, face1_90): place way on x1y2"
    assert len(game_with(setup).start().actions) == 4


def test_a_plane_is_drawn_with_the_ends_of_its_lines() -> None:
    tronix = load_once(ROOT / "variants" / "tronix_classic.rules.yaml")
    position = tronix.start(seed=1)
    position = position.play(next(a for a in position.actions if a.endswith("face1)")))
    drawn = TableArtist(tronix).table(position.view())
    first = drawn.splitlines()[:5]
    assert sum(line.count("g") + line.count("p") for line in first) == 4


def test_tiles_are_among_the_pieces_that_are_counted() -> None:
    laid = ("bend on x1y1 as face1", "way on x1y2 as face1", "way on x1y3 as face1")
    script = f"{lay(*laid)}\n  if count(way) == 2 and count(card) == 3: seen = x1y3"
    assert game_with(script).start().view().variable("seen") is not None
