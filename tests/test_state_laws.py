"""Laws of states: what is in them and what is not, in every shipped game and small hard worlds."""

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fragma_dsl.automaton.nodes import Chance, Decision, Draw
from fragma_dsl.pipeline import load
from fragma_dsl.play.encoding import check_slots
from fragma_dsl.play.layout import Layout, PlaceSlots, shape_width
from fragma_dsl.play.random import Random
from fragma_dsl.play.state import State, freeze, thaw
from fragma_dsl.play.tiles import tile_pieces
from fragma_dsl.play.view import View, held, make_view
from tests import random_walks
from tests.random_walks import ROOT, SHIPPED, WORLDS, load_once, moves_of, random_move, seeds, walk

every_game = random_walks.every_game(
    (*SHIPPED, WORLDS / "hidden.rules.yaml", WORLDS / "frame.rules.yaml")
)


def counted(layout: Layout, slots: list[int]) -> list[int]:
    """Count each piece on the table and in the box."""
    totals = [max(0, slots[layout.box + number]) for number in range(len(layout.pieces))]
    for place in layout.places:
        for piece in held(place, tuple(slots[place.offset : place.offset + place.size])):
            totals[piece] += 1
    for piece in tile_pieces(slots, layout):
        totals[piece] += 1
    return totals


@every_game
@settings(max_examples=6)
@given(seed=seeds)
def test_states_are_as_long_and_hold_as_many_pieces_as_declared(path: Path, seed: int) -> None:
    game = load_once(path)
    layout = game.program.layout
    for position in walk(game, seed, 40):
        slots = thaw(position.state)
        assert len(slots) == layout.size
        check_slots(slots, layout)
        for piece, count in zip(layout.pieces, counted(layout, slots), strict=True):
            assert piece.count in (None, count)


@every_game
@settings(max_examples=6)
@given(seed=seeds)
def test_the_frame_holds_what_its_point_saves_and_nothing_else(path: Path, seed: int) -> None:
    game = load_once(path)
    program = game.program
    registers = program.procedures[program.main].registers
    for position in walk(game, seed, 40):
        slots = thaw(position.state)
        point = program.points[slots[0]]
        saved = point.saved if isinstance(point, Decision | Chance | Draw) else ()
        shapes = [registers[index].shape for index in saved]
        used = sum(shape_width(shape) for shape in shapes if shape is not None)
        frame = slots[program.layout.frame : program.layout.frame + program.layout.frame_size]
        assert not any(frame[used:])


@every_game
@settings(max_examples=6)
@given(seed=seeds)
def test_chances_add_up_to_one(path: Path, seed: int) -> None:
    for position in walk(load_once(path), seed, 40):
        if position.is_chance:
            assert sum(chance for _, chance in position.chance_outcomes) == pytest.approx(1)
            assert all(outcome.weight > 0 for outcome in position.outcomes)


@every_game
@settings(max_examples=3)
@given(seed=seeds)
def test_the_same_seed_gives_the_same_game(path: Path, seed: int) -> None:
    game = load_once(path)
    again = load(path)
    assert game.digest == again.digest
    first, second = game.start(seed), again.start(seed)
    picks = Random.derived(seed, 1)
    for _ in range(20):
        assert (first.state, first.chance, first.actions) == (
            second.state, second.chance, second.actions,
        )  # fmt: skip
        if first.is_over:
            break
        text = first.actions[picks.below(len(first.actions))]
        first, second = first.play(text), second.play(text)


@every_game
@settings(max_examples=4)
@given(seed=seeds, plies=st.integers(1, 30))
def test_going_back_and_playing_again_comes_to_the_same_states(
    path: Path, seed: int, plies: int
) -> None:
    game = load_once(path)
    positions = walk(game, seed, plies)
    stream = Random.derived(seed)
    position = game.start()
    for known in positions[1:]:
        position = position.play(random_move(position, stream))
        assert position.state == known.state
        assert moves_of(position) == moves_of(known)


def test_the_same_position_by_another_order_is_the_same_state() -> None:
    game = load_once(ROOT / "examples" / "classics" / "tic_tac_toe.rules.yaml")
    there = game.start().play("put(a1)").play("put(b2)").play("put(c3)")
    back = game.start().play("put(c3)").play("put(b2)").play("put(a1)")
    assert there.state == back.state
    assert hash(there) == hash(back)


def hidden_from(place: PlaceSlots, viewer: int | None) -> bool:
    return place.visible == "none" or (place.visible == "owner" and place.owner != viewer)


def seen(view: View) -> tuple[object, ...]:
    """Give all that a view tells."""
    return view.viewer, view.decider, view.actions, view.slots, view.totals, view.places


def with_swapped_kinds(layout: Layout, state: State, viewer: int | None) -> State | None:
    """Put a blue piece for a red one in a place that a viewer does not see."""
    slots = thaw(state)
    red, blue = 0, 1
    for place in layout.places:
        if not hidden_from(place, viewer) or place.holds != "many":
            continue
        if slots[place.offset + red] and slots[layout.box + blue]:
            slots[place.offset + red] -= 1
            slots[place.offset + blue] += 1
            slots[layout.box + red] += 1
            slots[layout.box + blue] -= 1
            return freeze(slots)
    return None


def with_other_secrets(layout: Layout, state: State, viewer: int) -> State:
    """Change every variable that a viewer does not see."""
    slots = thaw(state)
    secret, noted = layout.by_name["secret"], layout.by_name["noted"]
    for owner in set(range(layout.players)) - {viewer}:
        slots[secret.offset + owner] = (slots[secret.offset + owner] + 1) % 4
        slots[noted.offset + owner * noted.width] ^= 1
    nobody = layout.by_name["nobody"].offset
    slots[nobody] = (slots[nobody] + 1) % 10
    return freeze(slots)


@settings(max_examples=40)
@given(seed=seeds, plies=st.integers(0, 40), viewer=st.integers(0, 2))
def test_states_that_differ_in_what_is_hidden_look_the_same(
    seed: int, plies: int, viewer: int
) -> None:
    game = load_once(ROOT / "tests" / "worlds" / "hidden.rules.yaml")
    layout = game.program.layout
    position = walk(game, seed, plies)[-1]
    legal = position.legal if position.seat == viewer else ()
    here = make_view(layout, position.state, viewer, position.seat, legal)
    others = [
        with_other_secrets(layout, position.state, viewer),
        with_swapped_kinds(layout, position.state, viewer),
    ]
    for other in others:
        if other is not None:
            assert seen(make_view(layout, other, viewer, position.seat, legal)) == seen(here)


@settings(max_examples=20)
@given(seed=seeds, plies=st.integers(0, 40))
def test_an_onlooker_sees_no_more_than_any_player(seed: int, plies: int) -> None:
    game = load_once(ROOT / "tests" / "worlds" / "hidden.rules.yaml")
    position = walk(game, seed, plies)[-1]
    outside = position.view().slots
    for player in game.players:
        inside = position.view(player).slots
        assert all(out in (None, into) for out, into in zip(outside, inside, strict=True))


@every_game
def test_every_stop_of_the_first_plies_has_an_action_an_outcome_or_an_end(path: Path) -> None:
    game = load_once(path)
    layer = [game.start()]
    for _ in range(3):
        for position in layer:
            assert position.is_over != bool(moves_of(position))
        layer = list(islice((p.play(m) for p in layer for m in moves_of(p)), 60))
