"""Tronix Classic: its cards are always somewhere, its readings deal as they say, greed pays."""

import os
from pathlib import Path

import pytest

from fragma_dsl.agents.agent import ask, make_agent
from fragma_dsl.backends.compiled.code import can_run_native
from fragma_dsl.game import Game, Position, PositionError
from fragma_dsl.pipeline import analyse, load
from fragma_dsl.play.random import Random
from fragma_dsl.play.record import Ended
from fragma_dsl.play.state import freeze, thaw
from fragma_dsl.simulate.playout import playout
from tests.random_walks import load_once

TRONIX = Path(__file__).parents[1] / "variants" / "tronix_classic.rules.yaml"
CARDS = 48
GAMES = int(os.environ.get("FRAGMA_GAMES", "1000"))
"""How many games greedy players play in the big version."""

PLAYERS = (4, 4, 4, 2, 4, 4, 6, 4, 4, 8)
"""For how many players, one game after another."""

native = pytest.mark.skipif(not can_run_native(), reason="no machine code for this Python")


@pytest.fixture(scope="module")
def tronix() -> Game:
    return load_once(TRONIX)


def cards_of(position: Position) -> dict[str, int]:
    """Count the cards on the table, in each zone, and in the box."""
    layout = position.game.program.layout
    slots = position.array.tolist()
    zones = [place for place in layout.places if place.zone]
    found = {place.name: sum(slots[place.offset : place.offset + place.size]) for place in zones}
    on_table = sum(slots[layout.tiles + 3 * one] > 0 for one in range(layout.most_tiles))
    box = sum(slots[layout.box : layout.box + len(layout.pieces)])
    return found | {"table": on_table, "box": box}


def check_cards(position: Position) -> None:
    """Every card is in a hand, on the table, in a pile or discarded."""
    found = cards_of(position)
    assert sum(found.values()) == CARDS
    assert found["box"] == found["deck"] == 0


def play(position: Position, seats: tuple[str, ...], plies: int) -> Position:
    """Play on with agents, and count the cards at every step."""
    agents = [make_agent(name, position.game, seat, 1) for seat, name in enumerate(seats)]
    for _ in range(plies):
        if position.seat is None:
            break
        position = position.play(ask(agents[position.seat], position))
        check_cards(position)
    return position


def test_every_card_is_somewhere_while_greedy_and_random_players_place(tronix: Game) -> None:
    play(tronix.start(seed=1), ("greedy", "random") * 2, 9)


def test_every_card_is_somewhere_when_gods_move(tronix: Game) -> None:
    position = play(tronix.start(seed=3), ("random",) * 4, 54)
    assert position.view().variable("phase") == 1


def greedy_game(game: Game, number: int, plies: int) -> Position:
    """Let greedy players play a game of a seed, and count the cards at every step."""
    seats = range(len(game.players))
    agents = [make_agent("greedy", game, seat, 2026, number) for seat in seats]
    position = game.start(2026, number)
    for _ in range(plies):
        if position.seat is None:
            break
        position = position.play(ask(agents[position.seat], position))
        check_cards(position)
    return position


@native
def test_every_card_is_somewhere_while_greedy_players_place_and_move(tronix: Game) -> None:
    position = greedy_game(tronix.with_backend("native"), 0, 55)
    assert position.view().variable("phase") == 1


@native
@pytest.mark.slow
def test_every_card_is_somewhere_in_many_games_of_greedy_players() -> None:
    games = {players: load(TRONIX, {}, players).with_backend("native") for players in {*PLAYERS}}
    for number in range(GAMES):
        game = games[PLAYERS[number % len(PLAYERS)]]
        assert greedy_game(game, number, 10_000).is_over


def given(game: Game, scenario: str) -> Position:
    return game.at(game.machine.start_given(game.program.givens[scenario]))


def greedy_pick(position: Position) -> str:
    assert position.seat is not None
    agent = make_agent("greedy", position.game, position.seat, 1)
    return position.game.notation.action_text(ask(agent, position))


