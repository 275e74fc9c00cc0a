"""Agents: what the greedy one sees, takes and must not know."""

from collections import Counter

import pytest

from fragma_dsl.agents.agent import ask
from fragma_dsl.agents.greedy import GreedyAgent
from fragma_dsl.backends.compiled.code import can_run_native
from fragma_dsl.backends.pick import Backend
from fragma_dsl.game import Game, Position
from fragma_dsl.pipeline import Analysis, analyse_source, game_of
from fragma_dsl.play.random import Random
from fragma_dsl.simulate.playout import playout
from fragma_dsl.simulate.summary import summarise
from fragma_dsl.text.source import Source
from tests.random_walks import ROOT, WORLDS, load_once

native = pytest.mark.skipif(not can_run_native(), reason="no machine code for this Python")

COINS = (WORLDS / "coins.rules.yaml").read_text("utf-8")

HIDDEN = """\
edition: 1
game: hidden
title: Hidden cards
players: 2
cards:
  card: {each: {rank: 1..9}}
zones:
  deck: {order: random}
  hand: {for: player}
  won: {for: player, visible: all}
functions:
  score(player p): count(won[p])
setup: |
  for c in card: place all c in deck
  deal 1 from deck to hand[p2]
turn: |
  choose by p1 guess(r in 1..9)
  if any(c.rank == r for c in cards(hand[p2])):
      deal 1 from hand[p2] to won[p1]
      win p1
  lose p1
"""


def analysed(rules: str) -> Analysis:
    return analyse_source(Source("rules", rules))


def game(rules: str) -> Game:
    return game_of(analysed(rules))


def picks(position: Position, number: int = 40) -> Counter[str]:
    """Count what greedy agents with different streams pick."""
    seat = position.seat
    assert seat is not None
    found: Counter[str] = Counter()
    for seed in range(number):
        action = ask(GreedyAgent(position.game, seat, Random(seed)), position)
        found[position.game.notation.action_text(action)] += 1
    return found


def test_the_best_change_of_the_score_at_the_next_stop_is_taken():
    assert picks(game(COINS).start()) == {"take(3)": 40}


def test_a_win_at_once_outranks_the_score_and_a_loss_is_shunned():
    position = game(COINS).start().play("take(3)").play("roll tails")
    assert picks(position.play("take(1)").play("roll tails")) == {"end_it": 40}
    behind = position.play("take(1)").play("roll heads")
    assert picks(behind.play("take(1)").play("roll heads")) == {"take(3)": 40}


def test_ties_are_broken_at_random():
    rules = COINS.replace("option take(n in 1..3)", "option take(n in 1..3) where n < 0")
    assert picks(game(rules).start(), 200).keys() == {"give(1)", "give(2)", "give(3)"}


def test_without_a_score_only_endings_count():
    rules = COINS.replace("functions:\n  score(player p): coins[p]\n", "")
    position = game(rules).start()
    assert len(picks(position, 200)) == 6
    position = position.play("take(3)").play("roll tails").play("give(1)")
    assert picks(position) == {"end_it": 40}


def test_what_is_hidden_is_guessed_and_not_known():
    position = game(HIDDEN).start().play("draw card_7")
    assert position.mover == "p1"
    assert picks(position, 200)["guess(7)"] < 60
    assert len(picks(position, 200)) == 9


def test_a_fault_is_the_worst_of_all():
    rules = COINS.replace("coins[mover] += n\n", "coins[mover] += n // (n - 3)\n")
    assert "take(3)" not in picks(game(rules).start(), 100)


def test_a_game_has_the_scores_that_its_rules_say():
    position = game(COINS).start().play("take(3)").play("roll tails")
    assert position.scores == (3, 0)
    rules = COINS.replace("score(", "fortune(")
    assert game(rules).start().scores is None


@pytest.mark.parametrize("signature", ["score()", "score(player p, int n)", "score(int n)"])
def test_a_score_of_another_shape_is_told_and_is_none(signature):
    analysis = analysed(COINS.replace("score(player p): coins[p]", f"{signature}: coins[p1]"))
    assert [problem.code for problem in analysis.problems] == ["F237"]
    assert game_of(analysis).start().scores is None


def test_a_summary_has_the_mean_of_the_last_scores():
    coins = game(COINS)
    played = [playout(coins, ("greedy", "random"), 1, number) for number in range(10)]
    summary = summarise(coins, played, ("greedy", "random"), 1, 10)
    assert all(one.scores is not None for one in played)
    firsts = [one.scores[0] for one in played if one.scores is not None]
    assert summary.scores[0] == sum(firsts) / 10


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=native)])
@pytest.mark.parametrize(
    ("path", "plies"),
    [
        ("examples/classics/kalah", 60),
        ("examples/classics/pig", 60),
        ("examples/cards/crazy_eights", 25),
        ("variants/tronix_classic", 7),
    ],
)
def test_greed_picks_the_same_on_every_backend(path: str, plies: int, backend: Backend) -> None:
    one = load_once(ROOT / f"{path}.rules.yaml")
    seats = ("greedy",) * len(one.players)
    games = [one, one.with_backend(backend)]
    played = [playout(game, seats, 3, 0, plies) for game in games]
    assert played[0] == played[1]


def test_faults_and_ends_are_foreseen_as_they_are_played() -> None:
    rules = COINS.replace("coins[mover] += n\n", "coins[mover] += n // (n - 3)\n")
    assert "take(3)" not in picks(game(rules).with_backend("python").start(), 100)
    position = game(COINS).with_backend("python").start().play("take(3)").play("roll tails")
    assert picks(position.play("take(1)").play("roll tails")) == {"end_it": 40}
