"""What a player cannot see changes nothing for that player: views, tables, actions, messages."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from fragma_dsl.agents.agent import ask
from fragma_dsl.agents.greedy import GreedyAgent
from fragma_dsl.agents.random import RandomAgent
from fragma_dsl.automaton.notation import Move
from fragma_dsl.drawn import TableArtist
from fragma_dsl.game import Position
from fragma_dsl.library.types import Card, Piece
from fragma_dsl.play.encoding import check_slots
from fragma_dsl.play.fault import Fault
from fragma_dsl.play.machine import DRAW, Action, AtDecision, Outcome
from fragma_dsl.play.random import Random
from fragma_dsl.play.state import thaw
from fragma_dsl.play.tiles import tile_pieces
from fragma_dsl.play.view import View
from tests import random_walks
from tests.random_walks import ROOT, WORLDS, load_once, moves_of, random_move, seeds

CARDS = ROOT / "examples" / "cards"
PATHS = (
    CARDS / "kuhn_poker.rules.yaml",
    CARDS / "crazy_eights.rules.yaml",
    CARDS / "rock_paper_scissors.rules.yaml",
    CARDS / "six_tricks.rules.yaml",
    ROOT / "variants" / "tronix_classic.rules.yaml",
    WORLDS / "partners.rules.yaml",
    WORLDS / "hidden.rules.yaml",
)
PLIES = {"kuhn_poker": 6, "rock_paper_scissors": 12, "six_tricks": 45, "tronix_classic": 58}
every_game = random_walks.every_game(PATHS)


def somewhere(path: Path, seed: int, plies: int) -> Position:
    """Go some way into a random game, to a position before its end."""
    position, stream = load_once(path).start(), Random.derived(seed)
    for _ in range(plies):
        later = position.play(random_move(position, stream))
        if later.is_over:
            break
        position = later
    return position


def pairs(path: Path, seed: int, plies: int, viewer: int) -> tuple[Position, Position, int]:
    """Give a position and another one that a viewer cannot tell from it."""
    position = somewhere(path, seed, plies % PLIES.get(path.name.split(".")[0], 100))
    seat = viewer % len(position.game.players)
    return position, position.resampled(seat, seed), seat


walks = given(seed=seeds, plies=st.integers(0, 99), viewer=st.integers(0, 3))


@every_game
@settings(max_examples=25)
@walks
def test_the_view_and_the_table_are_the_same(
    path: Path, seed: int, plies: int, viewer: int
) -> None:
    here, there, seat = pairs(path, seed, plies, viewer)
    assert there.view(seat).key == here.view(seat).key
    assert there.view(seat).places == here.view(seat).places
    artist = TableArtist(here.game, "es")
    assert artist.table(there.view(seat)) == artist.table(here.view(seat))
    assert (there.waits_for, there.prompt) == (here.waits_for, here.prompt)


@every_game
@settings(max_examples=25)
@walks
def test_own_actions_picks_and_refusals_are_the_same(
    path: Path, seed: int, plies: int, viewer: int
) -> None:
    here, there, seat = pairs(path, seed, plies, viewer)
    if here.seat != seat:
        return
    assert there.actions == here.actions
    for text in ("", "nonsense", "discard(hearts_eight)", here.actions[0] + "?"):
        assert str(there.illegal(text)) == str(here.illegal(text))
    for make in (RandomAgent, GreedyAgent):
        picks = [ask(make(here.game, seat, Random(seed)), one) for one in (here, there)]
        assert picks[0] == picks[1]


@every_game
@settings(max_examples=25)
@walks
def test_what_is_dealt_anew_is_a_position_that_can_be_played(
    path: Path, seed: int, plies: int, viewer: int
) -> None:
    here, there, _ = pairs(path, seed, plies, viewer)
    check_slots(thaw(there.state), here.game.program.layout)
    stream = Random.derived(seed, 1)
    for _ in range(12):
        if there.is_over:
            return
        assert bool(moves_of(there))
        there = there.play(random_move(there, stream))


@every_game
@settings(max_examples=15)
@walks
def test_the_same_move_with_the_same_view_behind_it_is_told_in_the_same_words(
    path: Path, seed: int, plies: int, viewer: int
) -> None:
    here, there, seat = pairs(path, seed, plies, viewer)
    for move in set(moves_of(here)[:20]) & set(moves_of(there)):
        after, behind = here.play(move), there.play(move)
        if after.view(seat).key == behind.view(seat).key:
            assert here.told(move, after, seat) == there.told(move, behind, seat)


def seen(view: View, piece: int) -> int:
    """Count the pieces of one sort that a view shows, in places and on the plane."""
    on_plane = tile_pieces(view.slots, view.layout).count(piece)
    return sum((one.pieces or ()).count(piece) for one in view.places.values()) + on_plane


def pieces_in(position: Position, move: Move) -> list[int]:
    """List the pieces that a move names."""
    if isinstance(move, Outcome):
        return [move.face] if move.die == DRAW else []
    types = position.game.program.options[move.option].types
    named = zip(types, move.arguments, strict=True)
    return [value for type, value in named if isinstance(type, Card | Piece) and value >= 0]


@every_game
@settings(max_examples=25)
@walks
def test_others_are_not_told_a_piece_that_they_see_neither_before_nor_behind_a_move(
    path: Path, seed: int, plies: int, viewer: int
) -> None:
    here, _, seat = pairs(path, seed, plies, viewer)
    if here.seat == seat:
        return
    for move in moves_of(here)[:20]:
        after = here.play(move)
        told = here.told(move, after, seat)
        for piece in pieces_in(here, move):
            if not seen(here.view(seat), piece) and not seen(after.view(seat), piece):
                assert here.game.texts.text(here.game.notation.pieces[piece]) not in told
                assert here.game.notation.pieces[piece] not in told


@every_game
@settings(max_examples=25)
@walks
def test_a_secret_pick_is_told_to_nobody_else_and_changes_no_view(
    path: Path, seed: int, plies: int, viewer: int
) -> None:
    here, _, seat = pairs(path, seed, plies, viewer)
    stop = here.stop
    if not isinstance(stop, AtDecision) or not stop.secret or stop.player == seat:
        return
    told = {here.told(move, here.play(move), seat) for move in here.legal}
    assert told == {"in secret"}
    later = [here.play(move) for move in here.legal]
    if seat not in team_mates(here, stop.player) and not any(
        one.is_over or was_revealed(one, stop.player) for one in later
    ):
        assert len({one.view(seat).key for one in later}) == 1


def was_revealed(position: Position, owner: int) -> bool:
    """Whether a variable of a player was revealed."""
    slots = thaw(position.state)
    variables = position.game.program.layout.variables
    return any(one.shown is not None and slots[one.shown + owner] for one in variables)


def team_mates(position: Position, seat: int) -> set[int]:
    """Give the seats of a player's team."""
    teams = position.game.program.layout.team_of
    return {other for other, team in enumerate(teams) if team == teams[seat]} | {seat}


