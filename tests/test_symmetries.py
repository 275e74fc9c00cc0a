"""Games that no side is named in go alike when they are turned; a lopsided one is found."""

from pathlib import Path

import pytest

from fragma_dsl.backends.interpreter import InterpreterMachine
from fragma_dsl.checking.conformance import conforms
from fragma_dsl.checking.symmetries import board_symmetries, keeps, seat_symmetries
from fragma_dsl.game import Game
from fragma_dsl.pipeline import analyse, analyse_source, game_of
from fragma_dsl.text.source import Source

CLASSICS = Path(__file__).parents[1] / "examples" / "classics"
FILE = """edition: 1
game: lopsided
title: Lopsided
players: 2
boards: {cells: grid 3 3}
pieces: {mark: {owner: player, count: unlimited}}
state: {marks: 0..9}
turn: |
  choose put(c in cells) where empty(c)
  place mark[mover] on c
  marks += 1
"""
BY_ORDER = """  for s in neighbors(c) where empty(s):
      if marks == 1:
          place mark[mover] on s
          marks += 1
"""
END = "  if marks > 4: draw\n"


def lopsided(more=BY_ORDER):
    return analyse_source(Source("lopsided.rules.yaml", FILE + more + END))


@pytest.mark.parametrize(
    ("name", "board", "seats"),
    [
        ("tic_tac_toe", "turned in 3 ways", "turned in 1 way"),
        ("knightthrough", "turned in 1 way", "turned in 1 way"),
        ("hex_5x5", "not turned: the rules tell all sites apart", "turned in 1 way"),
        ("chess", "not turned: the rules ask for an order: `at`", "not turned: `white` is named"),
        ("pig", "not turned: the rules tell all sites apart", "turned in 1 way"),
    ],
)
def test_what_is_alike_is_turned_and_what_is_not_is_said(name, board, seats):
    analysis = analyse(CLASSICS / f"{name}.rules.yaml")
    said = conforms(game_of(analysis), games=0, most=20)
    assert said[0].startswith(f"board {board}")
    assert said[1].startswith(f"seats {seats}")


def test_a_game_that_follows_the_order_of_the_board_is_lopsided():
    with pytest.raises(AssertionError, match="turned it looks otherwise at ply 1"):
        conforms(game_of(lopsided()), games=0)


def test_the_same_game_without_that_is_not():
    assert conforms(game_of(lopsided("")), games=0)[0] == "board turned in 3 ways"


class Lopsided(InterpreterMachine):
    """A machine that forgets the last action of the second seat."""

    def actions(self, state):
        found = super().actions(state)
        return found[:-1] if len(found) > 1 and self.stop(state).player == 1 else found


@pytest.mark.parametrize("find", [board_symmetries, seat_symmetries])
def test_a_machine_that_treats_a_seat_otherwise_is_found(find):
    analysis = analyse(CLASSICS / "tic_tac_toe.rules.yaml")
    found, _ = find(analysis)
    game = Game(analysis.program, Lopsided(analysis.program))
    with pytest.raises(AssertionError, match="turned it"):
        [keeps(game, one) for one in found]


def test_a_game_that_does_not_begin_alike_is_not_compared():
    starts = "here: {type: site, start: a1}, there: {type: site, start: b1}, "
    text = (FILE + END).replace("state: {", f"state: {{{starts}")
    said = conforms(game_of(analyse_source(Source("lopsided.rules.yaml", text))), games=0)
    assert said[0] == "board not turned: the game does not begin alike"
