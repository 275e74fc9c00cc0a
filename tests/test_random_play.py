"""Random games of the shipped rules, against the averages of random games played elsewhere."""

import json
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

from fragma_dsl.backends.compiled.batches import Played
from fragma_dsl.backends.compiled.code import can_run_native
from fragma_dsl.pipeline import load
from fragma_dsl.simulate.batched import batches_of
from fragma_dsl.simulate.playout import MAX_DECISIONS

ROOT = Path(__file__).parents[1]
ELSEWHERE = json.loads((ROOT / "tests" / "data" / "random_play.json").read_text("utf-8"))["games"]
GAMES = {
    "amazons": ("amazons", 8000),
    "backgammon": ("backgammon", 6000),
    "breakthrough": ("breakthrough", 40_000),
    "chess": ("chess", 4000),
    "connect_four": ("connect_four", 100_000),
    "english_draughts": ("checkers", 40_000),
    "go_9x9": ("go(board_size=9)", 8000),
    "gomoku": ("gomoku", 20_000),
    "havannah": ("havannah", 10_000),
    "havannah_4": ("havannah(board_size=4)", 50_000),
    "hex": ("hex(board_size=11)", 20_000),
    "hex_5x5": ("hex(board_size=5)", 100_000),
    "kalah": ("mancala", 50_000),
    "kuhn_poker": ("kuhn_poker", 200_000),
    "nine_mens_morris": ("nine_mens_morris", 20_000),
    "oware": ("oware", 20_000),
    "pentago": ("pentago", 20_000),
    "pig": ("pig", 20_000),
    "reversi": ("othello", 20_000),
    "tic_tac_toe": ("tic_tac_toe", 200_000),
    "y": ("y(board_size=11)", 20_000),
}
"""The game of each file as it is called elsewhere, and how many games are played here."""

QUICK = ("connect_four", "kalah", "kuhn_poker", "tic_tac_toe")

DEAR = ("chess", "go_9x9", "reversi")
"""Games in which an action may be picked before all of its legality is tested."""

CALL = 1000
"""How many games are played in one call."""

ERRORS = 4
"""How many standard errors the averages may lie apart."""

DECISIONS_ELSEWHERE = 1_000_000
"""About how many decisions of a game, at the least, the averages from elsewhere are made of."""


def random_games(name: str, games: int, picks_first: bool) -> list[Played]:
    (path,) = ROOT.glob(f"examples/**/{name}.rules.yaml")
    batches = batches_of(load(path), 1, MAX_DECISIONS, "native", picks_first)
    calls = [range(first, min(first + CALL, games)) for first in range(0, games, CALL)]
    return [one for numbers in calls for one in batches.play(numbers)]


def error(games: int, decisions: float) -> float:
    """Give the standard error of a difference of averages, in standard deviations of a game."""
    return sqrt(1 / games + decisions / DECISIONS_ELSEWHERE)


def check_mean(values: list[float], mean: float, error: float) -> None:
    """Compare a mean, which is rounded to 0.01 elsewhere."""
    assert abs(fmean(values) - mean) <= ERRORS * error * stdev(values) + 0.005


def check_rate(found: int, games: int, rate: float, error: float) -> None:
    """Compare a rate; one game more or less is no fault."""
    assert abs(found / games - rate) <= ERRORS * error * sqrt(rate * (1 - rate)) + 1 / games


def check_games(name: str, picks_first: bool) -> None:
    """Compare random games with the averages from elsewhere."""
    key, games = GAMES[name]
    expected = ELSEWHERE[key]
    played = random_games(name, games, picks_first)
    assert all(one.ending is not None and not one.is_wrong for one in played)
    returns = [one.returns[0] for one in played]
    spread = error(games, expected["decisions"])
    check_mean([one.decisions for one in played], expected["decisions"], spread)
    check_mean(returns, expected["mean_return_first"], spread)
    check_rate(sum(one > 0 for one in returns), games, expected["first_player_wins"], spread)
    check_rate(sum(one == 0 for one in returns), games, expected["draw"], spread)


@pytest.mark.skipif(not can_run_native(), reason="no machine code here")
@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in GAMES],
)
def test_random_games_are_as_long_and_as_often_won_as_elsewhere(name: str) -> None:
    check_games(name, False)


@pytest.mark.slow
@pytest.mark.skipif(not can_run_native(), reason="no machine code here")
@pytest.mark.parametrize("name", DEAR)
def test_picking_first_and_testing_then_is_as_random(name: str) -> None:
    check_games(name, True)
