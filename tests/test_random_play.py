"""Random games of the shipped rules, against the averages of random games played elsewhere."""

import json
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

from fragma_dsl.pipeline import load
from fragma_dsl.play.record import Ended
from fragma_dsl.simulate.playout import Playout, playout

ROOT = Path(__file__).parents[1]
ELSEWHERE = json.loads((ROOT / "tests" / "data" / "random_play.json").read_text("utf-8"))["games"]
GAMES = {
    "amazons": ("amazons", 100),
    "backgammon": ("backgammon", 30),
    "breakthrough": ("breakthrough", 150),
    "chess": ("chess", 10),
    "connect_four": ("connect_four", 1000),
    "english_draughts": ("checkers", 400),
    "go_9x9": ("go(board_size=9)", 40),
    "gomoku": ("gomoku", 60),
    "havannah": ("havannah", 40),
    "havannah_4": ("havannah(board_size=4)", 300),
    "hex": ("hex(board_size=11)", 100),
    "hex_5x5": ("hex(board_size=5)", 1500),
    "kalah": ("mancala", 300),
    "kuhn_poker": ("kuhn_poker", 4000),
    "nine_mens_morris": ("nine_mens_morris", 200),
    "oware": ("oware", 100),
    "pentago": ("pentago", 60),
    "reversi": ("othello", 40),
    "tic_tac_toe": ("tic_tac_toe", 4000),
    "y": ("y(board_size=11)", 150),
}
"""The game of each file as it is called elsewhere, and how many games are played here."""

ERRORS = 4
"""How many standard errors the averages may lie apart."""

DECISIONS_ELSEWHERE = 1_000_000
"""About how many decisions of a game, at the least, the averages from elsewhere are made of."""


def random_games(name: str, games: int) -> list[Playout]:
    (path,) = ROOT.glob(f"examples/**/{name}.rules.yaml")
    game = load(path)
    return [playout(game, ("random", "random"), 1, number) for number in range(games)]


def first_returns(played: list[Playout]) -> list[float]:
    results = [one.result for one in played]
    assert all(isinstance(result, Ended) for result in results)
    return [result.returns[0] for result in results if isinstance(result, Ended)]


def error(games: int, decisions: float) -> float:
    """Give the standard error of a difference of averages, in standard deviations of a game."""
    return sqrt(1 / games + decisions / DECISIONS_ELSEWHERE)


def check_mean(values: list[float], mean: float, error: float) -> None:
    """Compare a mean, which is rounded to 0.01 elsewhere."""
    assert abs(fmean(values) - mean) <= ERRORS * error * stdev(values) + 0.005


def check_rate(found: int, games: int, rate: float, error: float) -> None:
    """Compare a rate; one game more or less is no fault."""
    assert abs(found / games - rate) <= ERRORS * error * sqrt(rate * (1 - rate)) + 1 / games


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_as_long_and_as_often_won_as_elsewhere(name: str) -> None:
    key, games = GAMES[name]
    expected = ELSEWHERE[key]
    played = random_games(name, games)
    returns = first_returns(played)
    spread = error(games, expected["decisions"])
    check_mean([one.decisions for one in played], expected["decisions"], spread)
    check_mean(returns, expected["mean_return_first"], spread)
    check_rate(sum(one > 0 for one in returns), games, expected["first_player_wins"], spread)
    check_rate(sum(one == 0 for one in returns), games, expected["draw"], spread)
