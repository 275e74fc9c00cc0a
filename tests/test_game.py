"""Games and positions: what the Python API promises."""

import pickle

import pytest

from fragma_dsl.game import Game, IllegalMove, PositionError
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.machine import AtChance, Outcome
from fragma_dsl.play.state import freeze
from tests.little import LittleMachine, little_game, little_program


@pytest.fixture
def game() -> Game:
    return little_game()


def test_start_waits_for_the_first_player(game):
    position = game.start()
    assert (position.mover, position.is_over, position.is_chance) == ("ann", False, False)
    assert position.actions == ("take(1)", "take(2)")


def test_play_leaves_the_position_as_it_was(game):
    before = game.start()
    state = before.state
    before.play("take(1)")
    assert before.state == state


def test_without_a_seed_the_caller_plays_chance(game):
    position = game.start().play("take(2)")
    assert position.is_chance
    assert position.mover is None
    assert position.chance_outcomes == (("roll heads", 0.25), ("roll tails", 0.75))
    assert position.play("roll tails").mover == "bob"


def test_with_a_seed_chance_rolls_itself(game):
    position = game.start(seed=3).play("take(2)")
    assert position.mover == "bob"
    assert len(position.rolled) == 1


def test_the_same_seed_gives_the_same_game(game):
    games = [game.start(seed=9).play("take(1)").play("take(1)") for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != game.start(seed=8).play("take(1)").play("take(1)")


def test_illegal_moves_name_the_nearest(game):
    with pytest.raises(IllegalMove, match=r"`take\(3\)` is not legal; nearest: `take\(") as caught:
        game.start().play("take(3)")
    assert caught.value.nearest == ("take(2)", "take(1)")


def test_case_and_spaces_do_not_matter(game):
    assert game.start().play(" Take( 2 ) ") == game.start().play("take(2)")


def test_a_move_after_the_end_is_refused(game):
    position = finished(game)
    assert position.is_over
    with pytest.raises(IllegalMove, match="after the end"):
        position.play("take(1)")


def finished(game):
    position = game.start(seed=1)
    for move in ("take(2)", "take(2)", "take(1)"):
        position = position.play(move)
    return position


def test_the_end_says_who_won(game):
    position = finished(game)
    assert position.ending == "last"
    assert position.returns == (1.0, -1.0)
    assert position.winners == ("ann",)


def test_faults_are_raised_with_their_code():
    with pytest.raises(FaultError) as caught:
        little_game(bad=3).start().play("take(2)")
    assert caught.value.fault.code == "full"


def test_positions_survive_pickling(game):
    position = game.start(seed=5).play("take(1)")
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert again.play("take(1)") == position.play("take(1)")


def test_text_round_trips(game):
    for position in (game.start(), game.start(seed=4).play("take(1)"), finished(game)):
        assert game.position(position.text()) == position


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda _: "", "not a position"),
        (lambda text: text.replace("heap", "hex"), "a position of `hex`"),
        (lambda text: text.replace("d1d1", "d2d2"), "other rules"),
        (lambda text: text[:-4] + "AAAA", "damaged"),
        (lambda text: text + "é", "not written in letters"),
        (lambda text: text + ":zz", "not a position"),
    ],
)
def test_texts_that_are_no_positions_are_refused(game, damage, message):
    with pytest.raises(PositionError, match=message):
        game.position(damage(game.start().text()))


def test_the_array_is_read_only(game):
    array = game.start().array
    assert array.dtype.name == "int32"
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


def test_a_view_hides_what_belongs_to_others(game):
    mine, yours = game.start().view("ann"), game.start().view("bob")
    assert mine.places["pouch[ann]"].pieces == (2, 2, 2)
    assert yours.places["pouch[ann]"].pieces is None
    assert yours.places["pouch[ann]"].total == 3
    assert mine.variable("secret", 0) == 7
    assert yours.variable("secret", 0) is None
    assert yours.variable("secret", 1) == 7
    assert yours.variable("heap") == 5


def test_only_the_decider_sees_actions(game):
    position = game.start()
    assert position.view("ann").actions == position.legal
    assert position.view("bob").actions == ()
    assert position.view("bob").decider == 0


def test_views_of_states_that_differ_only_in_what_is_hidden_are_equal(game):
    layout = game.program.layout
    slots = list(game.program.initial)
    slots[layout.by_name["secret"].offset] = 2
    slots[layout.places[3].offset : layout.places[3].offset + 3] = [0, 0, 3]
    other = game.at(freeze(slots)).view("bob")
    assert other.slots == game.start().view("bob").slots


def test_the_view_of_somebody_unknown_is_refused(game):
    with pytest.raises(ValueError, match="no player `eve`"):
        game.start().view("eve")


class OnlyChance(LittleMachine):
    """Never comes to anything but chance."""

    def stop(self, state):  # noqa: ARG002
        return AtChance(0)

    def outcomes(self, state):  # noqa: ARG002
        return (Outcome(0, 0, 1),)

    def play(self, state, move):  # noqa: ARG002
        return state


def test_chance_without_end_is_a_fault():
    program = little_program()
    with pytest.raises(FaultError, match="in a row"):
        Game(program, OnlyChance(program)).start(seed=1)
