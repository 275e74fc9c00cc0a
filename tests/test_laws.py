"""Laws: what holds at every position of every game that comes along."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fragma_dsl.game import IllegalMove
from fragma_dsl.play.record import lines_of
from fragma_dsl.play.record_reading import parse_record
from fragma_dsl.replay import replay
from fragma_dsl.simulate.playout import playout, playout_record
from tests import random_walks
from tests.random_walks import SHIPPED, load_once, seeds, walk

every_game = random_walks.every_game(SHIPPED)
DEALT = {"tronix_classic": 18, "tronix_six_cards": 18}
"""How many plies further on positions are looked at where many cards are dealt at first."""
DECISIONS = {"tronix_classic": 30, "tronix_six_cards": 30, "tronix_solo": 20}
"""How many decisions are recorded where the later ones take long; of others 60."""


@every_game
@settings(max_examples=8)
@given(seed=seeds, plies=st.integers(0, 40))
def test_every_position_keeps_the_laws(path, seed, plies):
    game = load_once(path)
    position = walk(game, seed, plies + DEALT.get(game.name, 0))[-1]
    check_stop(position)
    check_moves(position)
    check_texts(position)


def check_stop(position):
    """A position waits for one thing: a player with actions, chance with outcomes, or nobody."""
    assert bool(position.actions) == (position.mover is not None)
    assert bool(position.outcomes) == position.is_chance
    assert (position.mover is None) == (position.is_chance or position.is_over)
    assert position.is_over or position.returns == (0.0,) * len(position.game.players)


def check_moves(position):
    """Moves are told apart by their texts, and playing one leaves the position as it was."""
    before = bytes(position.state)
    moves = (*position.legal, *position.outcomes)
    texts = [position.game.notation.move_text(move) for move in moves]
    assert len({text.casefold() for text in texts}) == len(moves)
    for move, text in zip(moves[:3], texts, strict=False):
        assert position.find(text) == move
        assert position.play(text) == position.play(move)
    assert position.state == before
    with pytest.raises(IllegalMove):
        position.play("no such move")


def check_texts(position):
    """Positions go through text and pickle, and a view has the actions of its decider alone."""
    assert position.game.position(position.text()) == position
    assert pickle.loads(pickle.dumps(position)) == position
    for seat, player in enumerate(position.game.players):
        view = position.view(player)
        assert view.actions == (position.legal if seat == position.seat else ())


@every_game
@settings(max_examples=3)
@given(seed=seeds)
def test_every_record_replays(path, seed):
    game = load_once(path)
    seats = ("random",) * len(game.players)
    record = playout_record(
        game, playout(game, seats, seed, 7, DECISIONS.get(game.name, 60)), seats, seed
    )
    again = parse_record("\n".join(lines_of(record)).encode())
    assert again == record
    assert len(replay(game, again).moves) == len(record.moves)