@every_game
@settings(max_examples=10)
@given(seed=seeds)
def test_the_chance_to_come_is_hidden_too(path: Path, seed: int) -> None:
    position = load_once(path).start(seed)
    assert position.resampled(0, seed + 1).chance != position.chance
    assert position.resampled(0, seed) == position.resampled(0, seed)


def test_what_is_hidden_really_changes() -> None:
    position = somewhere(CARDS / "crazy_eights.rules.yaml", 1, 20)
    states = {position.resampled(0, seed).state for seed in range(20)}
    assert len(states) == 20


def test_each_way_to_deal_what_is_hidden_is_equally_likely() -> None:
    position = load_once(CARDS / "kuhn_poker.rules.yaml").start()
    position = position.play("draw king").play("draw jack")
    deals = [position.resampled("opener", seed).view("dealer") for seed in range(400)]
    jacks = sum(view.places["hand[dealer]"].pieces == (0,) for view in deals)
    assert 150 < jacks < 250


def test_a_local_that_speaks_of_a_hidden_card_follows_it() -> None:
    position = load_once(WORLDS / "partners.rules.yaml").start(3)
    position = position.play("plan_for(red)").play("bid_of(2)").play("take")
    assert position.actions == ("keep", "put_back")
    for seed in range(20):
        other = position.resampled("p2", seed).play("put_back")
        assert other.view("p1").variable("marked", 0) is not None


def test_of_cards_that_are_alike_a_local_follows_that_of_whose_turn_it_is() -> None:
    partners = WORLDS / "partners.rules.yaml"
    here, there, _ = pairs(partners, 83, 68, 2)
    assert there.actions == here.actions == ("keep", "put_back")
    here, there, _ = pairs(partners, 68_719_476_737, 20, 0)
    for move in set(moves_of(here)) & set(moves_of(there)):
        there.play(move)


def test_what_was_not_chosen_stays_unchosen() -> None:
    position = load_once(CARDS / "rock_paper_scissors.rules.yaml").start()
    secret = position.game.program.layout.by_name["shown"].offset
    assert {thaw(position.resampled("p2", seed).state)[secret] for seed in range(9)} == {-1}
    picked = position.play("throw(rock)")
    assert {thaw(picked.resampled("p2", seed).state)[secret] for seed in range(30)} == {0, 1, 2}
    assert {thaw(picked.resampled("p1", seed).state)[secret] for seed in range(9)} == {0}


def test_a_fault_tells_players_no_more_than_they_can_see() -> None:
    fault = Fault("missing", "`hand[dealer]` lacks `king`", None)
    position = load_once(CARDS / "kuhn_poker.rules.yaml").start()
    assert position.told_fault(fault, "opener") == "a piece is not where it is taken from"
    board = load_once(ROOT / "examples" / "classics" / "breakthrough.rules.yaml").start()
    assert board.told_fault(fault, 0) == fault.message


def test_actions_are_in_nobody_elses_view() -> None:
    position = load_once(CARDS / "kuhn_poker.rules.yaml").start(1)
    assert position.view("opener").actions == position.legal
    assert position.view("dealer").actions == position.view().actions == ()
    assert all(isinstance(action, Action) for action in position.legal)
