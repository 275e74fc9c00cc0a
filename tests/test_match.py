"""Matches: people and agents at one table, back and forth."""

from dataclasses import replace

import pytest

from fragma_dsl.play.record import RecordError
from fragma_dsl.simulate.match import HUMAN, Match
from tests.little import little_game

SEATS = (HUMAN, "random")


def played(match, *texts):
    for text in texts:
        while not match.waits_for_human:
            match.step()
        match.play(match.position.find(text))
    while not match.is_over and not match.waits_for_human:
        match.step()
    return match


def test_a_match_waits_for_people_only():
    match = played(Match(little_game(), SEATS, 3), "take(1)")
    assert match.position.mover == "ann"
    assert len(match.moves) == 4


def test_undo_goes_back_to_the_last_decision_of_a_person():
    match = Match(little_game(), SEATS, 3)
    start = match.position
    assert played(match, "take(1)").undo()
    assert match.position == start
    assert match.moves == []
    assert not match.undo()


def test_after_undo_chance_and_agents_do_the_same_again():
    match = played(Match(little_game(), SEATS, 3), "take(1)")
    before = list(match.moves)
    match.undo()
    assert played(match, "take(1)").moves == before


def test_a_saved_match_goes_on_as_it_would_have():
    game = little_game()
    first = played(Match(game, SEATS, 12), "take(1)")
    resumed = Match.resumed(game, first.record(), SEATS, 12)
    assert played(resumed, "take(1)").moves == played(first, "take(1)").moves


def test_a_record_of_another_seed_is_not_resumed():
    game = little_game()
    record = played(Match(game, SEATS, 3), "take(1)").record()
    changed = replace(record, seed=4)
    with pytest.raises(RecordError, match="the seed rolls"):
        Match.resumed(game, changed, SEATS, 4)


def test_a_fault_ends_the_match_and_is_recorded():
    match = played(Match(little_game(bad=4), SEATS, 3), "take(1)")
    assert match.is_over
    assert match.record().result.code == "full"
    assert match.undo()
    assert match.fault is None


def test_a_fault_at_the_beginning_leaves_no_position():
    match = Match(little_game(bad=5), SEATS, 3)
    assert match.is_over
    assert match.record().moves == ()
