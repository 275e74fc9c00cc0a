"""Every shipped game has no problems and comes to an end; Fragma under each of its readings too."""

from pathlib import Path

import pytest

from fragma_dsl.game import Game
from fragma_dsl.pipeline import analyse, load
from fragma_dsl.play.record import Ended
from fragma_dsl.simulate.playout import playout

ROOT = Path(__file__).parents[1]
FRAGMA = ROOT / "variants" / "fragma.rules.yaml"
TRONIX = ROOT / "variants" / "tronix_classic.rules.yaml"  # played in test_tronix.py
FILES = (FRAGMA, *sorted(ROOT.glob("examples/**/*.rules.yaml")))
MOST_DECISIONS = 5_000
GAMES = {"backgammon": 2, "chess": 1, "tronix_six_cards": 1, "tronix_solo": 1}
"""How many games are played of those that take long; of others 5."""
OPTIONS = {"tronix_six_cards": {"patience": "2"}, "tronix_solo": {"patience": "2"}}
"""What ends a game earlier where random players seldom do."""


def readings() -> list[tuple[str, str]]:
    """List every value of every option that is not its default."""
    model = analyse(FRAGMA).model
    assert model is not None
    return [
        (option.name, value)
        for option in model.options.values()
        for value, number in option.values.items()
        if number != option.default
    ]


def play_to_the_end(game: Game, games: int) -> list[Ended]:
    seats = ("random",) * len(game.players)
    found = []
    for number in range(games):
        result = playout(game, seats, 11, number, MOST_DECISIONS).result
        assert isinstance(result, Ended), f"game {number}: {result}"
        found.append(result)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_a_shipped_game_has_no_problems_and_ends(path: Path) -> None:
    assert analyse(path).problems == ()
    name = path.name.split(".")[0]
    games = GAMES.get(name, 5)
    assert len(play_to_the_end(load(path, OPTIONS.get(name)), games)) == games


@pytest.mark.parametrize(("option", "value"), readings())
def test_fragma_has_a_winner_under_every_reading(option: str, value: str) -> None:
    for result in play_to_the_end(load(FRAGMA, {option: value}), 3):
        assert sorted(result.returns) == [-1.0, -1.0, 1.0]


@pytest.mark.parametrize("path", [FRAGMA, TRONIX], ids=lambda path: path.name.split(".")[0])
def test_every_reading_is_told_in_two_languages(path: Path) -> None:
    variant = analyse(path).variant
    assert variant is not None
    for option in variant.options.values():
        assert option.about is not None
        assert option.about.by_language.keys() >= {"en", "es"}
        for text in option.values.values():
            assert text.by_language.keys() >= {"en", "es"}