@pytest.mark.parametrize(
    ("scenario", "pick"),
    [
        ("a_circuit_of_five", "put(hook_n_nw, x1y3, face2)"),
        ("a_tronix_of_seven_cards_gives_six_and_one_and_ends_the_game", "shift(x5y1, x4y4, face2)"),
    ],
)
def test_greed_takes_what_there_is(tronix: Game, scenario: str, pick: str) -> None:
    assert greedy_pick(given(tronix, scenario)) == pick


def test_the_score_of_a_player_is_the_pile_of_the_team(tronix: Game) -> None:
    position = given(tronix, "a_circuit_of_four").play("put(bend_ne, x2y2, face2)")
    assert position.scores == (4, 4, 0, 0)


def test_a_card_that_is_put_on_the_table_is_told_to_all(tronix: Game) -> None:
    position = tronix.start(seed=1)
    told = {position.told(move, position.play(move), 2) for move in position.legal}
    assert len(told) == len(position.legal)


def test_positions_with_tiles_go_through_text(tronix: Game) -> None:
    position = given(tronix, "a_card_may_be_turned_over_in_place")
    assert cards_of(position)["table"] == 3
    assert tronix.position(position.text()) == position


@pytest.mark.parametrize(
    ("tile", "number", "message"),
    [
        (0, 2**30, "where none can lie"),
        (0, -5, "where none can lie"),
        (2, 9, "cannot lie like that"),
        (3, 1, "not in their order"),
        (1, 99, "tile that there is not"),
        (4, 1, "another number of"),
    ],
)
def test_a_text_with_tiles_that_no_table_has_is_no_position(
    tronix: Game, tile: int, number: int, message: str
) -> None:
    position = given(tronix, "a_card_may_be_turned_over_in_place")
    slots = list(thaw(position.state))
    slots[tronix.program.layout.tiles + tile] = number
    text = tronix.at(freeze(slots)).text()
    with pytest.raises(PositionError, match=message):
        tronix.position(text)


@pytest.mark.parametrize("players", [2, 4, 6, 8, 16])
def test_any_even_number_plays_to_the_end(players: int) -> None:
    game = load(TRONIX, {"patience": "2"}, players)
    played = playout(game, ("random",) * players, 5)
    assert isinstance(played.result, Ended)


@pytest.mark.parametrize(
    ("uneven_deal", "hands", "deck"), [("dealt", [5] * 8 + [4, 4], 0), ("set_aside", [4] * 10, 8)]
)
def test_ten_hands_are_uneven_or_cards_are_set_aside(
    uneven_deal: str, hands: list[int], deck: int
) -> None:
    game = load(TRONIX, {"uneven_deal": uneven_deal}, 10)
    found = cards_of(game.start(seed=1))
    assert [found[f"hand[{player}]"] for player in game.players] == hands
    assert found["deck"] == deck


@pytest.mark.parametrize(
    ("hands", "seen"), [("own", []), ("team", ["p2"]), ("open", ["p2", "p3", "p4"])]
)
def test_a_hand_is_seen_by_its_owner_the_team_or_all(hands: str, seen: list[str]) -> None:
    position = load(TRONIX, {"hands": hands}).start(seed=1)
    views = {player: position.view(player) for player in position.game.players[1:]}
    assert [p for p, view in views.items() if view.places["hand[p1]"].pieces is not None] == seen


def test_the_first_card_may_come_before_the_first_turn() -> None:
    position = load(TRONIX, {"first_card": "before"}).start(seed=1)
    assert position.mover == "p1"
    assert position.play(position.legal[0]).mover == "p1"


def readings() -> list[tuple[str, str]]:
    """List every value of every option that is a list of names and not the default."""
    model = analyse(TRONIX).model
    assert model is not None
    return [
        (option.name, value)
        for option in model.options.values()
        for value, number in option.values.items()
        if number != option.default and len(option.values) < 10
    ]


@pytest.mark.parametrize(("option", "value"), readings())
def test_every_reading_comes_to_an_end(option: str, value: str) -> None:
    game = load(TRONIX, {option: value, "patience": "1"}, 16)
    position, stream = game.start(seed=7), Random(7)
    for _ in range(60):
        if position.is_over:
            break
        position = position.play(position.legal[stream.below(len(position.legal))])
    assert position.is_over
